"""Lessons are played through, by the rules and over the network."""

from __future__ import annotations

from gettext import GNUTranslations
from importlib import resources
from typing import Any

import pytest

from birdtable import lessons, rulebook
from birdtable.game import BadInput, IllegalStep
from kit.server.serving import Live

PLAYING = [
    (name, number) for name in lessons.names() for number, stop in enumerate(lessons.lesson(name).stops) if stop.plays
]


def test_the_first_steps_of_a_game_come_before_its_expert_game() -> None:
    assert lessons.names() == ["birdie", "expert", "cubirds"]


@pytest.mark.parametrize("name", lessons.names())
def test_a_lesson_is_played_through_by_the_rules(name: str) -> None:
    lesson = lessons.lesson(name)
    plays = lessons.model_plays(lesson)
    for number, stop in enumerate(lesson.stops):
        reached = lessons.follow(lesson, plays[:number])
        assert (reached.number, reached.is_last) == (number, number == len(lesson.stops) - 1)
        assert not stop.plays or reached.state.to_move == lesson.seat
    assert not lesson.stops[0].plays and not lesson.stops[-1].plays


@pytest.mark.parametrize(("name", "number"), PLAYING)
def test_every_way_to_pass_a_stop_leads_to_the_end(name: str, number: int) -> None:
    lesson = lessons.lesson(name)
    plays = lessons.model_plays(lesson)
    for pattern in lesson.stops[number].plays:
        if not {"*", "?"} & set(" ".join(pattern)):
            lessons.follow(lesson, [*plays[:number], pattern, *plays[number + 1 :]])


@pytest.mark.parametrize(("name", "number"), PLAYING)
def test_a_play_that_is_not_meant_has_an_answer(name: str, number: int) -> None:
    assert lessons.lesson(name).stops[number].wrong


@pytest.mark.parametrize("name", lessons.names())
def test_a_lesson_is_short_and_names_clauses_that_exist(name: str) -> None:
    lesson = lessons.lesson(name)
    told = [text for stop in lesson.stops for text in (stop.text, *(act.text for act in stop.acts))]
    played = sum(max(1, len(stop.acts)) for stop in lesson.stops if stop.plays)
    assert sum(len(text.split()) for text in told) / 150 + played / 4 < lesson.minutes <= 7
    assert max(len(text.split()) for text in told) <= 45, "one thing at a time"
    for stop in lesson.stops:
        assert stop.clause in rulebook.clauses(lesson.game)


@pytest.mark.parametrize("language", ["en", "it", "es", "de", "ru"])
def test_lessons_are_in_every_language(language: str) -> None:
    path = resources.files("birdtable") / "locale" / language / "LC_MESSAGES" / "birdtable.mo"
    with path.open("rb") as file:
        known = GNUTranslations(file)
    missing = [text for text in lessons.texts() if known.gettext(text) == text]
    assert language == "en" or missing == []


def test_a_lesson_that_is_not_there_and_plays_that_were_not_meant_are_refused() -> None:
    with pytest.raises(BadInput, match="no lesson"):
        lessons.lesson("chess")
    lesson = lessons.lesson("birdie")
    with pytest.raises(BadInput, match="stop 2"):
        lessons.follow(lesson, [(), ("take Ww",)])
    with pytest.raises(BadInput, match="stops"):
        lessons.follow(lesson, [()] * 30)


def test_a_question_mark_stands_for_any_card() -> None:
    lesson = lessons.lesson("birdie")
    stop, play = lesson.stops[10], lessons.model_plays(lesson)[10]
    assert lessons.is_right(stop, ("done", *(step.replace("use Pw", "use Pu") for step in play), "done"))
    assert not lessons.is_right(stop, play[:-2])


@pytest.mark.parametrize("name", lessons.names())
def test_a_play_in_parts_is_done_one_after_the_other(name: str) -> None:
    lesson = lessons.lesson(name)
    for stop, play in zip(lesson.stops, lessons.model_plays(lesson), strict=False):
        reached = [lessons.acts_done(stop, play[:length]) for length in range(len(play) + 1)]
        assert reached == sorted(reached) and set(reached) == set(range(len(stop.acts) + 1))


TAUGHT = {
    "birdie": ["B3.2", "B3.3", "B3.5", "B4.1", "B4.2", "B5.6", "B6.1", "B7.2", "B7.4"],
    "expert": ["B8.2", "B8.3", "B8.4"],
    "cubirds": ["C3.2", "C3.4", "C3.5", "C4.1", "C4.2", "C5.1"],
}


@pytest.mark.parametrize("name", lessons.names())
def test_a_lesson_teaches_what_it_claims(name: str) -> None:
    """Every ability, passing first and last, the Stop card, a full box, a second round; the last stop shows cards."""
    lesson = lessons.lesson(name)
    assert set(TAUGHT[name]) <= {stop.clause for stop in lesson.stops}
    plays = lessons.model_plays(lesson)
    played = " ".join(step for play in plays for step in play)
    state = lessons.follow(lesson, plays).state
    if name == "birdie":
        board = lesson.rules.view(state, lesson.seat).boards[0]
        assert (board.used, board.passes) == ({"woodpecker": 1, "owl": 1, "pigeon": 1, "robin": 1}, [2, 0])
        outcome = lesson.rules.outcome(state)
        assert outcome and str(outcome.points[0]) in lesson.stops[-1].text
        assert any(lessons.follow(lesson, plays[:number]).state.deck == 0 for number in (7, 8))
        assert lesson.stops[-1].cards.split() == [*(lesson.rules.view(state, 0).played[0].row or ()), "Ps"]
    if name == "cubirds":
        assert state.round == 2 and {"draw", "keep", "flock"} <= set(played.split())
        assert sorted(lesson.stops[-1].cards.split()) == sorted(lesson.rules.view(state, 0).collections[0])


@pytest.mark.parametrize("name", lessons.names())
def test_every_stop_to_play_points_at_something(name: str) -> None:
    for stop in lessons.lesson(name).stops:
        assert bool(stop.spot) == bool(stop.plays) and all(act.spot for act in stop.acts)


@pytest.mark.parametrize("name", lessons.names())
def test_the_server_plays_a_lesson(live: Live, name: str) -> None:
    guest = live.nobody()
    assert [each["name"] for each in guest.ok("GET", "/lessons")] == lessons.names()
    lesson = lessons.lesson(name)
    plays: list[tuple[str, ...]] = []
    for play in [*lessons.model_plays(lesson), None]:
        at = guest.ok("POST", f"/lessons/{name}/position", {"plays": plays})
        stop = lesson.stops[len(plays)]
        assert (at["stop"], at["text"], at["asks"]) == (len(plays), stop.text, bool(stop.plays))
        assert_hides_the_other_hand(at["position"])
        if play:
            found = guest.ok("POST", f"/lessons/{name}/consider", {"plays": plays, "steps": play})
            assert found["said"]["complete"] and found["acts"] == len(stop.acts)
            answer = guest.ok("POST", f"/lessons/{name}/try", {"plays": plays, "steps": play})
            assert answer["right"]
        plays = [*plays, play or ()]


def assert_hides_the_other_hand(position: dict[str, Any]) -> None:
    assert position["seat"] == position["view"]["seat"] == 0
    for news in position["news"]:
        assert all(event.get("seat") == 0 for event in news["events"] if event.get("secret"))


def test_a_wrong_try_is_answered_with_the_clause(live: Live) -> None:
    guest = live.nobody()
    answer = guest.ok("POST", "/lessons/birdie/try", {"plays": [[]], "steps": ["take Ww"]})
    stop = lessons.lesson("birdie").stops[1]
    assert answer == {"right": False, "text": stop.wrong, "details": {}, "clause": "B3.2"}
    for behind, step, clause in ((1, "take Pw", "B3.4"), (1, "stack Rs", ""), (0, "take Oa", "")):
        answer = guest.ok("POST", "/lessons/birdie/try", {"plays": [[]] * behind, "steps": [step]})
        assert not answer["right"] and answer["text"] and answer["clause"] == clause
    answer = guest.ok("POST", "/lessons/birdie/consider", {"plays": [[]], "steps": ["take Pw"]})
    assert (answer["said"]["type"], answer["said"]["clause"], answer["acts"]) == ("refused", "B3.4", -1)
    assert guest.refused("POST", "/lessons/chess/position", {})[0] == 404


def test_steps_that_break_the_rules_never_pass_a_stop() -> None:
    lesson = lessons.lesson("cubirds")
    state = lessons.follow(lesson, [()]).state
    with pytest.raises(IllegalStep):
        lesson.rules.play(state, "draw")

"""Lessons are played through, by the rules and over the network."""

from __future__ import annotations

from gettext import GNUTranslations
from importlib import resources
from typing import Any

import pytest

from birdtable import lessons, rulebook
from birdtable.game import BadInput, IllegalStep
from kit.serving import Live

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
        if "*" not in " ".join(pattern):
            lessons.follow(lesson, [*plays[:number], pattern, *plays[number + 1 :]])


@pytest.mark.parametrize(("name", "number"), PLAYING)
def test_a_play_that_is_not_meant_has_an_answer(name: str, number: int) -> None:
    assert lessons.lesson(name).stops[number].wrong


@pytest.mark.parametrize("name", lessons.names())
def test_a_lesson_is_short_and_names_clauses_that_exist(name: str) -> None:
    lesson = lessons.lesson(name)
    words = sum(len(stop.text.split()) for stop in lesson.stops)
    played = sum(bool(stop.plays) for stop in lesson.stops)
    assert words / 150 + played * 0.5 < 5 and lesson.minutes <= 5
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
        lessons.follow(lesson, [(), ("take Pu",)])
    with pytest.raises(BadInput, match="stops"):
        lessons.follow(lesson, [()] * 30)


def test_a_star_stands_for_any_choice() -> None:
    stop = lessons.lesson("birdie").stops[5]
    assert lessons.is_right(stop, ("done", "bird 3", "season 2", "done", "use Oa", "box owl", "done"))
    assert not lessons.is_right(stop, ("done", "bird 4", "leave", "done", "done"))


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
            assert found["complete"]
            answer = guest.ok("POST", f"/lessons/{name}/try", {"plays": plays, "steps": play})
            assert answer["right"]
        plays = [*plays, play or ()]


def assert_hides_the_other_hand(position: dict[str, Any]) -> None:
    assert position["seat"] == position["view"]["seat"] == 0
    for news in position["news"]:
        assert all(event.get("seat") == 0 for event in news["events"] if event.get("secret"))


def test_a_wrong_try_is_answered_with_the_clause(live: Live) -> None:
    guest = live.nobody()
    answer = guest.ok("POST", "/lessons/birdie/try", {"plays": [[]], "steps": ["take Pu"]})
    stop = lessons.lesson("birdie").stops[1]
    assert answer == {"right": False, "text": stop.wrong, "details": {}, "clause": "B3.2"}
    for behind, step, clause in ((1, "take Ww", "B3.4"), (1, "stack Rs", ""), (0, "take Rw", "")):
        answer = guest.ok("POST", "/lessons/birdie/try", {"plays": [[]] * behind, "steps": [step]})
        assert not answer["right"] and answer["text"] and answer["clause"] == clause
    answer = guest.ok("POST", "/lessons/birdie/consider", {"plays": [[]], "steps": ["take Ww"]})
    assert (answer["type"], answer["clause"]) == ("refused", "B3.4")
    assert guest.refused("POST", "/lessons/chess/position", {})[0] == 404


def test_steps_that_break_the_rules_never_pass_a_stop() -> None:
    lesson = lessons.lesson("cubirds")
    state = lessons.follow(lesson, [()]).state
    with pytest.raises(IllegalStep):
        lesson.rules.play(state, "draw")

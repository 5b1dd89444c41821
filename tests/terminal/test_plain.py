"""The line-oriented client: whole games through a pipe, typed notation, queries, slips, and leaving."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest

from birdtable import catalog
from birdtable.record import Play, load
from birdtable.terminal.match.adviser import Adviser
from birdtable.terminal.match.session import Session, player_names
from birdtable.terminal.plain import PlainClient
from birdtable.terminal.speech import Speech
from kit.birdie.table import scoring

COMMAND = (sys.executable, "-W", "ignore", "-m", "birdtable", "play")


def session(game: str, *people: str, seed: int = 3, **options: object) -> Session:
    players = people or ("human", "casual")
    memory = "strict" if options.pop("memory", "") == "strict" else "assisted"
    names = player_names(players, "Ann")
    table = Session(catalog.game(game), players, names=names, seed=seed, memory=memory, options=options)  # type: ignore[arg-type]
    table.adviser = Adviser(simulations=20)
    return table


def enter(table: Session, *lines: str, language: str = "en") -> str:
    """What is printed when these lines are typed."""
    out = StringIO()
    PlainClient(table, Speech(language), StringIO("".join(f"{line}\n" for line in lines)), out).run()
    return out.getvalue()


def run_piped(folder: Path, *words: str, lines: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "LANG": "C.UTF-8", "LC_ALL": ""}
    return subprocess.run(
        [*COMMAND, *words], input=lines, capture_output=True, text=True, env=environment, timeout=120, check=False
    )


@pytest.mark.parametrize("words", [["birdie"], ["birdie", "--expert"], ["cubirds", "--players", "human,casual,random"]])
def test_a_whole_game_goes_through_a_pipe(words: list[str], tmp_path: Path) -> None:
    done = run_piped(tmp_path, *words, "--seed", "5", "--name", "Ann", lines="best\n" * 400)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^Points: Ann \d+, .* Won by .* \[[BC]\d\.\d\]\.$", done.stdout, re.MULTILINE)
    assert "\x1b" not in done.stdout
    (kept,) = tmp_path.rglob("*.txt")
    assert next(load(kept)).outcome is not None


BROKEN = "def choose(view, legal, rng):\n    return 'fly away'"


def test_a_bot_that_fails_is_named_and_another_plays_for_it(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text(BROKEN, encoding="utf-8")
    table = session("cubirds", str(path), "human", seed=5)
    table.names[0] = "Broken"
    said = enter(table, *["best"] * 3)
    line = "Broken failed to play ('fly away' is not legal); another bot played instead."
    assert said.count(line) == 2  # once for each of its turns, however many steps a turn has
    assert said.index(line) < said.index("> ")
    two = session("cubirds", str(path), "human", "human", seed=5)
    two.names[0] = "Broken"
    said = enter(two, "", "best", language="de")
    assert said.rindex("Broken konnte nicht spielen") > said.rindex("\n" * 30)  # not off the screen


def test_the_end_of_input_leaves_cleanly_and_says_how_to_go_on(tmp_path: Path) -> None:
    left = run_piped(tmp_path, "birdie", "--seed", "5", lines="best\n")
    assert left.returncode == 0
    command = re.fullmatch(r"To go on: birdtable play (--resume --record (\S+))\n", left.stderr)
    assert command
    on = run_piped(tmp_path, *command[1].split(), lines="log\nquit\n")
    assert on.returncode == 0 and on.stderr == left.stderr
    whole = run_piped(tmp_path, "--resume", lines="best\n" * 100)
    assert "Won by" in whole.stdout and whole.stderr == ""
    over = run_piped(tmp_path, "--resume", lines="")
    assert over.returncode == 2 and over.stderr.startswith("error: there is no match to go on with")


def test_an_interrupted_match_says_how_to_go_on(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "LANG": "C"}
    process = subprocess.Popen(
        [*COMMAND, "cubirds", "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        # A shell without job control makes what it runs in the background ignore it, and everything below.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    while not process.stdout.readline().startswith("Lay all birds"):
        pass
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.strip().splitlines()[-1].startswith("To go on: birdtable play --resume")
    assert "Traceback" not in err


def test_a_match_that_was_left_goes_on_as_it_would_have(tmp_path: Path) -> None:
    whole, left = session("birdie", seed=9), session("birdie", seed=9)
    enter(whole, *["best"] * 200)
    left.path = tmp_path / "match.txt"
    while left.outcome is None:
        enter(left, "best")
        assert left.path is not None
        left = Session.resume(left.path) if left.outcome is None else left
        left.adviser = whole.adviser
    assert left.match_record().steps() == whole.match_record().steps()


def test_take_2_is_typed_in_one_line() -> None:
    table = session("birdie")
    said = enter(table)
    display = re.findall(r"Display: (\w\w) (\w\w)", said)[-1]
    hand = re.findall(r"Hand: (\w\w)", said)[-1]
    said = enter(table, f"stack {display[0]} +{hand} {display[1]}", "last")
    assert f"in this order: {display[0]} {hand} {display[1]}." in said
    table = session("birdie")
    enter(table)
    said = enter(table, f"STACK {display[0].lower()} {display[1]} + {hand}")
    assert f"in this order: {display[0]} {display[1]} {hand}." in said


def test_a_line_is_taken_whole_or_not_at_all() -> None:
    table = session("birdie")
    said = enter(table)
    display = re.findall(r"Display: (\w\w) (\w\w)", said)[-1]
    said = enter(table, f"stack {display[0]} {display[1]} + Ps Ps Ps Ps Ps")
    assert "Ps is not in the hand [B3.3]" in said
    assert table.pending == [] and table.is_mine


def test_a_slip_gets_the_nearest_legal_forms() -> None:
    table = session("cubirds")
    enter(table)
    first = table.legal[0]
    said = enter(table, first.replace("lay", "lya"))
    assert "I do not understand" in said and f"Did you mean: {first}" in said
    assert "Did you mean: hand" in enter(table, "hnad")


def test_an_illegal_step_is_refused_with_its_clause() -> None:
    table = session("cubirds")
    enter(table)
    assert "Birds are laid first [C3.4]" in enter(table, "draw")


def scoring_session(row: str, hand: str = "", *, expert: bool = False) -> Session:
    """At the moment when one's row is scored."""
    table = session("birdie", "human", "random", expert=expert)
    table.state = table.taken = scoring(row, hand, expert=expert)
    table.look()
    return table


ROW = "Rs Ra Rs Ru Pu Ou Ww Pw Ow Ps Rw Ww"


def test_the_sets_of_a_row_are_marked_in_one_line() -> None:
    table = scoring_session(ROW)
    said = enter(table, "row", "sets 1-4:robin 5-6:summer 7-9:winter 11-12:winter")
    assert ROW in said
    for trait, points in (("robin", 4), ("summer", 2), ("winter", 3)):
        assert f"Ann writes {points} in the box {trait}." in said


def test_sets_that_cannot_be_are_refused_and_nothing_is_marked() -> None:
    table = scoring_session(ROW)
    said = enter(table, "sets 4-1:robin", "sets 1-4:summer", "sets 1-4:robin 3-4:robin", "sets 1-4:robin 9-10:winter")
    assert "4-1:robin is no set" in said
    assert "The cards of a set share one bird or one season [B5.4]" in said
    assert "No set can begin at card 3 now [B5.4]" in said
    assert table.pending == [] and table.view.cursor == 0  # type: ignore[attr-defined]


def test_the_score_so_far_is_told_while_sets_are_marked() -> None:
    said = enter(scoring_session(ROW, "Ps"), "bird 4", "undo", "bird 3")
    four = said.index("As it stands: Ann writes 4 in the box robin.")
    assert four < said.index("As it stands: Ann writes 3 in the box robin.")


def test_a_hint_for_a_row_comes_from_the_exact_scorer() -> None:
    said = enter(scoring_session("Ow Ww Pw Pu Rs Os Ra Ws Rs Os Pu Pw Rw", expert=True), "hint")
    assert re.search(r"Hint: remove \d+, .*\. Brings \d less now, but keeps boxes and abilities for round 2", said)


def test_a_cascade_is_played_card_by_card() -> None:
    table = scoring_session("Ow Ww Pw Pu Rs Os Ra Ws Rs Os Pu Pw Rw", expert=True)
    said = enter(table, "steps", "remove 7", "by bird")
    assert re.search(r"remove 7 +Remove card 7: Ra", said)
    assert "Which trait should the set count by? [B8.2]" in said
    for trait, points in (("spring", 5), ("pigeon", 4), ("winter", 3)):
        assert f"Ann writes {points} in the box {trait}." in said or table.view.boards[0].boxes[trait] == points  # type: ignore[attr-defined]


def test_undo_takes_back_steps_and_then_plays_and_the_record_says_so(tmp_path: Path) -> None:
    table = session("birdie")
    table.path = tmp_path / "match.txt"
    list(table.wait())
    start = table.view
    table.take(next(step for step in table.legal if step.startswith("stack")))
    table.back()
    assert table.view == start and table.lines[-1].seat != 0  # type: ignore[union-attr]
    table.take(next(step for step in table.legal if step.startswith("take")))
    list(table.wait())
    table.back()
    assert table.view == start
    assert "undo: " in table.path.read_text(encoding="utf-8")
    assert Session.resume(table.path).view == start


def test_queries_answer_and_change_nothing() -> None:
    table = session("birdie")
    said = enter(table, "hand", "display", "pile", "row", "board 2", "board 9", "table", "log", "rules b5.6", "help")
    assert re.search(r"Hand: \w\w \(\w+, \w+\)", said)
    assert "Juno: 0 points" in said and "There is no seat 9" in said and "B5.6" in said
    assert table.pending == [] and all(isinstance(line, Play) and line.seat != table.seat for line in table.lines)
    said = enter(session("cubirds"), "row 2", "row 7", "collection 2", "discard", "steps")
    assert re.search(r"Row 2: (\d )?\w \(\w+", said) and "There is no row 7" in said


@pytest.mark.parametrize(("game", "memory"), [("birdie", "strict"), ("cubirds", "assisted")])
def test_a_match_remembers_as_the_rules_of_its_game_have_it(game: str, memory: str) -> None:
    assert Session(catalog.game(game), ["human", "random"], names=["Ann", "random"]).memory == memory


def test_a_strict_table_shows_neither_pile_nor_old_log() -> None:
    table = session("birdie", memory="strict")
    said = enter(table, "best", "best", "best", "pile", "log")
    assert re.search(r"Pile: \d+ cards?\n", said)
    last = said.split("> ")[-2]
    assert last.count("Ann takes") <= 1


def test_two_people_at_one_terminal_see_their_own_hands_only() -> None:
    table = session("birdie", "human", "human", seed=4)
    before, first, second = enter(table, "", "best", "").split("is next: press Enter")
    assert "Hand:" not in before
    for part in (first, second):
        assert len(re.findall(r"is dealt (\w\w \w\w)", part)) == 1
    hands = [re.findall(r"^Hand: (.*)$", part, re.MULTILINE)[0] for part in (first, second)]
    assert hands[0] != hands[1] and "\n" * 40 in first


class Screen(StringIO):
    def isatty(self) -> bool:
        return True


def test_one_persons_hand_leaves_the_screen_and_its_scroll_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", "70")
    out = Screen()
    PlainClient(session("cubirds", "human", "human", seed=4), Speech("en"), StringIO("\nbest\n"), out).run()
    assert "\n" * 70 + "\x1b[H\x1b[2J\x1b[3J" in out.getvalue()
    assert "\x1b" not in enter(session("cubirds", "human", "human", seed=4), "", "best", "")


@pytest.mark.parametrize("game", catalog.games())
def test_the_hint_is_the_play_that_best_makes(game: str) -> None:
    table = session(game, seed=5)
    list(table.wait())
    for _ in range(6):
        said = enter(table, "hint").split("Hint: ")[1]
        played = len(table.lines)
        enter(table, "best")
        own = next(line for line in table.lines[played:] if isinstance(line, Play) and line.seat == table.seat)
        assert said.startswith(f"{', '.join(own.steps)}. ")

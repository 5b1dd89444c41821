"""Records: both forms read back the same, and what is broken is refused with its line."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from birdtable import catalog
from birdtable.bots.match import matches
from birdtable.engine import Rng, State
from birdtable.game import CHANCE, NOBODY, BadInput, Outcome
from birdtable.record import Play, Record, Recorder, Undo, Walk, load, read
from birdtable.testing import setups, walk
from birdtable.transcript import Transcriber
from kit.kuhn import GAME as KUHN

DOCS = (Path(__file__).parents[1] / "docs" / "records.md").read_text(encoding="utf-8")
EXAMPLE: str = re.findall(r"```text\n(.*?)```", DOCS, re.DOTALL)[0]
LINES = EXAMPLE.splitlines()

names = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1).map(str.strip).filter(bool)


def line_of(text: str) -> int:
    """The number of the line of the example that begins so."""
    return next(number for number, line in enumerate(LINES, start=1) if line.startswith(text))


def changed(old: str, new: str) -> str:
    assert EXAMPLE.count(old) == 1
    return EXAMPLE.replace(old, new)


def kuhn(*steps: str) -> Record:
    match = Recorder(KUHN, ["Ann", "Ben"])
    for step in steps:
        match.play(step)
    return match.record()


def random_record(game: str, seed: int) -> Record:
    rules = catalog.game(game)
    every = setups(rules, rules.cap())
    setup = every[seed % len(every)]
    match = Recorder(rules, [f"player {seat}" for seat in range(setup.seats)], setup.options)
    for step in walk(rules, setup, seed)[1]:
        match.play(step)
    return match.record()


# The text form


def test_a_match_is_grouped_by_who_moves() -> None:
    record = kuhn("deal K", "deal J", "bet", "fold")
    assert record.lines == (Play(-1, ("deal K", "deal J")), Play(0, ("bet",)), Play(1, ("fold",)))
    assert record.outcome == Outcome((1, -1), (0,), "K5")


def test_the_text_is_what_a_person_would_write() -> None:
    assert kuhn("deal K", "deal J", "bet", "fold").text() == (
        "birdtable: 1\ngame: kuhn\nrules: 1\nseat 1: Ann\nseat 2: Ben\n\n"
        "chance: deal K, deal J\n1: bet\n2: fold\noutcome: 1 -1, won by 1, K5\n"
    )


def test_an_unfinished_match_is_a_record() -> None:
    record = kuhn("deal K")
    assert record.outcome is None
    assert Record.parse(record.text(), game=KUHN) == Record.parse(record.json(), game=KUHN) == record


def test_long_plays_are_broken_after_a_comma_and_read_as_one() -> None:
    text = random_record("cubirds", 1).text()
    assert max(len(line) for line in text.splitlines()) <= 100
    assert any(line.startswith(" ") for line in text.splitlines())
    assert Record.parse(text).text() == text


def test_comments_blank_lines_and_windows_line_ends_do_not_matter() -> None:
    record = Record.parse(EXAMPLE)
    assert Record.parse(f"\n# a comment\n\n{EXAMPLE}\n\n# the end\n".replace("\n", "\r\n")) == record


def test_options_left_out_have_their_defaults_and_are_written_back() -> None:
    record = Record.parse(EXAMPLE)
    assert record.options == catalog.game("birdie").complete({})
    assert "option owl: copy\n" in record.text()


def test_lines_the_program_does_not_know_are_kept() -> None:
    record = Record.parse(EXAMPLE)
    assert record.extra == {"place": "the kitchen table"}
    assert Record.parse(record.text()) == record


@given(st.lists(names, min_size=2, max_size=2), st.dictionaries(st.from_regex(r"[a-z]{9,20}", fullmatch=True), names))
def test_any_names_and_header_lines_come_back(seats: list[str], extra: dict[str, str]) -> None:
    record = msgspec.structs.replace(kuhn("deal Q", "deal J"), seats=tuple(seats), extra=extra)
    assert Record.parse(record.text(), game=KUHN) == Record.parse(record.json(), game=KUHN) == record


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("game", catalog.games())
def test_random_matches_of_all_kinds_come_back_in_both_forms(game: str, seed: int) -> None:
    record = random_record(game, seed)
    assert record.outcome is not None
    assert Record.parse(record.text()) == Record.parse(record.json()) == record
    record.check()


def test_several_records_follow_each_other_in_a_file(tmp_path: Path) -> None:
    records = [random_record("birdie", 1), random_record("cubirds", 2), Record.parse(EXAMPLE)]
    for form in (lambda record: record.text(), lambda record: record.json() + "\n"):
        (tmp_path / "records").write_text("".join(map(form, records)), encoding="utf-8")
        assert list(load(tmp_path / "records")) == records


# Undo


def test_plays_taken_back_stay_in_the_record_and_out_of_the_replay() -> None:
    record = Record.parse(EXAMPLE)
    assert Undo(2) in record.lines
    assert "~2: take Wa\n~chance: deal Wu\nundo: 2\n" in record.text()
    assert "take Wa" not in record.steps()
    assert [here.step for here in Walk(record)] == record.steps()


def test_plays_taken_back_are_checked_too() -> None:
    number = line_of("~2: take Wa")
    with pytest.raises(BadInput, match=rf"^line {number}: .*\[B3\.4\]$"):
        Record.parse(changed("~2: take Wa", "~2: take Ws"))


def test_a_walk_numbers_the_steps_that_lead_to_where_it_is() -> None:
    record = kuhn("deal K", "deal J", "check", "check")
    lines = record.lines
    record = msgspec.structs.replace(
        record, lines=(*lines[:2], Undo(1), Play(0, ("bet",)), Play(1, ("fold",)), Undo(1))
    )
    whole = [(here.number, here.play, here.mover, here.step, here.stands) for here in Walk(record, game=KUHN)]
    assert whole == [(1, 1, CHANCE, "deal K", True), (2, 1, CHANCE, "deal J", True), (3, 4, 0, "bet", True)]
    walk = Walk(record, game=KUHN, withdrawn=True)
    told = [(here.number, here.step, here.stands) for here in walk]
    assert told[2:] == [(3, "check", False), (3, "bet", True), (4, "fold", False)]
    assert (walk.number, walk.state.to_move) == (3, 1), "an undo at the end counts too"


def test_a_walk_shows_the_state_before_a_step_if_asked() -> None:
    record = kuhn("deal K", "deal J", "check", "check")
    movers = [(here.before.to_move, here.mover) for here in Walk(record, game=KUHN, before=True)]
    assert movers == [(CHANCE, CHANCE), (CHANCE, CHANCE), (0, 0), (1, 1)]
    assert all(here.before is None for here in Walk(record, game=KUHN))


def test_a_walk_refuses_what_the_rules_forbid_with_its_place() -> None:
    record = kuhn("deal K", "deal J", "check", "check")
    wrong = msgspec.structs.replace(record, lines=(*record.lines[:2], Play(1, ("call",))))
    with pytest.raises(BadInput, match=r"^play 3, step 1: "):
        list(Walk(wrong, game=KUHN))


def test_undos_of_undone_plays_reach_further_back() -> None:
    record = kuhn("deal K", "deal J", "check", "check")
    line = record.lines
    nested = msgspec.structs.replace(
        record, lines=(line[0], line[1], Undo(1), line[1], line[2], Undo(2), Play(0, ("bet",)), Play(1, ("fold",)))
    )
    assert nested.stands() == [True, False, False, False, False, False, True, True]
    nested.check(game=KUHN)


@pytest.mark.parametrize("count", [0, 6, 99])
def test_no_more_can_be_taken_back_than_stands(count: int) -> None:
    with pytest.raises(BadInput, match=rf"^line {line_of('undo')}: "):
        Record.parse(kept_marks(changed("undo: 2", f"undo: {count}")))


def kept_marks(text: str) -> str:
    """The example with as many plays marked as can be."""
    if "undo: 0" in text:
        return text.replace("~", "")
    head, undo, rest = text.partition("undo:")
    return re.sub(r"^(chance|1):", r"~\1:", head, flags=re.MULTILINE) + undo + rest


@pytest.mark.parametrize(("old", "new"), [("~2: take Wa", "2: take Wa"), ("2: take Ow", "~2: take Ow")])
def test_marks_must_agree_with_the_undos(old: str, new: str) -> None:
    with pytest.raises(BadInput, match=rf"^line {line_of(old)}: '~' marks"):
        Record.parse(changed(old, new))


# What is refused

BROKEN = [
    ("birdtable: 1", "birdtable: 2", "birdtable: 1", "format 2 is unknown"),
    ("birdtable: 1", "birdtable: one", "birdtable: 1", "'one' is not a whole number"),
    ("game: birdie", "game: nest", "game", "there is no game 'nest'"),
    ("rules: 1", "rules: 7", "rules", "rules version 7"),
    ("option expert: false", "option expert: maybe", "option", r"true or false \[B8\]"),
    ("option expert: false", "option feathers: 3", "option", "no option 'feathers'"),
    ("seat 2: Ben\n", "", "seat 1", r"2 to 4 players, not 1 \[B1\]"),
    ("seat 1: Ann", "seat 1:", "seat 1", "'' is not a line of text"),
    ("seat 2: Ben", "seat 1: Ben", "seat 2", "second time"),
    ("place: the", "seat 9: the", "place", "cannot be the name of a header line"),
    ("place: the", "Place: the", "place", "cannot be the name of a header line"),
    ("1: pass\n2: stack", "place: here\n2: stack", "1: pass", "lines of the header come before"),
    ("1: pass\n2: stack", "0: pass\n2: stack", "1: pass", "'0' is no play"),
    ("1: pass\n2: stack", "2: pass\n2: stack", "1: pass", "seat 1 is to move, not seat 2"),
    ("1: pass\n2: stack", "1: fly\n2: stack", "1: pass", "'fly' is not a step of Birdie"),
    ("1: pass\n2: stack", "1:\n2: stack", "1: pass", "'' is not a step of Birdie"),
    ("1: pass\n2: stack", "1 passes\n2: stack", "1: pass", "neither a line of the header nor a play"),
    ("1: pass\n2: stack", "1: pass,\n2: stack", "1: pass", "after a comma"),
    ("deal Pu,\n", "deal Pu\n", "chance: starter", "after a comma"),
    ("    deal Rs, deal Ru", "    deal Rs, deal R", "    deal Rs", "'deal R' is not a step"),
    ("1: pass\n2: stack", "1: take Rw\n2: stack", "1: pass", r"\[B3\.4\]"),
    ("deal Wu, deal Wa\n", "deal Wu\n", "1: done, bird 3", "chance is to move, not seat 1"),
    ("1: done\noutcome", "1: done\n1: done\noutcome", "outcome", "nobody is to move, not seat 1"),
    ("outcome: 12", "outcome: 13", "outcome", r"by the rules it is 12 8, won by 1, B6\.2, not 13 8"),
    ("won by 1", "won by 2", "outcome", "by the rules it is"),
    ("outcome: 12 8, won by 1, B6.2", "outcome: Ann wins", "outcome", "'Ann wins' is not an outcome"),
    ("outcome: 12 8, won by 1, B6.2", "outcome: none", "outcome", "by the rules it is 12 8"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), BROKEN)
def test_a_broken_record_is_refused_with_its_line(old: str, new: str, line: str, message: str) -> None:
    with pytest.raises(BadInput, match=rf"^line {line_of(line)}: .*{message}") as refusal:
        Record.parse(changed(old, new))
    assert "\n" not in str(refusal.value)


@given(st.integers(0, len(EXAMPLE) - 2))
def test_a_record_that_breaks_off_is_refused_with_its_line(end: int) -> None:
    with pytest.raises(BadInput, match=r"^line \d+: "):
        Record.parse(EXAMPLE[:end])


@given(st.data())
def test_json_that_breaks_off_is_refused_with_its_line(data: st.DataObject) -> None:
    text = Record.parse(EXAMPLE).json()
    with pytest.raises(BadInput, match=r"^line 1: "):
        Record.parse(text[: data.draw(st.integers(0, len(text) - 1))])


@given(st.integers(0, len(EXAMPLE) - 1), st.text(max_size=3))
def test_a_changed_letter_gives_a_record_or_one_line(place: int, letters: str) -> None:
    with suppress(BadInput):
        record = Record.parse(EXAMPLE[:place] + letters + EXAMPLE[place + 1 :])
        assert Record.parse(record.text()) == Record.parse(record.json()) == record


@given(st.text())
def test_other_texts_are_refused_with_a_line(text: str) -> None:
    with pytest.raises(BadInput, match=r"^line \d+: "):
        list(read(text.split("\n")))


def tampered(**changes: Any) -> str:
    fields = msgspec.json.decode(Record.parse(EXAMPLE).json())
    return f"\n{msgspec.json.encode({**fields, **changes}).decode()}\n"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 2}, "birdtable: format 2"),
        ({"seats": ["Ann"]}, r"seat 1: .*\[B1\]"),
        ({"seats": ["Ann", "Ben\nCid"]}, "seat 2: "),
        ({"seats": ["Ann", "\u001b[31mBen"]}, "seat 2: "),
        ({"options": {"expert": True, "owl": "move"}}, r"option owl: .*\[B9\.1\]"),
        ({"options": {"flap_values": [2, 1]}}, r"option flap_values: .*\[B1\.5\]"),
        ({"extra": {"game": "x"}}, "game: "),
        ({"lines": [["play", -1, []]]}, "play 1: a play has at least one step"),
        ({"lines": [["play", -1, ["starter 1", "deal Rs", "take Rs"]]]}, r"play 1, step 3: .*\[B\d\.\d\]"),
        ({"lines": [["undo", 1]]}, "play 1: 1 plays cannot be taken back: 0 stand"),
        ({"lines": []}, "outcome: by the rules it is none"),
    ],
)
def test_tampered_json_is_refused_with_line_and_place(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=f"^line 2, {message}"):
        Record.parse(tampered(**changes))


@pytest.mark.parametrize(
    "changes", [{"feathers": 1}, {"a\nb": 1}, {"lines": [["play", 0]]}, {"seats": [1, 2]}, {"rules": "1"}]
)
def test_json_of_another_shape_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=r"^line 2: this is not a record: .*$") as refusal:
        Record.parse(tampered(**changes))
    assert "\n" not in str(refusal.value)


def test_json_nested_without_end_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^line 2: this is not a record"):
        Record.parse(tampered(options={}).replace('"options":{}', '"options":{"owl":' + "[" * 100_000))


def test_check_names_the_line_of_the_text() -> None:
    record = Record.parse(EXAMPLE)
    bad = msgspec.structs.replace(record, lines=(*record.lines[:-1], Play(0, ("pass",))))
    number = max(number for number, line in enumerate(bad.text().splitlines(), start=1) if line == "1: pass")
    with pytest.raises(BadInput, match=f"^line {number}: "):
        bad.check()
    with pytest.raises(BadInput, match="option is missing"):
        msgspec.structs.replace(record, options={}).check()


def test_a_record_of_another_game_is_refused() -> None:
    with pytest.raises(BadInput, match="a record of kuhn was expected"):
        Record.parse(EXAMPLE, game=KUHN)


def test_one_record_means_one() -> None:
    with pytest.raises(BadInput, match="not 2"):
        Record.parse(EXAMPLE * 2)


def test_an_illegal_step_is_not_recorded() -> None:
    match = Recorder(KUHN, ["Ann", "Ben"])
    with pytest.raises(BadInput):
        match.play("deal A")
    assert match.record().lines == ()


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\xfe")
    (tmp_path / "cut").write_text(EXAMPLE[:100], encoding="utf-8")
    with pytest.raises(BadInput, match=r"picture is not a record"):
        list(load(tmp_path / "picture"))
    with pytest.raises(BadInput, match=r"nothing cannot be read: No such file"):
        list(load(tmp_path / "nothing"))
    with pytest.raises(BadInput, match=r"cut, line \d+: "):
        list(load(tmp_path / "cut"))


# Bulk, and the page


def test_bulk_is_read_one_record_at_a_time() -> None:
    first = Record.parse(EXAMPLE)
    lines = iter([first.json(), "{broken"])
    assert next(read(lines)) == first
    assert next(lines) == "{broken"


def test_matches_of_bots_are_records() -> None:
    played = matches(catalog.game("birdie"), ["random"] * 3, {"expert": True}, games=5, seed=1, recorded="whole")
    for match in islice(played, 3):
        assert match.record is not None
        match.record.check()


@pytest.mark.parametrize("example", re.findall(r"```(?:text|json)\n(.*?)```", DOCS, re.DOTALL))
def test_the_examples_of_the_page_are_records(example: str) -> None:
    Record.parse(example)


def test_a_transcript_is_the_line_of_the_same_record() -> None:
    for name, options in (("birdie", {"expert": True}), ("cubirds", {"turn_limit": 50})):
        game = catalog.game(name)
        whole = matches(game, ["random"] * 3, options, games=20, seed=4, recorded="whole")
        lines = matches(game, ["random"] * 3, options, games=20, seed=4, recorded="line")
        written = b"".join(match.lines for match in lines).decode().splitlines()
        assert written == [match.record.json() for match in whole if match.record]


class Ticking(State):
    """A match of 10,000 steps: chance's, the first seat's and the second's by turns."""

    ticks = 0

    def list_steps(self) -> int:
        return self.offer([(0, 1), (1, 1)])

    def do(self, code: int) -> None:
        self.ticks += 1
        self.to_move = self.ticks % 3 - 1 if self.ticks < 10_000 else NOBODY


def test_a_match_longer_than_the_log_is_written_to_its_end() -> None:
    game: Any = SimpleNamespace(steps=("tick", "tock"))
    header = Record(game="ticking", rules=1, options={}, seats=("a", "b"))
    writer, outcome = Transcriber(game, header), Outcome((1, 0), (0,), "T1")
    written = []
    for last in (True, False, False):  # nothing is left over from the match before; two fill a page
        assert writer.play(Ticking(2), Rng(1)) == 6666
        written.append(writer.close(outcome, last).splitlines())
    assert [len(lines) for lines in written] == [1, 0, 2]
    for line in written[0] + written[2]:
        record = msgspec.json.decode(line, type=Record)
        assert [line.seat for line in record.lines if isinstance(line, Play)] == [n % 3 - 1 for n in range(10_000)]
        assert set(record.steps()) == {"tick", "tock"}


@pytest.mark.parametrize("seat", [-2, 7, 2**31, 10**30])
def test_a_seat_that_cannot_be_is_refused(seat: int) -> None:
    line = Record.parse(EXAMPLE).json()
    assert line.count('["play",-1,') > 2
    with pytest.raises(BadInput, match=r"chance is to move, not|not a record"):
        Record.parse(line.replace('["play",-1,', f'["play",{seat},', 1))


def test_records_are_checked_alike_however_often_they_are_read() -> None:
    """What is remembered of one header is not told of another, and nothing of a match that was broken."""
    line = Record.parse(EXAMPLE).json()
    broken = line.replace('"stack', '"take', 1)
    for _ in range(2):
        assert Record.parse(line).json() == line
        with pytest.raises(BadInput, match="play"):
            Record.parse(broken)
        with pytest.raises(BadInput, match="option expert"):
            Record.parse(line.replace('"expert":false', '"expert":2', 1))
        first = Record.parse(line)
        first.options["expert"] = "spoilt"
        assert Record.parse(line).options["expert"] is False

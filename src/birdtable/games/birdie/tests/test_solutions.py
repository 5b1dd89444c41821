"""What the scorer answers: worked examples, explanations, divisions of people, bad input, and time."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from birdtable.game import BadInput, BirdtableError, IllegalStep
from birdtable.games.birdie import GAME
from birdtable.games.birdie.cards import TRAITS, cards_text
from birdtable.games.birdie.solver import Problem, Scorer, Solution, answer, check, next_step, solve
from birdtable.games.birdie.solver.sheet import Line, messages
from birdtable.testing import clause
from kit.birdie.problems import DECK, draw, mismatches, random_problem, scoring_of, uses
from kit.birdie.table import ME, boxes, scoring

B10_2 = "Rs Ra Rs Ru Pu Ou Ww Pw Ow Ps Rw Ww"
B10_3 = "Ow Ww Pw Pu Rs Os Ra Ws Rs Os Pu Pw Rw"
DIVISION = "1-4:robin 5-6:summer 7-9:winter 11-12:winter"


def best(row: str, **fields: Any) -> Solution:
    problem = Problem(row=row, **fields)
    solution = solve(problem)
    assert mismatches(problem, solution) == []
    return solution


def check_division(row: str, sets: str, **fields: Any) -> Solution:
    problem = Problem(row=row, **fields)
    solution = check(problem, sets)
    assert mismatches(problem, solution) == []
    return solution


def why_lines(solution: Solution) -> list[str]:
    """The explanation, a line each, as it is printed."""
    return [f"{reason.text} [{reason.clause}]" for reason in solution.why]


# Worked examples


@clause("B10.2")
def test_the_division_of_the_example_writes_three_boxes() -> None:
    solution = check_division(B10_2, DIVISION)
    assert solution.boxes == {"robin": 4, "summer": 2, "winter": 3}
    assert (solution.flaps, solution.trophies, solution.gain) == (3, ["robin"], 4 + 2 + 3 + 3 + 3)


@clause("B10.2")
def test_no_division_of_the_example_gains_more_than_its_own() -> None:
    assert best(B10_2).gain == check_division(B10_2, DIVISION).gain == 15


@clause("B10.3")
def test_the_cascade_of_the_example_is_not_the_best_there_is() -> None:
    solution = best(B10_3, expert=True)
    assert (solution.gain, solution.proved) == (25, True)
    assert solution.boxes == {"robin": 2, "owl": 2, "summer": 2, "pigeon": 2, "winter": 3}
    assert sum(step.startswith("remove") for step in solution.steps) == 2


@clause("B10.3")
def test_one_cascade_of_the_example_can_bring_more_than_the_one_it_shows() -> None:
    records = dict.fromkeys(("woodpecker", "owl", "pigeon", "robin"), 9)
    solution = best(B10_3, expert=True, expert_removals="single", records=records)
    assert solution.gain == (2 + 3 + 2 + 2 + 3) + 5 > (5 + 4 + 3) + 3
    assert solution.steps == ["remove 8", "by season", "by season", "by bird"]


@clause("B10.4")
@pytest.mark.parametrize(("row", "value"), [("Rs Ra Rs Ra Rs Ra Ru Ru", 5), ("Rs Ra Rs Ra Ou Ow Oa Os", 4)])
def test_owl_copies_the_lowest_value_and_no_more_than_5(row: str, value: int) -> None:
    records = dict.fromkeys(("woodpecker", "owl", "pigeon", "robin"), 9)
    full = {trait: 2 for trait in TRAITS if trait not in ("robin", "owl", "winter")}
    solution = best(row, owls=1, boxes=full, records=records)
    assert f"Owl copies the lowest value into the {solution.steps[-1][4:]} box: {value} [B7.3]" in why_lines(solution)


@clause("B10.5")
def test_pigeon_goes_to_the_set_that_would_not_be_written() -> None:
    solution = check_division(B10_2, DIVISION, pigeons=1)
    assert solution.boxes == {"robin": 4, "summer": 2, "winter": 3}
    assert solution.flaps == 5
    assert solution.steps[-2:] == ["use P", "set 4"]


@clause("B10.7")
def test_a_tie_with_the_record_takes_no_trophy() -> None:
    assert best("Rs Ra Ru Rw", records={"robin": 4}).trophies == []
    assert best("Rs Ra Ru Rw", records={"robin": 3}).trophies == ["robin"]


@clause("B10.8")
def test_three_equal_cards_are_worth_a_set_of_two() -> None:
    assert best("Rs Rs Rs", expert=True).boxes == {"robin": 2}
    full = {"robin": 3, "spring": 3}
    assert best("Rs Rs Rs", expert=True, boxes=full).gain == 0
    assert best("Rs Rs Rs", expert=True, boxes=full, pigeons=1).gain == 2


def test_an_empty_row_gains_nothing() -> None:
    for expert in (False, True):
        solution = best("", expert=expert, woodpeckers=1, pigeons=1, owls=1)
        assert (solution.gain, solution.proved, solution.bound, solution.boxes) == (0, True, 0, {})


def test_robins_card_must_go_into_the_row_also_where_it_brings_nothing() -> None:
    assert best("", insert="Rs").steps == ["insert 1"]
    assert best("Ow Pu", insert="Rs", expert=True).steps == ["insert 3", "done"]


def test_of_equal_plays_the_one_with_fewer_abilities_is_best() -> None:
    full = dict.fromkeys(("woodpecker", "owl", "pigeon", "spring", "summer", "autumn", "winter"), 2)
    for expert in (False, True):
        solution = best("Ra Ou Rs", boxes=full, flaps=10, woodpeckers=1, pigeons=1, owls=1, expert=expert)
        assert uses(solution) == (0 if expert else 1)


def test_an_open_box_can_be_worth_more_than_a_set() -> None:
    assert best("Rs Ra").boxes == {"robin": 2}
    solution = best("Rs Ra", open_value={"robin": 6.5})
    assert (solution.boxes, solution.gain) == ({}, 6.5)


# Properties


@pytest.mark.parametrize("seed", range(10))
def test_a_further_ability_or_empty_box_never_lowers_the_best(seed: int) -> None:
    rng = Random(seed)
    for _ in range(10):
        problem = msgspec.structs.replace(random_problem(rng, expert=seed % 2 == 1, most=9), open_value={})
        gain = solve(problem).gain
        limit = 1 + problem.expert
        more: list[dict[str, Any]] = [
            {name: getattr(problem, name) + 1}
            for name in ("woodpeckers", "pigeons", "owls")
            if getattr(problem, name) < limit
        ]
        more += [
            {"boxes": {name: problem.boxes[name] for name in problem.boxes if name != box}} for box in problem.boxes
        ]
        for fields in more:
            assert solve(msgspec.structs.replace(problem, **fields)).gain >= gain, (problem, fields)


def test_the_scorer_agrees_with_the_solution() -> None:
    rng = Random(3)
    for _ in range(50):
        problem = msgspec.structs.replace(random_problem(rng, expert=False, most=12), insert="", woodpeckers=0)
        scorer = Scorer(
            [problem.boxes.get(trait, 0) for trait in TRAITS],
            problem.flaps,
            [problem.records.get(trait, 0) for trait in TRAITS[:4]],
            problem.flap_values,
            [round(100 * problem.open_value.get(trait, 0)) for trait in TRAITS],
        )
        row = [GAME.codes[f"take {card}"] for card in problem.row.split()]
        uses = {"pigeon": problem.pigeons > 0, "owl": problem.owls > 0, "owl_moves": problem.owl == "move"}
        assert scorer.gain(row, **uses) == round(100 * solve(problem).gain), problem


# Explanations


def test_every_point_has_a_line_and_what_was_left_out_has_its_reason() -> None:
    assert why_lines(best(B10_2, records={"robin": 1})) == [
        "4 robins, box empty: 4 [B5.6]",
        "highest robins so far: trophy, 3 [B5.8]",
        "2 summer birds, box empty: 2 [B5.6]",
        "3 winter birds, box empty: 3 [B5.6]",
        "2 winter birds: a larger winter set is written [B5.6]",
        "1 card in no set [B5.4]",
        "3 Flap marks for sets written: 3 [B5.7]",
    ]


def test_the_expert_game_is_explained_in_the_order_of_its_sets() -> None:
    fields: dict[str, Any] = {"boxes": {"robin": 3, "spring": 2}, "flaps": 10, "pigeons": 1, "owls": 1}
    assert why_lines(best("Pa Rs Ou Rs Pu Ow", expert=True, **fields)) == [
        "Ou removed, card 3 [B8.2]",
        "2 robins: the box is full, nothing is written [B8.3]",
        "2 pigeons, box empty: 2 [B8.3]",
        "highest pigeons so far: trophy, 3 [B5.8]",
        "1 card left in the row [B8.5]",
        "Owl copies the lowest value into the woodpecker box: 2 [B7.3]",
        "highest woodpeckers so far: trophy, 3 [B5.8]",
        "1 Flap mark for a set written: 0 [B5.7]",
        "1 Flap mark beyond the end of the column: lost [B7.5]",
        "Pigeon not used: it would bring nothing [B7.1]",
    ]


def test_every_line_can_be_said_and_is_in_the_catalogue() -> None:
    known = {message for _, singular, plural in messages() for message in (singular, plural)}
    rng = Random(11)
    for seed in range(200):
        solution = solve(random_problem(rng, expert=seed % 2 == 1, most=9))
        for line, reason in zip(solution.lines, solution.why, strict=True):
            assert line.text() == reason.text
            assert "{" not in reason.text
    assert "{set}, box empty: {points}" in known


@pytest.mark.parametrize("bird", range(4))
def test_a_trophy_is_told_with_its_birds(bird: int) -> None:
    flock = ("woodpeckers", "owls", "pigeons", "robins")[bird]
    assert Line(3, "B5.8", "trophy", bird).text() == f"highest {flock} so far: trophy, 3"


# Divisions of people


def test_marks_beyond_the_column_are_lost() -> None:
    assert check_division("Rs Ra Ou Ow", "1-2:robin 3-4:owl", flap_values=(1,)).flaps == 1


@clause("B7.3", "B9.2")
def test_owl_is_used_at_its_best_on_ones_own_division() -> None:
    assert check_division("Rs Ra Ou Ow", "1-2:robin 3-4:owl", owls=1).boxes == {"robin": 2, "owl": 2, "woodpecker": 2}
    records = {"robin": 9, "owl": 9}
    solution = check_division("Rs Ra Ou Ow", "1-2:robin 3-4:owl", owls=1, owl="move", records=records)
    assert solution.boxes == {"owl": 2, "woodpecker": 2}


@clause("B5.6")
def test_a_set_in_a_full_box_brings_nothing() -> None:
    solution = check_division("Rs Ra Ou", "1-2:robin", boxes={"robin": 5})
    assert (solution.gain, why_lines(solution)[0]) == (0, "2 robins: the box is full [B5.6]")


@clause("B5.4")
def test_a_run_that_was_not_marked_is_pointed_out() -> None:
    assert "2 owls: not marked [B5.4]" in why_lines(check_division("Rs Ra Ou Ow", "1-2:robin"))


@clause("B9.3")
def test_with_choose_the_player_says_which_set_counts() -> None:
    fields: dict[str, Any] = {"same_trait_sets": "choose", "records": {"robin": 9}}
    solution = check_division("Rs Ra Ru Pw Rs Rw", "1-3:robin 5-6:robin", **fields)
    assert (solution.boxes, solution.steps[-1]) == ({"robin": 3}, "set 1")


@clause("B9.2")
def test_owl_move_holds_back_a_lowest_set_for_another_box() -> None:
    solution = best("Rs Ra Rs Ps Pu Pw", owl="move", owls=1, records={"robin": 2, "pigeon": 9, "owl": 9})
    assert solution.boxes == {"robin": 3, "woodpecker": 3}
    assert solution.steps[-3:] == ["use O", "set 2", "box woodpecker"]


@clause("B5.4")
@pytest.mark.parametrize(
    ("sets", "message"),
    [
        ("3-5", "cards 3 to 5 share neither bird nor season [B5.4]"),
        ("1-4:summer", "cards 1 to 4 do not share summer [B5.4]"),
        ("1-4:robin 4-5:summer", "the sets 1-4:robin and 4-5:summer overlap: no card is in two sets [B5.4]"),
        ("12-13:winter", "there are no cards 12-13 in a row of 12 [B5.4]"),
        ("0-1:robin", "there are no cards 0-1 in a row of 12 [B5.4]"),
        ("4-3:robin", "there are no cards 4-3 in a row of 12 [B5.4]"),
        ("2-2:robin", "2-2:robin is one card: a set has at least 2 [B5.4]"),
        ("robins", "robins is no set: its first and last card and its trait, as in 1-4:robin [B5.4]"),
    ],
)
def test_a_division_that_is_none_is_refused(sets: str, message: str) -> None:
    with pytest.raises(IllegalStep) as refusal:
        check(Problem(row=B10_2), sets)
    assert str(refusal.value) == message


def test_the_trait_may_be_left_out_where_one_is_shared() -> None:
    assert check_division("Rs Ra Ou Pu", "1-2 3-4").sets == ["1-2:robin", "3-4:summer"]
    with pytest.raises(IllegalStep, match="cards 1 to 2 share both: say robin or spring"):
        check(Problem(row="Rs Rs"), "1-2")


def test_a_division_is_checked_in_the_standard_game_and_on_the_row_as_it_lies() -> None:
    with pytest.raises(BadInput, match=r"B8.2"):
        check(Problem(row="Rs Rs", expert=True), "1-2:robin")
    with pytest.raises(BadInput, match=r"B5.3"):
        check(Problem(row="Rs Rs", insert="Ou"), "1-2:robin")


# Bad input


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"row": "Rs Xs"}, "'Xs' is not a bird card: write a bird W O P R and a season s u a w, as in Rs [B1.1]"),
        ({"row": "Rs Rs Rs Rs", "insert": "Rs"}, "5 cards Rs: there are 4 of each kind [B1.1]"),
        ({"boxes": {"tern": 3}}, f"'tern' is no box: {', '.join(TRAITS)} [B1.3]"),
        ({"boxes": {"robin": 0}}, "boxes robin = 0: not from 1 to 1000; an empty box is left out [B5.6]"),
        ({"records": {"spring": 3}}, "records spring: trophies are for woodpecker, owl, pigeon, robin [B1.4]"),
        ({"records": {"robin": -1}}, "records robin = -1: not from 0 to 1000 [B5.8]"),
        ({"pigeons": -1}, "pigeons = -1: from 0 to 1 in the standard game [B7.1]"),
        ({"owls": 2}, "owls = 2: from 0 to 1 in the standard game [B7.1]"),
        ({"woodpeckers": 3, "expert": True}, "woodpeckers = 3: from 0 to 2 in the expert game [B7.1]"),
        ({"insert": "Rs Rs"}, "2 cards to insert: Robin is used at most 1 times in the standard game [B7.1]"),
        ({"flaps": 11}, "flaps = 11: the column has 10 places [B1.5]"),
        ({"flaps": -1}, "flaps = -1: the column has 10 places [B1.5]"),
        ({"flap_values": [2, 3]}, "flap_values must start with 1 [B1.5]"),
        ({"open_value": {"owl": 101}}, "open_value owl = 101.0: not from -100 to 100"),
        ({"time": 0}, "time = 0.0: not above 0 seconds"),
        ({"expert": True, "owl": "move"}, "the expert game and owl=move cannot be combined [B9.1]"),
        ({"owl": "steal"}, "Invalid enum value 'steal' - at `$.owl`"),
        ({"pigeon": 1}, "Object contains unknown field `pigeon`"),
        ({"sets": "1-2"}, "there are no cards 1-2 in a row of 0 [B5.4]"),
    ],
)
def test_bad_input_is_named_with_its_clause(fields: dict[str, Any], message: str) -> None:
    assert answer(json.dumps({"row": "", **fields})) == {"error": message}


@pytest.mark.parametrize(
    "line", ["", "{", "[]", "7", '{"expert": true}', '{"row": 7}', '{"row": "Rs", "time": 1e999}', "\ud800"]
)
def test_a_line_that_is_no_problem_is_answered_with_an_error(line: str) -> None:
    assert list(answer(line.encode("utf-8", "surrogatepass"))) == ["error"]


def test_an_answer_has_the_fields_that_are_promised() -> None:
    told = answer('{"row": "Ow Ww Pw", "insert": "Pu", "woodpeckers": 1, "pigeons": 1, "owls": 1}')
    assert list(told) == [*("gain", "proved", "bound", "boxes", "flaps", "trophies", "steps", "why", "row", "sets")]
    assert list(told["why"][0]) == ["points", "clause", "text"]


# Time


class Clock:
    """Jumps far ahead after so many looks."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def __call__(self) -> float:
        self.looks -= 1
        return 0.0 if self.looks >= 0 else 1e6


@pytest.mark.parametrize("looks", [1, 2, 5, 20, 60])
def test_without_time_the_best_found_stands_beside_a_bound(looks: int) -> None:
    problem = Problem(row=B10_3, insert="Ou", expert=True, woodpeckers=1, pigeons=1, owls=1)
    solution = solve(problem, Clock(looks))
    assert mismatches(problem, solution) == []
    assert not solution.proved
    assert 25 <= solution.gain <= solution.bound or looks < 20
    assert solution.bound >= 37


@pytest.mark.parametrize("expert", [False, True])
def test_rows_of_40_cards_are_answered(expert: bool) -> None:
    cards = Random(4).sample(DECK, 40)
    problem = Problem(row=cards_text(cards), expert=expert, pigeons=1, owls=1, woodpeckers=expert)
    solution = solve(problem, Clock(3))
    assert mismatches(problem, solution) == []
    assert solution.proved is not expert


def test_a_bound_counts_what_open_boxes_are_worth() -> None:
    problem = Problem(row=B10_3, expert=True, woodpeckers=1, open_value={"owl": 2.25, "winter": 3})
    solution = solve(problem, Clock(3))
    assert not solution.proved
    assert solution.gain <= solve(problem).gain <= solution.bound


def test_too_many_rows_are_given_up_and_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem(row="Rs Pu Ou Rw Wa", expert=True, woodpeckers=2)
    assert solve(problem).proved
    monkeypatch.setattr("birdtable.games.birdie.solver.search.expert.MOST_ROWS", 3)
    solution = solve(problem)
    assert not solution.proved and solution.bound >= solution.gain
    assert mismatches(problem, solution) == []


def test_the_longest_row_with_everything_at_hand_is_read() -> None:
    cards = Random(5).sample(DECK, 40)
    problem = Problem(row=cards_text(cards[:39]), insert=cards_text(cards[39:]), woodpeckers=1, pigeons=1, owls=1)
    solution = solve(problem)
    assert mismatches(problem, solution) == []
    assert solution.gain >= solve(msgspec.structs.replace(problem, woodpeckers=0)).gain


# Following a solution in a match


@pytest.mark.parametrize("seed", range(40))
def test_a_solution_can_be_followed_with_other_cards_in_hand(seed: int) -> None:
    rng = Random(seed)
    problem = random_problem(rng, expert=seed % 2 == 1, most=9)
    solution = solve(problem)
    state = scoring_of(problem, "Ws Ps Os Rs Ww Pw Ow Rw")
    state.used = [0] * 16
    before = state.score(ME)
    plan = list(solution.steps)
    for card in problem.insert.split():
        draw(state, card)
        GAME.play(state, plan.pop(0))
    while state.to_move == ME:
        GAME.play(state, next_step(plan, GAME.legal_steps(state)))
    assert not plan
    assert round(state.score(ME) - before, 2) == round(
        sum(line.points for line in solution.lines if line.what != "open"), 2
    )


def test_a_plan_that_does_not_fit_is_refused() -> None:
    state = scoring("Rs Ra Ou")
    with pytest.raises(BirdtableError, match="remove 3"):
        next_step(["remove 3"], GAME.legal_steps(state))
    with pytest.raises(BirdtableError, match="nothing is planned"):
        next_step([], GAME.legal_steps(state))
    assert boxes(state) == ""


def test_an_end_that_the_engine_does_not_ask_for_is_left_out() -> None:
    plan = ["done", "bird 2"]
    assert next_step(plan, GAME.legal_steps(scoring("Rs Ra Ou"))) == "bird 2"
    assert plan == []

"""Score sheets of real games: everything follows from the entries, and changing one changes all that depends on it."""

from __future__ import annotations

from pathlib import Path
from string import Formatter
from typing import Any

import msgspec
import pytest
from babel.messages.pofile import read_po

import birdtable
from birdtable.companion import Ask, BirdieAnswer, CuBirdsAnswer, recompute
from birdtable.companion.birdie import PART
from birdtable.companion.birdie.division import pieces_of, sets_text
from birdtable.companion.birdie.replay import FINISHED
from birdtable.companion.cubirds.odds import winning_odds
from birdtable.game import BadInput
from birdtable.games.birdie.solver.sheet import messages as scorer_messages
from birdtable.languages import LANGUAGES
from kit.sources.terminal_messages import calls

EXAMPLE = "Rs Ra Rs Ru Pu Ou Ww Pw Ow Ps Rw Ww"
"""[B10.2]"""


def birdie(
    *rounds: tuple[list[int], list[Any]], players: int = 3, language: str = "en", **options: Any
) -> BirdieAnswer:
    """``rounds``: an order of passing and scorings by seat; a text is a row."""
    entered = [
        {"order": order, "scorings": [{"row": each} if isinstance(each, str) else each for each in scorings]}
        for order, scorings in rounds
    ]
    names = ["Ana", "Ben", "Cloe", "Dan"][:players]
    sheet = {"game": "birdie", "players": names, "options": options, "rounds": entered}
    answer = recompute(msgspec.convert({"sheet": sheet, "language": language}, Ask))
    assert isinstance(answer, BirdieAnswer)
    return answer


def cubirds(*birds: tuple[int, str, int], players: int = 2, ended: bool = False) -> CuBirdsAnswer:
    entered = [{"seat": seat, "species": species, "flock": flock} for seat, species, flock in birds]
    sheet = {"game": "cubirds", "players": ["Ana", "Ben", "Cloe"][:players], "birds": entered, "ended": ended}
    answer = recompute(msgspec.convert({"sheet": sheet}, Ask))
    assert isinstance(answer, CuBirdsAnswer)
    return answer


def points(answer: BirdieAnswer) -> list[int]:
    return [board.points for board in answer.boards]


# --- Birdie ----------------------------------------------------------------------------------------------------------


def test_passing_alone_already_gives_points() -> None:
    answer = birdie(([1, 0], [None, None, None]))
    assert [board.passes for board in answer.boards] == [(2, None), (4, None), (None, None)]
    assert not answer.over and answer.starter == -1


def test_the_last_to_pass_starts_the_second_round() -> None:
    assert birdie(([1, 0, 2], [None] * 3)).starter == 2


def test_a_row_is_scored_with_a_reason_for_every_point() -> None:
    scored = birdie(([0, 1, 2], [EXAMPLE, None, None])).rounds[0][0]
    assert scored is not None and scored.proved and scored.how == "best"
    assert scored.gain == sum(line.points for line in scored.lines)
    assert all(line.clause.startswith("B") and line.text for line in scored.lines)


def test_the_points_of_a_player_are_the_sum_of_the_board() -> None:
    answer = birdie(([0, 1, 2], [EXAMPLE, "Rs Rs", ""]), ([2, 1, 0], ["Ow Ow Ow", "", "Pu Pu"]))
    for board in answer.boards:
        assert board.points == board.seasons + board.birds + board.passing + board.flap_points + board.trophy_points
    assert answer.over


def test_own_cuts_are_scored_and_held_against_the_best() -> None:
    scored = birdie(([0, 1, 2], [{"row": EXAMPLE, "cuts": [4, 6, 9, 10]}, None, None])).rounds[0][0]
    assert scored is not None and scored.how == "own"
    assert scored.boxes == {"robin": 4, "summer": 2, "winter": 3}
    assert scored.gain == scored.best == 15
    worse = birdie(([0, 1, 2], [{"row": EXAMPLE, "cuts": [2, 4, 6, 9, 10]}, None, None])).rounds[0][0]
    assert worse is not None and worse.gain < worse.best == 15


def test_a_piece_that_shares_both_traits_counts_as_the_player_says() -> None:
    pieces = pieces_of(["Rs", "Rs", "Ow"], [2], [], [])
    assert sets_text(pieces) == "1-2:robin" and pieces[0].other == "spring"
    assert sets_text(pieces_of(["Rs", "Rs", "Ow"], [2], [1], [])) == "1-2:spring"
    assert sets_text(pieces_of(["Rs", "Rs", "Ow"], [2], [], ["robin"])) == "1-2:spring"


def test_a_correction_in_the_first_round_changes_boxes_and_trophies_of_the_second() -> None:
    second = ([0, 1, 2], ["Ow Ow", "Rs Ra Rw", ""])
    before = birdie(([0, 1, 2], ["Rs Ra Ru Rw", "", ""]), second)
    after = birdie(([0, 1, 2], ["Ps Pa Pu Pw", "", ""]), second)
    assert before.boards[0].trophies == ("owl", "robin") and before.boards[1].trophies == ()
    assert after.boards[0].trophies == ("owl", "pigeon") and after.boards[1].trophies == ("robin",)


def test_a_box_of_the_first_round_is_full_in_the_second() -> None:
    answer = birdie(([0, 1, 2], ["Rs Ra", "", ""]), ([0, 1, 2], ["Rs Ra Ru Rw", "", ""]))
    assert answer.boards[0].boxes == {"robin": 2}


def test_abilities_are_spent_for_the_whole_game() -> None:
    first = {"row": "Rs Ra Ru", "hand": "Os"}
    answer = birdie(([0, 1, 2], [first, "", ""]), ([0, 1, 2], [{"row": "Ps Pa Pu", "hand": "Ou"}, "", ""]))
    scored = [each[0] for each in answer.rounds]
    assert scored[0] is not None and scored[0].used == {"owl": 1}
    assert scored[1] is not None and scored[1].used == {}


def test_the_card_that_robin_drew_goes_where_it_brings_most() -> None:
    scored = birdie(([0, 1, 2], [{"row": "Rs Ra Ow", "hand": "Rw", "drawn": "Ru"}, "", ""])).rounds[0][0]
    assert scored is not None and scored.used == {"robin": 1} and scored.boxes["robin"] == 3


def test_a_second_robin_in_the_standard_game_is_a_fault() -> None:
    answer = birdie(
        ([0, 1, 2], [{"row": "Rs", "drawn": "Ru"}, "", ""]), ([0, 1, 2], [{"row": "", "drawn": "Ra"}, "", ""])
    )
    assert [(fault.round, fault.seat, fault.clause) for fault in answer.faults] == [(1, 0, "B7.1")]
    assert not answer.over


def test_more_cards_of_a_kind_than_there_are_is_a_fault() -> None:
    answer = birdie(([0, 1, 2], ["Rs Rs Rs", "Rs Rs", ""]))
    assert [(fault.seat, fault.clause) for fault in answer.faults] == [(1, "B1.1")]


def test_too_many_cards_of_a_kind_in_one_row_are_told_once() -> None:
    answer = birdie(([0, 1, 2], ["Rs Rs Rs Rs Rs", "", ""]))
    assert [(fault.seat, fault.clause) for fault in answer.faults] == [(0, "B1.1")]


@pytest.mark.parametrize(("players", "faults"), [(2, 1), (3, 0)])
def test_with_two_players_a_card_comes_in_one_round_only(players: int, faults: int) -> None:
    empty = [""] * (players - 1)
    order = list(range(players))
    answer = birdie((order, ["Rs Rs Rs", *empty]), (order, ["Rs Rs", *empty]), players=players)
    assert len(answer.faults) == faults


def test_a_card_that_is_none_is_told_and_the_rest_is_computed() -> None:
    answer = birdie(([0, 1, 2], ["Rs Xx", "Ow Ow", ""]))
    assert answer.rounds[0][0] is None and answer.rounds[0][1] is not None
    assert answer.faults[0].clause == "B1.1" and "Xx" in answer.faults[0].text


def test_what_can_still_change_is_not_sure() -> None:
    answer = birdie(([1, 0, 2], ["Rs Ra", None, "Ow Oa"]))
    assert [scored.sure for scored in answer.rounds[0] if scored] == [False, False]
    assert all(scored.sure for scored in birdie(([1, 0, 2], ["Rs Ra", "", None])).rounds[0] if scored)


def test_what_was_written_is_taken_as_it_is() -> None:
    wrote = {"wrote": {"robin": 6, "winter": 3}, "marks": 2, "spent": {"owl": 1}}
    answer = birdie(([0, 1, 2], [wrote, "", ""]), expert=True)
    board = answer.boards[0]
    assert (board.birds, board.seasons, board.flap_points, board.trophies) == (6, 3, 2, ("robin",))
    assert board.used == {"owl": 1}


def test_what_was_written_in_a_full_box_is_a_fault() -> None:
    twice = {"wrote": {"robin": 6}, "marks": 1}
    answer = birdie(([0, 1, 2], [twice, "", ""]), ([0, 1, 2], [twice, "", ""]))
    assert [(fault.round, fault.clause) for fault in answer.faults] == [(1, "B5.6")]


def test_the_expert_game_has_no_division_to_check() -> None:
    answer = birdie(([0, 1, 2], [{"row": EXAMPLE, "cuts": [4]}, "", ""]), expert=True)
    assert answer.faults[0].clause == "B8.2"


def test_a_row_of_the_expert_game_is_taken_apart() -> None:
    row = "Ow Ww Pw Pu Rs Os Ra Ws Rs Os Pu Pw Rw"
    scored = birdie(([0, 1, 2], [row, "", ""]), expert=True).rounds[0][0]
    assert scored is not None and scored.proved and scored.gain >= 12


def test_a_tie_is_won_by_who_passed_earlier_in_the_second_round() -> None:
    answer = birdie(([0, 1], ["", ""]), ([1, 0], ["", ""]), players=2)
    assert points(answer) == [2, 2] and answer.winners == (1,) and answer.tie


def test_the_flap_column_of_the_own_board_counts() -> None:
    assumed = birdie(([0, 1, 2], ["Rs Ra Ou Pu", "", ""]))
    own = birdie(([0, 1, 2], ["Rs Ra Ou Pu", "", ""]), flap_values=[1, 3, 6])
    assert assumed.assumed and not own.assumed
    assert (assumed.boards[0].flap_points, own.boards[0].flap_points) == (2, 3)


@pytest.mark.parametrize(
    "options", [{"flap_values": [2, 3]}, {"expert": True, "owl": "move"}, {"owl": "steal"}, {"colour": "red"}]
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        birdie(([], []), **options)


@pytest.mark.parametrize("order", [[0, 0], [0, 3]])
def test_an_order_of_passing_names_everybody_once(order: list[int]) -> None:
    with pytest.raises(BadInput, match=r"B4\.1"):
        birdie((order, []))


def test_the_short_rules_move_the_lowest_set() -> None:
    hand = {"row": "Rs Ra Ru Ow Pw", "hand": "Os"}
    scored = birdie(([0, 1, 2], [hand, "", ""]), owl="move", same_trait_sets="choose").rounds[0][0]
    assert scored is not None and scored.proved


# --- CuBirds ---------------------------------------------------------------------------------------------------------


def test_flocks_bring_one_bird_or_two() -> None:
    answer = cubirds((0, "M", 6), (0, "M", 7), (1, "F", 0))
    assert [each.added for each in answer.brought] == [1, 2, 1]
    assert answer.collections[0].collection == {"M": 3} and not answer.over


def test_too_few_birds_are_no_flock() -> None:
    answer = cubirds((0, "M", 4))
    assert answer.brought[0].added == 0
    assert [(fault.round, fault.clause) for fault in answer.faults] == [(0, "C3.5")]


def test_the_end_of_a_round_adds_nothing_and_whoever_ended_it_begins() -> None:
    flocks = [(0, "M", 7), (1, "O", 4)]
    for seat in (0, 1):
        answer = cubirds(*flocks, (seat, "", 0))
        assert [each.added for each in answer.brought] == [2, 2, 0] and not answer.faults
        assert (answer.brought[2].clause, answer.round) == ("C4.1", 2)
        assert answer.odds == winning_odds(("MM", "OO"), seat)
    assert cubirds(*flocks).round == 1
    ended, later = cubirds(*flocks, (0, "", 0)).odds, cubirds(*flocks, (0, "", 0), (1, "F", 0)).odds
    assert ended[0] > cubirds(*flocks).odds[0] > cubirds(*flocks, (1, "", 0)).odds[0]
    assert later == winning_odds(("MM", "FOO"))


def test_a_collection_has_no_more_cards_than_there_are() -> None:
    answer = cubirds(*[(0, "F", 0)] * 8)
    assert answer.collections[0].birds == 7 and answer.faults[0].clause == "C1.1"


def test_seven_species_win() -> None:
    answer = cubirds(*[(1, species, 0) for species in "FOTDPMR"])
    assert answer.over and answer.winners == (1,) and answer.clause == "C5.1"


def test_two_species_of_three_birds_win() -> None:
    birds = [(0, "T", 0)] * 3 + [(0, "F", 3), (0, "F", 2)]
    assert cubirds(*birds).winners == (0,)


def test_when_the_cards_run_out_the_largest_collections_share_the_victory() -> None:
    birds = [(0, "F", 0), (1, "O", 0)]
    assert cubirds(*birds).winners == ()
    answer = cubirds(*birds, players=3, ended=True)
    assert answer.winners == (0, 1) and answer.clause == "C5.2"


def test_two_collections_cannot_both_have_won() -> None:
    birds = [(seat, species, 0) for seat in (0, 1) for species in "FOTDPMR"]
    answer = cubirds(*birds)
    assert not answer.over and answer.faults[-1].clause == "C5.1"


def test_an_entry_of_nobody_is_refused() -> None:
    with pytest.raises(BadInput, match=r"C1\.1"):
        cubirds((4, "F", 0))


# --- Languages -------------------------------------------------------------------------------------------------------


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_sheets_and_scorer_is_in_the_catalogue(language: str) -> None:
    path = Path(birdtable.__path__[0], "locale", language, "LC_MESSAGES", "birdtable.po")
    with path.open("rb") as file:
        known = {(each.context, each.id): each.string for each in read_po(file, locale=language) if each.id}
    own = [
        (None, literals[0], literals[1] if name == "tn" else None)
        for name, literals in [*calls("companion"), *calls("chair")]
        if name in ("t", "tn") and literals
    ]
    assert len(own) > 10
    rules = [(None, text, None) for text in (FINISHED, *PART.senseless)]
    for context, singular, plural in [*own, *rules, *scorer_messages()]:
        found = known.get((context, (singular, plural) if plural else singular))
        assert found, f"{language} lacks {singular!r}"
        forms = [found] if isinstance(found, str) else found
        assert len(forms) == (1 if plural is None else 3 if language == "ru" else 2)
        assert all(form and places(form) == places(plural or singular) for form in forms), singular


@pytest.mark.parametrize(
    "options",
    [{"flap_values": [2]}, {"flap_values": [1] * 25}, {"expert": True, "owl": "move"}, {"flap_values": [1, 3, 2]}],
)
def test_what_makes_no_sense_of_a_whole_sheet_is_told_in_the_language_asked_for(options: dict[str, Any]) -> None:
    texts = set()
    for language in LANGUAGES:
        with pytest.raises(BadInput) as refused:
            birdie(([], []), language=language, **options)
        texts.add(str(refused.value))
    assert len(texts) == 5 and all(" [B" in text for text in texts)


def test_reasons_and_faults_come_in_the_language_asked_for() -> None:
    texts = {}
    for language in LANGUAGES:
        answer = birdie(([0, 1, 2], [EXAMPLE, "Rs Xx", ""]), language=language)
        scored = answer.rounds[0][0]
        assert scored is not None
        texts[language] = (scored.lines[0].text, answer.faults[0].text)
    assert len({first for first, _ in texts.values()}) == len({second for _, second in texts.values()}) == 5


def test_the_odds_add_up_follow_the_collections_and_end_with_the_game() -> None:
    even, ahead = cubirds(players=3).odds, cubirds((1, "F", 3), (1, "O", 4), (2, "T", 0), players=3).odds
    assert sum(even) == pytest.approx(1) == sum(ahead)
    assert max(even) - min(even) < 0.1
    assert ahead[1] > 2 * max(ahead[0], ahead[2])
    assert cubirds((1, "F", 3), (1, "O", 4), (2, "T", 0), players=3).odds == ahead
    assert cubirds(*[(1, species, 0) for species in "FOTDPMR"]).odds == ()
    assert cubirds((0, "F", 0), ended=True).odds == ()

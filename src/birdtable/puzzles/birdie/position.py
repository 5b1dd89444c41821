"""A row problem as a position of a match: seat 1 of two scores it in round 2, with one card in hand for each use."""

from __future__ import annotations

from collections import Counter

from birdtable.game import BadInput
from birdtable.games.birdie.cards import BIRDS, COPIES, KINDS, OWL, PIGEON, ROBIN, TRAITS, WOODPECKER, parse_cards
from birdtable.games.birdie.options import DEFAULT_FLAP_VALUES
from birdtable.games.birdie.points import most_uses
from birdtable.games.birdie.position import parse_state
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.solver import Problem
from birdtable.games.birdie.solver.search.units import TRAIT_BITS

DECK = 6


def state_of(problem: Problem) -> BirdieState:
    return parse_state(position_of(problem))


def position_of(problem: Problem) -> str:
    """The trophies that are not the scorer's own are the other seat's, who has written the values that they are for."""
    inserts, row = problem.insert.split(), "".join(problem.row.split())
    spent = hand_for(problem, [ROBIN] * len(inserts))
    others = {bird: value for bird, value in problem.records.items() if value and problem.boxes.get(bird, 0) < value}
    words = {
        "seats": "2",
        "expert": "yes" if problem.expert else "",
        "flap_values": ",".join(map(str, problem.flap_values)) if problem.flap_values != DEFAULT_FLAP_VALUES else "",
        "owl": problem.owl if problem.owl != "copy" else "",
        "same_trait_sets": problem.same_trait_sets if problem.same_trait_sets != "largest" else "",
        "expert_removals": problem.expert_removals if problem.expert_removals != "repeat" else "",
        "phase": phase_of(problem),
        "round": "2",
        "player": "2",
        "deck": str(DECK),
        "stop": "1",
        "hands": "".join(hand_for(problem, abilities(problem), spent)) + ",",
        "piles": f"{row},",
        "passed": "1,2",
        "passes": "2,0",
        "boxes": f"{values_text(problem.boxes)},{values_text(others)}",
        "flaps": f"{problem.flaps},{min(len(others), len(problem.flap_values))}",
        "used": used_text(problem) + ",",
        "trophies": ",".join(f"{bird}:{2 if bird in others else 1}" for bird in BIRDS if problem.records.get(bird, 0)),
        "records": ",".join(f"{bird}:{problem.records[bird]}" for bird in BIRDS if problem.records.get(bird, 0)),
        "spent": "".join(spent) + ",",
        "drawn": "".join(inserts),
        "scorer": "1",
        "row": row,
        "cursor": str(first_start(problem)) if phase_of(problem) == "mark" else "",
        "held": inserts[0] if inserts else "",
    }
    return " ".join(f"{name}={text}" for name, text in words.items() if text.strip(","))


def phase_of(problem: Problem) -> str:
    """The first one in which there is something to decide."""
    if problem.insert:
        return "insert"
    if problem.woodpeckers:
        return "before"
    return "remove" if problem.expert else "mark"


def first_start(problem: Problem) -> int:
    """[B5.4] The cards before the first two that share a trait are in no set: nobody is asked about them."""
    row = parse_cards(problem.row)
    return next((place for place in range(len(row) - 1) if TRAIT_BITS[row[place]] & TRAIT_BITS[row[place + 1]]), 0)


def abilities(problem: Problem) -> list[int]:
    return [WOODPECKER] * problem.woodpeckers + [PIGEON] * problem.pigeons + [OWL] * problem.owls


def hand_for(problem: Problem, birds: list[int], others: list[str] | None = None) -> list[str]:
    """A card of each of these birds that is not in the row."""
    counts = Counter(KINDS[kind] for kind in parse_cards(problem.row) + parse_cards(problem.insert))
    counts.update(others or [])
    hand: list[str] = []
    for bird in birds:
        card = next((card for card in KINDS[4 * bird : 4 * bird + 4] if counts[card] < COPIES), None)
        if card is None:
            raise BadInput("there are not enough cards for so many uses of abilities")
        counts[card] += 1
        hand.append(card)
    return hand


def values_text(boxes: dict[str, int]) -> str:
    return ".".join(f"{trait}:{boxes[trait]}" for trait in TRAITS if boxes.get(trait))


def used_text(problem: Problem) -> str:
    """[B7.1] What the hand cannot pay for counts as used, so that exactly these uses are left."""
    limit = most_uses(problem.expert)
    left = {
        "woodpecker": problem.woodpeckers,
        "owl": problem.owls,
        "pigeon": problem.pigeons,
        "robin": 0,
    }
    return ".".join(f"{bird}:{limit - uses}" for bird, uses in left.items() if limit > uses)

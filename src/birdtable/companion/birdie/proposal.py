"""The best scoring as a player would enter it, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from birdtable.companion.birdie.division import pieces_of
from birdtable.companion.birdie.sheet import Scoring
from birdtable.game import Step
from birdtable.games.birdie.solver import Group, Solution

GOES_WITHOUT_SAYING = ("bird", "season", "leave", "done")
"""In the standard game: marks, which the cuts make, and abilities that are not used."""


def proposal(scoring: Scoring, solution: Solution, full: Collection[str], *, expert: bool) -> Scoring:
    """If the hand has no card for what Robin drew, the row is taken as Robin and Woodpecker left it."""
    drawn, hand = scoring.drawn.split(), scoring.hand.split()
    robins = [card for card in hand if card.startswith("R")][: len(drawn)]
    steps = [step for step in pay_uses(solution.steps, hand) if expert or step.split()[0] not in GOES_WITHOUT_SAYING]
    own = replace(scoring, drawn="")
    if len(robins) < len(drawn):
        spent = Counter(scoring.spent) + Counter(robin=len(drawn), woodpecker=solution.steps.count("use W"))
        own = replace(own, row=solution.row, spent=dict(spent))
        steps = [step for step in steps if not step.startswith(("insert", "move", "use W"))]
    else:
        for number, (robin, card) in enumerate(zip(robins, drawn, strict=True)):
            steps[3 * number : 3 * number] = [f"use {robin}", f"deal {card}"]
    if expert:
        return replace(own, steps=tuple(steps))
    groups = solution.stages[0].groups if solution.stages else []
    row = solution.row.split()
    if scoring.cuts is not None:
        return replace(own, steps=tuple(steps))
    cuts = cuts_around(groups, len(row))
    traits = {group.places[0]: group.trait for group in groups}
    pieces = pieces_of(row, cuts, (), full)
    turned = tuple(piece.start for piece in pieces if piece.other and traits.get(piece.start) == piece.other)
    return replace(own, steps=tuple(steps), cuts=cuts, by_season=turned)


def pay_uses(steps: Sequence[Step], hand: Sequence[str]) -> Iterator[Step]:
    """Every ``use W`` with a card of the hand that pays for it."""
    left = list(hand)
    for step in steps:
        verb, _, what = step.partition(" ")
        if verb == "use":
            card = next(card for card in left if card.startswith(what))
            left.remove(card)
            yield f"use {card}"
        else:
            yield step


def cuts_around(groups: Sequence[Group], length: int) -> tuple[int, ...]:
    """After which cards the row is cut, so that these sets are pieces and every other card is on its own."""
    inside = {place for group in groups for place in group.places[:-1]}
    return tuple(card for card in range(1, length) if card not in inside)

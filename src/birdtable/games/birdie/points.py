"""The sums of the rules of Birdie, for everybody who needs one: the rules, score sheets, bots, reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from birdtable.games.birdie.cards import COPIES, KINDS, MOST_COPIED, OPENING_HAND, TROPHY

ALL = COPIES * len(KINDS)
HALF = ALL // 2


def is_one_shuffle(seats: int) -> bool:
    """[B2.1] With 2 players both rounds are dealt from one shuffle: what round 1 used does not come back."""
    return seats == 2


def cards_of_round(seats: int) -> int:
    """[B2.1] All cards, with 2 players half of them; the stop pile is among them."""
    return HALF if is_one_shuffle(seats) else ALL


def most_shown(seats: int) -> int:
    """The cards that can come to the display in a round: not the stop pile [B2.2], nor opening hands [B2.3]."""
    return cards_of_round(seats) - seats - OPENING_HAND * seats


def pass_points(seats: int, already_passed: int) -> int:
    """[B4.1] Two points for every other player who has not yet passed."""
    return 2 * (seats - already_passed - 1)


def most_uses(expert: bool) -> int:
    """[B7.1] Each ability once a game, [B8] in the expert game twice."""
    return 2 if expert else 1


def trophy_points(value: int, record: int) -> int:
    """[B5.8] What a value written for a bird brings beside itself: it has to beat all that anybody has written."""
    return TROPHY if value > record else 0


def copied_points(lowest: int) -> int:
    """[B7.3] What Owl writes when so much was the lowest value."""
    return min(lowest, MOST_COPIED)


def flap_points(flap_values: Sequence[int], marks: int) -> int:
    """[B6.1] The last marked place of the Flap column counts."""
    return flap_values[marks - 1] if marks else 0


def total(boxes: Iterable[int], passes: Iterable[int], flaps: int, trophies: int) -> int:
    """[B6.1] Boxes, Pass boxes, the points of the Flap column, 3 for each trophy."""
    return sum(boxes) + sum(passes) + flaps + TROPHY * trophies


def winner(points: Sequence[int], passed: Sequence[int]) -> int:
    """[B6.2] Most points win; a tie is won by the tied player who passed earlier in round 2."""
    return max(passed, key=lambda seat: points[seat])

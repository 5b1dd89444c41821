"""The sums of the rules of Birdie, for everybody who needs one: the rules, score sheets, bots, reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

TROPHY = 3
"""[B6.1]"""


def pass_points(seats: int, already_passed: int) -> int:
    """[B4.1] Two points for every other player who has not yet passed."""
    return 2 * (seats - already_passed - 1)


def most_uses(expert: bool) -> int:
    """[B7.1] Each ability once a game, [B8] in the expert game twice."""
    return 2 if expert else 1


def flap_points(flap_values: Sequence[int], marks: int) -> int:
    """[B6.1] The last marked place of the Flap column counts."""
    return flap_values[marks - 1] if marks else 0


def total(boxes: Iterable[int], passes: Iterable[int], flaps: int, trophies: int) -> int:
    """[B6.1] Boxes, Pass boxes, the points of the Flap column, 3 for each trophy."""
    return sum(boxes) + sum(passes) + flaps + TROPHY * trophies


def winner(points: Sequence[int], passed: Sequence[int]) -> int:
    """[B6.2] Most points win; a tie is won by the tied player who passed earlier in round 2."""
    return max(passed, key=lambda seat: points[seat])

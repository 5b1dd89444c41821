"""Makes turn puzzles: positions of strong matches in which one play is clearly best, and quick bots miss it.

What a play is worth is the mean of ``BATCHES`` searches, each of ``SIMULATIONS`` simulations, that begin after it; all
plays are given the same numbers. A position is rejected if

- *wide*: there are more than ``MOST_PLAYS`` plays, or *narrow*: fewer than ``FEWEST_PLAYS``;
- *seen*: a quick bot chooses what the search takes for the best;
- *unclear*: the best play is worth less than ``MARGIN`` more than the next, or less than ``ERRORS`` standard errors;
- *unconfirmed*: a fresh search with other numbers, and without anything learnt, disagrees;
- *overlooked*: a play that play-outs had ranked low comes as near, once it is searched too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import log2, sqrt
from statistics import fmean, stdev
from typing import Any

from birdtable import catalog
from birdtable.bots.knowledge import search_policy, untaught_policy
from birdtable.bots.match import play_in_one_stream
from birdtable.bots.roster import bot
from birdtable.bots.search.policy import Policy
from birdtable.bots.search.tree import search
from birdtable.engine import Rng
from birdtable.game import AnyGame, Seat, Step, ends_play
from birdtable.puzzles.form import Choice, Difficulty, Margin, TurnPuzzle

PLAYERS = "champion:100"
"""Who plays the matches."""
QUICK = ("hasty", "greedy", "learned")
MOST_PLAYS = 160
FEWEST_PLAYS = 4
WORLDS = 32
"""States that all plays are compared in first, to choose those that are searched."""
LOOKED_AT = 4
"""The best of them are searched, and those of the quick bots."""
BATCHES = 16
SIMULATIONS = 500
GLANCE = 2
"""Searches after which two plays that are worth the same are given up."""
FIRST = 4
"""Batches after which a position without a clear best is given up, and a play that is far from the best."""
MARGIN = 0.03
ERRORS = 3.0
SPREAD = 1 << 20
LEVELS_FROM = (3.0, 4.0, 5.0, 6.0)
"""What has to be reached for the levels from 2 on."""

Plays = list[tuple[Step, ...]]


def make_turn(game: AnyGame, seed: int, command: str) -> TurnPuzzle:
    """The first position that will do, in matches that depend on the seed alone."""
    rng, dropped = Rng(seed), Counter[str]()
    while True:
        for state, seat in positions(game, rng.word()):
            found = judge(game, state, seat, rng.word(), command)
            if isinstance(found, str):
                dropped[found] += 1
                continue
            return TurnPuzzle(**found, dropped=dict(sorted(dropped.items())))


def positions(game: AnyGame, seed: int) -> Iterator[tuple[Any, Seat]]:
    """The beginnings of plays in a strong match of two."""
    state, policy = game.start(2, game.cap()), search_policy(game)
    seen: list[tuple[Any, Seat]] = []

    def see(now: Any, seat: Seat) -> None:
        if not seen or seen[-1][1] != seat or begins:
            seen.append((now.copy(), seat))

    begins = True
    for move in play_in_one_stream(game, state, [bot(PLAYERS, game.name)] * 2, Rng(seed), see):
        begins = move.seat < 0 or state.to_move != move.seat
    for position, seat in seen:
        if not policy.settles(game.view(position, seat)):
            yield position, seat


def judge(game: AnyGame, state: Any, seat: Seat, seed: int, command: str) -> dict[str, Any] | str:
    """All that there is to say of a puzzle, or why it is none."""
    view = game.view(state, seat)
    plays = list_plays(game, game.imagine(view, Rng(seed)), seat)
    if len(plays) > MOST_PLAYS:
        return "wide"
    if len(plays) < FEWEST_PLAYS:
        return "narrow"
    quick = {name: quick_play(game, view, name, seed) for name in QUICK}
    policy = search_policy(game)
    ranked = rank(game, view, plays, policy, seed)
    if ranked[0] in quick.values():
        return "seen"
    if not differ(game, view, ranked[:2], policy, seed):
        return "unclear"
    looked_at = list(dict.fromkeys([*ranked[:LOOKED_AT], *quick.values()]))
    both = compare_twice(game, view, looked_at, seed)
    if isinstance(both, str):
        return both
    if both[0].best in quick.values():
        return "seen"
    others = [play for play in plays if play not in looked_at]
    if rivals := find_rivals(game, view, others, both[0].best, policy, range(seed + 2, seed + 2 + FIRST)):
        both = compare_twice(game, view, [*looked_at, *rivals], seed)
        if isinstance(both, str) or both[0].best in rivals:
            return "overlooked"
    found, again = both
    by_worth = sorted(found.worth, key=lambda play: -found.worth[play])
    told = {*by_worth[:LOOKED_AT], *quick.values()}
    choices = [
        Choice(
            steps=play,
            win=round(found.worth[play], 3),
            again=round(again.worth[play], 3),
            bots=tuple(name for name, chosen in quick.items() if chosen == play),
        )
        for play in by_worth
        if play in told
    ]
    margin = Margin(
        by=round(found.margin, 4),
        error=round(found.error, 4),
        by_again=round(again.margin, 4),
        error_again=round(again.error, 4),
        batches=BATCHES,
        simulations=SIMULATIONS,
    )
    return {
        "game": game.name,
        "rules": game.rules_version,
        "position": game.state_text(state),
        "seat": seat,
        "choices": tuple(choices),
        "margin": margin,
        "difficulty": grade(choices, len(plays)),
        "command": command,
    }


def list_plays(game: AnyGame, state: Any, seat: Seat) -> Plays:
    """Every whole play, up to one more than ``MOST_PLAYS``. A seat's own steps lead to no surprise."""
    found: Plays = []

    def go_on(now: Any, steps: tuple[Step, ...]) -> None:
        for step in game.legal_steps(now):
            if len(found) > MOST_PLAYS:
                return
            after = now.copy()
            if ends_play(after, seat, game.play(after, step)):
                found.append((*steps, step))
            else:
                go_on(after, (*steps, step))

    go_on(state, ())
    return found


def quick_play(game: AnyGame, view: Any, name: str, seed: int) -> tuple[Step, ...]:
    player, state, rng = bot(name, game.name), game.imagine(view, Rng(seed)), Rng(seed)
    steps: list[Step] = []
    while True:
        seen = game.view(state, view.seat)
        steps.append(player.choose(seen, game.legal_steps(state), rng))
        if ends_play(state, view.seat, game.play(state, steps[-1])):
            return tuple(steps)


def rank(game: AnyGame, view: Any, plays: Plays, policy: Policy, seed: int) -> Plays:
    """By play-outs from the same states with the same luck, the best first."""
    rng, imagine = Rng(seed), game.imaginer(view)
    worlds = [imagine(rng) for _ in range(WORLDS)]

    def mean(play: tuple[Step, ...]) -> float:
        total = 0.0
        for number, world in enumerate(worlds):
            state = state_after(game, world.copy(), play)
            policy.rollout(state, Rng(seed + number))
            total += policy.values[view.seat]
        return total

    return sorted(plays, key=mean, reverse=True)


def differ(game: AnyGame, view: Any, two: Plays, policy: Policy, seed: int) -> bool:
    """A glance at the first two: most positions have several plays that are as good."""
    one, other = ([search_after(game, view, play, policy, Rng(seed + i)) for i in range(GLANCE)] for play in two)
    return abs(fmean(one) - fmean(other)) >= MARGIN / 2


def state_after(game: AnyGame, state: Any, play: Sequence[Step]) -> Any:
    for step in play:
        game.apply(state, step)
    return state


class Weighing:
    """What each play is worth, and how clearly the best is the best."""

    def __init__(self, values: dict[tuple[Step, ...], list[float]]) -> None:
        self.worth = {play: fmean(each) for play, each in values.items()}
        self.best, self.next = sorted(self.worth, key=lambda play: -self.worth[play])[:2]
        gains = [one - two for one, two in zip(values[self.best], values[self.next], strict=True)]
        self.margin = fmean(gains)
        self.error = stdev(gains) / sqrt(len(gains))

    @property
    def is_clear(self) -> bool:
        return self.margin >= max(MARGIN, ERRORS * self.error)


def compare(game: AnyGame, view: Any, plays: Plays, policy: Policy, seed: int) -> Weighing | None:
    """``None`` if no play is clearly the best."""
    values: dict[tuple[Step, ...], list[float]] = {play: [] for play in plays}
    for batch in range(BATCHES):
        for play in plays:
            values[play].append(search_after(game, view, play, policy, Rng(seed % SPREAD * SPREAD + batch)))
        if batch + 1 == FIRST and Weighing(values).margin < MARGIN / 2:
            return None
    found = Weighing(values)
    return found if found.is_clear else None


def compare_twice(game: AnyGame, view: Any, plays: Plays, seed: int) -> tuple[Weighing, Weighing] | str:
    """The second time with other numbers and without anything learnt; or why no play is clearly the best."""
    found = compare(game, view, plays, search_policy(game), seed)
    if found is None:
        return "unclear"
    again = compare(game, view, plays, untaught_policy(game), seed + 1)
    return "unconfirmed" if again is None or again.best != found.best else (found, again)


def find_rivals(
    game: AnyGame, view: Any, plays: Plays, best: tuple[Step, ...], policy: Policy, numbers: Sequence[int]
) -> Plays:
    """Plays that a few searches do not tell clearly from the best, the nearest first."""

    def mean(play: tuple[Step, ...]) -> float:
        return fmean(search_after(game, view, play, policy, Rng(number)) for number in numbers)

    least = mean(best) - 2 * MARGIN
    worth = {play: mean(play) for play in plays}
    return sorted((play for play in plays if worth[play] > least), key=lambda play: -worth[play])[:LOOKED_AT]


def search_again(puzzle: TurnPuzzle, state: Any, seed: int) -> Weighing:
    """All choices of a puzzle once more, and what else comes near, with other numbers and without anything learnt: no
    release matters to it."""
    game = catalog.game(puzzle.game)
    view, policy = game.view(state, puzzle.seat), untaught_policy(game)
    numbers = [Rng(seed % SPREAD * SPREAD + batch).word() for batch in range(puzzle.margin.batches)]
    choices = [choice.steps for choice in puzzle.choices]
    others = [play for play in list_plays(game, state, puzzle.seat) if play not in choices]
    rivals = find_rivals(game, view, others, puzzle.steps, policy, numbers[:FIRST])
    return Weighing(
        {
            play: [search_after(game, view, play, policy, Rng(number)) for number in numbers]
            for play in (*choices, *rivals)
        }
    )


def search_after(game: AnyGame, view: Any, play: tuple[Step, ...], policy: Policy, rng: Rng) -> float:
    """The share of the victory that the seat can expect after the play."""
    imagine: Callable[[Any], Any] = game.imaginer(view)
    first = state_after(game, imagine(rng), play)
    if (outcome := game.outcome(first)) is not None:
        return outcome.share(view.seat)
    tree = search(lambda rng: state_after(game, imagine(rng), play), policy, rng, simulations=SIMULATIONS)
    return float(tree.shares(view.seats)[view.seat])


def grade(choices: Sequence[Choice], plays: int) -> Difficulty:
    """From how many plays there are, how many come near the best, and how little tells them apart."""
    best = choices[0].win
    close = sum(best - choice.win <= 2 * MARGIN for choice in choices[1:])
    short = best - max(choice.win for choice in choices if choice.bots)
    weight = log2(plays) / 2 + close + 0.1 / max(best - choices[1].win, MARGIN)
    level = 1 + sum(weight >= least for least in LEVELS_FROM)
    return Difficulty(level=level, plays=plays, close=close, short=round(short, 3))

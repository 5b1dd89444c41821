"""What is asked: positions from matches of bots, with what can be proved or searched about them. All from the seed."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.agents.part import Question, part_of
from birdtable.bots.advice.hints import hint
from birdtable.bots.interface import ask
from birdtable.bots.knowledge import search_policy
from birdtable.bots.match import play_on
from birdtable.bots.roster import bot
from birdtable.chance import draw, require_seed
from birdtable.engine import Rng
from birdtable.game import AnyGame, Seat, Step, Value, View
from birdtable.lab.agents.benchmark.config import Config, Part

PLAYERS = ("novice", "hasty", "greedy")
"""Whose matches the positions are from."""
EXPERT: dict[str, Value] = {"expert": True}
FEWEST_STEPS = 4
"""That there must be to choose from in a turn."""
SPARSE = 5
"""One of so many positions is taken."""
MOST_SEATS = 4


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    part: Part
    game: str
    state: str = ""
    """The whole of it, as text: agents are shown the seat's view."""
    seat: Seat = 0
    kind: str = ""
    """``standard`` or ``expert``, or what sort of question."""
    grade: str = ""
    """Of rows: ``easy`` if a beginner finds the best way, ``medium`` if that costs 2 points at most, else ``hard``."""
    best: float = 0.0
    """Of rows: the proved optimum."""
    steps: tuple[Step, ...] = ()
    """Of turns: what a long search plays."""
    question: str = ""
    form: str = ""
    answer: str = ""
    opponent: str = ""
    """Of matches."""
    deal: int = 0
    """Of matches: the number of the deal."""


class Candidate(msgspec.Struct):
    """A decision in a match."""

    state: Any
    seat: Seat
    begins: bool
    """It is the first of a play."""


def make_items(config: Config) -> list[Item]:
    """The same for the same configuration, whoever is measured."""
    found: list[Item] = []
    for game_name in config.games:
        game = catalog.game(game_name)
        if "rows" in config.parts:
            found += rows(game, config)
        if "turns" in config.parts:
            found += turns(game, config)
        if "knowledge" in config.parts:
            found += questions(game, config)
        if "matches" in config.parts:
            found += matches(game, config)
    return found


def fingerprint(items: list[Item]) -> str:
    return sha256(msgspec.json.encode(items)).hexdigest()


def seed_of(config: Config, *words: object) -> int:
    """A stream of its own for everything that is made."""
    text = ":".join(map(str, (require_seed(config.seed), *words)))
    return int.from_bytes(sha256(text.encode()).digest()[:7], "big")


def candidates(game: AnyGame, options: dict[str, Value], seed: int) -> Iterator[Candidate]:
    """Decisions of match after match, with changing players and numbers of seats."""
    rng = Rng(seed)
    while True:
        seats = game.min_seats + rng.below(min(MOST_SEATS, game.max_seats) - game.min_seats + 1)
        players = [bot(PLAYERS[rng.below(len(PLAYERS))], game.name) for _ in range(seats)]
        state, last, before = game.start(seats, game.cap(options)), -2, None

        def decide(state: Any, seat: Seat, legal: list[Step], players: Any = players) -> Step:
            nonlocal before
            before = state.copy()
            return ask(players[seat], game.view(state, seat), legal, rng)

        for move in play_on(game, state, decide, lambda game, state: draw(game, state, rng)):
            if move.seat >= 0:
                yield Candidate(before, move.seat, begins=move.seat != last)
            last = move.seat


def rows(game: AnyGame, config: Config) -> Iterator[Item]:
    part = part_of(game.name)
    if part.row_problem is None:
        return
    for kind, options in (("standard", {}), ("expert", EXPERT)):
        number = 0
        for each in candidates(game, options, seed_of(config, "rows", game.name, kind)):
            view = game.view(each.state, each.seat)
            best = part.best_gain(game, view) if each.begins else None
            if best is None or len(game.legal_steps(each.state)) < 2:
                continue
            number += 1
            lost = best - novice_gain(game, each)
            grade = "easy" if lost < 0.5 else "medium" if lost <= 2 else "hard"
            yield item(game, "rows", number, each, kind=kind, grade=grade, best=best)
            if number == config.numbers.rows:
                break


def novice_gain(game: AnyGame, each: Candidate) -> float:
    player, rng = bot("novice", game.name), Rng(0)
    state = each.state.copy()
    before = game.standing(state)[each.seat]
    while game.to_move(state) == each.seat:
        view = game.view(state, each.seat)
        game.apply(state, ask(player, view, game.legal_steps(state), rng))
    return float(game.standing(state)[each.seat] - before)


def item(game: AnyGame, part: Part, number: int, each: Candidate, **more: Any) -> Item:
    kind = more.get("kind", "")
    id = "-".join(filter(None, (part, game.name, kind if part == "rows" else "", str(number))))
    return Item(id=id, part=part, game=game.name, state=game.state_text(each.state), seat=each.seat, **more)


def turns(game: AnyGame, config: Config) -> Iterator[Item]:
    policy, number = search_policy(game), 0
    rng = Rng(seed_of(config, "which turns", game.name))
    for each in candidates(game, {}, seed_of(config, "turns", game.name)):
        view = game.view(each.state, each.seat)
        few = len(game.legal_steps(each.state)) < FEWEST_STEPS
        if not each.begins or few or policy.settles(view) or rng.below(SPARSE):
            continue
        number += 1
        search = Rng(seed_of(config, "search", game.name, number))
        best = hint(game, view, search, simulations=config.numbers.simulations, shown=1)[0]
        yield item(game, "turns", number, each, steps=best.steps)
        if number == config.numbers.turns:
            return


def questions(game: AnyGame, config: Config) -> Iterator[Item]:
    """One of each sort in turn, so far as a position has it."""
    number, kinds = 0, dict[str, int]()
    rng = Rng(seed_of(config, "which questions", game.name))
    for each in candidates(game, {}, seed_of(config, "questions", game.name)):
        if rng.below(SPARSE):
            continue
        view: View = game.view(each.state, each.seat)
        asked: list[Question] = list(part_of(game.name).questions(game, view, rng))
        if not asked:
            continue
        chosen = min(asked, key=lambda question: kinds.get(question.kind, 0))
        kinds[chosen.kind] = kinds.get(chosen.kind, 0) + 1
        number += 1
        yield item(
            game,
            "knowledge",
            number,
            each,
            kind=chosen.kind,
            question=chosen.text,
            form=chosen.form,
            answer=chosen.answer,
        )
        if number == config.numbers.questions:
            return


def matches(game: AnyGame, config: Config) -> Iterator[Item]:
    """Every rung with the same deals."""
    seeds = Rng(seed_of(config, "matches", game.name))
    deals = [seeds.word() >> 1 for _ in range(config.numbers.deals)]
    for opponent in config.ladder:
        for number, deal in enumerate(deals, start=1):
            id = f"matches-{game.name}-{opponent}-{number}"
            yield Item(id=id, part="matches", game=game.name, opponent=opponent, deal=deal)

"""One item done by one agent."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.agents.part import Question
from birdtable.bots.interface import Bot, BotFault, ask
from birdtable.bots.knowledge import has_policy
from birdtable.bots.luck import Foresight
from birdtable.bots.roster import bot
from birdtable.engine import Rng
from birdtable.game import AnyGame, BirdtableError, Step, ends_play
from birdtable.lab.agents.agent import TextAgent
from birdtable.lab.agents.benchmark.config import Entry, make_agent, make_player
from birdtable.lab.agents.benchmark.items import Item
from birdtable.lab.agents.match import play_match
from birdtable.lab.agents.player import Attempt, Costs, Manner, TextBot


class ItemJob(msgspec.Struct, frozen=True):
    entry: Entry
    item: Item
    manner: Manner
    worlds: int


class Done(msgspec.Struct, omit_defaults=True):
    """What came of it."""

    agent: str
    item: str
    score: float = 0.0
    """Regret of rows and turns, 1 for a right answer, the part of two matches that was won."""
    answer: str = ""
    wins: tuple[float, float] = (0.0, 0.0)
    """Of the agent and of the opponent, in both matches."""
    luck: float = 0.0
    """Of the agent, on average."""
    points: float = 0.0
    costs: Costs = msgspec.field(default_factory=Costs)
    attempts: list[Attempt] = []
    """Of rows, turns and knowledge; matches have them in their records."""
    records: list[str] = []


def do_job(job: ItemJob) -> Done:
    """In any process, for agents that any process can make."""
    agent = kept_agent(job.entry) if job.entry.scripted else None
    return do_item(job, agent)


@lru_cache(maxsize=8)
def kept_agent_of(name: str) -> TextAgent:
    return make_agent(Entry(scripted=name), Path())


def kept_agent(entry: Entry) -> TextAgent:
    return kept_agent_of(entry.scripted)


def do_item(job: ItemJob, agent: TextAgent | None) -> Done:
    """``agent`` answers with text; without one the entry is a bot. A bot at fault is measured on nothing: it ends the
    run."""
    game, item = catalog.game(job.item.game), job.item
    player = make_player(job.entry, agent, game, job.manner)
    done = Done(agent=job.entry.called, item=item.id)
    try:
        match item.part:
            case "rows":
                do_row(game, item, player, done)
            case "turns":
                do_turn(game, item, player, done, job.worlds)
            case "knowledge":
                do_question(game, item, player, done)
            case "matches":
                do_match(game, item, player, job.entry, done)
    except BotFault as fault:
        raise failure(job.entry.called, item, fault.what) from None
    if isinstance(player, TextBot) and item.part != "matches":
        done.costs, done.attempts = player.costs, player.attempts
    return done


def failure(name: str, item: Item, what: str) -> BirdtableError:
    return BirdtableError(f"bot {name!r} fails in {item.id}: {what}")


def play_steps(game: AnyGame, state: Any, seat: int, player: Bot, seed: int, *, whole_turn: bool) -> list[Step]:
    """The seat's steps until somebody else is to move, or with a play alone until it is over."""
    rng, steps, over = Rng(seed), list[Step](), False
    while not over:
        step = ask(player, game.view(state, seat), game.legal_steps(state), rng)
        events = game.play(state, step)
        steps.append(step)
        over = game.to_move(state) != seat if whole_turn else ends_play(state, seat, events)
    return steps


def do_row(game: AnyGame, item: Item, player: Bot, done: Done) -> None:
    state = game.parse_state(item.state)
    before = game.standing(state)[item.seat]
    steps = play_steps(game, state, item.seat, player, 0, whole_turn=True)
    done.score = item.best - (game.standing(state)[item.seat] - before)
    done.answer = ", ".join(steps)


def do_turn(game: AnyGame, item: Item, player: Bot, done: Done, worlds: int) -> None:
    """Both plays are tried in the same states that the seat could be in, with the same luck."""
    state = game.parse_state(item.state)
    view = game.view(state, item.seat)
    steps = play_steps(game, state, item.seat, player, 0, whole_turn=False)
    done.answer = ", ".join(steps)
    if steps == list(item.steps):
        return
    foresight, imagine, lost = Foresight(game, playouts=1), game.imaginer(view), 0.0
    for number in range(worlds):
        world = imagine(Rng(number))
        values = []
        for play in (item.steps, steps):
            other = world.copy()
            for step in play:
                game.apply(other, step)
            values.append(foresight.play_out(other, Rng(number))[item.seat])
        lost += values[0] - values[1]
    done.score = lost / worlds


def do_question(game: AnyGame, item: Item, player: Bot, done: Done) -> None:
    if isinstance(player, TextBot):
        view = game.view(game.parse_state(item.state), item.seat)
        done.answer = player.answer(view, Question(item.kind, item.question, item.answer, item.form))
        done.score = float(done.answer == item.answer)


def do_match(game: AnyGame, item: Item, player: Bot, entry: Entry, done: Done) -> None:
    players, names = [player, bot(item.opponent, game.name)], [entry.called, item.opponent]
    for table in ((0, 1), (1, 0)):
        found = play_match(game, players, names, seed=item.deal, table=table, adjusted=has_policy(game))
        wins, totals = done.wins, found.totals
        for name, faults in zip(names, totals.faults, strict=True):
            for what in faults:
                raise failure(name, item, what)
        done.wins = (wins[0] + totals.wins[0], wins[1] + totals.wins[1])
        done.luck += totals.luck[0] / 2
        done.points += totals.points[0] / 2
        if isinstance(player, TextBot):
            done.costs.add(player.costs)
        done.records.append(found.record.json())
    done.score = done.wins[0] / 2

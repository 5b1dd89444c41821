"""Matches of Birdtable as an environment of verifiers: a model plays one of our bots through text, once a seed.

    pip install birdtable verifiers
    vf-eval birdtable-verifiers -n 5 -m MODEL --client.base-url http://127.0.0.1:8080/v1 --env.taskset.game cubirds

(from the folder of this file, or with it on PYTHONPATH). The reward is the share of the victory; what was refused or
forfeited is recorded beside it.
"""

import asyncio
from itertools import count

import verifiers.v1 as vf

from birdtable import catalog
from birdtable.agents.text import briefing
from birdtable.bots.roster import bot
from birdtable.lab.agents.agent import FunctionAgent
from birdtable.lab.agents.match import play_match
from birdtable.lab.agents.player import Manner, TextBot

__all__ = ["BirdtableEnv", "BirdtableTaskset"]


class MatchData(vf.TaskData):
    game: str
    opponent: str
    seed: int


class MatchTask(vf.Task[MatchData, vf.State, vf.TaskConfig]):
    pass


class MatchesConfig(vf.TasksetConfig):
    game: str = "birdie"
    opponent: str = "greedy"


class BirdtableTaskset(vf.Taskset[MatchTask, MatchesConfig]):
    INFINITE = True

    def load(self):
        rules, opponent = catalog.game(self.config.game), self.config.opponent
        for seed in count():
            about = MatchData(
                name=f"{rules.name} {seed}",
                system_prompt=briefing(rules),
                game=rules.name,
                opponent=opponent,
                seed=seed,
            )
            yield MatchTask(about, self.config.task)


class BirdtableEnvConfig(vf.EnvConfig):
    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})


class BirdtableEnv(vf.Env[BirdtableEnvConfig]):
    async def run(self, task, agents):
        rules, loop = catalog.game(task.data.game), asyncio.get_running_loop()
        async with agents.player.interaction(task) as talk:

            def think(prompt: str) -> str:
                """Runs in the thread of the match."""
                said = asyncio.run_coroutine_threadsafe(talk.turn(prompt), loop).result()
                if said.terminated:
                    raise RuntimeError("the model does not answer any more")
                return said.last_reply

            # The rules are the system prompt.
            model = TextBot(FunctionAgent("model", think), rules, Manner(rules=False))
            players, names = [model, bot(task.data.opponent, rules.name)], ["model", task.data.opponent]
            match = await asyncio.to_thread(play_match, rules, players, names, seed=task.data.seed)
        winners = match.record.outcome.winners
        talk.trace.record_reward("victory", 1 / len(winners) if 0 in winners else 0.0, 1.0)
        talk.trace.record_metric("refused", float(model.costs.refused))
        talk.trace.record_metric("forfeited", float(model.costs.forfeits))

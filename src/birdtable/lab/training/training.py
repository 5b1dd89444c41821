"""Learns what positions and steps are worth from matches of bots against themselves.

Nothing goes in but the rules and the features: no match of people. The first generation is played by bots that have
learnt nothing, the others with what was learnt before. A run is a folder: samples by generation, the network
as it is, and how far it got. A run that was interrupted goes on where it stopped; the same seed and settings give the
same network.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import msgspec
import numpy as np

from birdtable import catalog
from birdtable.bots.interface import Bot
from birdtable.bots.knowledge import knowledge, search_policy
from birdtable.bots.players.search import SearchBot
from birdtable.bots.roster import bot
from birdtable.bots.search.budget import Budget
from birdtable.bots.search.net import Net
from birdtable.bots.search.netfile import VERSION, Origin, parse_net
from birdtable.engine import Rng
from birdtable.game import BadInput
from birdtable.lab.arena.arena import measure_rate
from birdtable.lab.files import replace_file
from birdtable.lab.training.learner import NO_FEATURE, Learner, SampleBatch
from birdtable.lab.training.selfplay import Sample, Samples, SelfPlayJob, play_job
from birdtable.lab.work import Watch, do_all

MATCHES_A_JOB = 100
SIMULATIONS = 400
"""How long a seat thinks where it thinks."""
WINDOW = 4
"""Generations that are learnt from: the newest."""
BATCH = 256
RATES = (1e-3, 1e-3, 3e-4, 1e-4)
"""Learning rates, by pass through the samples."""
STEP_RATE = 5.0
"""How much faster steps are learnt, being numbers in a plain table."""
MEASURED = 60
"""Simulations a turn in matches that measure a generation."""


class Progress(msgspec.Struct):
    """How far a run got."""

    game: str
    seed: int
    matches_each: int
    generation: int = 0
    matches: int = 0
    seconds: float = 0.0


class GenerationReport(NamedTuple):
    """After a generation."""

    generation: int
    matches: int
    seconds: float
    loss: float
    """Of positions the network had not learnt from yet, in nats."""
    guess: float
    """The same of somebody who gives all seats equal shares."""
    step_loss: float
    """Of choices."""


class Run:
    """A training in a folder."""

    def __init__(self, game: str, folder: Path, *, seed: int, matches: int) -> None:
        self.game = catalog.game(game)
        self.folder = folder
        net = search_policy(self.game).net
        if not net.features:
            raise BadInput(f"{self.game.title} has no features to learn from")
        self.learner = Learner(net.features, net.step_features, seed)
        folder.mkdir(parents=True, exist_ok=True)
        self.progress = self.read_progress(Progress(game, seed, matches))
        if self.progress.generation:
            _, numbers = parse_net(self.file.read_bytes())
            self.learner.read(numbers)

    @property
    def file(self) -> Path:
        return self.folder / f"{self.game.name}.net"

    def read_progress(self, fresh: Progress) -> Progress:
        file = self.folder / "progress.json"
        if not file.exists():
            return fresh
        found = msgspec.json.decode(file.read_bytes(), type=Progress)
        if (found.game, found.seed, found.matches_each) != (fresh.game, fresh.seed, fresh.matches_each):
            other = f"{found.game} with seed {found.seed} and {found.matches_each} matches a generation"
            raise BadInput(f"{self.folder} is a run of {other}")
        return found

    def generations(
        self, seconds: float, executor: Executor | None = None, watch: Watch[Samples] | None = None
    ) -> Iterator[GenerationReport]:
        """Until so much time was spent in all: matches played, then learnt from."""
        while self.progress.seconds < seconds:
            began = perf_counter()
            number = self.progress.generation
            matches = self.progress.matches_each
            fresh = self.play(matches, executor, watch)
            positions, choices = batch_of(fresh.positions), batch_of(fresh.choices)
            loss, step_loss = self.loss(positions, choices)
            self.save_samples(number, positions, choices)
            self.learn(number)
            self.progress.generation += 1
            self.progress.matches += matches
            self.progress.seconds += perf_counter() - began
            self.save()
            so_far = self.progress
            yield GenerationReport(number, so_far.matches, so_far.seconds, loss, loss_of_a_guess(positions), step_loss)

    def play(self, matches: int, executor: Executor | None, watch: Watch[Samples] | None = None) -> Samples:
        number = self.progress.generation
        numbers = self.learner.numbers().tobytes() if number else b""
        seeds = Rng(self.progress.seed * 1_000_003 + number)
        thinks_every = knowledge(self.game).thinks_every
        jobs = [
            SelfPlayJob(
                self.game.name, numbers, seeds.word(), min(MATCHES_A_JOB, matches - start), SIMULATIONS, thinks_every
            )
            for start in range(0, matches, MATCHES_A_JOB)
        ]
        whole = Samples([], [])
        parts = do_all(play_job, jobs, executor)
        for part in watch(parts, len(jobs), f"generation {number + 1}") if watch else parts:
            whole.positions.extend(part.positions)
            whole.choices.extend(part.choices)
        return whole

    def learn(self, number: int) -> None:
        """Anew, from the samples of the newest generations."""
        self.learner = Learner(self.learner.features, self.learner.step_features, self.progress.seed)
        stored = [self.load_samples(each) for each in range(max(0, number + 1 - WINDOW), number + 1)]
        order = np.random.default_rng(self.progress.seed + number)
        for rate in RATES:
            for batch in batches([positions for positions, _ in stored], order):
                self.learner.learn_positions(batch, rate)
            for batch in batches([choices for _, choices in stored], order):
                self.learner.learn_choices(batch, STEP_RATE * rate)

    def loss(self, positions: SampleBatch, choices: SampleBatch) -> tuple[float, float]:
        order = np.random.default_rng(0)
        return (
            mean([self.learner.learn_positions(batch, 0.0) for batch in batches([positions], order)]),
            mean([self.learner.learn_choices(batch, 0.0) for batch in batches([choices], order)]),
        )

    def save_samples(self, number: int, positions: SampleBatch, choices: SampleBatch) -> None:
        np.savez_compressed(
            self.folder / f"samples-{number:04}.npz",
            positions=positions.features,
            position_shares=positions.shares,
            choices=choices.features,
            choice_shares=choices.shares,
        )

    def load_samples(self, number: int) -> tuple[SampleBatch, SampleBatch]:
        with np.load(self.folder / f"samples-{number:04}.npz") as shard:
            positions = SampleBatch(shard["positions"], shard["position_shares"])
            return positions, SampleBatch(shard["choices"], shard["choice_shares"])

    def save(self) -> None:
        """The network first: progress that is noted can be gone on from."""
        progress = self.progress
        origin = Origin(
            version=VERSION,
            game=self.game.name,
            rules=self.game.rules_version,
            features=self.learner.features,
            step_features=self.learner.step_features,
            made_by=self.command(),
            seed=progress.seed,
            generations=progress.generation,
            matches=progress.matches,
        )
        whole = msgspec.json.encode(origin) + b"\n" + self.learner.numbers().tobytes()
        replace_file(self.file, whole)
        replace_file(self.folder / "progress.json", msgspec.json.encode(progress))

    def command(self) -> str:
        """What makes the network again."""
        done = self.progress
        return (
            f"birdtable train {self.game.name} --seed {done.seed} --matches {done.matches_each}"
            f" --generations {done.generation}"
        )

    def net(self) -> Net:
        return Net(self.learner.numbers(), self.learner.features, self.learner.step_features)


def strength(run: Run, games: int) -> float:
    """The part of so many matches for two that a short search with the network wins against greedy."""
    policy = search_policy(run.game, run.net())
    players: list[Bot] = [SearchBot(run.game, policy, Budget(MEASURED)), bot("greedy", run.game.name)]
    rate, _ = measure_rate(run.game.name, players, deals=-(-games // 2), seed=run.progress.generation)
    return rate


def loss_of_a_guess(positions: SampleBatch) -> float:
    there = (~np.isnan(positions.shares)).sum(1)
    return float(np.mean(np.log(there)))


def batch_of(samples: list[Sample]) -> SampleBatch:
    things = max((len(sample.features) for sample in samples), default=0)
    width = max((len(each) for sample in samples for each in sample.features), default=0)
    features = np.full((len(samples), things, width), NO_FEATURE, np.int16)
    shares = np.full((len(samples), things), np.nan, np.float32)
    for i, sample in enumerate(samples):
        for j, each in enumerate(sample.features):
            features[i, j, : len(each)] = each
        shares[i, : len(sample.shares)] = sample.shares
    return SampleBatch(features, shares)


def batches(parts: list[SampleBatch], order: np.random.Generator) -> Iterator[SampleBatch]:
    """All samples once, in any order; a batch is of one generation, whose samples have one shape."""
    places = [
        (part, chosen)
        for part in parts
        for chosen in np.array_split(order.permutation(len(part.shares)), -(-len(part.shares) // BATCH) or 1)
        if len(chosen)
    ]
    for place in order.permutation(len(places)):
        part, chosen = places[place]
        yield SampleBatch(part.features[chosen], part.shares[chosen])


def mean(numbers: list[Any]) -> float:
    return float(np.mean(numbers)) if numbers else float("nan")

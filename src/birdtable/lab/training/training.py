"""Learns what positions and steps are worth from matches of the champion against itself.

Nothing goes in but the rules and the features: no match of people. The first generation is played by searches that have
learnt nothing, the others with what was learnt before. A run is a folder: matches by generation, the network as it is,
and how far it got. A run that was interrupted goes on where it stopped; the same seed and settings give the same
network. If the features have changed since, what was played is learnt from again.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple
from zipfile import BadZipFile

import msgspec
import numpy as np

from birdtable import catalog
from birdtable.bots.interface import Bot
from birdtable.bots.knowledge import search_policy, untaught_policy
from birdtable.bots.players.search import SearchBot
from birdtable.bots.roster import bot
from birdtable.bots.search.budget import Budget
from birdtable.bots.search.net import Net
from birdtable.bots.search.netfile import VERSION, Origin, parse_net, read_net
from birdtable.engine import Rng
from birdtable.game import BadInput
from birdtable.lab.arena.arena import measure_rate
from birdtable.lab.files import replace_file
from birdtable.lab.training.learner import Learner, SampleBatch
from birdtable.lab.training.samples import Samples, samples_of
from birdtable.lab.training.selfplay import Match, SelfPlayJob, play_job
from birdtable.lab.work import Watch, do_all

MATCHES_A_JOB = 20
SHORT = 24
"""Simulations of most turns."""
LONG = 128
"""Simulations of the turns that teach steps."""
WINDOW = 6
"""Generations that are learnt from: the newest."""
BATCH = 256
PASSES = 2
"""Through the samples: more would learn them by heart."""
RATE = 1.5e-3
"""The learning rate at first; it falls to 0."""
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
        self.schema = untaught_policy(self.game).net.schema
        if not self.schema.seat.count:
            raise BadInput(f"{self.game.title} has no features to learn from")
        self.learner = Learner(self.schema, seed)
        folder.mkdir(parents=True, exist_ok=True)
        self.progress = self.read_progress(Progress(game, seed, matches))
        if self.progress.generation:
            self.read()

    @property
    def file(self) -> Path:
        return self.folder / f"{self.game.name}.net"

    def read_progress(self, fresh: Progress) -> Progress:
        file = self.folder / "progress.json"
        if not file.exists():
            return fresh
        try:
            found = msgspec.json.decode(file.read_bytes(), type=Progress)
        except msgspec.DecodeError:
            raise BadInput(f"{file} is damaged, or not of a training") from None
        if (found.game, found.seed, found.matches_each) != (fresh.game, fresh.seed, fresh.matches_each):
            other = f"{found.game} with seed {found.seed} and {found.matches_each} matches a generation"
            raise BadInput(f"{self.folder} is a run of {other}")
        return found

    def read(self) -> None:
        """The network as it was left, or made again from the matches if it is not that of the last generation."""
        if self.has_network():
            self.learner.read(read_net(self.file.read_bytes(), self.game.name, self.schema, str(self.file)))
        else:
            self.learn(self.progress.generation - 1)
            self.save()

    def has_network(self) -> bool:
        try:
            origin, numbers = parse_net(self.file.read_bytes())
        except (OSError, ValueError, msgspec.DecodeError):
            return False
        expected = self.schema.digest, self.progress.generation, len(self.learner.numbers())
        return (origin.features, origin.generations, len(numbers)) == expected

    def generations(
        self,
        seconds: float,
        executor: Executor | None = None,
        watch: Watch[list[Match]] | None = None,
        *,
        most: int = 0,
    ) -> Iterator[GenerationReport]:
        """Until so much time was spent in all, or so many were made: matches played, then learnt from."""
        while self.progress.seconds < seconds and not 0 < most <= self.progress.generation:
            began = perf_counter()
            number = self.progress.generation
            matches = self.progress.matches_each
            self.save_matches(number, self.play(matches, executor, watch))
            fresh = self.load_samples(number)
            loss, step_loss = self.loss(fresh)
            self.learn(number)
            self.progress.generation += 1
            self.progress.matches += matches
            self.progress.seconds += perf_counter() - began
            self.save()
            guess = loss_of_a_guess(fresh.positions)
            so_far = self.progress
            yield GenerationReport(number, so_far.matches, so_far.seconds, loss, guess, step_loss)

    def play(self, matches: int, executor: Executor | None, watch: Watch[list[Match]] | None = None) -> list[Match]:
        number = self.progress.generation
        numbers = self.learner.numbers().tobytes() if number else b""
        seeds = Rng(self.progress.seed * 1_000_003 + number)
        jobs = [
            SelfPlayJob(self.game.name, numbers, seeds.word(), min(MATCHES_A_JOB, matches - start), SHORT, LONG)
            for start in range(0, matches, MATCHES_A_JOB)
        ]
        parts = do_all(play_job, jobs, executor)
        return [
            match
            for part in (watch(parts, len(jobs), f"generation {number + 1}") if watch else parts)
            for match in part
        ]

    def learn(self, number: int) -> None:
        """Anew, from the matches of the newest generations."""
        self.learner = Learner(self.schema, self.progress.seed)
        stored = [self.load_samples(each) for each in range(max(0, number + 1 - WINDOW), number + 1)]
        order = np.random.default_rng(self.progress.seed + number)
        for batch, rate in lessons([each.positions for each in stored], order):
            self.learner.learn_positions(batch, rate)
        for batch, rate in lessons([each.choices for each in stored], order):
            self.learner.learn_choices(batch, STEP_RATE * rate)

    def loss(self, samples: Samples) -> tuple[float, float]:
        order = np.random.default_rng(0)
        return (
            mean([self.learner.learn_positions(batch, 0.0) for batch in batches([samples.positions], order)]),
            mean([self.learner.learn_choices(batch, 0.0) for batch in batches([samples.choices], order)]),
        )

    def save_matches(self, number: int, matches: list[Match]) -> None:
        replace_file(self.folder / f"matches-{number:04}.msgpack", msgspec.msgpack.encode(matches))

    def load_matches(self, number: int) -> list[Match]:
        file = self.folder / f"matches-{number:04}.msgpack"
        try:
            return msgspec.msgpack.decode(file.read_bytes(), type=list[Match])
        except msgspec.DecodeError:
            raise BadInput(f"{file} is damaged: begin anew in another folder") from None

    def load_samples(self, number: int) -> Samples:
        """Of a generation; they are kept, by the hash of the features that they have."""
        file = self.folder / f"samples-{number:04}-{self.schema.digest}.npz"
        with suppress(OSError, EOFError, ValueError, BadZipFile), np.load(file) as arrays:
            return Samples(SampleBatch(arrays["arr_0"], arrays["arr_1"]), SampleBatch(arrays["arr_2"], arrays["arr_3"]))
        samples = samples_of(self.game.name, self.load_matches(number))
        partial = self.folder / "samples.partial.npz"
        np.savez(partial, *samples.positions, *samples.choices)
        partial.replace(file)
        return samples

    def save(self) -> None:
        """The network first: progress is noted of what is there."""
        progress = self.progress
        origin = Origin(
            version=VERSION,
            game=self.game.name,
            rules=self.game.rules_version,
            features=self.schema.digest,
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
        return Net(self.schema, self.learner.numbers())


def strength(run: Run, games: int) -> float:
    """The part of so many matches for two that a short search with the network wins against greedy."""
    policy = search_policy(run.game, run.net())
    players: list[Bot] = [SearchBot(run.game, policy, Budget(MEASURED)), bot("greedy", run.game.name)]
    rate, _ = measure_rate(run.game.name, players, deals=-(-games // 2), seed=run.progress.generation)
    return rate


def loss_of_a_guess(positions: SampleBatch) -> float:
    there = (~np.isnan(positions.shares)).sum(1)
    return float(np.mean(np.log(there)))


def lessons(parts: list[SampleBatch], order: np.random.Generator) -> Iterator[tuple[SampleBatch, float]]:
    """All samples, as often as they are learnt from, each batch with its learning rate."""
    whole = PASSES * sum(-(-len(part.shares) // BATCH) for part in parts)
    passes = (batch for _ in range(PASSES) for batch in batches(parts, order))
    for number, batch in enumerate(passes):
        yield batch, RATE * (1 - number / whole)


def batches(parts: list[SampleBatch], order: np.random.Generator) -> Iterator[SampleBatch]:
    """All samples once, in any order; a batch is of one generation, whose samples have one shape."""
    places = [
        (part, chosen)
        for part in parts
        if len(part.shares)
        for chosen in np.array_split(order.permutation(len(part.shares)), -(-len(part.shares) // BATCH))
    ]
    for place in order.permutation(len(places)):
        part, chosen = places[place]
        yield SampleBatch(part.features[chosen], part.shares[chosen])


def mean(numbers: list[Any]) -> float:
    return float(np.mean(numbers)) if numbers else float("nan")

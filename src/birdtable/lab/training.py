"""Learns what positions are worth from matches of bots against themselves, starting from nothing but the rules.

A run is a folder: samples by generation, the network as it is, and how far it got. A run that was interrupted goes on
where it stopped; the same seed and settings give the same network on the same machine and number of processes.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import msgspec
import numpy as np
import torch

from birdtable import catalog
from birdtable.bots.net import Net
from birdtable.bots.netfile import NARROW, WIDE, Origin, parse_net
from birdtable.bots.roster import policy_of
from birdtable.engine import Rng
from birdtable.game import BadInput
from birdtable.lab.selfplay import Job, Sample, play

MATCHES_A_JOB = 20
SIMULATIONS = 32
"""How long players think, a step, once something was learnt."""
FIRST = 10
"""How many times as many matches the first generation plays."""
BATCH = 1024
PASSES = 3
"""How often each sample is looked at in a generation."""
KEPT = 8
"""Generations whose samples are learnt from."""
RATES = (2e-3, 1e-3, 4e-4)
"""Learning rates, by pass."""
BLEND = {"birdie": 0.5}
"""Where points tell more than who won, how much of a share comes from them."""
MAX_SEATS = 5
NO_FEATURE = -1


class Progress(msgspec.Struct):
    """How far a run got."""

    game: str
    seed: int
    generation: int = 0
    matches: int = 0
    seconds: float = 0.0


class Report(NamedTuple):
    """After a generation."""

    generation: int
    matches: int
    samples: int
    seconds: float
    loss: float
    """Of samples the network had not learnt from yet, in nats; a guess among n has log n."""


class Model(torch.nn.Module):  # type: ignore[misc]
    """``bots.net.Net`` as PyTorch knows it; the last row of the first layer stands for no feature."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.rows = torch.nn.EmbeddingBag(features + 1, WIDE, mode="sum", padding_idx=features)
        self.bias = torch.nn.Parameter(torch.zeros(WIDE))
        self.middle = torch.nn.Linear(WIDE, NARROW)
        self.last = torch.nn.Linear(NARROW, 1, bias=False)
        torch.nn.init.normal_(self.rows.weight, std=0.05)
        with torch.no_grad():
            self.rows.weight[features] = 0.0

    def forward(self, features: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
        """The logarithm of each seat's share, from (samples, seats, features)."""
        samples, seats, width = features.shape
        wide = torch.relu(self.rows(features.reshape(samples * seats, width)) + self.bias)
        scores = self.last(torch.relu(self.middle(wide))).reshape(samples, seats)
        return torch.log_softmax(scores.masked_fill(~there, -1e9), dim=1)

    def numbers(self) -> array[float]:
        """In the order of ``bots.net``."""
        parts = [self.rows.weight[:-1], self.bias, self.middle.weight.T, self.middle.bias, self.last.weight]
        flat = torch.cat([part.detach().reshape(-1) for part in parts]).numpy().astype("<f4")
        return array("f", flat.tobytes())


class Samples(NamedTuple):
    features: np.ndarray[Any, np.dtype[np.int16]]
    shares: np.ndarray[Any, np.dtype[np.float32]]

    @classmethod
    def of(cls, samples: list[Sample]) -> Samples:
        width = max(len(each) for sample in samples for each in sample.features)
        features = np.full((len(samples), MAX_SEATS, width), NO_FEATURE, np.int16)
        shares = np.full((len(samples), MAX_SEATS), np.nan, np.float32)
        for i, sample in enumerate(samples):
            features[i, : len(sample.features)] = sample.features
            shares[i, : len(sample.shares)] = sample.shares
        return cls(features, shares)


class Run:
    """A training in a folder."""

    def __init__(self, game: str, folder: Path, seed: int) -> None:
        self.game = catalog.game(game)
        self.folder = folder
        self.features = policy_of(self.game).net.features
        if not self.features:
            raise BadInput(f"{self.game.title} has no features to learn from")
        folder.mkdir(parents=True, exist_ok=True)
        self.progress = self.read_progress(seed)
        torch.manual_seed(seed)
        self.model = Model(self.features)
        if self.progress.generation:
            self.model.load_state_dict(torch.load(folder / "model.pt", weights_only=True))

    def read_progress(self, seed: int) -> Progress:
        file = self.folder / "progress.json"
        if not file.exists():
            return Progress(self.game.name, seed)
        progress = msgspec.json.decode(file.read_bytes(), type=Progress)
        if (progress.game, progress.seed) != (self.game.name, seed):
            raise BadInput(f"{self.folder} is a run of {progress.game} with seed {progress.seed}")
        return progress

    def generations(self, matches: int, executor: Executor | None = None) -> Iterator[Report]:
        """For ever: ``matches`` played, then learnt from; more in the first, which is played without searching."""
        first = matches * FIRST
        while True:
            began = perf_counter()
            number = self.progress.generation
            matches = first if number == 0 else first // FIRST
            fresh = Samples.of(self.play(matches, executor))
            loss = self.loss(fresh)
            np.savez_compressed(self.folder / f"samples-{number:04}.npz", features=fresh.features, shares=fresh.shares)
            self.learn(number)
            self.progress.generation += 1
            self.progress.matches += matches
            self.progress.seconds += perf_counter() - began
            self.save()
            yield Report(number, self.progress.matches, len(fresh.shares), self.progress.seconds, loss)

    def play(self, matches: int, executor: Executor | None) -> list[Sample]:
        numbers = self.model.numbers().tobytes() if self.progress.generation else b""
        seeds = Rng(self.progress.seed * 1_000_003 + self.progress.generation)
        thought = SIMULATIONS if self.progress.generation else 0
        blend = BLEND.get(self.game.name, 0.0)
        jobs = [
            Job(self.game.name, numbers, seeds.word(), min(MATCHES_A_JOB, matches - start), thought, blend)
            for start in range(0, matches, MATCHES_A_JOB)
        ]
        played = map(play, jobs) if executor is None else executor.map(play, jobs)
        return [sample for samples in played for sample in samples]

    def learn(self, number: int) -> None:
        """From the samples of the last generations."""
        first = max(0, number + 1 - KEPT)
        shards = [np.load(self.folder / f"samples-{each:04}.npz") for each in range(first, number + 1)]
        features = np.concatenate([shard["features"] for shard in shards])
        shares = np.concatenate([shard["shares"] for shard in shards])
        order = np.random.default_rng(self.progress.seed + number)
        optimizer = torch.optim.Adam(self.model.parameters())
        for rate in RATES[:PASSES]:
            optimizer.param_groups[0]["lr"] = rate
            shuffled = order.permutation(len(shares))
            for start in range(0, len(shuffled), BATCH):
                chosen = shuffled[start : start + BATCH]
                loss = self.batch_loss(features[chosen], shares[chosen])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()

    def batch_loss(self, features: Any, shares: Any) -> Any:
        there = torch.from_numpy(~np.isnan(shares))
        known = np.where(features == NO_FEATURE, self.features, features).astype(np.int64)
        logs = self.model(torch.from_numpy(known), there)
        return -(torch.from_numpy(np.nan_to_num(shares)) * logs.masked_fill(~there, 0.0)).sum(1).mean()

    def loss(self, samples: Samples) -> float:
        with torch.no_grad():
            parts = [
                float(self.batch_loss(samples.features[start : start + BATCH], samples.shares[start : start + BATCH]))
                for start in range(0, len(samples.shares), BATCH)
            ]
        return sum(parts) / len(parts)

    def save(self) -> None:
        """The model first: progress that is noted can be gone on from."""
        torch.save(self.model.state_dict(), self.folder / "model.pt")
        self.write_net(self.folder / f"{self.game.name}.net")
        (self.folder / "progress.json").write_bytes(msgspec.json.encode(self.progress))

    def write_net(self, path: Path) -> None:
        progress = self.progress
        origin = Origin(
            game=self.game.name,
            rules=self.game.rules_version,
            features=self.features,
            made_by=f"birdtable train {self.game.name} --seed {progress.seed}",
            matches=progress.matches,
        )
        path.write_bytes(msgspec.json.encode(origin) + b"\n" + self.model.numbers().tobytes())

    def net(self) -> Net:
        _, numbers = parse_net((self.folder / f"{self.game.name}.net").read_bytes())
        return Net(numbers, self.features)

"""What was learnt is shipped with its origin; training learns something, can be interrupted, and repeats itself."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from birdtable import catalog, cli
from birdtable.bots.interface import Bot
from birdtable.bots.knowledge import new_policy, search_policy, untaught_policy
from birdtable.bots.players.learned import LearnedBot
from birdtable.bots.players.random import RandomBot
from birdtable.bots.players.search import SearchBot
from birdtable.bots.search.budget import Budget
from birdtable.bots.search.features import Features, Schema
from birdtable.bots.search.net import Net, empty_net
from birdtable.bots.search.netfile import VERSION, parse_net, read_net, shipped_file
from birdtable.bots.search.tree import search
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, BadInput
from birdtable.lab.arena.arena import measure_rate
from birdtable.lab.files import replace_file
from birdtable.lab.training import training
from birdtable.lab.training.learner import Learner
from birdtable.lab.training.samples import samples_of
from birdtable.lab.training.selfplay import SelfPlayJob, play_job
from birdtable.lab.training.training import Progress, Run
from birdtable.record import Record, Walk

GAMES = ["birdie", "cubirds"]
HOUR = 3600.0
ROOM = 64
"""Features that a policy has room for, by seat."""


@pytest.mark.parametrize("name", GAMES)
def test_shipped_weights_are_small_and_say_where_they_come_from(name: str) -> None:
    file = files("birdtable.bots.search").joinpath("weights", f"{name}.net")
    content = file.read_bytes()
    origin, numbers = parse_net(content)
    assert len(content) < 400_000
    assert (origin.version, origin.game, origin.rules) == (VERSION, name, catalog.game(name).rules_version)
    assert origin.made_by.startswith(f"birdtable train {name} --seed {origin.seed} ")
    known = new_policy(catalog.game(name)).net
    assert origin.features == known.schema.digest
    assert known.is_trained and known.knows_steps
    assert len(numbers) == len(Learner(known.schema, 1).numbers())


def test_a_network_of_other_features_is_refused() -> None:
    schema = new_policy(catalog.game("cubirds")).net.schema
    content = shipped_file("cubirds")
    assert read_net(content, "cubirds", schema, "mine.net")
    other = Schema(2, schema.seat, schema.step)
    with pytest.raises(
        BadInput, match=rf"mine\.net was trained with other features .{schema.digest}, not {other.digest}"
    ):
        read_net(content, "cubirds", other, "mine.net")
    with pytest.raises(BadInput, match=r"mine\.net is a network for cubirds, version 2, not birdie"):
        read_net(content, "birdie", schema, "mine.net")


@pytest.mark.parametrize("lost", [1, 4, 4000])
def test_a_network_that_was_cut_off_is_refused(lost: int) -> None:
    """Compiled code reads as many numbers as the features need, without looking."""
    schema, content = new_policy(catalog.game("cubirds")).net.schema, shipped_file("cubirds")
    with pytest.raises(BadInput, match=r"mine\.net has \d+ numbers, not \d+: it is damaged"):
        read_net(content[:-lost], "cubirds", schema, "mine.net")
    with pytest.raises(BadInput, match="damaged"):
        read_net(content + bytes(4), "cubirds", schema, "mine.net")


@pytest.mark.parametrize(
    "changed", [Features(pairs=4, hand=16), Features(hand=16, pairs=5), Features(hand=16, couples=4), Features(hand=16)]
)
def test_features_are_others_if_a_group_moves_grows_goes_or_is_called_otherwise(changed: Features) -> None:
    step = Features(sort=3)
    assert Schema(1, changed, step).digest != Schema(1, Features(hand=16, pairs=4), step).digest


@pytest.mark.parametrize("name", GAMES)
def test_every_feature_of_a_match_belongs_to_the_schema(name: str) -> None:
    """And a position has as many seats as the match, and room for all that is told of each."""
    game = catalog.game(name)
    policy = untaught_policy(game)
    for seats in range(game.min_seats, game.max_seats + 1):
        rng, state = Rng(seats), game.start(seats, game.cap({}))
        while state.to_move != NOBODY:
            if policy.is_judged(state) or policy.is_settled(state):
                found = policy.features_of(state)
                assert len(found) == seats
                assert all(0 < len(each) <= ROOM and min(each) >= 0 for each in found)
                assert max(map(max, found)) < policy.net.schema.seat.count
            for step in policy.step_features_of(state) if state.to_move >= 0 else []:
                assert min(step) >= 0 and max(step) < policy.net.schema.step.count
            state.apply(state.roll(rng) if state.to_move == CHANCE else policy.hasty_step(state, rng))


MEANINGS = {
    "birdie": ("f01a57a4edf0e436", "1831c015b48267cb"),
    "cubirds": ("f22ed2f88d2dc207", "24e065601d51d446"),
}
"""By game: the hash of the features, and that of what they say of a recorded match for three."""


@pytest.mark.parametrize("name", GAMES)
def test_features_say_what_they_said_when_the_weights_were_trained(name: str) -> None:
    """Nothing else notices that a group means something else than before. If this fails on purpose, the schema needs
    another version, and the game other weights."""
    game, said = catalog.game(name), sha256()
    policy = untaught_policy(game)
    folder = Path(__file__).parents[2] / "src" / "birdtable" / "games" / name / "tests" / "golden"
    (path,) = folder.glob("three-*.record.txt")
    for here in Walk(Record.parse(path.read_text(encoding="utf-8")), game=game, before=True):
        if policy.is_judged(here.before) or policy.is_settled(here.before):
            said.update(repr([sorted(each) for each in policy.features_of(here.before)]).encode())
        if here.mover >= 0:
            said.update(repr([sorted(each) for each in policy.step_features_of(here.before)]).encode())
    assert (policy.net.schema.digest, said.hexdigest()[:16]) == MEANINGS[name]


def against_random(name: str, net: Net, games: int) -> float:
    """The part of matches for two that the learned steps win."""
    game = catalog.game(name)
    policy = new_policy(game)
    policy.net = net
    players: list[Bot] = [LearnedBot(game, policy), RandomBot()]
    rate, _ = measure_rate(name, players, deals=games // 2, seed=7)
    return rate


def train(folder: Path, name: str, *, matches: int, generations: int) -> Run:
    """Until there are so many generations in all."""
    run = Run(name, folder, seed=3, matches=matches)
    missing = generations - run.progress.generation
    assert len(list(run.generations(HOUR, most=generations))) == missing
    return run


def test_a_little_training_beats_random_and_judges_better_than_a_guess(tmp_path: Path) -> None:
    run = Run("cubirds", tmp_path, seed=3, matches=40)
    *_, last = run.generations(HOUR, most=2)
    assert last.loss < last.guess
    assert against_random("cubirds", run.net(), 40) > 0.8


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_minute_of_training_improves_over_its_start(name: str, tmp_path: Path) -> None:
    """Equal simulations, against the search that has learnt nothing."""
    run = Run(name, tmp_path, seed=3, matches=400)
    *_, last = run.generations(60.0)
    assert last.loss < last.guess
    game = catalog.game(name)
    taught, untaught = search_policy(game, run.net()), search_policy(game, empty_net(run.schema))
    players: list[Bot] = [SearchBot(game, policy, Budget(40)) for policy in (taught, untaught)]
    rate, _ = measure_rate(name, players, deals=50, seed=8)
    assert rate > 0.55


def test_a_match_is_learnt_from_as_it_was_played() -> None:
    """Positions are worth what the end and the search say; only long searches teach steps."""
    (match,) = play_job(SelfPlayJob("cubirds", b"", seed=5, games=1, short=8, long=16))
    assert len(match.shares) == match.seats and sum(match.shares) == pytest.approx(1.0)
    for thought in match.thoughts:
        assert sum(thought.shares) == pytest.approx(1.0, abs=0.001)
        assert not thought.tries or sum(thought.tries) > 0
    samples = samples_of("cubirds", [match])
    assert 0 < len(samples.positions.shares) <= len(match.thoughts)
    assert len(samples.choices.shares) == sum(1 for thought in match.thoughts if thought.tries)
    assert samples.positions.shares.sum(1) == pytest.approx(1.0, abs=0.001)
    ends = samples_of("cubirds", [match], result=1.0).positions.shares
    assert (ends == [match.shares] * len(ends)).all()


def test_noise_at_the_root_leaves_priors_that_are_parts_of_a_whole() -> None:
    game = catalog.game("cubirds")
    state, rng = game.start(3, {}), Rng(4)
    while state.to_move == CHANCE:
        state.apply(state.roll(rng))
    imagine = game.imaginer(game.view(state, state.to_move))
    tried = {
        tuple(search(imagine, new_policy(game), Rng(9), simulations=60, noise=noise).tries(state.legal()))
        for noise in (0.0, 0.5)
    }
    assert len(tried) == 2
    tree = search(imagine, new_policy(game), Rng(9), simulations=60, noise=0.5)
    assert tree.simulations == 60
    assert sum(tree.shares(3)) == pytest.approx(1.0)


def test_a_run_that_was_interrupted_goes_on_to_the_same_end(tmp_path: Path) -> None:
    whole = train(tmp_path / "whole", "cubirds", matches=1, generations=3)
    train(tmp_path / "parts", "cubirds", matches=1, generations=1)
    parts = train(tmp_path / "parts", "cubirds", matches=1, generations=3)
    assert parts.learner.numbers() == whole.learner.numbers()
    assert parts.progress.matches == whole.progress.matches
    assert parts.file.read_bytes() == whole.file.read_bytes()


def test_a_run_that_was_killed_between_two_files_goes_on_to_the_same_end(tmp_path: Path) -> None:
    """The network is written before the progress; neither it nor the samples need to be whole."""
    whole = train(tmp_path, "cubirds", matches=1, generations=3)
    progress = tmp_path / "progress.json"
    end = progress.read_bytes()
    before = msgspec.json.decode(end, type=Progress)
    before.generation, before.matches = 2, 2
    progress.write_bytes(msgspec.json.encode(before))
    for number, samples in enumerate(tmp_path.glob("samples-*")):
        samples.write_bytes(samples.read_bytes()[: 100 * number])
    again = train(tmp_path, "cubirds", matches=1, generations=3)
    assert again.file.read_bytes() == whole.file.read_bytes()
    for half in (b"", again.file.read_bytes()[:-4], b"{}\n"):
        again.file.write_bytes(half)
        assert Run("cubirds", tmp_path, seed=3, matches=1).learner.numbers() == whole.learner.numbers()


def test_what_is_damaged_in_a_run_is_named(tmp_path: Path) -> None:
    train(tmp_path, "cubirds", matches=1, generations=1)
    for samples in tmp_path.glob("samples-*"):
        samples.unlink()
    for name in ("matches-0000.msgpack", "progress.json"):
        (tmp_path / name).write_bytes(b"\x93")
        with pytest.raises(BadInput, match=r"(matches-0000\.msgpack|progress\.json) is damaged"):
            Run("cubirds", tmp_path, seed=3, matches=1).load_samples(0)


def test_a_run_that_stopped_at_any_write_goes_on_to_the_same_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Matches, network and progress of each generation: half of one of them is written, as after a kill."""
    whole = train(tmp_path / "whole", "cubirds", matches=4, generations=2)
    left = 0

    def write_or_stop(path: Path, content: bytes) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            path.with_suffix(".new").write_bytes(content[: len(content) // 2])
            raise KeyboardInterrupt
        replace_file(path, content)

    for written in range(1, 6):
        folder, left = tmp_path / str(written), written
        with monkeypatch.context() as patch:
            patch.setattr(training, "replace_file", write_or_stop)
            with pytest.raises(KeyboardInterrupt):
                train(folder, "cubirds", matches=4, generations=2)
        list(Run("cubirds", folder, seed=3, matches=4).generations(HOUR, most=2))
        for made in ("cubirds.net", "matches-0000.msgpack", "matches-0001.msgpack"):
            assert (folder / made).read_bytes() == (whole.folder / made).read_bytes(), (made, written)


def test_a_run_whose_features_have_changed_learns_from_its_matches_again(tmp_path: Path) -> None:
    run = train(tmp_path, "cubirds", matches=2, generations=2)
    origin, numbers = parse_net(run.file.read_bytes())
    head = msgspec.json.encode(msgspec.structs.replace(origin, features="others"))
    run.file.write_bytes(head + b"\n" + bytes(len(numbers)))
    for samples in tmp_path.glob("samples-*"):
        samples.unlink()
    again = Run("cubirds", tmp_path, seed=3, matches=2)
    assert again.learner.numbers() == run.learner.numbers()
    assert parse_net(again.file.read_bytes()) == (origin, numbers)


def test_the_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    train(tmp_path, "cubirds", matches=1, generations=1)
    for name, seed in (("birdie", 3), ("cubirds", 4)):
        with pytest.raises(BadInput, match="is a run of cubirds with seed 3"):
            Run(name, tmp_path, seed=seed, matches=1)


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = CliRunner().invoke(cli.app, ["train", "cubirds", "--folder", str(tmp_path / "file")])
    assert (done.exit_code, done.stderr) == (2, f"error: {tmp_path / 'file'} cannot be used: File exists\n")


def test_the_command_trains_and_says_how_it_goes(tmp_path: Path) -> None:
    out = tmp_path / "cubirds.net"
    command = [sys.executable, "-m", "birdtable", "train", "cubirds", "--hours", "0.0001", "--matches", "20"]
    command += ["--folder", str(tmp_path / "run"), "--out", str(out), "--games", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "generation 1: 20 matches" in done.stderr
    assert "against greedy" in done.stderr
    assert done.stdout.strip() == str(out)
    assert parse_net(out.read_bytes())[0].seed == 1

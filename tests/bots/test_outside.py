"""Bots from outside the package: whatever they do, they choose a legal step in time or are at fault."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from birdtable import catalog
from birdtable.bots.interface import LONGEST_FAULT, BotFault, ask
from birdtable.bots.outside import OutsideBot
from birdtable.bots.roster import Lineup, bot
from birdtable.chance import Dice
from birdtable.engine import Rng
from birdtable.game import CHANCE, BadInput, Step

GAME = catalog.game("cubirds")
SOON = 0.5
"""Seconds that bots which stall are waited for."""

MakeBot = Callable[..., OutsideBot]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[MakeBot]:
    made = []

    def make_bot(source: str, patience: float = 60.0) -> OutsideBot:
        path = tmp_path / "other.py"
        path.write_text(source, encoding="utf-8")
        player = bot(str(path), "cubirds", patience)
        assert isinstance(player, OutsideBot)
        made.append(player)
        return player

    yield make_bot
    for player in made:
        player.close()


def first_step(player: OutsideBot, seed: int = 1) -> Step:
    """What it chooses at the start of a match."""
    state, dice = GAME.start(2), Dice(3)
    while GAME.to_move(state) == CHANCE:
        GAME.apply(state, dice.choose(GAME, state))
    return ask(player, GAME.view(state, GAME.to_move(state)), GAME.legal_steps(state), Rng(seed))


STALLS = {
    "loops": "def choose(view, legal, rng):\n    while True: pass",
    "hangs in C": "import re\ndef choose(view, legal, rng):\n    return re.match('(a+)+$', 'a' * 60 + 'b') or legal[0]",
    "answers after the deadline": "import time\ndef choose(view, legal, rng):\n    time.sleep(30)\n    return legal[0]",
    "waits for input": "import threading\ndef choose(view, legal, rng):\n    threading.Event().wait()",
}


@pytest.mark.parametrize("source", STALLS.values(), ids=STALLS)
def test_a_bot_that_stalls_is_at_fault_and_its_process_ends(source: str, make: MakeBot) -> None:
    player = make(source, SOON)
    assert player.process is not None
    pid = player.process.pid
    with pytest.raises(BotFault, match=r"^no step within 0\.5 s$"):
        first_step(player)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


FAULTS = {
    "raises": ("def choose(view, legal, rng):\n    raise RuntimeError('no\\nidea')", "raised RuntimeError: no idea"),
    "raises at length": ("def choose(view, legal, rng):\n    raise ValueError('x' * 10**7)", "raised ValueError: x+"),
    "answers nonsense": ("def choose(view, legal, rng):\n    return 'fly away'", "'fly away' is not legal"),
    "answers at length": ("def choose(view, legal, rng):\n    return 'x' * 10**7", "'x+"),
    "answers what cannot be written": ("def choose(view, legal, rng):\n    return '\\ud800'", r"'\?' is not legal"),
    "answers nothing": ("def choose(view, legal, rng):\n    pass", "returned None, which is no step"),
    "exits": ("import sys\ndef choose(view, legal, rng):\n    sys.exit(0)", "raised SystemExit: 0"),
    "ends its process": ("import os\ndef choose(view, legal, rng):\n    os._exit(0)", "its process ended"),
    "crashes": (
        "import os, signal\ndef choose(view, legal, rng):\n    os.kill(os.getpid(), signal.SIGSEGV)",
        "its process ended",
    ),
    "interrupts itself": (
        "import signal\ndef choose(view, legal, rng):\n    signal.raise_signal(signal.SIGINT)",
        "raised KeyboardInterrupt:",
    ),
}


@pytest.mark.parametrize(("source", "what"), FAULTS.values(), ids=FAULTS)
def test_a_bot_that_does_not_choose_a_step_is_at_fault(source: str, what: str, make: MakeBot) -> None:
    player = make(source)
    with pytest.raises(BotFault, match=f"^{what}") as caught:
        first_step(player)
    assert len(str(caught.value)) <= LONGEST_FAULT
    with pytest.raises(BotFault, match=f"^{what}"):  # it is asked again in the next match
        first_step(player)


GOOD = {
    "forks": "import os\ndef choose(view, legal, rng):\n    os.fork()\n    return legal[0]",
    "leaves children": (
        "import subprocess\ndef choose(view, legal, rng):\n    subprocess.Popen(['sleep', '600'])\n    return legal[0]"
    ),
    "spoils what it is given": (
        "import msgspec\ndef choose(view, legal, rng):\n    step = legal[0]\n    legal[:] = ['fly away']\n"
        "    msgspec.structs.force_setattr(view, 'seat', 99)\n    return step"
    ),
    "returns another kind of text": (
        "class Text(str):\n    __eq__ = lambda *_: True\n    __hash__ = str.__hash__\n"
        "    def __reduce__(self): raise RuntimeError\n"
        "def choose(view, legal, rng):\n    return Text(legal[0])"
    ),
    "has classes": (
        "from __future__ import annotations\nfrom dataclasses import dataclass\n@dataclass\nclass Plan:\n"
        "    step: str\ndef choose(view, legal, rng):\n    return Plan(legal[0]).step"
    ),
}


@pytest.mark.parametrize("source", GOOD.values(), ids=GOOD)
def test_what_a_bot_does_beside_choosing_changes_nothing(source: str, make: MakeBot) -> None:
    player = make(source)
    legal = first_step(player)
    assert [first_step(player, seed) for seed in range(5)] == [legal] * 5
    assert type(legal) is str


def test_what_a_bot_started_ends_with_it(make: MakeBot, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    child = f"subprocess.Popen(['sleep', '600'], stdout=open({str(fifo)!r}, 'w'))"
    player = make(f"import subprocess\ndef choose(view, legal, rng):\n    {child}\n    return legal[0]")
    first_step(player)
    with pytest.raises(BlockingIOError):  # the child holds it open
        os.read(reader, 1)
    player.close()
    os.set_blocking(reader, True)
    assert os.read(reader, 1) == b""
    os.close(reader)


def test_a_bot_has_luck_of_its_own(make: MakeBot) -> None:
    player = make("def choose(view, legal, rng):\n    raise ValueError(rng.below(1 << 20))")
    drawn = set()
    for seed in range(40):
        with pytest.raises(BotFault) as caught:
            first_step(player, seed)
        drawn.add(str(caught.value))
    assert len(drawn) == 40


def test_a_bot_that_cannot_be_loaded_is_refused(make: MakeBot, tmp_path: Path) -> None:
    for source, reason in (("import nothing_like_it", "raised ModuleNotFoundError"), ("x = 1", "it needs choose")):
        with pytest.raises(BadInput, match=f"cannot be used: .*{reason}"):
            make(source)
    with pytest.raises(BadInput, match="No such file"):
        bot(str(tmp_path / "nobody.py"), "cubirds")
    for patience in (0.0, -1.0, float("nan")):
        with pytest.raises(BadInput, match="patience is a time in seconds above 0"):
            Lineup.of(["greedy"], patience)


def test_prints_of_a_bot_do_not_mix_with_results(tmp_path: Path) -> None:
    path = tmp_path / "loud.py"
    path.write_text(
        "import os\nprint('loading')\ndef choose(view, legal, rng):\n    print('thinking')\n"
        "    os.system('echo deeply')\n    return legal[0]",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "birdtable", "sim", "cubirds", "--players", "loud,random", "--games", "1"]
    done = subprocess.run([*command, "--code", str(path), "--json"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith('{"game":"cubirds"') and done.stdout.count("\n") == 1
    assert {"loading", "thinking", "deeply"} <= set(done.stderr.split())

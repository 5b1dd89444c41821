"""The command: what it prints, where, and how it answers what a person got wrong."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from birdtable import catalog, cli, rulebook
from birdtable.languages import LANGUAGES
from birdtable.record import Record, load

EXAMPLE = re.findall(
    r"```text\n(.*?)```", (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8"), re.DOTALL
)[0]


def run(*words: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error."""
    result = CliRunner().invoke(cli.app, words, catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def output(*words: str) -> str:
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    return out


def error(*words: str) -> str:
    """The one line that answers bad input."""
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("error: ") and err.endswith("\n") and err.count("\n") == 1
    return err.removeprefix("error: ").removesuffix("\n")


def tally(*words: str) -> dict[str, Any]:
    found = json.loads(output("sim", *words, "--json"))
    assert isinstance(found, dict)
    return found


@pytest.fixture
def example(tmp_path: Path) -> str:
    path = tmp_path / "example.txt"
    path.write_text(EXAMPLE, encoding="utf-8")
    return str(path)


# sim


def test_sim_prints_one_json_object() -> None:
    found = tally("birdie", "--players", "random,random,random", "--games", "40", "--seed", "3")
    assert list(found) == [
        *("game", "players", "games", "seed", "seconds", "games_per_second", "wins", "points", "decisions")
    ]
    assert (found["game"], found["players"], found["games"], found["seed"]) == ("birdie", ["random"] * 3, 40, 3)
    assert sum(found["wins"]) == pytest.approx(40)
    assert len(found["points"]) == 3
    assert found["decisions"] > 40


def test_sim_prints_a_table_for_people() -> None:
    lines = output("sim", "birdie", "--games", "20").splitlines()
    assert re.fullmatch(r"Birdie: 20 matches, seed 0 \(.* matches/s, [\d,]+ decisions\)", lines[0])
    assert lines[1].split() == ["seat", "player", "wins", "share", "points"]
    assert [line.split()[:2] for line in lines[2:]] == [["1", "random"], ["2", "random"]]


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in ("seconds", "games_per_second")}


@pytest.mark.parametrize("game", catalog.games())
def test_the_same_seed_gives_the_same_matches_recorded_or_not(game: str, tmp_path: Path) -> None:
    words = (game, "--games", "30", "--seed", "11")
    first = without_times(tally(*words))
    assert without_times(tally(*words)) == first
    assert without_times(tally(*words, "--out", str(tmp_path / "games.jsonl"))) == first
    assert without_times(tally(game, "--games", "30", "--seed", "12")) != first


@pytest.mark.parametrize("name", ["games.jsonl", "games.txt"])
def test_sim_writes_records_that_check(name: str, tmp_path: Path) -> None:
    output("sim", "birdie", "--games", "5", "--expert", "--out", str(tmp_path / name))
    records = list(load(tmp_path / name))
    assert len(records) == 5
    assert all(record.options["expert"] and record.outcome for record in records)
    assert (tmp_path / name).read_text(encoding="utf-8").startswith("{" if name.endswith("jsonl") else "birdtable: 1\n")


def first_record(path: Path, *words: str) -> Record:
    output("sim", *words, "--games", "1", "--out", str(path))
    return next(load(path))


def test_presets_options_and_limits_reach_the_match(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    ksr = first_record(path, "birdie", "--preset", "ksr", "--option", "flap_values=1,2,3", "--option", "owl=copy")
    assert ksr.options["robin_source"] == "bird_deck"
    assert ksr.options["owl"] == "copy"
    assert ksr.options["flap_values"] == (1, 2, 3)
    for words, options in (
        ([], {"extras": "shuffled", "turn_limit": 1000}),
        (["turn_limit=3"], {"extras": "shuffled", "turn_limit": 3}),
        (["turn_limit=none", "extras=discarded"], {"extras": "discarded", "turn_limit": None}),
    ):
        given = [each for word in words for each in ("--option", word)]
        assert first_record(path, "cubirds", *given).options == options


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
@pytest.mark.parametrize(("starter", "first"), [("2", "starter 2"), ("GREEDY", "starter 3")])
def test_who_starts_can_be_named(game: str, starter: str, first: str, tmp_path: Path) -> None:
    """[B2.5], [C2.1]"""
    path, players = tmp_path / "game.txt", "random,random,greedy"
    record = first_record(path, game, "--players", players, "--starter", starter)
    assert record.options["starter"] == int(first[-1]) and record.steps()[0] == first


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nest"], "there is no game 'nest'; there are birdie, cubirds"),
        (["birdie", "--players", "random"], "Birdie is for 2 to 4 players, not 1 [B1]"),
        (["cubirds", "--players", "random" + ",random" * 5], "CuBirds is for 2 to 5 players, not 6 [C1]"),
        (["birdie", "--players", "random,clever"], "there is no bot 'clever'"),
        (["birdie", "--players", ""], "there is no bot ''"),
        (["birdie", "--games", "0"], "'--games'"),
        (["birdie", "--games", "many"], "'--games'"),
        (["birdie", "--seed", "-1"], "'--seed'"),
        (["birdie", "--option", "feathers=3"], "Birdie has no option 'feathers'"),
        (["birdie", "--option", "owl"], "option 'owl' needs a value"),
        (["birdie", "--option", "owl=eat"], "option 'owl' cannot be 'eat': one of copy, move [B9]"),
        (["birdie", "--option", "flap_values=2,3"], "flap_values must start with 1 [B1.5]"),
        (["birdie", "--preset", "mine"], "Birdie has no preset 'mine'; it has original, ksr"),
        (["birdie", "--preset", "ksr", "--expert"], "cannot be combined [B9.1]"),
        (["cubirds", "--expert"], "CuBirds has no option 'expert'"),
        (["cubirds", "--option", "turn_limit=0"], "[C5.3]"),
        (["birdie", "--starter", "3"], "option starter names seat 3, and there are 2 [B2.5]"),
        (["cubirds", "--starter", "0"], "option 'starter' cannot be 0: a seat, counted from 1, or none [C2.1]"),
        (["birdie", "--starter", "random"], "several players are called 'random'"),
        (
            ["birdie", "--starter", "Mira"],
            "no player is called 'Mira': name one of random, random, or a seat from 1 to 2",
        ),
        (["birdie", "--option", "starter=-1"], "[B2.5]"),
        (["birdie", "--out", "/nowhere/games.txt"], "/nowhere/games.txt cannot be written: No such file or directory"),
        (["birdie", "--wings"], "--wings"),
        ([], "'GAME'"),
    ],
)
def test_sim_answers_bad_input_with_one_line(words: list[str], message: str) -> None:
    assert message in error("sim", *words)


# replay


def test_replay_tells_what_the_seat_saw_and_nothing_else(example: str) -> None:
    told = {seat: output("replay", example, "--seat", str(seat)) for seat in range(3)}
    assert told[1].startswith("Birdie: Ann, Ben\nAnn starts round 1.\nAnn is dealt Rs Ow.\nBen is dealt 2 cards.\n")
    assert "Ann takes Rs Ru and puts on the pile, in this order: Rs Rs Ru.\n" in told[1]
    assert "Ben is dealt Pu Pu.\n" in told[2]
    assert "Ann takes Rs Ru to the pile, with 1 card from the hand.\n" in told[2]
    assert "in this order" not in told[0]
    assert "Ann turns over the pile: Rs Rs Ru.\n" in told[0]
    assert told[0] == output("replay", example)
    assert all(text.endswith("Points: Ann 12, Ben 8. Won by Ann [B6.2].\n") for text in told.values())


def test_replay_leaves_out_what_was_taken_back(example: str) -> None:
    assert "Wa to the hand" not in output("replay", example)


def test_replay_tells_any_match_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    output("sim", "cubirds", "--games", "3", "--out", str(path))
    assert len({output("replay", str(path), "--match", str(match)) for match in (1, 2, 3)}) == 3
    assert output("replay", str(path)).startswith("CuBirds: random (1), random (2)\n")
    assert error("replay", str(path), "--match", "4") == f"{path} has no match 4"


def test_replay_says_that_a_match_was_not_finished(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(f"{EXAMPLE.partition('# Round 2')[0]}outcome: none\n", encoding="utf-8")
    assert output("replay", str(path)).endswith("Ben starts round 2.\nThe match was not finished.\n")


def test_replay_refuses_seats_that_are_not_there(example: str) -> None:
    assert error("replay", example, "--seat", "3") == "there is no seat 3; the match has 2"
    assert "'--seat'" in error("replay", example, "--seat", "-1")


def test_replay_names_file_line_and_clause(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(EXAMPLE.replace("2: take Ow", "2: take Rs"), encoding="utf-8")
    number = 1 + EXAMPLE.splitlines().index("2: take Ow")
    assert re.fullmatch(rf"{path}, line {number}: .* \[B3\.4\]", error("replay", str(path)))
    assert "cannot be read: No such file" in error("replay", str(tmp_path / "nothing"))
    assert "cannot be read: Is a directory" in error("replay", str(tmp_path))


# rules


@pytest.mark.parametrize("game", catalog.games())
def test_rules_prints_all_a_section_or_a_clause(game: str) -> None:
    letter = {"birdie": "B", "cubirds": "C"}[game]
    assert output("rules", game).strip() == rulebook.rules(game).strip()
    section = output("rules", game, f"{letter}3")
    assert section.startswith(f"## {letter}3 ")
    assert f"## {letter}4" not in section
    clause = output("rules", game, f"{letter.lower()}3.2")
    assert clause.startswith(f"{letter}3.2 ") and clause.count("\n") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_speaks_five_languages(language: str) -> None:
    clause = output("rules", "birdie", "B5.6", "--language", language)
    assert clause.strip() == rulebook.passage("birdie", "B5.6", language)
    assert (clause == output("rules", "birdie", "B5.6", "--language", "en")) == (language == "en")


def test_rules_names_what_it_does_not_know() -> None:
    assert error("rules", "birdie", "B99").startswith(
        "the rules of Birdie have no clause 'B99'; their sections are B1, "
    )
    assert error("rules", "chess").startswith("there is no game 'chess'")


# the command itself


def test_the_list_of_commands_imports_none_of_them() -> None:
    program = "import sys; from birdtable import cli; cli.app(['--help'], standalone_mode=False);"
    program += "print([name for name in sys.modules if name.startswith('birdtable.cli.')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    assert f"  {name} " in output("--help")
    help_text = output(name, "--help")
    assert re.search(rf"birdtable {name}\b", help_text.partition("Usage:")[2].partition("\n")[2])


def test_commands_are_suggested() -> None:
    assert error("smi") == "No such command 'smi'. Did you mean 'sim'?"


def test_the_version_says_how_fast_the_rules_run() -> None:
    assert re.fullmatch(r"birdtable \d+\.\d+\.\d+ \((compiled|interpreted): .*\)\n", output("--version"))


EXTRAS = (
    "asyncpg babel dask distributed gymnasium httpx litestar numpy pettingzoo prometheus_client pyarrow pyspiel redis"
)
EXTRAS += " segno textual uvicorn websockets"
BARE = f"""
import sys

class Bar:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {EXTRAS.split()}:
            raise ModuleNotFoundError(name=name)

sys.meta_path.insert(0, Bar())
from birdtable import cli
for words in sys.argv[1].split(";"):
    try:
        cli.app(words.split())
    except SystemExit as ended:
        print(ended.code)
"""


def run_bare(*commands: str) -> subprocess.CompletedProcess[str]:
    """The commands, one after the other, where nothing is installed but what everybody needs."""
    return subprocess.run([sys.executable, "-c", BARE, ";".join(commands)], capture_output=True, text=True)


def test_help_needs_no_extra() -> None:
    done = run_bare(*(f"{name} --help" for name in cli.COMMANDS))
    assert (done.returncode, done.stderr) == (0, "")
    assert [line for line in done.stdout.splitlines() if line.isdigit()] == ["0"] * len(cli.COMMANDS)


def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    done = run_bare("serve", "train birdie", f"data make birdie --games 1 --out {tmp_path}", f"data show {tmp_path}")
    assert done.stdout.split() == ["2", "2", "2", "2"]
    assert done.stderr.splitlines() == [
        "error: 'birdtable serve' needs uvicorn: pip install 'birdtable[server]'",
        "error: 'birdtable train' needs numpy: pip install 'birdtable[lab]'",
        "error: 'birdtable data' needs numpy: pip install 'birdtable[parquet]'",
        "error: 'birdtable data' needs numpy: pip install 'birdtable[parquet]'",
    ]


def test_the_extra_for_parquet_is_all_that_parquet_needs() -> None:
    """Of the optional packages, ``lab.data`` imports those of its extra and no others."""
    program = "import sys; import birdtable.lab.data.parts as data; data.import_arrow()"
    program += f"; print(sorted(set({EXTRAS.split()}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [re.split("[<>=]", each)[0] for each in project["optional-dependencies"]["parquet"]]
    assert done.stdout.strip() == str(wanted)


def test_python_m_birdtable_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "birdtable", "rules", "nest"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("error: there is no game 'nest'; there are birdie, cubirds\n")
    assert "Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m birdtable rules birdie | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
    assert "Traceback" not in done.stderr


PROGRESS = {
    "sim": ("sim birdie --games 300", "300/300"),
    "arena": ("arena birdie --players random,random --games 60", "30/30"),
    "report": ("report birdie --players random,random --games 64 --out {folder}/page.html", "4/4"),
    "data": ("data make cubirds --players random,random --games 60 --part 20 --out {folder}/data", "60/60"),
    "train": ("train cubirds --hours 0.0001 --matches 20 --games 0 --folder {folder}/run", "1/1"),
}


@pytest.mark.parametrize("command", PROGRESS)
def test_a_terminal_sees_how_far_it_is_and_a_pipe_only_the_result(command: str, tmp_path: Path) -> None:
    pexpect = import_module("pexpect")
    words, done = PROGRESS[command]
    line = f"{sys.executable} -m birdtable {words.format(folder=tmp_path)}"
    seen = pexpect.run(line, encoding="utf-8", timeout=60)
    assert done in seen
    if command != "train":  # which tells about each generation
        again = subprocess.run([*line.split()[:1], "-W", "ignore", *line.split()[1:]], capture_output=True, text=True)
        assert (again.returncode, again.stderr) == (0, "")

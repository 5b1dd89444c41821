"""The benchmark: the same for the same seed, whoever does the work and however often it is interrupted."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from birdtable import catalog
from birdtable.agents.part import part_of
from birdtable.engine import Rng
from birdtable.game import BadInput, BirdtableError
from birdtable.lab.agents.agent import AgentStopped
from birdtable.lab.agents.benchmark.config import Config, Entry, check, make_agent, read_config
from birdtable.lab.agents.benchmark.doing import ItemJob, do_job
from birdtable.lab.agents.benchmark.items import Item, candidates, fingerprint, make_items, seed_of
from birdtable.lab.agents.benchmark.run import run
from birdtable.lab.agents.benchmark.table import Result, csv_text, markdown, page, write_all
from birdtable.lab.agents.player import Manner
from birdtable.lab.arena.arena import arena
from birdtable.record import Record

SMALL = {"rows": 2, "turns": 1, "questions": 4, "deals": 2, "simulations": 60, "worlds": 10}
WHO = (
    Entry(bot="random"),
    Entry(bot="greedy"),
    Entry(scripted="reader"),
    Entry(scripted="nonsense"),
)


def small(**more: Any) -> Config:
    wishes: dict[str, Any] = {"agents": WHO, "sizes": SMALL, "ladder": ("greedy",), "seed": 3, **more}
    return check(Config(**wishes))


def measure(config: Config, folder: Path, **more: Any) -> Result:
    return run(config, folder=folder, beside=folder, **more)


def value(result: Result, agent: str, measure: str) -> float:
    return next(cell.value for cell in result.cells if (cell.agent, cell.measure) == (agent, measure))


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    return measure(small(), tmp_path_factory.mktemp("run"))


def test_equal_seeds_give_equal_tables_whoever_does_the_work(result: Result, tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        assert measure(small(), tmp_path, executor=pool) == result
    again = measure(small(), tmp_path)
    assert again == result, "everything was done"


def test_another_seed_makes_other_items() -> None:
    parts: Any = ("rows", "knowledge", "matches")
    one, two = make_items(small(parts=parts)), make_items(small(parts=parts, seed=4))
    assert fingerprint(one) == fingerprint(make_items(small(parts=parts))) != fingerprint(two)
    assert not {item.state for item in one if item.state} & {item.state for item in two}


def test_what_is_worse_comes_out_worse(result: Result) -> None:
    assert value(result, "greedy", "row regret standard") <= 1 < value(result, "nonsense", "row regret standard")
    assert value(result, "reader", "row regret expert") < value(result, "random", "row regret expert")
    assert value(result, "reader", "knowledge") > value(result, "nonsense", "knowledge") == 0
    assert not any(cell.measure == "knowledge" for cell in result.cells if cell.agent == "greedy")
    spent = {each.agent: each for each in result.spent}
    assert spent["reader"].refused == 0 < spent["nonsense"].forfeits and "greedy" not in spent


def test_the_ladder_ranks_as_the_arena_does(tmp_path: Path) -> None:
    names = ("random", "novice", "greedy")
    config = small(
        agents=tuple(Entry(bot=name) for name in names),
        ladder=names,
        games=("cubirds",),
        parts=("matches",),
        sizes={**SMALL, "deals": 4},
    )
    found = measure(config, tmp_path)
    elo = {name: value(found, name, "Elo cubirds") for name in names}
    *_, board = arena("cubirds", names, games=24, seed=3, seats=2)
    rates = dict(zip(names, board.result().rate, strict=True))
    assert sorted(names, key=lambda name: elo[name]) == sorted(names, key=lambda name: rates[name] or 0)


def test_luck_is_taken_out_of_matches_as_in_the_arena(tmp_path: Path) -> None:
    config = small(agents=(Entry(bot="hasty"),), games=("cubirds",), parts=("matches",), sizes={**SMALL, "deals": 9})
    cells = {cell.measure: cell for cell in measure(config, tmp_path).cells}
    seed = seed_of(config, "matches", "cubirds")
    *_, board = arena("cubirds", ["hasty", "greedy"], games=18, seed=seed, adjusted=True)
    found = board.result().adjusted
    assert found is not None and found.variance_ratio[0] != 1
    cell = cells["adjusted wins cubirds"]
    assert cell.value == pytest.approx(found.rate[0], abs=1e-4) != cells["wins cubirds"].value
    assert (cell.low, cell.high) == pytest.approx(found.interval[0], abs=1e-4)


@pytest.mark.parametrize("part", ["rows", "turns", "matches", "matches against it"])
def test_a_bot_that_fails_ends_the_run_and_is_named(tmp_path: Path, part: str) -> None:
    """Nobody is measured on matches that were not played to their end."""
    broken = tmp_path / "broken.py"
    broken.write_text("def choose(view, legal, rng):\n    return 'fly'\n")
    part, _, against = part.partition(" ")
    who, ladder = ("random", str(broken)) if against else (str(broken), "random")
    parts: Any = (part,)
    config = small(agents=(Entry(bot=who),), ladder=(ladder,), parts=parts, games=("birdie",))
    with pytest.raises(BirdtableError, match=rf"bot '.*broken.py' fails in {part}-birdie.*-1: 'fly' is not legal"):
        measure(config, tmp_path)


def test_rows_are_held_against_a_proved_optimum() -> None:
    """No player gains more."""
    items = make_items(small(parts=("rows",), sizes={**SMALL, "rows": 3}))
    assert {item.kind for item in items} == {"standard", "expert"} and len(items) == 6
    for item in items:
        for entry in WHO:
            done = do_job(ItemJob(entry, item, Manner(), 1))
            assert done.score >= -1e-9, (entry, item)


def test_every_question_has_its_answer_in_all_states_that_the_view_could_be_of() -> None:
    for name in ("birdie", "cubirds"):
        game, rng, kinds = catalog.game(name), Rng(1), set()
        for number, each in enumerate(candidates(game, {}, 5)):
            if number > 120:
                break
            if number % 8 == 0:
                view = game.view(each.state, each.seat)
                for question in part_of(name).questions(game, view, rng):
                    kinds.add(question.kind)
                    truth = answer_by_truth(game, each.state, each.seat, question)
                    assert truth in ("", question.answer), (question, truth)
        assert len(kinds) >= 4


def answer_by_truth(game: Any, state: Any, seat: int, question: Any) -> str:
    """What the true state says, where it says anything."""
    if question.kind == "legal":
        return "yes" if question.text.split("`")[1] in game.legal_steps(state) else "no"
    if question.kind == "clause":
        return str(game.refusal(state, question.text.split("`")[1]).clause.lower())
    if question.kind == "hold" and question.answer == "no":
        other = int(question.text.split("could seat ")[1].split()[0]) - 1
        card = question.text.split("hold ")[1].removesuffix(" now?")
        hand = game.view(state, other).hand
        letter = card if game.name == "birdie" else letter_of(game, card)
        return "yes" if letter in hand else "no"
    return ""


def letter_of(game: Any, words: str) -> str:
    from birdtable.games.cubirds.cards import NAMES, SPECIES

    return SPECIES[NAMES.index(words.removeprefix("a "))]


# --- agents that cost something --------------------------------------------------------------------------------------

FUNCTION = """
import pathlib
from birdtable.lab.agents.scripted import reader
COUNT = pathlib.Path(__file__).with_name("asked.txt")

def think(prompt):
    asked = int(COUNT.read_text()) if COUNT.exists() else 0
    COUNT.write_text(str(asked + 1))
    return reader(prompt)
"""


def test_an_interrupted_run_goes_on_and_asks_nothing_twice(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FUNCTION)
    config = small(agents=(Entry(name="mine", function="mine.py:think", seconds=600.0),), games=("birdie",))
    whole = run(config, folder=tmp_path / "whole", beside=tmp_path)
    needed = int((tmp_path / "asked.txt").read_text())
    (tmp_path / "asked.txt").unlink()
    folder = tmp_path / "cut"
    for done in (needed // 3, needed // 2):
        cut_after(tmp_path, folder, config, done)
    with (folder / "answers.jsonl").open("ab") as file:
        file.write(b'{"agent":"mine","it')  # the power went off
    assert run(config, folder=folder, beside=tmp_path) == whole
    assert int((tmp_path / "asked.txt").read_text()) == needed


def cut_after(beside: Path, folder: Path, config: Config, limit: int) -> None:
    """A run that stops after so many answers, as if the endpoint went away."""
    from birdtable.lab.agents.benchmark import run as running

    class Stopping:
        def __init__(self, agent: Any) -> None:
            self.name, self.agent = agent.name, agent

        def reply(self, prompt: Any) -> Any:
            asked = beside / "asked.txt"
            if asked.exists() and int(asked.read_text()) >= limit:
                raise AgentStopped("gone")
            return self.agent.reply(prompt)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "make_agent", lambda entry, place: Stopping(make_agent(entry, place)))
        with pytest.raises(AgentStopped, match="gone"):
            run(config, folder=folder, beside=beside)


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    config = small(parts=("knowledge",))
    measure(config, tmp_path)
    with pytest.raises(BadInput, match=r"holds another run \(config, items differ\)"):
        measure(small(parts=("knowledge",), seed=9), tmp_path)


@pytest.mark.parametrize("kind", ["function", "bot", "rung"])
def test_a_run_does_not_go_on_with_an_agent_that_was_edited(tmp_path: Path, kind: str) -> None:
    """One row of a table is about one agent."""
    mine = tmp_path / "mine.py"
    mine.write_text("def think(prompt):\n    return 'PLAY: pass'\ndef choose(view, legal, rng):\n    return legal[0]\n")
    who = {
        "function": Entry(function="mine.py:think"),
        "bot": Entry(bot=str(mine)),
        "rung": Entry(bot="random"),
    }
    ladder = str(mine) if kind == "rung" else "random"
    config = small(agents=(who[kind],), ladder=(ladder,), parts=("matches",), games=("cubirds",))
    found = measure(config, tmp_path)
    assert measure(config, tmp_path) == found
    mine.write_text(mine.read_text().replace("legal[0]", "legal[-1]"))
    with pytest.raises(BadInput, match=r"holds another run \(code differ\)"):
        measure(config, tmp_path)


def test_a_folder_that_cannot_be_used_is_named_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A configuration without a suffix is in the way of its own folder."""
    file = tmp_path / "models"
    file.write_text("baselines = true")
    monkeypatch.setattr("birdtable.lab.agents.benchmark.run.make_items", lambda config: pytest.fail("made for nothing"))
    with pytest.raises(BadInput, match=r"models cannot be used: File exists"):
        measure(small(parts=("knowledge",)), file)


def test_items_that_are_damaged_are_named(tmp_path: Path) -> None:
    config = small(parts=("knowledge",))
    measure(config, tmp_path)
    (items,) = tmp_path.glob("items-*.json")
    items.write_bytes(items.read_bytes()[:-10])
    with pytest.raises(BadInput, match=rf"{items.name}: not what was written there"):
        measure(config, tmp_path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("sed = 1\nbaselines = true", "unknown field `sed`"),
        ("seed = 1", "nobody to measure"),
        ("[[agents]]\nbot = 'gredy'", "there is no bot 'gredy'"),
        ("[[agents]]\nscripted = 'poet'", "there is no scripted agent 'poet'"),
        ("[[agents]]\nbot = 'greedy'\nscripted = 'reader'", "exactly one of bot, scripted, function and endpoint"),
        ("[[agents]]\nendpoint = 'http://127.0.0.1:9'", "an endpoint needs a model"),
        *(
            (f"[[agents]]\nendpoint = '{address}'\nmodel = 'm'", f"'{address}' is not an address such as http://")
            for address in ("nonsense", "ftp://127.0.0.1", "http://", "http://127.0.0.1:99999/v1")
        ),
        ("[[agents]]\nbot = 'greedy'\nprice_in = -4", "prices from 0 on, not -4 and 0"),
        ("[[agents]]\nbot = 'champion:100ms'", "bot 'champion:100ms' thinks by the clock"),
        ("baselines = true\nladder = ['random', 'champion']", "bot 'champion' thinks by the clock"),
        ("[[agents]]\nbot = 'greedy'\n[[agents]]\nbot = 'greedy'", "two agents are called 'greedy'"),
        ("baselines = true\ngames = ['chess']", "there is no game 'chess'"),
        ("baselines = true\nparts = ['chess']", "Invalid enum value 'chess'"),
        ("baselines = true\ngames = []", "games: at least one, and none twice"),
        ("baselines = true\nparts = ['rows', 'turns', 'rows']", "parts: at least one, and none twice"),
        ("baselines = true\nladder = ['greedy', 'greedy']", "ladder: at least one, and none twice"),
        ("baselines = true\n[sizes]\nrows = 0", "every number is at least 1"),
        ("baselines = true\n[sizes]\nrow = 1", "unknown field `row`"),
        ("baselines = true\n[asking]\nattempts = 0", "asking.attempts: at least 1"),
        *(
            (f"[[agents]]\nscripted = 'reader'\nseconds = {seconds}", "seconds above 0 and up to 86,400")
            for seconds in ("0", "nan", "inf")
        ),
        ("baselines = [", "b.toml: "),
    ],
)
def test_a_configuration_that_makes_no_sense_is_refused_by_name(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "b.toml"
    path.write_text(text)
    with pytest.raises(BadInput) as refusal:
        read_config(path)
    assert why in str(refusal.value) and "b.toml" in str(refusal.value)


def test_the_configuration_in_the_documentation_is_one(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs/agents.md").read_text(encoding="utf-8")
    path = tmp_path / "models.toml"
    path.write_text(page.partition("```toml\n")[2].partition("```")[0])
    config = read_config(path)
    assert [entry.called for entry in config.agents] == ["my model", "my_agents.py:think", "search:800"]


def test_the_table_in_all_its_forms(result: Result, tmp_path: Path) -> None:
    files = {path.name: path.read_text() for path in write_all(result, tmp_path)}
    assert msgspec.json.decode(files["table.json"], type=Result) == result
    assert files["table.csv"] == csv_text(result) and len(csv_text(result).splitlines()) == len(result.cells) + 1
    assert "| reader |" in markdown(result) and result.items[:16] in files["table.md"]
    assert "<svg" in page(result) and "http" not in page(result)
    assert result.numbers == {"rows": 4, "turns": 2, "knowledge": 8, "matches": 4} and len(result.items) == 64


def test_every_answer_of_a_match_is_in_its_record(tmp_path: Path) -> None:
    item = Item(id="m", part="matches", game="birdie", opponent="random", deal=7)
    done = do_job(ItemJob(Entry(scripted="nonsense"), item, Manner(attempts=2), 1))
    records = [Record.parse(line) for line in done.records]
    assert len(records) == 2
    for record in records:
        lines = [json.loads(text) for name, text in record.extra.items() if name.startswith("answer ")]
        assert lines and all("reply" in line for line in lines)

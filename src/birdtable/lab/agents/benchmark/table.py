"""The one table that a run makes: as data, as CSV, as Markdown and as a page with plots."""

from __future__ import annotations

import csv
import platform
from collections import Counter
from collections.abc import Sequence
from html import escape
from io import StringIO
from math import isfinite
from pathlib import Path

import msgspec

import birdtable
from birdtable import catalog
from birdtable.agents.text import VERSION
from birdtable.bots.intervals import Spread, rate_interval
from birdtable.lab.agents.benchmark.config import Config, Entry
from birdtable.lab.agents.benchmark.doing import Done
from birdtable.lab.agents.benchmark.items import Item, fingerprint
from birdtable.lab.agents.player import Costs
from birdtable.lab.arena.adjusted import AdjustedScores
from birdtable.lab.arena.ladder import TableResult, place
from birdtable.lab.report.page import STYLE
from birdtable.lab.report.plots import Bar, bars


class Cell(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval; an end that is missing is infinite."""

    agent: str
    measure: str
    """Such as ``rows standard`` or ``Elo birdie``."""
    value: float
    low: float | None
    high: float | None
    number: int
    """Of items, or of deals."""


class Spent(msgspec.Struct, frozen=True):
    agent: str
    questions: int
    answers: int
    refused: int
    faults: int
    forfeits: int
    requests: int
    tokens_in: int
    tokens_out: int
    cost: float


class Result(msgspec.Struct, frozen=True):
    """As ``table.json`` has it."""

    birdtable: str
    python: str
    text: int
    """Version of the text of positions."""
    rules: dict[str, int]
    seed: int
    size: str
    items: str
    """SHA-256 of all items with their answers."""
    numbers: dict[str, int]
    """Items by part."""
    agents: list[str]
    cells: list[Cell]
    spent: list[Spent]


def sum_up(config: Config, items: Sequence[Item], done: Sequence[Done]) -> Result:
    by_id = {item.id: item for item in items}
    found = [each for each in done if each.item in by_id]
    names = [entry.called for entry in config.entries()]
    order = {name: place for place, name in enumerate(names)}
    found.sort(key=lambda each: (order[each.agent], each.item))
    cells = [cell for name in names for cell in cells_of(name, [each for each in found if each.agent == name], by_id)]
    for game in config.games:
        cells += elo_cells(game, config, [each for each in found if by_id[each.item].game == game], by_id)
    return Result(
        birdtable=birdtable.__version__,
        python=platform.python_version(),
        text=VERSION,
        rules={game: catalog.game(game).rules_version for game in config.games},
        seed=config.seed,
        size=config.size,
        items=fingerprint(list(items)),
        numbers=dict(Counter(item.part for item in items)),
        agents=names,
        cells=cells,
        spent=[spent for entry in config.entries() if (spent := spent_by(entry, found)) is not None],
    )


def spent_by(entry: Entry, found: Sequence[Done]) -> Spent | None:
    if entry.is_bot:
        return None
    costs = Costs()
    for each in found:
        if each.agent == entry.called:
            costs.add(each.costs)
    price = (costs.tokens_in * entry.price_in + costs.tokens_out * entry.price_out) / 1e6
    return Spent(
        agent=entry.called,
        questions=costs.questions,
        answers=costs.answers,
        refused=costs.refused,
        faults=costs.faults,
        forfeits=costs.forfeits,
        requests=costs.requests,
        tokens_in=costs.tokens_in,
        tokens_out=costs.tokens_out,
        cost=round(price, 6),
    )


def cells_of(name: str, done: Sequence[Done], items: dict[str, Item]) -> list[Cell]:
    """All but Elo, which is about everybody."""
    groups: dict[str, list[Done]] = {}
    for each in done:
        item = items[each.item]
        match item.part:
            case "rows":
                groups.setdefault(f"row regret {item.kind}", []).append(each)
                groups.setdefault(f"row regret {item.grade}", []).append(each)
            case "turns":
                groups.setdefault(f"turn regret {item.game}", []).append(each)
            case "knowledge":
                groups.setdefault("knowledge", []).append(each)
            case "matches":
                groups.setdefault(f"wins {item.game}", []).append(each)
                groups.setdefault(f"adjusted wins {item.game}", []).append(each)
    return [measure(name, what, groups[what], items) for what in groups]


def measure(name: str, what: str, done: Sequence[Done], items: dict[str, Item]) -> Cell:
    if what == "knowledge":
        low, high = rate_interval(Counter((each.score, 1) for each in done))
        return cell(name, what, sum(each.score for each in done) / len(done), low, high, len(done))
    if "wins" in what:
        return match_cell(name, what, done, items)
    spread = Spread()
    for each in done:
        spread.add(each.score)
    return cell(name, what, spread.mean, *spread.interval(), len(done))


def match_cell(name: str, what: str, done: Sequence[Done], items: dict[str, Item]) -> Cell:
    """By deal: the matches of one deal are not independent, whoever the opponents are."""
    deals: dict[int, list[Done]] = {}
    for each in done:
        deals.setdefault(items[each.item].deal, []).append(each)
    scores = AdjustedScores()
    raw: Counter[tuple[float, int]] = Counter()
    for deal in deals.values():
        games = 2 * len(deal)
        wins = sum(each.wins[0] for each in deal)
        raw[round(wins, 9), games] += 1
        points = sum(each.points for each in deal) / len(deal)
        scores.add(wins / games, points, sum(each.luck for each in deal) / len(deal), games)
    if what.startswith("adjusted"):
        low, high = rate_interval(scores.deals)
        return cell(name, what, scores.rates.adjusted.mean, low, high, len(deals))
    return cell(name, what, scores.rates.raw.mean, *rate_interval(raw), len(deals))


def cell(name: str, what: str, value: float, low: float, high: float, number: int) -> Cell:
    def finite(bound: float) -> float | None:
        return round(bound, 4) if isfinite(bound) else None

    return Cell(name, what, round(value, 4), finite(low), finite(high), number)


def elo_cells(game: str, config: Config, done: Sequence[Done], items: dict[str, Item]) -> list[Cell]:
    """All who played, agents and rungs, on one scale whose middle is 0."""
    played = [each for each in done if items[each.item].part == "matches"]
    identity = {entry.called: entry.bot or entry.called for entry in config.entries()}
    players = list(dict.fromkeys([*(identity[each.agent] for each in played), *config.ladder])) if played else []
    tables: dict[int, dict[tuple[int, int], tuple[float, float]]] = {}
    for each in played:
        item = items[each.item]
        pair = players.index(identity[each.agent]), players.index(item.opponent)
        tables.setdefault(item.deal, {})[pair] = each.wins
    whole = {pair for deal in tables.values() for pair in deal}
    if len(tables) < 2 or any(set(deal) != whole for deal in tables.values()):
        return []
    deals = [[TableResult(pair, deal[pair]) for pair in sorted(whole)] for deal in tables.values()]
    places = dict(zip(players, place(len(players), deals), strict=True))
    return [
        cell(name, f"Elo {game}", elo, low, high, len(deals))
        for name, (elo, (low, high)) in ((name, places[called]) for name, called in identity.items())
    ]


# --- forms -----------------------------------------------------------------------------------------------------------


ORDER = ("row", "turn", "knowledge", "wins", "adjusted", "Elo")


def measures(result: Result) -> list[str]:
    found = dict.fromkeys(cell.measure for cell in result.cells)
    return sorted(found, key=lambda measure: (ORDER.index(measure.partition(" ")[0]), measure))


def csv_text(result: Result) -> str:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["agent", "measure", "value", "low", "high", "number"])
    for each in result.cells:
        writer.writerow([each.agent, each.measure, each.value, each.low, each.high, each.number])
    return out.getvalue()


def markdown(result: Result) -> str:
    """Agents by measures; each with its 95 % interval."""
    found = {(each.agent, each.measure): each for each in result.cells}
    columns = measures(result)
    lines = [
        f"Birdtable {result.birdtable}, text version {result.text}, seed {result.seed}, size {result.size}, items "
        f"`{result.items[:16]}`.",
        "",
        f"| agent | {' | '.join(columns)} | refused | forfeits |",
        "|---|" + "---|" * (len(columns) + 2),
    ]
    spent = {each.agent: each for each in result.spent}
    for name in result.agents:
        cells = [cell_text(found.get((name, column))) for column in columns]
        costs = spent.get(name)
        more = (
            [f"{costs.refused} of {costs.answers}", f"{costs.forfeits} of {costs.questions}"] if costs else ["-", "-"]
        )
        lines.append(f"| {name} | {' | '.join([*cells, *more])} |")
    return "\n".join(lines) + "\n"


def cell_text(each: Cell | None) -> str:
    if each is None:
        return "-"
    form = ".0f" if each.measure.startswith("Elo") else ".2f"
    if each.measure.startswith(("wins", "adjusted", "knowledge", "turn")):
        form = ".1%"
    if each.low is None and each.high is None:
        return f"{each.value:{form}}"
    low = "-∞" if each.low is None else format(each.low, form)
    high = "+∞" if each.high is None else format(each.high, form)
    return f"{each.value:{form}} ({low} to {high})"


def page(result: Result) -> str:
    """A plot for every measure; Elo counts from the lowest, as bars begin at 0."""
    sections = []
    for what in measures(result):
        cells = [each for each in result.cells if each.measure == what]
        lowest = min(0.0, *(each.value for each in cells), *(each.low for each in cells if each.low is not None))
        shown = [
            Bar(
                each.agent,
                each.value - lowest,
                None if each.low is None else each.low - lowest,
                None if each.high is None else each.high - lowest,
                note=cell_text(each),
            )
            for each in cells
        ]
        shift = f"<p>Counted from {lowest:g}.</p>" if lowest else ""
        sections.append(f"<section><h2>{escape(what)}</h2>{shift}{bars(shown, percent=False)}</section>")
    head = f"Seed {result.seed}, size {escape(result.size)}, items {result.items[:16]}, Birdtable {result.birdtable}."
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Birdtable: text agents</title><style>{STYLE}</style><main><header><h1>Text agents</h1><p>{head}</p>"
        f"</header>{''.join(sections)}</main></html>\n"
    )


def write_all(result: Result, folder: Path) -> list[Path]:
    forms = {
        "table.json": msgspec.json.format(msgspec.json.encode(result)).decode() + "\n",
        "table.csv": csv_text(result),
        "table.md": markdown(result),
        "table.html": page(result),
    }
    for name, text in forms.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in forms]

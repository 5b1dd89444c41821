"""One self-contained page about many matches."""

from __future__ import annotations

from html import escape

from birdtable import catalog
from birdtable.lab.part import part_of
from birdtable.lab.report.deciding import FEWEST
from birdtable.lab.report.plots import Bar, bars, histogram
from birdtable.lab.report.study import Share, Study

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;background:#F4EAD5;color:#26302B;margin:0}
main{max-width:60rem;margin:0 auto;padding:1.5rem;display:grid;gap:1rem;
grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr))}
main,section{min-width:0}
header{grid-column:1/-1}
h1,h2{font-family:Georgia,serif;line-height:1.2;margin:.2em 0}
section{background:#FFFAEE;border:2px solid #D9C9A5;border-radius:16px;padding:1rem}
p{margin:.3em 0;color:#5A5845}
svg text{font-size:17px;fill:#26302B}
table{border-collapse:collapse;width:100%;table-layout:fixed}
th{font-weight:normal;text-align:right;width:36%;line-height:1.2}td.value{width:5.2rem}
td span{display:inline-block}
th,td{padding:.15rem .25rem;overflow-wrap:break-word}
.bars svg{display:block;width:100%;height:20px}.bars path{vector-effect:non-scaling-stroke}
.fault{grid-column:1/-1;border-color:#B03A22}
.bar{fill:#1D6A50}.range{stroke:#F2B632;stroke-width:4}.mark{stroke:#B03A22;stroke-width:2;stroke-dasharray:5 4}
@media (min-width:50rem){td.value{width:9rem}}
@media (prefers-color-scheme:dark){body{background:#141D1C;color:#F4EBD7}
section{background:#1F2C29;border-color:#3D4F49}
p{color:#B9BBA6}svg text{fill:#F4EBD7}.bar{fill:#7FD1AC}}
"""


DECIDING = (
    "Parts of the variance of winning, between these players: others would share it differently. Each deal was played "
    "with the players in every order. The rest is how play happened to go."
)
CORRELATION = "This is a correlation: whoever did it may have won for the reason that let them do it."


def page(study: Study) -> str:
    """HTML that needs nothing else: no script, no font, no picture from elsewhere."""
    title = catalog.game(study.game).title
    fair = 1 / len(study.players)
    sections = [
        section("Who wins", "By player, over all seats; the dashed line is an even share.",
                bars(shares(study.by_player), top=1, mark=fair)),
        section("Does the seat matter?", "By seat, whoever sits there.", bars(shares(study.by_seat), top=1, mark=fair)),
        section("What decides a match?", DECIDING, deciding(study)),
        section("How long is a match?", f"Decisions in a match, {mean(study.lengths):.0f} on average.",
                histogram(study.lengths)),
        section("How much is there to choose?", "Legal steps at a decision, on average.",
                bars([Bar("steps", study.branching)], percent=False)),
        *sources(study),
        section("How was it decided?", "Matches by the clause that decided them.",
                bars([Bar(clause, times / study.games) for clause, times in sorted(study.clauses.items())], top=1)),
        *marks(study, fair),
    ]  # fmt: skip
    players = ", ".join(escape(player) for player in study.players)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}: {study.games:,} matches</title><style>{STYLE}</style><main><header><h1>{title}</h1>"
        f"<p>{study.games:,} matches of {players}, seed {study.seed}.</p></header>"
        f"{faults(study)}{''.join(sections)}</main></html>\n"
    )


def deciding(study: Study) -> str:
    found = study.deciding
    if found is None:
        return f"<p>This takes {FEWEST} deals or more, and a match that is not shared by all.</p>"
    named = {"who plays": found.players, "deal and seat": found.deal, "the rest": found.rest}
    rows = []
    for name, part in named.items():
        low, high = part.interval
        rows.append(Bar(name, part.part, low, high, note=f"({low:.0%} - {high:.0%})"))
    return bars(rows, top=1)


def faults(study: Study) -> str:
    """What players did wrong, before anything else."""
    if not study.faults:
        return ""
    rows = [
        f"<li>{escape(player)}: {escape(what)} ({times:,})</li>"
        for player, each in zip(study.players, study.faults, strict=True)
        for what, times in each.items()
    ]
    return (
        f'<section class="fault"><h2>Bots failed</h2><p>{study.voided:,} matches are left out of everything below: all '
        f"of each deal in which a bot did not choose a step.</p><ul>{''.join(rows)}</ul></section>"
    )


def sources(study: Study) -> list[str]:
    if not study.sources:
        return []
    plot = bars([Bar(name, points) for name, points in study.sources.items()], percent=False)
    return [section("Where do points come from?", "Mean points of a seat by source.", plot)]


def marks(study: Study, fair: float) -> list[str]:
    found = []
    for title, begins, about in part_of(study.game).statistics.comparisons:
        chosen = [share for share in study.marks if share.name.startswith(begins)]
        if chosen:
            found.append(section(title, f"{about} {CORRELATION}", bars(shares(chosen), top=1, mark=fair)))
    return found


def shares(counted: list[Share]) -> list[Bar]:
    return [Bar(share.name, share.rate, *share.interval, note=f"({share.times:,})") for share in counted]


def section(title: str, about: str, plot: str) -> str:
    return f"<section><h2>{escape(title)}</h2><p>{escape(about)}</p>{plot}</section>"


def mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)

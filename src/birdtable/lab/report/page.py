"""One self-contained page about many matches."""

from __future__ import annotations

from html import escape

from birdtable import catalog
from birdtable.lab.part import part_of
from birdtable.lab.report.plots import Bar, bars, histogram
from birdtable.lab.report.study import Share, Study

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;background:#F4EAD5;color:#26302B;margin:0}
main{max-width:60rem;margin:0 auto;padding:1.5rem;display:grid;gap:1rem;
grid-template-columns:repeat(auto-fit,minmax(24rem,1fr))}
header{grid-column:1/-1}
h1,h2{font-family:Georgia,serif;line-height:1.2;margin:.2em 0}
section{background:#FFFAEE;border:2px solid #D9C9A5;border-radius:16px;padding:1rem}
p{margin:.3em 0;color:#5A5845}
svg text{font-size:17px;fill:#26302B}
.bar{fill:#1D6A50}.range{stroke:#F2B632;stroke-width:4}.mark{stroke:#B03A22;stroke-width:2;stroke-dasharray:5 4}
@media (prefers-color-scheme:dark){body{background:#141D1C;color:#F4EBD7}
section{background:#1F2C29;border-color:#3D4F49}
p{color:#B9BBA6}svg text{fill:#F4EBD7}.bar{fill:#7FD1AC}}
"""


def page(study: Study) -> str:
    """HTML that needs nothing else: no script, no font, no picture from elsewhere."""
    title = catalog.game(study.game).title
    fair = 1 / len(study.players)
    sections = [
        section("Who wins", "By player, over all seats; the dashed line is an even share.",
                bars(shares(study.by_player), top=1, mark=fair)),
        section("Does the seat matter?", "By seat, whoever sits there.", bars(shares(study.by_seat), top=1, mark=fair)),
        section("How much is luck?", f"{study.luck:.0%} of who wins is settled by the deal and the seat: the same "
                "deals were played with the players in every order.",
                bars([Bar("luck of the deal", study.luck)], top=1)),
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
        f"<p>{study.games:,} matches of {players}, seed {study.seed}.</p></header>{''.join(sections)}</main></html>\n"
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
            found.append(section(title, about, bars(shares(chosen), top=1, mark=fair)))
    return found


def shares(counted: list[Share]) -> list[Bar]:
    return [Bar(share.name, share.rate, *share.interval(), note=f"({share.times:,})") for share in counted]


def section(title: str, about: str, plot: str) -> str:
    return f"<section><h2>{escape(title)}</h2><p>{escape(about)}</p>{plot}</section>"


def mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)

"""The reference of what the package offers to programs: instructions for mkdocstrings, which reads docstrings."""

from __future__ import annotations

import birdtable

OFFERED = {
    "Games and matches": ("Game", "State", "View", "Event", "Outcome", "Rng", "Dice", "Deal", "catalog"),
    "Words": ("Seat", "Step", "CHANCE", "NOBODY", "SPECTATOR", "AnyGame"),
    "Records": ("Record", "Recorder", "Walk", "load"),
    "Bots": ("bot", "matches", "arena"),
    "The exact scorer": ("Problem", "Solution", "solve"),
    "Errors": ("BirdtableError", "BadInput", "IllegalStep"),
    "The build": ("speed", "speed_reason"),
}
"""Everything that ``from birdtable import ...`` offers but the version, by subject."""
LAB = {
    "Environments": (
        "envs.gymnasium.SeatEnv",
        "envs.gymnasium.register",
        "envs.pettingzoo.TableEnv",
        "envs.pettingzoo.parallel_env",
        "envs.openspiel.SpielGame",
        "envs.openspiel.SpielState",
        "envs.openspiel.register",
        "envs.vector.VectorTable",
        "envs.text.TextWrapper",
        "part.LabPart",
        "part.Field",
    ),
    "Measuring bots": (
        "arena.arena.arena",
        "arena.arena.ArenaResult",
        "arena.ladder.climb",
        "arena.ladder.Ladder",
        "arena.ladder.Rung",
        "arena.sequences.BettingSequence",
        "arena.sequences.AsymptoticSequence",
        "report.study.study",
        "report.study.Study",
        "luck.estimate",
        "luck.Estimate",
        "work.open_executor",
    ),
    "Tables of decisions": (
        "data.parts.make",
        "data.parts.DataSet",
        "data.rows.Decision",
        "data.rows.decisions",
        "data.arrays.load",
        "data.arrays.Arrays",
        "data.arrays.transitions",
        "data.arrays.Transitions",
    ),
    "Text agents": (
        "agents.agent.TextAgent",
        "agents.agent.Prompt",
        "agents.agent.Reply",
        "agents.agent.FunctionAgent",
        "agents.endpoint.EndpointAgent",
        "agents.player.TextBot",
        "agents.player.Manner",
        "agents.match.play_match",
    ),
    "Training and puzzles": ("training.training.Run", "puzzles.make", "puzzles.check"),
}
"""What programs use of ``birdtable.lab``."""


def pages() -> dict[str, str]:
    return {"reference/birdtable.md": package_page(), "reference/lab.md": lab_page()}


def package_page() -> str:
    lines = ["# The package", "", "Everything below can be imported from `birdtable` itself:", ""]
    lines += ["```python", "from birdtable import CHANCE, NOBODY, Dice, Record, Rng, bot, catalog, solve", "```", ""]
    for subject, names in OFFERED.items():
        lines += [f"## {subject}", ""]
        for name in names:
            lines += [f"::: birdtable.{home(name)}", *options(name), ""]
    return "\n".join(lines)


def home(name: str) -> str:
    """Where a name is defined."""
    if name == "catalog":
        return name
    if name in ("speed", "speed_reason"):
        return f"_speed.{name}"
    module = next((module for module, names in birdtable.HOMES.items() if name in names), "game")
    defined = getattr(getattr(birdtable, name), "__module__", "")
    if defined.startswith(f"birdtable.{module}."):
        module = defined.removeprefix("birdtable.")
    return f"{module}.{name}"


def options(name: str) -> list[str]:
    return ["    options:", f"      heading: {name}", "      heading_level: 3"]


def lab_page() -> str:
    lines = ["# The lab", "", "What programs use of `birdtable.lab`; each needs the extra that its guide names.", ""]
    for subject, names in LAB.items():
        lines += [f"## {subject}", ""]
        for name in names:
            lines += [f"::: birdtable.lab.{name}", *options(f"lab.{name}"), ""]
    return "\n".join(lines)

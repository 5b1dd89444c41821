"""What tests measured and nobody asserts, said at the end of the run."""

from __future__ import annotations

FINDINGS: list[str] = []


def note_finding(what: str, **figures: object) -> None:
    FINDINGS.append(f"{what}: " + ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in figures.items()))

"""A player of CuBirds who knows the text of a position and nothing else."""

from __future__ import annotations

import re

from birdtable.agents.reading import PositionRead, count_unseen, read_position
from birdtable.games.cubirds.cards import PLURALS, SMALL, SPECIES

SMALL_OF = dict(zip(SPECIES, SMALL, strict=True))


def read_and_play(prompt: str) -> str:
    """Draws when it may, completes the flock that brings most, and lays what leaves the best hand."""
    position = read_position("CuBirds", prompt)
    legal = position.legal
    if "draw" in legal:
        return "draw"
    if "end" in legal:
        flocks = [step for step in legal if step.startswith("flock ")]
        return max(flocks, key=lambda step: legal[step].rpartition(": ")[2], default="end")
    return max(legal, key=lambda step: (worth_of_lay(position, step), step))


def worth_of_lay(position: PositionRead, step: str) -> float:
    """How near the hand is to flocks afterwards: what was laid is gone, what is taken comes."""
    held = dict(re.findall(r"([A-Z])(?: [A-Z])* (\d+)/", position.lines.get("Hand", "")))
    laid = step.split()[1]
    taken = position.legal[step].partition("takes ")[2]
    after = {each: int(held.get(each, 0)) + taken.count(each) for each in {*held, *taken} - {laid}}
    return sum(min(1.2, count / SMALL_OF[each]) ** 2 for each, count in sorted(after.items())) + 0.02 * len(taken)


def read_and_answer(prompt: str) -> str:
    position = read_position("CuBirds", prompt)
    if found := re.search(r"How many ([\w ]+) are among", position.text):
        return str(count_unseen(position, SPECIES[PLURALS.index(found[1])]))
    return "0" if "ANSWER: a whole number" in prompt else "no" if "ANSWER: yes or no" in prompt else "C3.1"

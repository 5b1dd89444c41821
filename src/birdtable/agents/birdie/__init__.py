"""Birdie for language models: what its drawing leaves out, what a forfeited turn is, questions about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from birdtable.agents.birdie import reader
from birdtable.agents.birdie.questions import questions
from birdtable.agents.birdie.rows import best_gain, score_row
from birdtable.agents.part import AgentsPart, Question
from birdtable.engine import Rng
from birdtable.game import NOBODY, AnyGame, Step
from birdtable.games.birdie import GAME
from birdtable.games.birdie.cards import BIRDS, KINDS
from birdtable.games.birdie.solver import Problem
from birdtable.games.birdie.view import BirdieView, Played

NOTHING_DONE = ("pass", "end", "done", "leave")
"""[B3.1] [B3.3] [B5.3] [B5.4] Steps that do nothing more, or nothing at all."""


class BirdieAgents(AgentsPart):
    legend = (
        "Positions: the boards have a column for each box (W O P R s u a w, '.' for an empty one), then Pass boxes, "
        "Flap marks, trophies, abilities used, and numbers of cards. 'piled Rs Pu +1' is a take 2 with 1 hand card, "
        "'took Rs' a take 1. '>' is before the seat to move; '^' is below the card that is next to be marked."
    )

    def memory(self, view: BirdieView, names: Sequence[str]) -> list[str]:
        lines = [f"Started this round: {names[view.starter]}."] if view.starter >= 0 else []
        if view.passed:
            lines.append(f"Passed, in this order: {', '.join(names[seat] for seat in view.passed)}.")
        for seat, played in enumerate(view.played):
            lines += played_lines(names[seat], played)
        if view.opening is not None:
            lines.append(f"Your opening hand was: {cards(view.opening)}.")
        if view.records:
            records = [f"{bird} {view.records[bird]}" for bird in BIRDS if bird in view.records]
            lines.append(f"Highest value written for a bird: {', '.join(records)}.")
        if view.drawn:
            lines.append(f"Drawn by Robin this round: {cards(view.drawn)}.")
        lines += [*scoring_lines(view), *earlier_lines(view, names)]
        if view.seat >= 0:
            lines.append(f"Cards you have not seen, in decks or opening hands: {counts(GAME.unseen(view))}.")
        return lines

    def forfeit(self, legal: Sequence[Step]) -> Step:
        return next((step for step in NOTHING_DONE if step in legal), legal[0])

    def questions(self, game: AnyGame, view: BirdieView, rng: Rng) -> Iterator[Question]:
        return questions(game, view, rng)

    def best_gain(self, game: AnyGame, view: BirdieView) -> float | None:
        return best_gain(view)

    row_problem = Problem

    def score_row(self, problem: Problem) -> tuple[str, dict[str, Any]]:
        return score_row(problem)

    def read_and_play(self, prompt: str) -> str:
        return reader.read_and_play(prompt)

    def read_and_answer(self, prompt: str) -> str:
        return reader.read_and_answer(prompt)


def cards(names: Sequence[str] | None) -> str:
    return " ".join(names or ()) or "none"


def counts(names: Sequence[str]) -> str:
    """``Ws x2, Ww x1``, by kind."""
    found = Counter(names)
    return ", ".join(f"{kind} x{found[kind]}" for kind in KINDS if found[kind]) or "none"


def played_lines(name: str, played: Played) -> list[str]:
    lines = []
    if played.turns:
        turns = [
            f"took {cards(turn.cards)}" if turn.to == "hand" else f"piled {cards(turn.cards)} +{turn.added}"
            for turn in played.turns
        ]
        lines.append(f"{name}'s turns: {'; '.join(turns)}.")
    if played.row is not None:
        lines.append(f"{name}'s pile, turned over: {cards(played.row)}.")
    if played.spent:
        lines.append(f"{name} discarded for abilities: {cards(played.spent)}.")
    return lines


def scoring_lines(view: BirdieView) -> list[str]:
    """What matters while rows are scored; the row itself is drawn."""
    if view.scorer == NOBODY:
        return []
    lines = [f"Left in the display: {cards(view.display)}."]
    if view.pile is not None:
        lines.append(f"Your pile: {cards(view.pile)}.")
    for number, each in enumerate(view.sets, start=1):
        fate = ", which does not count any more" if each.out else ""
        lines.append(f"Set {number}: cards {each.start} to {each.start + each.length - 1} as {each.trait}{fate}.")
    if view.phase == "mark":
        lines.append(f"Next to be marked or left: card {view.cursor + 1}.")
    if view.picked:
        lines.append(f"Woodpecker picked up its card at place {view.picked}.")
    if view.trait is not None:
        lines.append(f"The question is about: {view.trait}.")
    if view.holding:
        lines.append(f"Owl holds back set {view.holding}.")
    if view.taking is not None:
        lines.append(f"The set being taken: cards {view.taking[0]} to {view.taking[1]}.")
    if view.gap >= 0:
        lines.append(f"Cards left of the last gap: {view.gap}.")
    if view.lowest:
        lines.append(f"Lowest value written from a set of this row: {view.lowest}.")
    return lines


def earlier_lines(view: BirdieView, names: Sequence[str]) -> list[str]:
    """[B2.1] The cards of round 1, which do not come back in a game of two."""
    if view.earlier is None:
        return []
    lines = [
        f"Round 1: {line}" for seat, played in enumerate(view.earlier) for line in played_lines(names[seat], played)
    ]
    lines.append(f"Round 1: other cards gone in the open: {cards(view.earlier_public)}.")
    if view.earlier_hand is not None:
        lines.append(f"Round 1: the hand you discarded: {cards(view.earlier_hand)}.")
        lines.append(f"Round 1: your opening hand: {cards(view.earlier_opening)}.")
    return lines


PART = BirdieAgents()

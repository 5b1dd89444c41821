"""CuBirds for language models: what its drawing leaves out, what a forfeited turn is, questions about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from birdtable.agents.cubirds import reader
from birdtable.agents.cubirds.questions import questions
from birdtable.agents.part import AgentsPart, Question
from birdtable.engine import Rng
from birdtable.game import AnyGame, Step
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.cards import SPECIES
from birdtable.games.cubirds.view import CuBirdsView, Note

NOTHING_DONE = ("keep", "end")
"""[C3.4] [C3.5] Steps that do nothing more."""


NOTES = (
    "Cards that came to hands unseen, the oldest first: +2 means that 2 came, -R1 that all R left, 1 of them unknown "
    "(so no unknown card before is an R), * that the draw pile was shuffled anew:"
)


class CuBirdsAgents(AgentsPart):
    legend = (
        "Positions: 'O O 2/3,4' in a hand are 2 owls, of which a small flock needs 3 and a big one 4; '!' is behind "
        "what is enough for a small flock, '!!' for a big one. '>' is before the seat to move, '*' behind the dealer."
    )

    def memory(self, view: CuBirdsView, names: Sequence[str]) -> list[str]:
        lines = [f"Turns played: {view.turns}. Dealer: {names[view.dealer]}."] if view.dealer >= 0 else []
        lines.append(f"Whose turn: {names[view.player]}." if view.player >= 0 else "Nobody's turn.")
        lines.append(f"Discard pile: {counts(view.discard)}.")
        lines.append(f"Shuffled {view.shuffles} times; cards turned since: {view.turned}.")
        if view.aside:
            lines.append(f"Put aside: {counts(view.aside)}.")
        if view.place:
            lines.append(f"Cards are being added at: {view.place}.")
        if view.left:
            lines.append(f"Cards still to be dealt or drawn: {view.left}.")
        for seat, known in enumerate(view.known or ()):
            if known:
                lines.append(f"Everybody knows that {names[seat]} holds: {counts(known)}.")
        if any(view.notes or ()):
            lines.append(NOTES)
        for seat, notes in enumerate(view.notes or ()):
            if notes:
                lines.append(f"  {names[seat]}: {' '.join(map(note_text, notes))}")
        for number, unseen in enumerate(view.unseen or (), start=1):
            lines.append(f"Unknown in all hands at reshuffle {number}: {counts(unseen)}.")
        for number, mine in enumerate(view.mine or (), start=1):
            lines.append(f"Of those, yours: {counts(mine)} ({number}).")
        if view.decided:
            lines.append(f"Decided by {view.decided}, for {', '.join(names[seat] for seat in view.winners)}.")
        if view.seat >= 0:
            lines.append(f"Cards you have not seen, in the draw pile or in hands: {counts(GAME.unseen(view))}.")
        return lines

    def forfeit(self, legal: Sequence[Step]) -> Step:
        return next((step for step in NOTHING_DONE if step in legal), legal[0])

    def questions(self, game: AnyGame, view: CuBirdsView, rng: Rng) -> Iterator[Question]:
        return questions(game, view, rng)

    def read_and_play(self, prompt: str) -> str:
        return reader.read_and_play(prompt)

    def read_and_answer(self, prompt: str) -> str:
        return reader.read_and_answer(prompt)


def counts(cards: Sequence[str]) -> str:
    found = Counter(cards)
    return ", ".join(f"{species} x{found[species]}" for species in SPECIES if found[species]) or "none"


def note_text(note: Note) -> str:
    came = f"+{note.came} " if note.came else ""
    return f"{came}-{note.species}{note.left}" if note.species else f"{came}*"


PART = CuBirdsAgents()

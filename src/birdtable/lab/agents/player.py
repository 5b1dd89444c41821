"""A text agent on a seat.

An answer is a play by the rules, or it is refused with the reason and the agent is asked again, as often as
``Manner.attempts`` says. After that the turn is forfeited: the seat does as little as the rules allow
(``forfeit_turn``), and that is counted. No bot ever chooses for an agent.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from birdtable import rulebook
from birdtable.agents.answers import AgentRefusal, parse_play, parse_word, try_play
from birdtable.agents.part import Question, forfeit_turn
from birdtable.agents.text import ANSWER, briefing, position_text
from birdtable.engine import Rng
from birdtable.game import AnyGame, BirdtableError, Event, IllegalStep, Randomness, Step, View
from birdtable.lab.agents.agent import Prompt, Reply, TextAgent

MOVED_ON = "the match had moved on in the meantime"
WORD = """{question}
End your answer with exactly one line of this form, and nothing after it:
ANSWER: {form}"""


class Manner(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How agents are asked."""

    attempts: int = 3
    """How often an agent is asked for the same play before its turn is forfeited."""
    rules: bool = True
    """Whether the rules are told with every question."""
    legal: bool = True
    """Whether the legal steps are listed."""


USUAL = Manner()


class Attempt(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer, as the record keeps it."""

    seat: int
    """Counted from 1."""
    question: int
    """Of this seat in this match, counted from 1."""
    attempt: int
    reply: Reply
    play: str = ""
    """The steps that were taken by it."""
    refused: str = ""
    """Why nothing was done."""
    forfeit: str = ""
    """The steps of the forfeited turn, after the last attempt."""


class Costs(msgspec.Struct):
    """What answers took."""

    questions: int = 0
    answers: int = 0
    refused: int = 0
    """Answers that were no play, or not allowed; faults are among them."""
    faults: int = 0
    """Time-outs and the like."""
    forfeits: int = 0
    requests: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0

    def add(self, more: Costs) -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(more, name))


class TextBot:
    """Plays as a bot does: it is given views and nothing else."""

    def __init__(self, agent: TextAgent, game: AnyGame, manner: Manner = USUAL) -> None:
        self.agent, self.game, self.manner = agent, game, manner
        self.begin()

    def begin(self) -> None:
        """Another match."""
        self.planned: list[Step] = []
        """Steps that are still to be taken without asking."""
        self.pending: list[Step] = []
        """All steps of the play under way, if it is not known to its end."""
        self.events: list[Event] = []
        """What the seat has seen happen since its last play."""
        self.attempts: list[Attempt] = []
        self.costs = Costs()

    def hear(self, events: Sequence[Event]) -> None:
        """Something happened; redacted for this seat."""
        self.events += events

    def withdraw(self) -> None:
        """The match has moved on: what the agent had in mind rests on a position that is no more, and is not played."""
        self.attempts[-1] = msgspec.structs.replace(self.attempts[-1], play="", forfeit="", refused=MOVED_ON)
        self.planned.clear()
        self.pending.clear()

    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        if not self.planned:
            self.plan(view)
        return self.planned.pop(0)

    def plan(self, view: View) -> None:
        """Asks for the play, or the rest of one. All steps are checked before the first is taken."""
        world = self.game.imagine(view, Rng(0))
        text = position_text(self.game, view, events=self.events, pending=self.pending, legal=self.manner.legal)
        self.costs.questions += 1
        refusal = ""
        for attempt in range(1, self.manner.attempts + 1):
            reply = self.ask(f"{text}\n{refusal}{ANSWER}\n")
            try:
                if reply.fault:
                    raise AgentRefusal(reply.fault)
                steps = parse_play(reply.text, self.game)
                _, _, over = try_play(self.game, world, view.seat, steps)
            except BirdtableError as error:
                self.costs.refused += 1
                last = attempt == self.manner.attempts
                steps = forfeit_turn(self.game, world, view.seat) if last else []
                self.costs.forfeits += last
                self.note(view, attempt, reply, refused=str(error), forfeit=", ".join(steps))
                refusal = refusal_text(self.game, error, self.manner.attempts - attempt)
                over = last
            else:
                self.note(view, attempt, reply, play=", ".join(steps))
            if steps:
                break
        self.planned = list(steps)
        self.pending += steps
        if over:
            self.pending.clear()
            self.events.clear()

    def ask(self, text: str) -> Reply:
        reply = self.agent.reply(Prompt(briefing(self.game) if self.manner.rules else "", text))
        costs = self.costs
        costs.answers += 1
        costs.faults += bool(reply.fault)
        costs.requests += reply.requests
        costs.tokens_in += reply.tokens_in
        costs.tokens_out += reply.tokens_out
        costs.seconds += reply.seconds
        return reply

    def note(
        self, view: View, attempt: int, reply: Reply, *, play: str = "", refused: str = "", forfeit: str = ""
    ) -> None:
        seat = view.seat + 1
        self.attempts.append(Attempt(seat, self.costs.questions, attempt, reply, play, refused, forfeit))

    def answer(self, view: View, question: Question) -> str:
        """The answer to a question about a position, or nothing if none of the stated form came."""
        text = position_text(self.game, view, legal=False)
        self.costs.questions += 1
        refusal = ""
        for attempt in range(1, self.manner.attempts + 1):
            reply = self.ask(f"{text}\n{refusal}{WORD.format(question=question.text, form=question.form)}\n")
            try:
                if reply.fault:
                    raise AgentRefusal(reply.fault)
                word = parse_word(reply.text)
            except AgentRefusal as error:
                self.costs.refused += 1
                self.note(view, attempt, reply, refused=str(error))
                refusal = refusal_text(self.game, error, self.manner.attempts - attempt)
            else:
                self.note(view, attempt, reply, play=word)
                return word
        self.costs.forfeits += 1
        return ""


def refusal_text(game: AnyGame, error: BirdtableError, left: int) -> str:
    """Why the last answer was not taken, with the clause in full."""
    why = f"Your last answer was refused and nothing was done: {error}.\n"
    if isinstance(error, IllegalStep):
        why += f"The rule: {rulebook.passage(game.name, error.clause)}\n" if has_clause(game, error.clause) else ""
    more = f"{left} attempts are" if left > 1 else "1 attempt is"
    return f"{why}{more} left before your turn is forfeited.\n\n"


def has_clause(game: AnyGame, clause: str) -> bool:
    try:
        return clause in rulebook.ids(game.name)
    except BirdtableError:
        return False

"""Birdie: the law.

From four rule documents, consolidated clause by clause in ``RULES.md`` beside this file; the clause stands beside the
code that keeps it. Complete: 2 to 4 players, standard and expert game, all options of B9. The fields of a
state are in ``state.py``, rounds and turns in ``turns.py``, scoring in ``scoring.py``, the expert game in
``expert.py``; this file decides which of them a step belongs to.
"""

from __future__ import annotations

from birdtable.bits import pick
from birdtable.engine import Log, Rng
from birdtable.game import CHANCE
from birdtable.games.birdie.cards import (
    BEFORE_SETS,
    BOX,
    BY_BIRD,
    BY_SEASON,
    CHOOSING,
    CHOOSING_STARTER,
    DEAL,
    DONE,
    DRAWING,
    DROPPING,
    HELD_BOX,
    HOLDING,
    INSERT,
    INSERTING,
    MARKING,
    MOVE,
    MOVING,
    OWL,
    OWL_ASKED,
    OWL_BOX,
    OWL_MOVE_ASKED,
    PIGEON,
    PIGEON_ASKED,
    PUTTING,
    REMOVE,
    REMOVING,
    ROBIN,
    SET,
    SET_ASKED,
    STACKING,
    TRAIT_ASKED,
    TURN,
    USE,
    WOODPECKER,
)
from birdtable.games.birdie.expert import BirdieExpert
from birdtable.games.birdie.points import cards_of_round, is_one_shuffle


class BirdieState(BirdieExpert):
    """A match of Birdie."""

    def copy(self) -> BirdieState:
        other = BirdieState.__new__(BirdieState)
        self.copy_into(other)
        return other

    def copy_into(self, other: BirdieState) -> None:  # type: ignore[override]
        self.share_base(other)
        self.share_fields(other)

    # What may be done

    def list_steps(self) -> int:
        phase = self.phase
        if phase == TURN or phase == STACKING:
            return self.list_turn()
        if self.to_move == CHANCE:
            return self.list_chance()
        if phase == MARKING:
            return self.list_marks()
        if phase == BEFORE_SETS:
            n = 0
            if self.may_use(ROBIN):
                n = self.list_uses(ROBIN, n)
            if self.may_use(WOODPECKER):
                n = self.list_uses(WOODPECKER, n)
            return self.list_one(DONE, n)
        if phase == PIGEON_ASKED or phase == SET_ASKED:
            return self.list_one(DONE, self.list_uses(PIGEON, 0))
        if phase == OWL_ASKED or phase == OWL_MOVE_ASKED:
            return self.list_one(DONE, self.list_uses(OWL, 0))
        if phase == REMOVING:  # [B8.2] whichever card, [B8.5] or stop
            return self.list_one(DONE, self.list_places(REMOVE, self.row_count, -1))
        if phase == INSERTING:  # [B7.2] ends included
            return self.list_places(INSERT, self.row_count + 1, -1)
        if phase == PUTTING:  # [B7.2] another place
            return self.list_places(INSERT, self.row_count + 1, self.picked)
        if phase == MOVING:
            return self.list_places(MOVE, self.row_count, -1)
        if phase == TRAIT_ASKED:  # [B8.2] the player chooses
            return self.list_one(BY_SEASON, self.list_one(BY_BIRD, 0))
        if phase == OWL_BOX or phase == HELD_BOX:
            return self.list_boxes()
        if phase == DROPPING or phase == CHOOSING or phase == HOLDING:
            return self.list_sets()
        return 0

    def pick_step(self, rng: Rng) -> int:
        if self.phase == TURN or self.phase == STACKING:
            return self.pick_turn(rng)
        if self.phase == MARKING:
            return self.pick_mark(rng)
        n = self.list_steps()
        return self.steps[pick(rng, n)]

    # What is done

    def play_on(self, rng: Rng, log: Log | None) -> int:
        if self.phase < BEFORE_SETS:
            return self.play_turns(rng, log)
        if self.phase == MARKING:
            return self.play_marks(rng, log)
        return BirdieExpert.play_on(self, rng, log)

    def do(self, code: int) -> None:
        if self.to_move == CHANCE:
            if self.phase == DRAWING:
                self.draw_for_robin(code - DEAL)
            else:
                self.do_chance(code)
        elif self.phase == TURN or self.phase == STACKING:
            self.do_turn(code)
        elif code == DONE:
            self.go_on()
        elif code < INSERT:
            self.use(code - USE)
        elif self.phase == MARKING:
            self.mark(code)
        elif self.phase == REMOVING:
            self.remove(code - REMOVE)
        elif self.phase == INSERTING or self.phase == PUTTING:
            self.insert(code - INSERT)
        elif self.phase == MOVING:
            self.pick_up(code - MOVE)
        elif self.phase == TRAIT_ASKED:
            self.take_set(code == BY_BIRD)
        elif self.phase == OWL_BOX:
            self.copy_value(code - BOX)
        elif self.phase == HELD_BOX:
            self.write_held(code - BOX)
        elif self.phase == DROPPING:
            self.drop(code - SET)
        elif self.phase == CHOOSING:
            self.choose(code - SET)
        else:
            self.hold(code - SET)

    def go_on(self) -> None:
        """The player does no more of what was asked."""
        if self.phase == BEFORE_SETS:
            self.begin_sets()
        elif self.phase == PIGEON_ASKED:
            self.ask_choices()
        elif self.phase == OWL_MOVE_ASKED:
            self.write_sets()
        elif self.phase == SET_ASKED:
            self.settle_set()
        elif self.phase == REMOVING:
            self.ask_owl()
        else:
            self.end_scoring()

    def use(self, kind: int) -> None:
        """[B7.1] The ability of the card's bird."""
        self.spend(kind)
        bird = kind >> 2
        if bird == ROBIN:
            self.phase = DRAWING
            self.to_move = CHANCE
        elif bird == WOODPECKER:
            self.phase = MOVING
        elif bird == OWL:
            if self.phase == OWL_MOVE_ASKED:
                self.hold_lowest()
            else:
                self.phase = OWL_BOX
        elif self.phase == SET_ASKED:
            self.take_for_pigeon()
        else:
            self.phase = DROPPING

    # Callers outside compiled code

    def __repr__(self) -> str:
        from birdtable.games.birdie.position import state_text

        return state_text(self)

    def score(self, seat: int) -> int:
        """The points ``seat`` has on the board now, as in B6.1."""
        return self.total(seat)

    def slot(self) -> int:
        """Places in a virtual shuffle: the bird deck from the front, then the stop pile; 2 players have one shuffle."""
        if self.phase == CHOOSING_STARTER:
            return -1
        cards = cards_of_round(self.seats)
        first = cards * (self.round - 1) if is_one_shuffle(self.seats) else 0
        shuffle = 0 if is_one_shuffle(self.seats) else self.round - 1
        if self.phase == DRAWING and not (self.robin_from_deck and self.deck > 0):
            return shuffle * 1024 + first + cards - self.stop
        return shuffle * 1024 + first + cards - self.seats - self.deck

"""CuBirds: everything true in a match, field by field.

The state knows no order of unseen cards: the draw pile is a multiset.
"""

from __future__ import annotations

from birdtable.engine import State
from birdtable.games.cubirds.cards import ALL_CARDS, LEFT, NOTES, STARTING


class CuBirdsFields(State):
    """Everything true in a match of CuBirds. Cards are multisets, but for the order of the groups in a row."""

    def __init__(self, seats: int, turn_limit: int = 0, *, extras_discarded: bool = False, named: int = 0) -> None:
        State.__init__(self, seats)
        self.turn_limit = turn_limit
        """[C5.3] 0 for none."""
        self.extras_discarded = extras_discarded
        """[C2.2] Whether the cards put aside start the discard pile."""
        self.named = named
        """[C2.1] Who was named the first dealer, counted from 1; 0: it is drawn."""
        self.phase = STARTING
        """What the game waits for."""
        self.dealer = 0
        """Who deals, and plays first in the round."""
        self.player = 0
        """Whose turn it is."""
        self.round = 1
        """Rounds begun [C4.2]."""
        self.turns = 0
        """Turns played to their end."""
        self.row = 0
        """The row being laid out or refilled, from 0."""
        self.side = LEFT
        """[C3.3] The end at which the row is refilled."""
        self.left = 0
        """Cards still to be dealt in this phase."""
        self.birds = [0] * 4
        """The cards of each row."""
        self.order = [0] * 4
        """The species of a row from left to right, 4 bits each: every species stands in one group [C3.2]."""
        self.groups = [0] * 4
        """How many species each row has."""
        self.hands = [0] * 5
        """By seat."""
        self.collections = [0] * 5
        """By seat."""
        self.pile = ALL_CARDS
        """The draw pile."""
        self.discard = 0
        """The discard pile."""
        self.aside = 0
        """[C2.1] Cards put aside while the rows are laid out."""
        self.shuffles = 0
        """How often cards were shuffled into a draw pile, after the first time."""
        self.turned = 0
        """Cards turned since the last shuffle."""
        self.known = [0] * 5
        """[C6.1] The cards of each hand that everybody knows: taken from rows."""
        self.notes = [0] * 200
        """What everybody remembers of the other cards of a hand, ``NOTES`` places a seat, in order. A note is made when
        all birds of a species leave the hand, so that no card that came before is one, and when the draw pile is
        shuffled anew: cards that came before are none of its cards. It packs how many unknown cards had come since the
        note before (``CAME_BITS``), how many of those that left were unknown (``LEFT_BITS``), and the species."""
        self.noted = [0] * 5
        """How many notes there are of each hand."""
        self.settled = [0] * 5
        """How many unknown cards each hand had right after its last note."""
        self.reshuffles = 0
        """Reshuffles of this round that are in the notes."""
        self.unknown = [0] * 20
        """The unknown cards of each seat at each of these reshuffles, ``reshuffle * 5 + seat``. All together they are
        public, as no other card was unseen then."""

    def share_fields(self, other: CuBirdsFields) -> None:
        """Copies the fields of this class into ``other``."""
        other.turn_limit = self.turn_limit
        other.extras_discarded = self.extras_discarded
        other.named = self.named
        other.phase = self.phase
        other.dealer = self.dealer
        other.player = self.player
        other.round = self.round
        other.turns = self.turns
        other.row = self.row
        other.side = self.side
        other.left = self.left
        other.birds = self.birds[:]
        other.order = self.order[:]
        other.groups = self.groups[:]
        other.hands = self.hands[:]
        other.collections = self.collections[:]
        other.pile = self.pile
        other.discard = self.discard
        other.aside = self.aside
        other.shuffles = self.shuffles
        other.turned = self.turned
        other.known = self.known[:]
        other.notes = self.notes[:]
        other.noted = self.noted[:]
        other.settled = self.settled[:]
        other.reshuffles = self.reshuffles
        other.unknown = self.unknown[:]

    def note_codes(self, seat: int) -> list[int]:
        """A part of ``notes``, for callers outside compiled code."""
        start = seat * NOTES
        return [self.notes[start + i] for i in range(self.noted[seat])]

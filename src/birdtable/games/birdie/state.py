"""Birdie: everything true in a match, field by field.

The state knows no order of unseen cards: bird deck, stop pile and the other half are one multiset and some counts.
"""

from __future__ import annotations

from birdtable.engine import State
from birdtable.games.birdie.cards import ALL_CARDS, CHOOSING_STARTER, MAX_PLACES, MAX_ROW, MAX_TURNS


class BirdieFields(State):
    """Everything true in a match of Birdie.

    Cards in no order are multisets, 4 bits a kind; ``..._count`` says how many they are, or how much of an array is in
    use: what lies behind means nothing. Arrays of seats are flat: ``seat * width + index``.
    """

    def __init__(
        self,
        seats: int,
        flap_values: tuple[int, ...],
        expert: bool = False,
        robin_from_deck: bool = False,
        owl_moves: bool = False,
        sets_chosen: bool = False,
        single_removal: bool = False,
        named: int = 0,
    ) -> None:
        State.__init__(self, seats)
        # The options
        self.expert = expert
        """[B8] The expert game is played."""
        self.robin_from_deck = robin_from_deck
        """[B9] ``robin_source`` is ``bird_deck``."""
        self.owl_moves = owl_moves
        """[B9] ``owl`` is ``move``."""
        self.sets_chosen = sets_chosen
        """[B9] ``same_trait_sets`` is ``choose``."""
        self.single_removal = single_removal
        """[B9] ``expert_removals`` is ``single``."""
        self.named = named
        """[B2.5] Who was named to start round 1, counted from 1; 0: it is drawn."""
        self.places = len(flap_values)
        """How many places the Flap column has."""
        self.flap_values = [*flap_values, *[0] * (MAX_PLACES - len(flap_values))]
        """[B1.5] What its last marked place counts."""
        # The table
        self.phase = CHOOSING_STARTER
        """What the game waits for."""
        self.round = 1
        """1 or 2."""
        self.starter = 0
        """The starting player of this round [B2.5]."""
        self.mover = 0
        """Whose turn it is or was last; while opening hands are dealt, who gets the next card."""
        self.unseen = ALL_CARDS
        """Cards that nobody has seen: bird deck, stop pile and the other half alike."""
        self.deck = 0
        """How many of them are in the bird deck."""
        self.stop = 0
        """How many of them are in the stop pile."""
        self.rest = 0
        """[B2.1] With 2 players: in round 1 how many are in the other half, in round 2 how many round 1 left over."""
        self.display = 0
        """[B2.4] Cards that lie open."""
        self.display_count = 0
        # Turns
        self.hand = [0] * 4
        """By seat."""
        self.hand_count = [0] * 4
        self.pile = [0] * 160
        """By seat, ``MAX_ROW`` places each, the first card laid first: where a row begins at the left [B5.2]."""
        self.pile_count = [0] * 4
        self.taken = 0
        """Cards of the display laid so far in a take 2 that is not over."""
        self.taken_count = 0
        self.added = 0
        """Cards of the hand laid so far in it."""
        self.added_count = 0
        self.first = 0
        """The card of the display that was laid before the last one."""
        self.second = 0
        """The card of the display that was laid last."""
        self.turns = [0] * 112
        """[B3.8] What everybody saw of each turn of this round, packed as ``cards`` says, ``MAX_TURNS`` a seat."""
        self.turn_count = [0] * 4
        self.passed = [0] * 4
        """The seats that have passed this round, in this order."""
        self.passed_count = 0
        """How many seats have passed."""
        # Boards
        self.boxes = [0] * 32
        """By seat and trait; 0 for an empty box."""
        self.pass_points = [-1] * 8
        """[B4.1] The Pass boxes, by seat and round; -1 for an empty one."""
        self.flaps = [0] * 4
        """Places of the Flap column that are marked."""
        self.used = [0] * 16
        """[B7.1] How often each ability was used in this game, by seat and bird."""
        self.trophy = [-1] * 4
        """[B5.8] Who has each bird's trophy; -1 for nobody."""
        self.record = [0] * 4
        """[B5.8] The highest value that anybody has written so far for each bird."""
        self.spent = [0] * 4
        """[B7.1] Hand cards discarded for abilities this round."""
        self.drawn = 0
        """[B7.2] Cards that Robin drew this round."""
        # Scoring; elsewhere these mean nothing
        self.scorer = 0
        """[B5.1] Who scores: the place in ``passed``."""
        self.row = [0] * 40
        """The row as it lies now."""
        self.row_count = 0
        self.held = -1
        """[B7.2] A card on its way into the row; -1 for none."""
        self.picked = -1
        """[B7.2] The place that Woodpecker took it from; -1 if Robin drew it."""
        self.cursor = 0
        """[B5.4] Cards of the row before this place are in sets, or left alone."""
        self.set_start = [0] * 20
        """[B5.4] The first place of each set that is marked."""
        self.set_length = [0] * 20
        """How many cards it has."""
        self.set_trait = [0] * 20
        """The trait that they share."""
        self.set_out = [0] * 20
        """1 if it counts no more: Pigeon removed it, or another of its trait was chosen."""
        self.set_count = 0
        self.trait = -1
        """The trait that is asked about: of sets to choose from, of the set held back, of the set being taken."""
        self.holding = -1
        """[B9.2] The set that Owl holds back; -1 for none."""
        self.gap = -1
        """[B8.2] So many cards lie left of the gap; -1 before the first removal."""
        self.low = 0
        """[B8.2] The place at which the set being taken begins."""
        self.high = 0
        """[B8.2] The place before which it ends."""
        self.lowest = 0
        """[B7.3] The lowest value written from sets in this scoring; 0 for none."""
        # [B2.1] With 2 players in round 2: what became of the cards of round 1
        self.gone = 0
        """Cards that everybody saw."""
        self.gone_hand = [0] * 2
        """Hands discarded unseen."""
        self.old_turns = [0] * 56
        """``turns`` of round 1."""
        self.old_turn_count = [0] * 2
        self.old_pile = [0] * 80
        """``pile`` of round 1."""
        self.old_pile_count = [0] * 2
        self.old_spent = [0] * 2
        """``spent`` in round 1."""

    def share_fields(self, other: BirdieFields) -> None:
        """Copies the fields of this class into ``other``."""
        other.expert = self.expert
        other.robin_from_deck = self.robin_from_deck
        other.owl_moves = self.owl_moves
        other.sets_chosen = self.sets_chosen
        other.single_removal = self.single_removal
        other.named = self.named
        other.places = self.places
        other.flap_values = self.flap_values[:]
        other.phase = self.phase
        other.round = self.round
        other.starter = self.starter
        other.mover = self.mover
        other.unseen = self.unseen
        other.deck = self.deck
        other.stop = self.stop
        other.rest = self.rest
        other.display = self.display
        other.display_count = self.display_count
        other.hand = self.hand[:]
        other.hand_count = self.hand_count[:]
        other.pile = self.pile[:]
        other.pile_count = self.pile_count[:]
        other.taken = self.taken
        other.taken_count = self.taken_count
        other.added = self.added
        other.added_count = self.added_count
        other.first = self.first
        other.second = self.second
        other.turns = self.turns[:]
        other.turn_count = self.turn_count[:]
        other.passed = self.passed[:]
        other.passed_count = self.passed_count
        other.boxes = self.boxes[:]
        other.pass_points = self.pass_points[:]
        other.flaps = self.flaps[:]
        other.used = self.used[:]
        other.trophy = self.trophy[:]
        other.record = self.record[:]
        other.spent = self.spent[:]
        other.drawn = self.drawn
        other.scorer = self.scorer
        other.row = self.row[:]
        other.row_count = self.row_count
        other.held = self.held
        other.picked = self.picked
        other.cursor = self.cursor
        other.set_start = self.set_start[:]
        other.set_length = self.set_length[:]
        other.set_trait = self.set_trait[:]
        other.set_out = self.set_out[:]
        other.set_count = self.set_count
        other.trait = self.trait
        other.holding = self.holding
        other.gap = self.gap
        other.low = self.low
        other.high = self.high
        other.lowest = self.lowest
        other.gone = self.gone
        other.gone_hand = self.gone_hand[:]
        other.old_turns = self.old_turns[:]
        other.old_turn_count = self.old_turn_count[:]
        other.old_pile = self.old_pile[:]
        other.old_pile_count = self.old_pile_count[:]
        other.old_spent = self.old_spent[:]

    # Parts of the arrays, for callers outside compiled code

    def pile_of(self, seat: int) -> list[int]:
        start = seat * MAX_ROW
        return [self.pile[start + i] for i in range(self.pile_count[seat])]

    def turns_of(self, seat: int) -> list[int]:
        start = seat * MAX_TURNS
        return [self.turns[start + i] for i in range(self.turn_count[seat])]

    def old_pile_of(self, seat: int) -> list[int]:
        start = seat * MAX_ROW
        return [self.old_pile[start + i] for i in range(self.old_pile_count[seat])]

    def old_turns_of(self, seat: int) -> list[int]:
        start = seat * MAX_TURNS
        return [self.old_turns[start + i] for i in range(self.old_turn_count[seat])]

    def boxes_of(self, seat: int) -> tuple[int, ...]:
        """What is on a board: by trait, the Pass boxes, the marks of the Flap column, by ability, the trophies."""
        boxes = [self.boxes[seat * 8 + trait] for trait in range(8)]
        passes = [self.pass_points[seat * 2 + i] for i in range(2)]
        used = [self.used[seat * 4 + bird] for bird in range(4)]
        trophies = [self.trophy[bird] == seat for bird in range(4)]
        return (*boxes, *passes, self.flaps[seat], *used, sum(trophies))

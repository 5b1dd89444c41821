# Types for rules.py.
cimport cython

from birdtable.engine cimport Rng, State, u64
from birdtable.games.birdie.points cimport most_uses, pass_points

cdef u64 ALL_CARDS
cdef u64 UNIT[16]
cdef int CHANCE, NOBODY, TROPHY, ADDED_BITS, KIND_BITS, PILE_BITS, TWO_CARDS
cdef int ADD, BEFORE_SETS, BIRD_SET, BOX, BY_BIRD, BY_SEASON, CHOOSING, CHOOSING_STARTER, COPIED, DEAL
cdef int DEALT, DONE, DRAWING, DREW, DROPPED, DROPPING, END, FLAPPED, FORCED_PASS, GAME_ENDED, HELD_BOX
cdef int HOLDING, INSERT, INSERTED, INSERTING, LAID_OUT, LAYING_OUT, LEAVE, LOST, MARKED, MARKING
cdef int MAX_PLACES, MAX_ROW, MAX_TURNS, MOVE, MOVED, MOVING, OPENING, OVER, OWL, OWL_ASKED
cdef int OWL_BOX, OWL_MOVE_ASKED, PASS, PASSED, PICKED_UP, PIGEON, PIGEON_ASKED, PUTTING, REFILLED, REFILLING, REMOVE
cdef int REMOVED, REMOVING, ROBIN, ROUND_ENDED, SCORED, SEASON_SET, SET, SET_ASKED, SET_TAKEN, STACK
cdef int STACKED, STACKING, STARTED, STARTER, TAKE, TOOK, TRAIT_ASKED, TROPHY_WON, TURN, TURNED_OVER, USE
cdef int USED, WOODPECKER, WROTE


cdef class BirdieState(State):
    cdef public bint expert, robin_from_deck, owl_moves, sets_chosen, single_removal
    cdef public int places
    cdef public short flap_values[24]
    cdef public int phase, round, starter, mover
    cdef public u64 unseen
    cdef public int deck, stop, rest
    cdef public u64 display
    cdef public int display_count
    cdef public u64 hand[4]
    cdef public short hand_count[4]
    cdef public short pile[160]
    cdef public short pile_count[4]
    cdef public u64 taken
    cdef public int taken_count
    cdef public u64 added
    cdef public int added_count
    cdef public int first, second
    cdef public short turns[112]
    cdef public short turn_count[4]
    cdef public short passed[4]
    cdef public int passed_count
    cdef public short boxes[32]
    cdef public short pass_points[8]
    cdef public short flaps[4]
    cdef public short used[16]
    cdef public short trophy[4]
    cdef public short record[4]
    cdef public u64 spent[4]
    cdef public u64 drawn
    cdef public int scorer
    cdef public short row[40]
    cdef public int row_count
    cdef public int held, picked, cursor
    cdef public short set_start[20]
    cdef public short set_length[20]
    cdef public short set_trait[20]
    cdef public short set_out[20]
    cdef public int set_count
    cdef public int trait, holding, gap, low, high, lowest
    cdef public u64 gone
    cdef public u64 gone_hand[2]
    cdef public short old_turns[56]
    cdef public short old_turn_count[2]
    cdef public short old_pile[80]
    cdef public short old_pile_count[2]
    cdef public u64 old_spent[2]
    @cython.locals(other=BirdieState)
    cpdef State copy(self)
    @cython.locals(left=int, unseen=u64, code=int)
    cdef int draw(self, Rng rng) noexcept nogil
    @cython.locals(n=int, phase=int)
    cdef int list_steps(self) noexcept nogil
    @cython.final
    cdef int list_one(self, int code, int n) noexcept nogil
    @cython.final
    @cython.locals(n=int, place=int)
    cdef int list_places(self, int code, int places, int but) noexcept nogil
    @cython.final
    @cython.locals(count=int, kind=int, n=int, seat=int)
    cdef int list_chance(self) noexcept nogil
    @cython.final
    @cython.locals(display=u64, hand=u64, kind=int, may_add=bint, may_stack=bint, n=int, opening=bint, shown=bint)
    cdef int list_turn(self) noexcept nogil
    @cython.final
    @cython.locals(length=int, n=int)
    cdef int list_marks(self) noexcept nogil
    @cython.final
    @cython.locals(hand=u64, kind=int)
    cdef int list_uses(self, int bird, int n) noexcept nogil
    @cython.final
    @cython.locals(n=int, number=int)
    cdef int list_sets(self) noexcept nogil
    @cython.final
    @cython.locals(n=int, trait=int)
    cdef int list_boxes(self) noexcept nogil
    cdef void do(self, int code) noexcept nogil
    @cython.final
    @cython.locals(kind=int)
    cdef void do_chance(self, int code) noexcept nogil
    @cython.final
    cdef void set_up_round(self) noexcept nogil
    @cython.final
    @cython.locals(seat=int)
    cdef void deal_opening(self, int kind) noexcept nogil
    @cython.final
    cdef void begin_turn(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(seat=int)
    cdef void do_turn(self, int code) noexcept nogil
    @cython.final
    cdef void take(self, int seat, int kind) noexcept nogil
    @cython.final
    cdef void stack(self, int seat, int kind) noexcept nogil
    @cython.final
    cdef void add(self, int seat, int kind) noexcept nogil
    @cython.final
    cdef void put_on_pile(self, int seat, int kind) noexcept nogil
    @cython.final
    @cython.locals(pair=int)
    cdef void end_stacking(self, int seat) noexcept nogil
    @cython.final
    cdef void note_turn(self, int seat, int turn) noexcept nogil
    @cython.final
    cdef void refill(self) noexcept nogil
    @cython.final
    cdef int next_seat(self, int seat) noexcept nogil
    @cython.final
    cdef bint has_passed(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(points=int)
    cdef void pass_round(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(place=int, seat=int)
    cdef void begin_scoring(self, int scorer) noexcept nogil
    @cython.final
    cdef bint uses_left(self, int seat, int bird) noexcept nogil
    @cython.final
    cdef bint has_use(self, int seat, int bird) noexcept nogil
    @cython.final
    cdef bint may_use(self, int bird) noexcept nogil
    @cython.final
    cdef void ask_before_sets(self) noexcept nogil
    @cython.final
    cdef void go_on(self) noexcept nogil
    @cython.final
    @cython.locals(bird=int, seat=int)
    cdef void use(self, int kind) noexcept nogil
    @cython.final
    @cython.locals(seat=int)
    cdef void draw_for_robin(self, int kind) noexcept nogil
    @cython.final
    cdef void pick_up(self, int place) noexcept nogil
    @cython.final
    @cython.locals(i=int, seat=int)
    cdef void insert(self, int place) noexcept nogil
    @cython.final
    @cython.locals(place=int, width=int)
    cdef void cut(self, int low, int high) noexcept nogil
    @cython.final
    cdef void begin_sets(self) noexcept nogil
    @cython.final
    @cython.locals(end=int)
    cdef int run_of_bird(self, int start) noexcept nogil
    @cython.final
    @cython.locals(end=int)
    cdef int run_of_season(self, int start) noexcept nogil
    @cython.final
    @cython.locals(by_bird=bint, kind=int, length=int, number=int, trait=int)
    cdef void mark(self, int code) noexcept nogil
    @cython.final
    cdef void find_next_set(self) noexcept nogil
    @cython.final
    @cython.locals(left=int, right=int)
    cdef bint share_trait(self, int place) noexcept nogil
    @cython.final
    @cython.locals(number=int, sets=int)
    cdef void ask_pigeon(self) noexcept nogil
    @cython.final
    cdef void drop(self, int number) noexcept nogil
    @cython.final
    @cython.locals(number=int, several=int, trait=int)
    cdef void ask_choices(self) noexcept nogil
    @cython.final
    @cython.locals(number=int)
    cdef void choose(self, int chosen) noexcept nogil
    @cython.final
    @cython.locals(other=int, trait=int)
    cdef bint counts(self, int number) noexcept nogil
    @cython.final
    @cython.locals(lowest=int, number=int)
    cdef int lowest_counting(self) noexcept nogil
    @cython.final
    cdef bint counts_lowest(self, int number) noexcept nogil
    @cython.final
    cdef void ask_owl_move(self) noexcept nogil
    @cython.final
    @cython.locals(number=int, trait=int, wanted=int)
    cdef bint box_for_held(self) noexcept nogil
    @cython.final
    @cython.locals(found=int, number=int, ties=int)
    cdef void hold_lowest(self) noexcept nogil
    @cython.final
    cdef void hold(self, int number) noexcept nogil
    @cython.final
    @cython.locals(number=int, writing=int)
    cdef void write_sets(self) noexcept nogil
    @cython.final
    cdef void write_held(self, int trait) noexcept nogil
    @cython.final
    @cython.locals(seat=int)
    cdef void write_set(self, int trait, int points) noexcept nogil
    @cython.final
    cdef void write_copy(self, int trait, int points) noexcept nogil
    @cython.final
    @cython.locals(before=int, seat=int)
    cdef void flap(self, int marks) noexcept nogil
    @cython.final
    cdef void compare_trophy(self, int trait, int points) noexcept nogil
    @cython.final
    @cython.locals(empty=bint, seat=int, trait=int)
    cdef void ask_owl(self) noexcept nogil
    @cython.final
    cdef void copy_value(self, int trait) noexcept nogil
    @cython.final
    cdef void remove(self, int place) noexcept nogil
    @cython.final
    @cython.locals(left=int, right=int)
    cdef void close_gap(self) noexcept nogil
    @cython.final
    @cython.locals(high=int, low=int, mask=int, shift=int, value=int)
    cdef void take_set(self, bint by_bird) noexcept nogil
    @cython.final
    @cython.locals(length=int)
    cdef void settle_set(self) noexcept nogil
    @cython.final
    cdef void take_for_pigeon(self) noexcept nogil
    @cython.final
    cdef void leave_row(self) noexcept nogil
    @cython.final
    cdef void end_cascade(self) noexcept nogil
    @cython.final
    cdef void end_scoring(self) noexcept nogil
    @cython.final
    cdef void end_round(self) noexcept nogil
    @cython.final
    @cython.locals(i=int, seat=int)
    cdef void clear_table(self) noexcept nogil
    @cython.final
    @cython.locals(bird=int, points=int)
    cdef int total(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(i=int, points=int, trait=int)
    cdef int written(self, int seat) noexcept nogil
    @cython.final
    cdef int flap_points(self, int marks) noexcept nogil
    @cython.final
    @cython.locals(best=int, i=int, seat=int)
    cdef void end_game(self) noexcept nogil

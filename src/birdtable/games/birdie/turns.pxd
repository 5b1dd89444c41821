# Types for turns.py.
cimport cython

from birdtable.cbits cimport first_above, is_full, log_step, lowest, pick, tell
from birdtable.engine cimport Log, Rng, u64
from birdtable.games.birdie.points cimport cards_of_round, is_one_shuffle, pass_points
from birdtable.games.birdie.state cimport BirdieFields

cdef u64 ALL_CARDS, EVEN, FIRST_BITS, MASK, ONES
cdef u64 UNIT[16]
cdef unsigned char TURN_CODES[64]
cdef int ADD, ADDED_BITS, BEFORE_SETS, CHANCE, CHOOSING_STARTER, DEAL, DEALT, DISPLAY, END, FORCED_PASS, KIND_BITS, LAID_OUT, LAYING_OUT
cdef int MAX_ROW, MAX_TURNS, OPENING, OPENING_HAND, PASS, PASSED, PILE_BITS, REFILLED, REFILLING, STACK, STACKED, STACKING, STARTED
cdef int STARTER, TAKE, TOOK, TURN, TWO_CARDS


cdef class BirdieTurns(BirdieFields):
    @cython.locals(count=int, kind=int, n=int, seat=int)
    cdef inline int list_chance(self) noexcept nogil
    cdef int draw(self, Rng rng) noexcept nogil
    @cython.locals(number=int, pair=int, sums=u64, unseen=u64)
    cdef inline int draw_card(self, Rng rng) noexcept nogil
    @cython.locals(display=u64, hand=u64, opening=bint, steps=u64)
    cdef inline u64 turn_steps(self) noexcept nogil
    @cython.locals(n=int, steps=u64)
    cdef inline int list_turn(self) noexcept nogil
    @cython.locals(count=int, counts=u64, number=int, pair=int, steps=u64, sums=u64)
    cdef inline int pick_turn(self, Rng rng) noexcept nogil
    @cython.locals(code=int, decisions=int)
    cdef inline int play_turns(self, Rng rng, Log log) noexcept nogil
    @cython.locals(kind=int)
    cdef inline void do_chance(self, int code) noexcept nogil
    cdef inline void set_up_round(self) noexcept nogil
    @cython.locals(seat=int)
    cdef inline void deal_opening(self, int kind) noexcept nogil
    cdef inline void begin_turn(self, int seat) noexcept nogil
    @cython.locals(seat=int)
    cdef inline void do_turn(self, int code) noexcept nogil
    cdef inline void take(self, int seat, int kind) noexcept nogil
    cdef inline void stack(self, int seat, int kind) noexcept nogil
    cdef inline void add(self, int seat, int kind) noexcept nogil
    cdef inline void put_on_pile(self, int seat, int kind) noexcept nogil
    @cython.locals(pair=int)
    cdef inline void end_stacking(self, int seat) noexcept nogil
    cdef inline void note_turn(self, int seat, int turn) noexcept nogil
    cdef inline void refill(self) noexcept nogil
    cdef inline int next_seat(self, int seat) noexcept nogil
    cdef inline bint has_passed(self, int seat) noexcept nogil
    @cython.locals(points=int)
    cdef inline void pass_round(self, int seat) noexcept nogil
    cdef void begin_scoring(self, int scorer) noexcept nogil

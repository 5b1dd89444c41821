# Types for rules.py.
cimport cython

from birdtable.cbits cimport first_above, is_full, log_step, lowest, pick, tell
from birdtable.engine cimport Log, Rng, State, u64
from birdtable.games.cubirds.flocks cimport flock_brings, wins
from birdtable.games.cubirds.state cimport CuBirdsFields

cdef u64 MASK, ONES, TOPS, TO_TOP_FROM_1, TO_TOP_FROM_SMALL
cdef u64 UNIT[8]
cdef u64 LANE[8]
cdef int CHANCE, NOBODY, CAME_BITS, LEFT_BITS
cdef int ASIDE_DISCARDED, ASIDE_SHUFFLED
cdef int BY_COLLECTION, BY_LIMIT, BY_SHORTAGE, COLLECTED, COLLECTING, DEAL, DEALING, DEALT, DISCARDED, DRAW, DRAW_SIZE
cdef int DRAWING, DREW, END, ENDED, FLOCK, FLOCKED, HAND, KEEP, KEPT, KINDS, LAID, LAID_OUT, LAYING_OUT, LEFT, NOTES, OVER
cdef int PUT_ASIDE, REFILLED, REFILLING, RESHUFFLE_NOTE, RESHUFFLED, RESHUFFLES, ROUND_ENDED, ROW_START, ROWS, SHUFFLED
cdef int FIRST_BIRD, HAND_DISCARDED, STARTED, STARTER, STARTING, TO_DRAW, TO_FLOCK, TO_LAY, TOOK, WON


cpdef int total(u64 multiset) noexcept nogil


cdef class CuBirdsState(CuBirdsFields):
    @cython.locals(other=CuBirdsState)
    cpdef CuBirdsState copy(self)
    cdef void copy_into(self, State other) noexcept
    @cython.locals(phase=int, n=int, species=int, code=int, weight=int, first=int, lanes=u64)
    cdef int list_steps(self) noexcept nogil
    cdef int pick_step(self, Rng rng) noexcept nogil
    cdef int draw(self, Rng rng) noexcept nogil
    @cython.locals(code=int, decisions=int)
    cdef int play_on(self, Rng rng, Log log) noexcept nogil
    cdef void do(self, int code) noexcept nogil
    cdef inline u64 layable(self) noexcept nogil
    cdef inline u64 flockable(self) noexcept nogil
    @cython.locals(count=int, number=int, sums=u64)
    cdef inline int pick_code(self, Rng rng) noexcept nogil
    @cython.locals(sums=u64)
    cdef inline int draw_code(self, Rng rng) noexcept nogil
    cdef inline void carry_out(self, int code) noexcept nogil
    cdef inline void begin(self, int seat) noexcept nogil
    @cython.locals(phase=int)
    cdef inline void deal(self, int species) noexcept nogil
    cdef inline bint await_card(self, int phase) noexcept nogil
    cdef inline void reshuffle(self) noexcept nogil
    @cython.locals(row=int)
    cdef inline void lay_out(self, int species) noexcept nogil
    cdef inline void shuffle_aside(self) noexcept nogil
    cdef inline void shuffle_rest(self) noexcept nogil
    @cython.locals(species=int)
    cdef inline void discard_aside(self) noexcept nogil
    @cython.locals(seat=int)
    cdef inline void deal_card(self, int species) noexcept nogil
    @cython.locals(seat=int)
    cdef inline void deal_first_bird(self, int species) noexcept nogil
    cdef inline void start_turn(self, int seat) noexcept nogil
    @cython.locals(group=u64)
    cdef inline void extend(self, int row, int species, int side, int count) noexcept nogil
    @cython.locals(seat=int, count=int, taken=u64)
    cdef inline void lay(self, int species, int row, int side) noexcept nogil
    @cython.locals(order=u64, birds=u64, taken=u64, groups=int, place=int, first=int, last=int, i=int, other=int)
    cdef inline u64 take_between(self, int species, int row, int side) noexcept nogil
    @cython.locals(row=int)
    cdef inline void refill(self, int species) noexcept nogil
    cdef inline void draw_card(self, int species) noexcept nogil
    cdef inline void offer_flock(self) noexcept nogil
    @cython.locals(known=u64, hidden=int)
    cdef inline bint could_flock(self, int seat) noexcept nogil
    @cython.locals(seat=int, count=int, kept=int)
    cdef inline void flock(self, int species) noexcept nogil
    @cython.locals(seat=int)
    cdef inline void end_turn(self) noexcept nogil
    @cython.locals(seat=int, species=int, hand=u64)
    cdef inline void end_round(self) noexcept nogil
    @cython.locals(most=int, seat=int, size=int)
    cdef inline void most_cards_win(self, int decided) noexcept nogil
    @cython.locals(seat=int)
    cdef inline void finish(self, int decided) noexcept nogil
    @cython.locals(cards=u64)
    cdef inline void note_leaving(self, int seat, int species) noexcept nogil
    @cython.locals(full=bint, hidden=int, seat=int, cards=u64)
    cdef inline void note_reshuffle(self) noexcept nogil
    cdef inline void note(self, int seat, int hidden, int left, int species) noexcept nogil
    @cython.locals(seat=int)
    cdef inline void forget(self) noexcept nogil


cpdef int receiver(CuBirdsState state) noexcept nogil

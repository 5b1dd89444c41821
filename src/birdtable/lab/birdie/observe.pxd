# Types for observe.py.
cimport cython

from birdtable.engine cimport u64
from birdtable.games.birdie.rules cimport BirdieState

cdef int ADDED_BITS, KIND, KIND_BITS, TWO_CARDS
cdef int BEFORE_SETS, MAX_ROW, MAX_TURNS, OVER, SET_ASKED, STACKING, TURN
cdef int HAND, DISPLAY, PILE, TO_HAND, TO_PILE, ADDED, HANDS, PILES, BOXES, PASSES, FLAPS, POINTS, USED, TROPHIES
cdef int RECORDS, PASSED, SEATS, PHASE, ROW, SETS, HELD, SPENT, OPTIONS, WIDTH, FLAP_PLACES

@cython.locals(hidden=bint, display=u64, i=int)
cpdef void write(BirdieState state, int seat, short[::1] out) noexcept nogil
@cython.locals(kind=int)
cdef void write_counts(u64 cards, short[::1] out, int start) noexcept nogil
@cython.locals(number=int, turn=int, trait=int, bird=int)
cdef void write_seat(BirdieState state, int seat, int i, bint hidden, short[::1] out) noexcept nogil
@cython.locals(bird=int, i=int)
cdef void write_table(BirdieState state, int seat, bint hidden, short[::1] out) noexcept nogil
@cython.locals(i=int, number=int)
cdef void write_scoring(BirdieState state, short[::1] out) noexcept nogil

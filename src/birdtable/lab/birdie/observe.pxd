# Types for observe.py.
cimport cython

from birdtable.engine cimport u64
from birdtable.games.birdie.rules cimport BirdieState

cdef int ADDED_BITS, KIND, KIND_BITS, TWO_CARDS
cdef int BEFORE_SETS, MAX_ROW, MAX_TURNS, OVER, SET_ASKED, STACKING, TURN
cdef int HAND, DISPLAY, LAID, DRAWN, SPENT, TO_HAND, TO_PILE, ADDED, HANDS, PILES, BOXES, PASSES, USED, FLAPS, POINTS
cdef int TROPHIES, RECORDS, PASSED, SEATS, ROUND, DECK, WHO, PHASE, OPTIONS, FLAP_VALUES, PILE, TURNS, ROWS, ROW, CURSOR
cdef int SET_STARTS, SET_LENGTHS, SET_TRAITS, SETS_OUT, HELD, TRAIT, QUESTION
cdef int OLD_TURNS, OLD_ROWS, OLD_SPENT, OLD_SEEN, OLD_HAND, WIDTH, KINDS, KINDS_2

@cython.locals(hidden=bint, scoring=bint, stacking=bint, i=int)
cpdef void write(BirdieState state, int seat, short[::1] out) noexcept nogil
@cython.locals(kind=int)
cdef void write_counts(u64 cards, short[::1] out, int start) noexcept nogil
cdef int turn_number(int turn) noexcept nogil
@cython.locals(added=int, number=int, turn=int, trait=int, bird=int)
cdef void write_seat(BirdieState state, int seat, int i, short[::1] out) noexcept nogil
cdef int place_of(BirdieState state, int seat, int other) noexcept nogil
@cython.locals(bird=int, i=int)
cdef void write_table(BirdieState state, int seat, int phase, short[::1] out) noexcept nogil
@cython.locals(i=int, number=int, other=int, start=int, turned=int)
cdef void write_rows(BirdieState state, int seat, short[::1] out) noexcept nogil
@cython.locals(i=int, number=int)
cdef void write_scoring(BirdieState state, int seat, short[::1] out) noexcept nogil
@cython.locals(number=int)
cdef void write_earlier(BirdieState state, int seat, int i, short[::1] out) noexcept nogil

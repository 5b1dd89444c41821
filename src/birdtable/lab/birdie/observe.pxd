# Types for observe.py.
cimport cython

from birdtable.cbits cimport lowest
from birdtable.engine cimport u64
from birdtable.games.birdie.rules cimport BirdieState

cdef u64 MASK
cdef u64 UNIT[16]
cdef int ADDED_BITS, KIND, KIND_BITS, TWO_CARDS
cdef int BEFORE_SETS, MAX_ROW, MAX_TURNS, OVER, SET_ASKED, STACKING, TURN
cdef int HAND, DISPLAY, TO_HAND, TO_PILE, ADDED, HANDS, PILES, BOXES, PASSES, USED, FLAPS, POINTS, TROPHIES, RECORDS
cdef int PASSED, SEATS, ROUND, DECK, WHO, PHASE, OPTIONS, FLAP_VALUES, PILE, TURN_COUNTS, TURNS, SPENT, LAID, DRAWN
cdef int ROWS, ROW, CURSOR, SETS, HELD, TRAIT, QUESTION, OLD_COUNTS, OLD_TURNS, OLD_ROWS, OLD_SPENT, OLD_SEEN
cdef int OLD_HAND, WIDTH, SET_PLACES, SET_LENGTHS, MAX_SPENT

@cython.locals(hidden=bint, i=int, other=int, place=int)
cpdef void write(BirdieState state, int seat, short[::1] out) noexcept nogil
@cython.locals(kind=int)
cdef void write_counts(u64 counted, short[::1] out, int start) noexcept nogil
@cython.locals(kind=int)
cdef void write_cards(u64 left, short[::1] out, int place) noexcept nogil
@cython.locals(added=int, count=int, number=int, one=u64, pile=u64, to_hand=u64, to_pile=u64, turn=int)
cdef int write_turns(BirdieState state, int seat, int i, short[::1] out, int place) noexcept nogil
@cython.locals(trait=int, bird=int)
cdef void write_board(BirdieState state, int seat, int i, short[::1] out) noexcept nogil
cdef int place_of(BirdieState state, int seat, int other) noexcept nogil
@cython.locals(bird=int, i=int)
cdef void write_table(BirdieState state, int seat, int phase, short[::1] out) noexcept nogil
@cython.locals(i=int, number=int, other=int, place=int, turned=int)
cdef void write_rows(BirdieState state, int seat, short[::1] out) noexcept nogil
@cython.locals(i=int)
cdef void write_scoring(BirdieState state, int seat, short[::1] out) noexcept nogil
@cython.locals(i=int, number=int, other=int, rows=int, turns=int)
cdef void write_earlier(BirdieState state, int seat, short[::1] out) noexcept nogil

# Types for observe.py.
cimport cython

from birdtable.cbits cimport lowest
from birdtable.engine cimport u64
from birdtable.games.birdie.points cimport is_one_shuffle
from birdtable.games.birdie.rules cimport BirdieState
from birdtable.lab.envs cimport cnumbers as numbers

# Places as wide as pointers: otherwise each is widened anew where it is used.
ctypedef Py_ssize_t wide

cdef u64 MASK
cdef u64 UNIT[16]
cdef wide ADDED_BITS, KIND, KIND_BITS, TWO_BITS
cdef wide BEFORE_SETS, MAX_ROW, MAX_TURNS, OVER, SET_ASKED, STACKING, TURN
cdef wide HAND, DISPLAY, TO_HAND, TO_PILE, ADDED, HANDS, PILES, BOXES, PASSES, USED, FLAPS, POINTS, TROPHIES, RECORDS
cdef wide PASSED, SEATS, ROUND, DECK, WHO, PHASE, OPTIONS, FLAP_VALUES, PILE, TURN_COUNTS, TURNS, SPENT, LAID, DRAWN
cdef wide ROWS, ROW, CURSOR, SETS, HELD, TRAIT, QUESTION, OLD_COUNTS, OLD_TURNS, OLD_ROWS, OLD_SPENT, OLD_SEEN
cdef wide OLD_HAND, WIDTH, SET_PLACES, SET_LENGTHS, MAX_SPENT

cpdef void write(BirdieState state, int seat, short[::1] out) noexcept nogil
@cython.locals(hidden=bint, i=wide, other=wide, place=wide)
cdef void write_numbers(BirdieState state, int seat, short* out) noexcept nogil
@cython.locals(kind=wide)
cdef void write_cards(u64 left, short* out, wide place) noexcept nogil
@cython.locals(added=wide, count=wide, number=wide, one=u64, pile=u64, to_hand=u64, to_pile=u64, turn=wide)
cdef wide write_turns(BirdieState state, wide seat, wide i, short* out, wide place) noexcept nogil
@cython.locals(bird=wide)
cdef void write_board(BirdieState state, wide seat, wide i, short* out) noexcept nogil
cdef wide place_of(BirdieState state, wide seat, wide other) noexcept nogil
@cython.locals(bird=wide, i=wide)
cdef void write_table(BirdieState state, wide seat, wide phase, short* out) noexcept nogil
@cython.locals(i=wide, other=wide, place=wide, turned=wide)
cdef void write_rows(BirdieState state, wide seat, short* out) noexcept nogil
@cython.locals(i=wide)
cdef void write_scoring(BirdieState state, wide seat, short* out) noexcept nogil
@cython.locals(i=wide, other=wide, place=wide)
cdef void write_earlier(BirdieState state, wide seat, short* out) noexcept nogil

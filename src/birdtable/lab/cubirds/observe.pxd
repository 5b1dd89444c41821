# Types for observe.py.
cimport cython

from birdtable.engine cimport u64
from birdtable.games.cubirds.rules cimport CuBirdsState, total

cdef int HAND, ROWS, COLLECTIONS, KNOWN, HANDS, DISCARD, PILE, SEATS, DEALER, TURNS, PHASE, LIMIT, WIDTH

@cython.locals(i=int, row=int, species=int, other=int)
cpdef void write(CuBirdsState state, int seat, short[::1] out) noexcept nogil
@cython.locals(species=int)
cdef void write_counts(u64 cards, short[::1] out, int start) noexcept nogil

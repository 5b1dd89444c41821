# Types for unseen.py.
cimport cython

from birdtable.engine cimport u64
from birdtable.games.cubirds.rules cimport CuBirdsState, total

cdef int CAME_BITS, LEFT_BITS, NOTED_LEFT, NOTED_SPECIES
cdef int HEED_ALL, HEED_NUMBERS, KINDS, NOTES, PILE, RESHUFFLE_NOTE


cdef class Unseen:
    cdef public int heed
    cdef int viewer, shuffles, batches, leavings, hands
    cdef int pool[40]
    cdef int seat[210]
    cdef int shuffle[210]
    cdef int came[210]
    cdef int barred[210]
    cdef int leaver[210]
    cdef int species[210]
    cdef int number[210]
    cdef int first[210]
    cdef int last[210]
    cdef int time[210]
    cdef int gate[210]
    cdef int rest[210]
    cdef bint mixed[210]
    cdef int leaving_start[6]
    cdef int batch_start[6]
    cdef int batch_end[6]

    @cython.locals(leaving=int, shuffle=int, species=int, least=int, index=int)
    cdef bint know(self, CuBirdsState state) noexcept nogil
    @cython.locals(seat=int)
    cdef void read(self, CuBirdsState state) noexcept nogil
    @cython.locals(before=u64, now=u64, shuffle=int, seat=int, species=int, change=int)
    cdef void read_pools(self, CuBirdsState state) noexcept nogil
    @cython.locals(hidden=int, batches=int, leavings=int, time=int, number=int, note=int)
    cdef void read_hand(self, CuBirdsState state, int seat) noexcept nogil
    @cython.locals(batch=int)
    cdef void add_batch(self, int seat, int shuffle, int came) noexcept nogil
    @cython.locals(first=int, leaving=int)
    cdef void add_leaving(self, int seat, int species, int number, int start, int time) noexcept nogil
    @cython.locals(shuffle=int)
    cdef void settle(self, int leaving) noexcept nogil
    @cython.locals(batch=int)
    cdef bint is_gone(self, int shuffle, int species) noexcept nogil
    @cython.locals(found=int, leaving=int, number=int)
    cdef bint settle_last(self, int shuffle, int species) noexcept nogil
    @cython.locals(batch=int)
    cdef bint is_in_doubt(self, int leaving, int shuffle, int species) noexcept nogil

# Types for expert.py.
cimport cython

from birdtable.cbits cimport tell
from birdtable.games.birdie.scoring cimport BirdieScoring

cdef int DROPPED, LOST, PIGEON, PIGEON_MARKS, REMOVED, REMOVING, SET_ASKED, SET_TAKEN, TRAIT_ASKED, TRAIT_BITS


cdef class BirdieExpert(BirdieScoring):
    cdef inline void remove(self, int place) noexcept nogil
    @cython.locals(left=int, right=int)
    cdef inline void close_gap(self) noexcept nogil
    @cython.locals(high=int, low=int, mask=int, shift=int, value=int)
    cdef inline void take_set(self, bint by_bird) noexcept nogil
    @cython.locals(length=int)
    cdef inline void settle_set(self) noexcept nogil
    cdef inline void take_for_pigeon(self) noexcept nogil
    cdef inline void leave_row(self) noexcept nogil
    cdef void end_cascade(self) noexcept nogil

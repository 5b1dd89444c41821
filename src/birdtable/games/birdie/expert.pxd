# Types for expert.py.
cimport cython

from birdtable.games.birdie.scoring cimport BirdieScoring

cdef int DROPPED, LOST, PIGEON, PIGEON_MARKS, REMOVED, REMOVING, SET_ASKED, SET_TAKEN, TRAIT_ASKED, TRAIT_BITS


cdef class BirdieExpert(BirdieScoring):
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
    cdef void end_cascade(self) noexcept nogil

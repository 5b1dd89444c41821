# Types for state.py.
cimport cython

from birdtable.engine cimport State, u64

cdef u64 ALL_CARDS
cdef int LEFT, NOTES, STARTING


cdef class CuBirdsFields(State):
    cdef public bint extras_discarded
    cdef public int named, turn_limit, phase, dealer, player, round, turns, row, side, left
    cdef public u64 birds[4]
    cdef public u64 order[4]
    cdef public int groups[4]
    cdef public u64 hands[5]
    cdef public u64 collections[5]
    cdef public u64 pile, discard, aside
    cdef public int shuffles, turned
    cdef public u64 known[5]
    cdef public unsigned short notes[200]
    cdef public int noted[5]
    cdef public int settled[5]
    cdef public int reshuffles
    cdef public u64 unknown[20]

    cdef inline void share_fields(self, CuBirdsFields other) noexcept nogil
    @cython.locals(start=int, i=int)
    cpdef list note_codes(self, int seat)

# Types for flocks.py.
cimport cython

from birdtable.engine cimport u64

cdef u64 ONES, TO_TOP_FROM_1, TO_TOP_FROM_3, TOPS
cdef int ENOUGH_SPECIES
cdef int SMALL[8]
cdef int BIG[8]

cpdef int flock_brings(int species, int count) noexcept nogil
cpdef int different(u64 collection) noexcept nogil
cpdef int triples(u64 collection) noexcept nogil
@cython.locals(threes=u64)
cpdef bint wins(u64 collection) noexcept nogil

# Types for redeal.py.
cimport cython

from birdtable.engine cimport Rng, u64
from birdtable.games.cubirds.rules cimport CuBirdsState
from birdtable.games.cubirds.unseen cimport Unseen

cdef u64 UNIT[8]
cdef int HEED_ALL, KINDS, MOST_WAYS, PATIENCE, PILE
cdef double E, FRACTION
cdef double H[128]


@cython.final
cdef class Redealing(Unseen):
    cdef int fitting[210]
    cdef int stride[210]
    cdef int radix[210]
    cdef int states[6]
    cdef int row_start[6]
    cdef double[::1] ways
    cdef double share[40]
    cdef double cost[40]
    cdef double most[40]
    cdef int stock[40]
    cdef int remain[210]
    cdef int fits[210]
    cdef double bound[210]
    cdef u64 hold[6]
    cdef u64 unknown[20]

    @cython.locals(size=int, hand=int)
    cdef bint prepare(self, CuBirdsState state)
    @cython.locals(batch=int, species=int, shuffle=int)
    cdef void weigh(self) noexcept nogil
    @cython.locals(index=int, pool=int, doubts=int, leaving=int, ways=double, most=double, taken=int)
    cdef void weigh_doubts(self, int shuffle, int species) noexcept nogil
    @cython.locals(cost=double, batch=int, remain=int, leaving=int, _place=int)
    cdef void weigh_cost(self, int shuffle, int species) noexcept nogil
    @cython.locals(size=int, hand=int, states=int, species=int, batch=int)
    cdef int plan_ways(self) noexcept nogil
    @cython.locals(radix=int, leaving=int)
    cdef int plan_species(self, int hand, int species, int stride) noexcept nogil
    @cython.locals(states=int, start=int, end=int, row=int, batch=int, back=int, opened=int, missing=int, _place=int)
    cdef void count_ways(self, int hand) noexcept nogil
    @cython.locals(states=int, after=int, stays=double, missing=int, leaving=int, goes=double, stride=int, base=int)
    cdef void count_place(self, int hand, int batch, int row) noexcept nogil
    @cython.locals(index=int)
    cdef double weight(self, int leaving, int batch) noexcept nogil
    @cython.locals(missing=int, leaving=int)
    cdef int missing_from(self, int hand, int batch) noexcept nogil
    @cython.locals(leaving=int, digit=int)
    cdef bint may_pass(self, int hand, int batch, int missing) noexcept nogil
    @cython.locals(_attempt=int)
    cpdef bint deal(self, CuBirdsState state, Rng rng) noexcept nogil
    @cython.locals(number=int, index=int, batch=int, chance=double, hand=int, row=int, missing=int, _place=int, leaving=int)
    cdef bint trace(self, Rng rng) noexcept nogil
    @cython.locals(left=double, after=int, leaving=int, stride=int)
    cdef int trace_place(self, int hand, int batch, int row, int missing, Rng rng) noexcept nogil
    @cython.locals(shuffle=int, species=int, number=int, index=int)
    cdef double leave(self, int leaving, int batch) noexcept nogil
    @cython.locals(chance=double, index=int, batch=int, fits=int, species=int, _place=int)
    cdef double refit(self) noexcept nogil
    @cython.locals(seat=int, batch=int, chance=double, shuffle=int, species=int, _card=int)
    cdef bint fill(self, Rng rng) noexcept nogil
    @cython.locals(weights=double, batch=int, left=double, chosen=int, seat=int, number=int)
    cdef double hand_out(self, int shuffle, int species, Rng rng) noexcept nogil
    @cython.locals(seat=int, number=int)
    cdef void give(self, CuBirdsState state) noexcept nogil


cdef double fraction(Rng rng) noexcept nogil

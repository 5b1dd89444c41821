# Types for dealing.py.
cimport cython

from birdtable.engine cimport Rng, u64
from birdtable.games.birdie.rules cimport BirdieState

cdef u64 MASK
cdef u64 UNIT[16]
cdef int ADDED_BITS, KIND, KIND_BITS, MAX_ROW, MAX_TURNS, MOST_HELD, OPENINGS, TWO_CARDS


@cython.final
cdef class Dealing:
    cdef u64 pool
    cdef int count
    cdef int seat[4]
    cdef int earlier[4]
    cdef int size[4]
    cdef u64 rest[4]
    cdef int options[4]
    cdef long long weight[4]
    cdef int option_cards[1088]
    cdef long long option_ways[544]
    cdef int order[4]
    cdef u64 left
    cdef int opening[8]
    cdef int hand[64]
    cdef int laid[64]
    @cython.locals(closed=int, i=int, rank=int)
    cdef void put_in_order(self) noexcept nogil
    @cython.locals(i=int, number=int, rank=int, whole=cython.longlong)
    cpdef bint draw_openings(self, Rng rng) noexcept nogil
    @cython.locals(kind=int, number=int)
    cdef int draw_card(self, Rng rng) noexcept nogil
    @cython.locals(option=int, whole=cython.longlong)
    cdef long long weigh(self, int i) noexcept nogil
    @cython.locals(count=cython.longlong, first=int, second=int)
    cdef long long weigh_option(self, int option) noexcept nogil
    @cython.locals(card=int, option=int)
    cdef void draw_option(self, int i, long long number) noexcept nogil
    @cython.locals(hand=u64, i=int, seat=int)
    cpdef bint deal(self, BirdieState state, Rng rng) noexcept nogil
    @cython.locals(added=int, count=int, hand=u64, held=int, number=int, place=int, turn=int)
    cdef bint lay(self, BirdieState state, int seat, int i, Rng rng) noexcept nogil


@cython.locals(kind=int, last=int, other=int)
cdef void mix(int* kinds, int count, Rng rng) noexcept nogil
@cython.locals(kind=int, number=int)
cdef int number_of(u64 cards) noexcept nogil

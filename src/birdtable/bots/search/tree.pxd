# Types for tree.py.
cimport cython

from birdtable.bots.search.policy cimport Policy
from birdtable.engine cimport Rng, State

cdef int CHANCE, MAX_DEPTH, ROOM
cdef double ROOTS[4096]


@cython.locals(scale=double)
cdef double root(int n) noexcept nogil


@cython.final
cdef class Tree:
    cdef public Policy policy
    cdef public int capacity
    cdef public int count
    cdef int[::1] code, child, sibling, visits, available
    cdef double[::1] total, prior
    cdef int found[1024]
    cdef int path[256]
    cdef int movers[256]
    cdef public int depth
    cdef public long long decisions
    cdef public int simulations
    cdef int forced
    cdef int chosen
    cdef double sums[5]
    @cython.locals(i=int, node=int)
    cdef void simulate(self, State state, Rng rng) noexcept
    @cython.locals(mover=int, node=int)
    cdef int walk(self, State state, Rng rng) noexcept
    @cython.locals(child=int, i=int, missing=bint, n=int, best=int)
    cdef int next_child(self, int node, State state) noexcept
    @cython.locals(child=int)
    cdef void forget(self, int node) noexcept
    @cython.locals(code=int, i=int, n=int, new=int, whole=double)
    cdef void expand(self, int node, State state) noexcept
    @cython.locals(
        best=int, best_score=double, child=int, i=int, mean=double, score=double, sum_of_means=double, tried=int,
        untried=double, visits=int
    )
    cdef int select(self, State state, int n) noexcept
    @cython.locals(i=int, state=State, world=State)
    cpdef void grow(self, list worlds, Rng rng, int simulations) except *

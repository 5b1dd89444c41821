# Types for policy.py.
cimport cython

from birdtable.engine cimport Rng, State

cdef int CHANCE, NOBODY


@cython.locals(y=double, _=int)
cpdef double exponential(double x) noexcept nogil


cdef class Policy:
    cdef public double ratings[64]
    cdef public double values[5]
    cdef int step(self, State state, Rng rng) noexcept
    @cython.locals(n=int, i=int)
    cdef int weigh(self, State state) noexcept
    cdef int rate(self, State state) noexcept
    cdef void begin(self, State state) noexcept
    cdef bint is_settled(self, State state) noexcept
    @cython.locals(seat=int)
    cdef void judge(self, State state) noexcept
    @cython.locals(decisions=int)
    cdef int play_out(self, State state, Rng rng) noexcept

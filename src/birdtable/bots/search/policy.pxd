# Types for policy.py.
cimport cython

from birdtable.bots.search.net cimport Net
from birdtable.engine cimport Rng, State

cdef int CHANCE, FINE, NOBODY, WIDTH


@cython.locals(y=double, _=int)
cpdef double exponential(double x) noexcept nogil


cdef class Policy:
    cdef public double ratings[64]
    cdef double logits[64]
    cdef public double values[5]
    cdef public Net net
    cdef public int features[320]
    cdef public int feature_counts[5]
    cdef public double curiosity, temperature
    cdef public int learned_from
    cdef int step(self, State state, Rng rng) noexcept
    @cython.locals(n=int, i=int)
    cdef int weigh(self, State state) noexcept
    @cython.locals(n=int, i=int)
    cdef int guess(self, State state) noexcept
    @cython.locals(i=int, top=double, whole=double)
    cdef inline double make_odds(self, int n, double sharpness) noexcept
    @cython.locals(n=int, i=int, left=double)
    cpdef int draw_step(self, State state, Rng rng, double sharpness) noexcept
    cdef bint knows_steps_of(self, State state) noexcept
    cdef int look_at_steps(self, State state) noexcept
    cdef void list_step_features(self, State state, int i) noexcept
    cdef int rate(self, State state) noexcept
    cdef void begin(self, State state) noexcept
    cpdef bint is_settled(self, State state) noexcept
    cpdef bint settles_at(self, State state) noexcept
    cpdef int plain_step(self, State state) noexcept
    cdef bint is_far_enough(self, State state) noexcept
    @cython.locals(seat=int)
    cdef void judge(self, State state) noexcept
    @cython.locals(seat=int, top=double, whole=double)
    cdef inline void share_out(self, int seats) noexcept
    cdef void list_features(self, State state) noexcept
    cdef inline void note(self, int seat, int feature) noexcept
    @cython.locals(seat=int)
    cdef inline void judge_by_net(self, State state) noexcept
    @cython.locals(decisions=int)
    cdef int play_out(self, State state, Rng rng) noexcept

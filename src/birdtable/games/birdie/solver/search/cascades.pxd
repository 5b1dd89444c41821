# Types for cascades.py.
cimport cython

from birdtable.games.birdie.solver.search.worth cimport Worth

cdef int ABILITY, MAX_RUN, MOST_COPIED, NOTHING, REMOVED, WIDTH, BREATH
cdef int TRAIT_BITS[16]


@cython.final
cdef class Cascades:
    cdef public Worth worth
    cdef public int length
    cdef public int kinds[66]
    cdef public int traits[66]
    cdef public int pigeons, owls, lowest
    cdef public int bit[8]
    cdef public int boxes, size, least
    cdef public int gone_at[4356]
    cdef public int gone_count[4356]
    cdef public int ended_at[4356]
    cdef public int ended_count[4356]
    cdef public int taken_at[8712]
    cdef public int taken_count[8712]
    cdef public int[::1] states
    cdef public int[::1] values
    cdef public int used
    cdef public int gone_best[1024]
    cdef public int gone_states[1024]
    cdef public int gone_found
    cdef public int other_best[1024]
    cdef public int other_states[1024]
    cdef public int other_found
    cdef public int work
    cdef public int best_least, best_state, best_value
    @cython.locals(place=int, bits=int, trait=int, needed=int)
    cpdef load(self, list row, int pigeons, int owls, int lowest)
    @cython.locals(best=int, highest=int, state=int, value=int, least=int, gain=int)
    cpdef int promise(self, int enough, is_late) except? -1
    @cython.locals(end=int, i=int)
    cdef int generous(self, int best) noexcept nogil
    @cython.locals(distance=int, right=int)
    cdef fill(self, int least, is_late)
    @cython.locals(last=int, at=int, side=int, trait=int, stays=bint, first=int, cell=int, count=int)
    cdef void plan_stretch(self, int left, int right) noexcept nogil
    cdef int start_of(self, int left, int right) noexcept nogil
    cdef int count_of(self, int left, int right) noexcept nogil
    cdef int trait(self, int card, int side) noexcept nogil
    @cython.locals(side=int, cell=int, trait=int, left=int, right=int)
    cdef void plan_sets(self, int first, int last) noexcept nogil
    @cython.locals(bit=int, gain=int, cost=int, i=int, state=int, value=int)
    cdef void take_set(self, int cell, int trait, int cards) noexcept nogil
    cdef int cost_of_losing(self, int bit, int cards) noexcept nogil
    cdef void note_other(self, int state, int value) noexcept nogil
    @cython.locals(
        states="int[::1]", values="int[::1]", boxes=int, size=int, i=int, first=int, base=int, j=int, state=int, value=int
    )
    cdef void combine(self, int one, int one_count, int two, int two_count, bint goes, bint ends) noexcept nogil
    @cython.locals(i=int, state=int)
    cdef void keep_gone(self, int cell) noexcept nogil
    cdef void keep_ended(self, int cell) noexcept nogil
    @cython.locals(i=int, state=int)
    cdef void keep_other(self) noexcept nogil
    @cython.locals(end=int, best=int, i=int, value=int)
    cdef int close(self, int least) noexcept nogil
    @cython.locals(
        written=int, dropped=int, marks=int, best=int, second=int, trait=int, bit=int, gain=int, total=int
    )
    cdef int closing(self, int state, int copied) noexcept nogil
    @cython.locals(found=int, i=int, j=int, rest=int)
    cdef int find(self, int one, int one_count, int two, int two_count, int state, int value) noexcept nogil
    @cython.locals(bit=int, i=int)
    cdef int inner(
        self, int cell, int trait, int cards, int state, int value, bint dropped, bint written
    ) noexcept nogil

# Types for engine.py.
#
# A method that no subclass overrides is `inline`: only then Cython calls it directly, inside its module. Methods with
# @cython.final cannot be overridden either, but are looked up at every call if they stand in a .pxd.
cimport cython

ctypedef unsigned long long u64

cdef int CHANCE, NOBODY, MAX_TOLD
cdef u64 MASK, GOLDEN, MIX_1, MIX_2


@cython.final
cdef class Rng:
    cdef public u64 state
    @cython.locals(z=u64)
    cdef u64 next_word(self) noexcept nogil
    cdef int pick(self, u64 n) noexcept nogil


@cython.final
cdef class Log:
    cdef short steps[4096]
    cdef public int count
    cdef void note(self, int seat, int code) noexcept nogil


cdef class State:
    cdef public int seats
    cdef public int to_move
    cdef public bint plain
    cdef public short steps[64]
    cdef public short weights[16]
    cdef public unsigned int told[56]
    cdef public int told_count
    cdef public short points[5]
    cdef public int winners
    cdef public int decided
    cdef inline void share_base(self, State other) noexcept nogil
    @cython.locals(other=State)
    cpdef State copy(self)
    cdef void copy_into(self, State other)
    # Only games in plain Python come here; those with types override both.
    cdef int list_steps(self) noexcept with gil
    cdef void do(self, int code) noexcept with gil
    cdef inline int count_steps(self) except -1
    @cython.locals(word=cython.uint)
    cdef inline void tell(self, int what, int seat, int a, int b) noexcept nogil
    cdef inline void hush(self) noexcept nogil
    @cython.locals(n=int, total=int, left=int, i=int)
    cdef int draw(self, Rng rng) noexcept nogil
    @cython.locals(n=int)
    cdef int pick_step(self, Rng rng) noexcept nogil
    @cython.locals(code=int, decided=bint)
    cdef int play_on(self, Rng rng, Log log) noexcept nogil
    @cython.locals(count=int, i=int)
    cdef double share(self, int seat) noexcept nogil


@cython.locals(decisions=int)
cdef int play_out(State state, Rng rng) noexcept nogil

@cython.locals(match=State, decisions=long, seat=int)
cpdef tuple rollouts(State state, Rng rng, int times)

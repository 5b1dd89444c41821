"""Many matches of one game stepped at once, without the interpreter lock.

The rules are those of every other match: each is a compiled ``State``. What is added here is only the loop around them,
and that a match which is over begins anew, by a copy of the memory of a fresh one.
"""

cimport cython
from cpython.pycapsule cimport PyCapsule_GetName, PyCapsule_GetPointer
from cpython.ref cimport PyObject
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from birdtable.engine cimport Rng, State

import sys

cdef enum:
    CHANCE = -1
    NOBODY = -2
    HEAD = sizeof(PyObject) + sizeof(void*)  # what Python and Cython keep in front of the fields


ctypedef void (*Write)(void* state, int seat, short[::1] numbers, int skip_dispatch) noexcept nogil


cdef Write c_writer(write, fresh):
    """The C function behind a game's ``write``, or NULL where there is none that takes such states.

    A ``cpdef`` function that a ``.pxd`` declares is listed by Cython in its module, with its C signature.
    """
    functions = getattr(sys.modules.get(getattr(write, "__module__", "")), "__pyx_capi__", {})
    capsule = functions.get(getattr(write, "__name__", ""))
    expected = f"_{type(fresh).__name__} *, int, __Pyx_memviewslice, int __pyx_skip_dispatch)"
    if capsule is None or not PyCapsule_GetName(capsule).decode().endswith(expected):
        return NULL
    return <Write>PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule))


def is_compiled(write, fresh):
    """Whether ``write`` can write observations of such states without the interpreter."""
    return c_writer(write, fresh) != NULL


cdef class Batch:
    """``count`` matches that begin as ``fresh`` does, each with its own random numbers.

    ``write`` writes their observations, and ``is_compiled``.
    """

    cdef readonly int count, actions
    cdef State fresh
    cdef void* first
    cdef list states
    cdef list generators
    cdef void** state
    cdef void** rng
    cdef int* listed  # how many legal steps each state's ``steps`` holds
    cdef size_t size
    cdef Write write

    def __cinit__(self, State fresh, int actions, seeds, write):
        self.count = len(seeds)
        self.actions = actions
        self.fresh = fresh
        self.first = <void*>fresh
        self.write = c_writer(write, fresh)
        if self.write == NULL:
            raise TypeError(f"{write!r} is not compiled for {type(fresh).__name__}")
        self.size = type(fresh).__basicsize__ - HEAD
        self.states = [fresh.copy() for _ in range(self.count)]
        self.generators = [Rng(int(seed)) for seed in seeds]
        self.state = <void**>malloc(self.count * sizeof(void*))
        self.rng = <void**>malloc(self.count * sizeof(void*))
        self.listed = <int*>malloc(self.count * sizeof(int))
        if self.state == NULL or self.rng == NULL or self.listed == NULL:
            raise MemoryError()
        for i in range(self.count):
            self.state[i] = <void*>self.states[i]
            self.rng[i] = <void*>self.generators[i]
            self.deal(i)

    def __dealloc__(self):
        free(self.state)
        free(self.rng)
        free(self.listed)

    def match(self, int i):
        """The state of one match, to look at."""
        return self.states[i]

    cdef void deal(self, int i) noexcept nogil:
        """Lets chance move until a seat is to decide or the match is over."""
        while (<State>self.state[i]).to_move == CHANCE:
            (<State>self.state[i]).do((<State>self.state[i]).draw(<Rng>self.rng[i]))
        (<State>self.state[i]).told_count = 0
        self.listed[i] = (<State>self.state[i]).list_steps()

    cdef void begin(self, int i) noexcept nogil:
        memcpy(<char*>self.state[i] + HEAD, <char*>self.first + HEAD, self.size)
        self.deal(i)

    def step(self, const int[::1] actions, float[:, ::1] rewards, signed char[::1] over, int start, int stop):
        """Takes one action in each match from ``start`` up to ``stop``.

        A match that ends writes its rewards, sets ``over`` to 1 and begins anew. An action that is not legal ends it
        too: -1 for who took it, 0 for the others, and ``over`` is 2.
        """
        cdef int i
        with nogil:
            for i in range(start, stop):
                over[i] = self.step_one(i, actions[i], &rewards[i, 0])

    cdef int step_one(self, int i, int action, float* rewards) noexcept nogil:
        cdef int seat = (<State>self.state[i]).to_move
        cdef int seats = (<State>self.state[i]).seats
        memset(rewards, 0, seats * sizeof(float))
        if not self.is_legal(i, action):
            rewards[seat] = -1
            self.begin(i)
            return 2
        (<State>self.state[i]).do(action)
        self.deal(i)
        if (<State>self.state[i]).to_move != NOBODY:
            return 0
        self.reward(i, seats, rewards)
        self.begin(i)
        return 1

    cdef bint is_legal(self, int i, int action) noexcept nogil:
        cdef int k
        for k in range(self.listed[i]):
            if (<State>self.state[i]).steps[k] == action:
                return True
        return False

    cdef void reward(self, int i, int seats, float* rewards) noexcept nogil:
        """+1 shared by the winners and -1 by the rest; 0 if all win."""
        cdef int seat, won = 0
        cdef int winners = (<State>self.state[i]).winners
        for seat in range(seats):
            won += winners >> seat & 1
        if won == seats:
            return
        for seat in range(seats):
            rewards[seat] = 1.0 / won if winners >> seat & 1 else -1.0 / (seats - won)

    def observe(
        self, short[:, ::1] observations, signed char[:, ::1] masks, signed char[::1] to_move, int start, int stop
    ):
        """What the seat to move in each match sees and may do."""
        cdef int i
        with nogil:
            for i in range(start, stop):
                to_move[i] = (<State>self.state[i]).to_move
                self.write(self.state[i], to_move[i], observations[i], 0)
                self.mask_one(i, &masks[i, 0])

    cdef void mask_one(self, int i, signed char* mask) noexcept nogil:
        cdef int k
        memset(mask, 0, self.actions)
        for k in range(self.listed[i]):
            mask[(<State>self.state[i]).steps[k]] = 1

    def random_actions(self, int[::1] actions, int start, int stop):
        """A legal action for each match, uniformly at random, from the match's own numbers."""
        cdef int i
        with nogil:
            for i in range(start, stop):
                actions[i] = self.random_one(i)

    cdef int random_one(self, int i) noexcept nogil:
        return (<State>self.state[i]).steps[(<Rng>self.rng[i]).pick(self.listed[i])]

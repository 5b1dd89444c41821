"""Many matches of one game stepped at once, without the interpreter lock unless an opponent has to be asked.

The rules are those of every other match: each is a compiled ``State``. What is added here is only the loop around them,
the players of the seats that do not learn, and that a match begins anew by a copy of the memory of a fresh one.
"""

cimport cython
from cpython.pycapsule cimport PyCapsule_GetName, PyCapsule_GetPointer
from cpython.ref cimport PyObject
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from birdtable.bots.search.policy cimport Policy
from birdtable.engine cimport Rng, State

import sys

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define birdtable_prefetch(place) __builtin_prefetch(place, 1)
    #else
    #define birdtable_prefetch(place) ((void)(place))
    #endif
    """
    void birdtable_prefetch(const void* place) noexcept nogil

cdef enum:
    AHEAD = 4  # matches
    LINE = 64  # bytes that come from memory together
    CHANCE = -1
    NOBODY = -2
    HEAD = sizeof(PyObject) + sizeof(void*)  # what Python and Cython keep in front of the fields
    # How a seat is played, as ``opponents`` numbers it.
    LEARNS = 0
    RANDOM = 1
    RATES = 2
    GUESSES = 3
    HURRIES = 4
    BEGINS = 5


ctypedef int (*Ask)(void* batch, int i, int kind) noexcept nogil
ctypedef void (*Write)(void* state, int seat, short* numbers) noexcept nogil


cdef Write c_writer(write, fresh):
    """The C function ``write_numbers`` beside a game's ``write``, or NULL where there is none that takes such states.

    A function that a ``.pxd`` declares is listed by Cython in its module, with its C signature.
    """
    functions = getattr(sys.modules.get(getattr(write, "__module__", "")), "__pyx_capi__", {})
    capsule = functions.get("write_numbers")
    expected = f"_{type(fresh).__name__} *, int, short *)"
    if capsule is None or not PyCapsule_GetName(capsule).decode().endswith(expected):
        return NULL
    return <Write>PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule))


def is_compiled(write, fresh):
    """Whether ``write`` can write observations of such states without the interpreter."""
    return c_writer(write, fresh) != NULL


cdef class Batch:
    """As many matches as there are seeds, which begin as ``fresh`` does, each with its own random numbers.

    ``write`` writes their observations, and ``is_compiled``. ``opponents`` has who plays each seat, and ``None`` where the
    learner does.
    """

    cdef readonly int count, actions
    cdef State fresh
    cdef void* first
    cdef list states
    cdef list chances
    cdef list lucks
    cdef void** state
    cdef void** chance
    cdef void** luck
    cdef int* listed  # how many legal steps each state's ``steps`` holds
    cdef size_t size
    cdef Write write
    cdef list opponents
    cdef list policies
    cdef void* policy[5]
    cdef int played_by[5]
    cdef bint thinks  # somebody has to be asked who is not random
    cdef readonly object fault  # what an opponent raised
    cdef bint points

    def __cinit__(self, State fresh, int actions, seeds, write, opponents, bint points=False):
        self.count = len(seeds)
        self.actions = actions
        self.points = points
        self.fresh = fresh
        self.first = <void*>fresh
        self.write = c_writer(write, fresh)
        if self.write == NULL:
            raise TypeError(f"{write!r} is not compiled for {type(fresh).__name__}")
        self.size = type(fresh).__basicsize__ - HEAD
        self.opponents = list(opponents)
        self.policies = [None if each is None else each.policy for each in opponents]
        for seat in range(fresh.seats):
            self.played_by[seat] = LEARNS if opponents[seat] is None else opponents[seat].kind
            self.policy[seat] = <void*>self.policies[seat]
            self.thinks |= self.played_by[seat] > RANDOM
        self.states = [fresh.copy() for _ in range(self.count)]
        # A match's two streams are made one after the other, so that they lie side by side in memory.
        numbers = [Rng(0) for _ in range(2 * self.count)]
        self.chances = numbers[::2]
        self.lucks = numbers[1::2]
        self.state = <void**>malloc(self.count * sizeof(void*))
        self.chance = <void**>malloc(self.count * sizeof(void*))
        self.luck = <void**>malloc(self.count * sizeof(void*))
        self.listed = <int*>malloc(self.count * sizeof(int))
        if self.state == NULL or self.chance == NULL or self.luck == NULL or self.listed == NULL:
            raise MemoryError()
        for i in range(self.count):
            self.state[i] = <void*>self.states[i]
            self.chance[i] = <void*>self.chances[i]
            self.luck[i] = <void*>self.lucks[i]
            self.listed[i] = 0
            self.seed(i, seeds[i])

    def __dealloc__(self):
        free(self.state)
        free(self.chance)
        free(self.luck)
        free(self.listed)

    def match(self, int i):
        """The state of one match, to look at."""
        return self.states[i]

    def seed(self, int i, seed):
        """Gives a match new random numbers; it goes on as it stands."""
        (<Rng>self.chance[i]).state = Rng(int(seed)).state
        (<Rng>self.luck[i]).state = Rng(int(seed)).word()

    cdef void deal(self, int i) noexcept nogil:
        """Lets chance move until a seat is to decide or the match is over."""
        while (<State>self.state[i]).to_move == CHANCE:
            (<State>self.state[i]).do((<State>self.state[i]).draw(<Rng>self.chance[i]))
        (<State>self.state[i]).told_count = 0
        self.listed[i] = (<State>self.state[i]).list_steps()

    cdef void go_on(self, int i) noexcept nogil:
        """Lets chance and the opponents move until the learner is to decide or the match is over."""
        cdef int code, kind
        self.deal(i)
        while (<State>self.state[i]).to_move >= 0:
            kind = self.played_by[(<State>self.state[i]).to_move]
            if kind == LEARNS:
                return
            if kind == RANDOM:
                code = self.random_one(i)
            elif kind <= BEGINS and self.listed[i] == 1:
                code = (<State>self.state[i]).steps[0]
            else:
                code = ASK(<void*>self, i, kind)
            if code < 0:
                return
            (<State>self.state[i]).do(code)
            self.deal(i)

    cdef int ask(self, int i, int kind) noexcept:
        """The step of an opponent that is not random; -1 if it failed."""
        cdef void* policy = self.policy[(<State>self.state[i]).to_move]
        if self.fault is not None:
            return -1
        if kind <= BEGINS:
            if not (<Policy>policy).settles_at(<State>self.state[i]):
                return self.pick(i, kind, <Policy>policy)
            if kind == BEGINS:
                return (<Policy>policy).plain_step(<State>self.state[i])
        return self.choose(i)

    cdef int pick(self, int i, int kind, Policy policy) noexcept:
        """What ``Opponent.quick`` picks."""
        cdef int k, n, best = 0
        if kind >= HURRIES:
            policy.begin(<State>self.state[i])
            return policy.step(<State>self.state[i], <Rng>self.luck[i])
        n = policy.rate(<State>self.state[i]) if kind == RATES else policy.guess(<State>self.state[i])
        for k in range(1, n):
            if policy.ratings[k] > policy.ratings[best]:
                best = k
        return (<State>self.state[i]).steps[best]

    cdef int choose(self, int i) noexcept:
        cdef State state = self.states[i]
        try:
            code = self.opponents[state.to_move].choose(state, self.lucks[i])
            state.told_count = 0
            return code
        except BaseException as error:
            self.fault = error
            return -1

    cdef void fetch(self, int i) noexcept nogil:
        """Has the memory of a match brought in while the one before it is at hand."""
        cdef char* state
        cdef char* place
        if i >= self.count:
            return
        birdtable_prefetch(self.chance[i])
        state = place = <char*>self.state[i]
        while place <= <char*>&(<State>self.state[i]).told:
            birdtable_prefetch(place)
            place += LINE
        place = <char*>&(<State>self.state[i]).told_count  # what was told is not read
        while place < state + HEAD + self.size:
            birdtable_prefetch(place)
            place += LINE

    cdef void renew(self, int i) noexcept nogil:
        memcpy(<char*>self.state[i] + HEAD, <char*>self.first + HEAD, self.size)
        self.go_on(i)

    def begin(self, const signed char[::1] wanted, int start, int stop):
        """Begins anew each match from ``start`` up to ``stop`` that is ``wanted``."""
        if self.thinks:
            self.renew_some(wanted, start, stop)
        else:
            with nogil:
                self.renew_some(wanted, start, stop)
        self.tell_fault()

    cdef void renew_some(self, const signed char[::1] wanted, int start, int stop) noexcept nogil:
        cdef int i
        for i in range(start, stop):
            if wanted[i]:
                self.renew(i)

    def step(self, const int[::1] actions, float[:, ::1] rewards, signed char[::1] over, int start, int stop):
        """Takes one action in each match from ``start`` up to ``stop`` that is not ``over`` already.

        A match that ends writes its rewards and sets ``over`` to 1. An action that is not legal changes nothing and ends
        the match too: -1 for who took it, 0 for the others, and ``over`` is 2.
        """
        if self.thinks:
            self.step_some(actions, rewards, over, start, stop)
        else:
            with nogil:
                self.step_some(actions, rewards, over, start, stop)
        self.tell_fault()

    cdef void step_some(
        self, const int[::1] actions, float[:, ::1] rewards, signed char[::1] over, int start, int stop
    ) noexcept nogil:
        cdef int i
        for i in range(start, stop):
            memset(&rewards[i, 0], 0, (<State>self.state[i]).seats * sizeof(float))
            if not over[i]:
                over[i] = self.step_one(i, actions[i], &rewards[i, 0])

    def step_and_renew(
        self,
        const int[::1] actions,
        float[:, ::1] rewards,
        signed char[::1] over,
        short[:, ::1] finals,
        short[:, ::1] observations,
        signed char[:, ::1] masks,
        signed char[::1] to_move,
        int start,
        int stop,
    ):
        """Takes one action in each match and observes; one that is over is observed in ``finals`` and begins anew.

        Each match has all of it done to it while it is at hand: going through them twice would take longer.
        """
        if self.thinks:
            self.step_and_renew_some(actions, rewards, over, finals, observations, masks, to_move, start, stop)
        else:
            with nogil:
                self.step_and_renew_some(actions, rewards, over, finals, observations, masks, to_move, start, stop)
        self.tell_fault()

    cdef void step_and_renew_some(
        self,
        const int[::1] actions,
        float[:, ::1] rewards,
        signed char[::1] over,
        short[:, ::1] finals,
        short[:, ::1] observations,
        signed char[:, ::1] masks,
        signed char[::1] to_move,
        int start,
        int stop,
    ) noexcept nogil:
        cdef int i, seat
        for i in range(start, stop):
            self.fetch(i + 1)
            for seat in range((<State>self.state[i]).seats):
                rewards[i, seat] = 0
            over[i] = self.step_one(i, actions[i], &rewards[i, 0])
            if over[i]:
                self.write(self.state[i], to_move[i], &finals[i, 0])
                self.renew(i)
            self.observe_one(i, &observations[i, 0], &masks[i, 0], &to_move[i])

    cdef void tell_fault(self):
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault

    cdef int step_one(self, int i, int action, float* rewards) noexcept nogil:
        cdef int seat = (<State>self.state[i]).to_move
        if not self.is_legal(i, action):
            if seat >= 0:  # the match has begun and is not over
                rewards[seat] = -1
            return 2
        (<State>self.state[i]).do(action)
        self.go_on(i)
        if (<State>self.state[i]).to_move != NOBODY:
            return 0
        self.reward(i, (<State>self.state[i]).seats, rewards)
        return 1

    cdef bint is_legal(self, int i, int action) noexcept nogil:
        cdef int k
        for k in range(self.listed[i]):
            if (<State>self.state[i]).steps[k] == action:
                return True
        return False

    cdef void reward(self, int i, int seats, float* rewards) noexcept nogil:
        """The points, or +1 shared by the winners and -1 by the rest, 0 if all win."""
        cdef int seat, won = 0
        cdef int winners = (<State>self.state[i]).winners
        if self.points:
            for seat in range(seats):
                rewards[seat] = (<State>self.state[i]).points[seat]
            return
        for seat in range(seats):
            won += winners >> seat & 1
        if won == seats:
            return
        for seat in range(seats):
            rewards[seat] = 1.0 / won if winners >> seat & 1 else -1.0 / (seats - won)

    def observe(
        self, short[:, ::1] observations, signed char[:, ::1] masks, signed char[::1] to_move, int start, int stop
    ):
        """What the seat to move in each match sees and may do. In a match that is over ``to_move`` stays as it is."""
        cdef int i
        with nogil:
            for i in range(start, stop):
                self.observe_one(i, &observations[i, 0], &masks[i, 0], &to_move[i])

    cdef void observe_one(
        self, int i, short* observation, signed char* mask, signed char* to_move
    ) noexcept nogil:
        cdef int k
        if (<State>self.state[i]).to_move >= 0:
            to_move[0] = (<State>self.state[i]).to_move
        self.write(self.state[i], to_move[0], observation)
        memset(mask, 0, self.actions)
        for k in range(self.listed[i]):
            mask[(<State>self.state[i]).steps[k]] = 1

    def random_actions(self, int[::1] actions, int start, int stop):
        """A legal action for each match, uniformly at random, from the numbers of the match's players."""
        cdef int i
        with nogil:
            for i in range(start, stop):
                if i + AHEAD < stop:
                    birdtable_prefetch(&(<State>self.state[i + AHEAD]).steps)
                    birdtable_prefetch(self.luck[i + AHEAD])
                actions[i] = self.random_one(i) if self.listed[i] else 0

    cdef int random_one(self, int i) noexcept nogil:
        return (<State>self.state[i]).steps[(<Rng>self.luck[i]).pick(self.listed[i])]


cdef int ask(void* batch, int i, int kind) noexcept:
    return (<Batch>batch).ask(i, kind)


# Where somebody has to be asked (``thinks``) the lock is held all the time: to take it for each question would cost more
# than many an answer does.
cdef Ask ASK = <Ask><void*>ask


def expand(
    short[:, ::1] observations,
    short[:, ::1] expanded,
    const int[::1] source,
    const int[::1] divisor,
    const int[::1] values,
    const int[::1] place,
    int start,
    int stop,
):
    """``OneHot.expand`` for many observations."""
    cdef int i, k, number
    cdef size_t width = expanded.shape[1] * sizeof(short)
    with nogil:
        for i in range(start, stop):
            memset(&expanded[i, 0], 0, width)
            for k in range(source.shape[0]):
                number = observations[i, source[k]] // divisor[k]
                if values[k]:
                    expanded[i, place[k] + number % values[k]] = 1
                else:
                    expanded[i, place[k]] = number

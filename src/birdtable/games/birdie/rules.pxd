# Types for rules.py.
cimport cython

from birdtable.cbits cimport pick
from birdtable.engine cimport Log, Rng, State
from birdtable.games.birdie.expert cimport BirdieExpert
from birdtable.games.birdie.points cimport cards_of_round, is_one_shuffle

cdef int BEFORE_SETS, BOX, BY_BIRD, BY_SEASON, CHANCE, CHOOSING, CHOOSING_STARTER, DEAL, DONE, DRAWING, DROPPING
cdef int HELD_BOX, HOLDING, INSERT, INSERTING, MARKING, MOVE, MOVING, OWL, OWL_ASKED, OWL_BOX, OWL_MOVE_ASKED, PIGEON
cdef int PIGEON_ASKED, PUTTING, REMOVE, REMOVING, ROBIN, SET, SET_ASKED, STACKING, TRAIT_ASKED, TURN, USE, WOODPECKER


cdef class BirdieState(BirdieExpert):
    @cython.locals(other=BirdieState)
    cpdef State copy(self)
    cdef void copy_into(self, State other) noexcept
    @cython.locals(n=int, phase=int)
    cdef int list_steps(self) noexcept nogil
    @cython.locals(n=int)
    cdef int pick_step(self, Rng rng) noexcept nogil
    cdef int play_on(self, Rng rng, Log log) noexcept nogil
    cdef void do(self, int code) noexcept nogil
    cdef inline void go_on(self) noexcept nogil
    @cython.locals(bird=int)
    cdef inline void use(self, int kind) noexcept nogil

# Types for judge.py.
cimport cython

from birdtable.bots.birdie.rows cimport Rows
from birdtable.bots.search.policy cimport Policy
from birdtable.engine cimport State, u64
from birdtable.games.birdie.rules cimport BirdieState

cdef int BEFORE_SETS, MAX_ROW, NOBODY, OPENING, TROPHY, TURN
cdef int ABILITY[4]
cdef int KEPT_BOXES[9]
cdef int ONES[256]
cdef u64 OF_BIRD[4]
cdef u64 OF_SEASON[4]
cdef int ABILITY_FEATURES, BOX_FEATURES, COARSE_POINT_FEATURES, DECK_FEATURES, EXPERT_FEATURES, FLAP_FEATURES
cdef int HAND_FEATURES, PILE_FEATURES, POINT_FEATURES, RECORD_FEATURES, ROUND_FEATURES, SEATS_FEATURES, TOP_FEATURES
cdef int TROPHY_FEATURES, TURN_FEATURES


cdef class BirdieJudge(Policy):
    cdef Rows rows
    cdef public int totals[4]
    cdef int flap_gain[9]
    cdef int trait, length, round_start
    cdef public double spread
    cdef public int trophy_1, trophy_2
    cdef public double ability_1
    @cython.locals(table=BirdieState)
    cdef bint is_settled(self, State state) noexcept
    @cython.locals(table=BirdieState, seat=int)
    cdef void judge(self, State state) noexcept
    @cython.final
    @cython.locals(bird=int, seat=int, spread=double)
    cdef void judge_totals(self, BirdieState table) noexcept
    @cython.final
    @cython.locals(rows=Rows, count=int, place=int)
    cdef int open_row(self, BirdieState table, int seat) noexcept
    @cython.final
    @cython.locals(i=int)
    cdef void score_all(self, BirdieState table) noexcept
    @cython.final
    @cython.locals(rows=Rows, filled=int, place=int, sets=int)
    cdef void score_seat(self, BirdieState table, int seat) noexcept
    @cython.final
    @cython.locals(rows=Rows, bit=int, kind=int, length=int, run=int, side=int, trait=int, value=int)
    cdef void find_set(self, int place, int filled) noexcept
    @cython.final
    @cython.locals(rows=Rows, filled=int, marked=int, marks=int, now=int, sets=int)
    cdef void set_bonus(self, BirdieState table, int seat) noexcept
    @cython.final
    @cython.locals(bird=int, value=int)
    cdef int value_of_abilities(self, BirdieState table, int seat, u64 hand) noexcept
    @cython.locals(table=BirdieState)
    cpdef bint go_on(self, State state) noexcept
    @cython.locals(table=BirdieState, seat=int)
    cdef void list_features(self, State state) noexcept
    @cython.final
    @cython.locals(
        rows=Rows, bird=int, count=int, filled=int, hand=u64, is_here=bint, points=int, trait=int, trophies=int,
        usable=bint, worth=int
    )
    cdef void list_own_features(self, BirdieState table, int seat) noexcept
    @cython.final
    cdef void tell(self, int seat, int feature) noexcept
    @cython.final
    @cython.locals(rows=Rows, cards=u64, held=int, kind=int, longest=int, place=int, value=int)
    cdef int box_feature(self, BirdieState table, int seat, int trait, int count) noexcept
    @cython.final
    @cython.locals(rows=Rows, bird_run=int, by_bird=bint, by_season=bint, season_run=int, top=int)
    cdef int top_feature(self, int count) noexcept
    @cython.final
    @cython.locals(i=int, others=int)
    cdef int turn_feature(self, BirdieState table, int seat) noexcept

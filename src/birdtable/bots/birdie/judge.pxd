# Types for judge.py.
cimport cython

from birdtable.cbits cimport lowest
from birdtable.bots.birdie.rows cimport Rows
from birdtable.bots.search.policy cimport Policy
from birdtable.engine cimport State, u64
from birdtable.games.birdie.rules cimport BirdieState

cdef int BEFORE_SETS, MAX_ROW, MAX_RUN, NOBODY, OWL, PIGEON, ROBIN, TROPHY, TURN, WOODPECKER
cdef int ABILITY[4]
cdef int KEPT_BOXES[9]
cdef int ONES[256]
cdef u64 FIRST_BITS
cdef u64 OF_BIRD[4]
cdef u64 OF_SEASON[4]
cdef u64 UNIT[16]
cdef int ABILITY_FEATURES, BOX_FEATURES, DECK_FEATURES, EXPERT_FEATURES, FLAP_FEATURES
cdef int HAND_FEATURES, HAND_GAIN_FEATURES, LEAD_FEATURES, OPEN_FEATURES, OWL_FEATURES, PILE_FEATURES, POINT_FEATURES
cdef int RECORD_FEATURES, ROUND_FEATURES, SEATS_FEATURES, SHOWN_FEATURES, SPARE_FEATURES, TOP_FEATURES
cdef int TROPHY_FEATURES, TURN_FEATURES


cpdef u64 kinds_of(u64 held) noexcept nogil


cdef class BirdieJudge(Policy):
    cdef Rows rows
    cdef public int totals[4]
    cdef int flap_gain[9]
    cdef int trait, length, round_start
    cdef int written[32]
    cdef int scores[4]
    cdef int marks[4]
    cdef int records[4]
    cdef int holders[4]
    cdef int at_hand[4]
    cdef int sets, lowest, spare, has_spare, loose
    cdef public double spread
    cdef public int trophy_1, trophy_2
    cdef public double ability_1
    @cython.locals(table=BirdieState)
    cpdef bint is_settled(self, State state) noexcept
    @cython.locals(table=BirdieState, seat=int)
    cdef void judge(self, State state) noexcept
    @cython.locals(bird=int, seat=int, spread=double)
    cdef inline void judge_totals(self, BirdieState table) noexcept
    @cython.locals(rows=Rows, count=int, place=int)
    cdef inline int open_row(self, BirdieState table, int seat) noexcept
    @cython.locals(i=int)
    cdef inline void score_all(self, BirdieState table) noexcept
    @cython.locals(rows=Rows, filled=int, place=int, sets=int)
    cdef inline void score_seat(self, BirdieState table, int seat) noexcept
    @cython.locals(rows=Rows, bit=int, kind=int, length=int, run=int, side=int, trait=int, value=int)
    cdef inline void find_set(self, int place, int filled) noexcept
    @cython.locals(rows=Rows, filled=int, marked=int, marks=int, now=int, sets=int)
    cdef inline void set_bonus(self, BirdieState table, int seat) noexcept
    @cython.locals(bird=int, value=int)
    cdef inline int value_of_abilities(self, BirdieState table, int seat, u64 hand) noexcept
    @cython.locals(table=BirdieState, seat=int)
    cdef void list_features(self, State state) noexcept
    @cython.locals(rows=Rows, bird=int, count=int, hand=u64, helpers=int, left=int, passed=bint, pigeon=int, trait=int)
    cdef inline void list_row_features(self, BirdieState table, int seat) noexcept
    @cython.locals(ahead=int, best=int, bird=int, cards=int, first=int, i=int, is_here=bint, other=int, points=int, trophies=int)
    cdef inline void list_board_features(self, BirdieState table, int seat) noexcept
    cdef inline void tell(self, int seat, int feature) noexcept
    @cython.locals(i=int)
    cdef inline bint has_passed(self, BirdieState table, int seat) noexcept
    @cython.locals(i=int)
    cdef inline bint has_scored(self, BirdieState table, int seat) noexcept
    cdef inline bint is_first(self, BirdieState table, int seat) noexcept
    cdef inline int clock(self, BirdieState table, int cards) noexcept
    @cython.locals(rows=Rows, filled=int, flaps=int, points=int, trait=int)
    cdef inline void plan_sets(self, BirdieState table, int seat, int place) noexcept
    @cython.locals(rows=Rows)
    cdef inline bint is_loose(self, int place) noexcept
    @cython.locals(bird=int, i=int, seat=int)
    cdef inline void award_trophies(self, BirdieState table) noexcept
    @cython.locals(bird=int, value=int)
    cdef inline void claim_trophies(self, BirdieState table, int seat) noexcept
    @cython.locals(cards=u64, held=int, kind=int, value=int)
    cdef inline int box_feature(self, BirdieState table, int seat, int trait) noexcept
    @cython.locals(rows=Rows, by_bird=int, by_season=int, top=int)
    cdef inline int top_feature(self, int count) noexcept
    @cython.locals(rows=Rows, by_bird=int, by_season=int, kind=int, shown=int, top=int)
    cdef inline int shown_feature(self, BirdieState table, int seat, int count) noexcept
    @cython.locals(i=int, others=int)
    cdef inline int turn_feature(self, BirdieState table, int seat) noexcept
    cdef inline int hand_gain(self, int count, u64 hand) noexcept
    @cython.locals(rows=Rows, best=int, best_gain=int, gain=int, kind=int, kinds=u64, left=int)
    cdef inline int with_hand(self, int count, u64 hand) noexcept

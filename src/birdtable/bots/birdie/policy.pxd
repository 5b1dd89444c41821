# Types for policy.py.
cimport cython

from birdtable.cbits cimport lowest, pick
from birdtable.bots.birdie.judge cimport BirdieJudge, kinds_of
from birdtable.bots.birdie.novice cimport plainness
from birdtable.bots.birdie.rows cimport Rows
from birdtable.bots.search.policy cimport Policy
from birdtable.engine cimport Rng, State, u64
from birdtable.games.birdie.points cimport pass_points
from birdtable.games.birdie.rules cimport BirdieState

cdef int ADD, END, MAX_ROW, PASS, STACK, STACKING, TAKE, TURN
cdef int BOX_STEP_FEATURES, CARD_FEATURES, FIT_FEATURES, GAP_FEATURES, HELD_FEATURES, LAID_FEATURES, LEFT_FEATURES
cdef int PARTNER_FEATURES, RATING_FEATURES, SORT_FEATURES
cdef int ABILITY[4]
cdef int GAINS[16]
cdef u64 OF_BIRD[4]
cdef u64 UNIT[16]


cdef class BirdiePolicy(BirdieJudge):
    cdef object planner
    cdef int plan[64]
    cdef int queue[64]
    cdef int planned
    cdef int shown[4]
    cdef int shown_count, open_box, top, top_bird, top_season, next_bird, next_season, first, second
    cdef public int leaves
    cdef int quick[64]
    cdef int best_rating
    cdef public double trust
    cdef public int pass_bar
    cdef public double pass_weight, turn_weight, tail_1, tail_2
    cdef public int horizon, last_deck
    @cython.locals(table=BirdieState)
    cdef void begin(self, State state) noexcept
    @cython.locals(table=BirdieState)
    cdef bint is_far_enough(self, State state) noexcept
    @cython.locals(table=BirdieState)
    cpdef bint settles_at(self, State state) noexcept
    @cython.locals(table=BirdieState, best=int, i=int, n=int)
    cpdef int plain_step(self, State state) noexcept
    @cython.locals(table=BirdieState)
    cdef int step(self, State state, Rng rng) noexcept
    @cython.locals(by_bird=int, by_season=int)
    cdef inline int match(self, int left, int bird_run, int season_run, int right) noexcept
    @cython.locals(count=int, display=u64, first=int, kind=int, place=int, seat=int, trait=int)
    cdef inline void look(self, BirdieState table) noexcept
    cdef inline void after(self, int left, int bird_run, int season_run, int right) noexcept
    @cython.locals(a=int, best=int, bird_run=int, both=int, gain=int, i=int, j=int, pair=int, season_run=int)
    cdef inline int best_pair(self, Rng rng, int noise) noexcept
    @cython.locals(best=int, best_one=int, gain=int, hand=u64, i=int, kind=int, one=int, others=int, seat=int)
    cdef inline int quick_turn(self, BirdieState table, Rng rng) noexcept
    @cython.locals(best=int, gain=int, i=int)
    cdef inline void plan_stack(self, BirdieState table, Rng rng) noexcept
    @cython.locals(
        bird_run=int, card=int, count=int, gap=int, hand=u64, held=int, i=int, left=int, right=int, season_run=int,
        seat=int
    )
    cdef inline void plan_pair(self, BirdieState table, int first, int second) noexcept
    @cython.locals(best=int, best_gain=int, bird=int, gain=int, hold=int, kind=int, kinds=u64, last=bint, seat=int, without=int)
    cdef inline int best_added(
        self, BirdieState table, u64 hand, int left, int bird_run, int season_run, int right
    ) noexcept
    @cython.locals(table=BirdieState, i=int, n=int)
    cdef int weigh(self, State state) noexcept
    @cython.locals(best=int, gain=int, hand=u64, i=int, kind=int, seat=int, skipped=bint)
    cdef inline int quick_rating(self, BirdieState table, int code) noexcept
    @cython.locals(table=BirdieState)
    cdef bint knows_steps_of(self, State state) noexcept
    @cython.locals(table=BirdieState, i=int, n=int)
    cdef int look_at_steps(self, State state) noexcept
    @cython.locals(table=BirdieState, code=int, left=int, others=int, seat=int, sort=int)
    cdef void list_step_features(self, State state, int i) noexcept
    @cython.locals(
        bird=int, birds_held=int, boxes=int, by_bird=int, by_season=int, hand=u64, i=int, other=int, partners=int,
        season=int, seasons_held=int, usable=int
    )
    cdef inline void list_card_features(self, BirdieState table, int seat, int sort, int kind) noexcept
    @cython.locals(table=BirdieState)
    cdef int rate(self, State state) noexcept
    @cython.locals(
        rows=Rows, code=int, count=int, display=u64, hand=u64, i=int, n=int, now=double, others=int, place=int,
        rating=double, seat=int, top=double, trust=double
    )
    cdef inline int rate_turn(self, BirdieState table) noexcept
    @cython.locals(more=double, turns=double)
    cdef inline double rate_pass(self, BirdieState table, int seat, double now, double top, int others) noexcept
    @cython.locals(rows=Rows, best=double, kind=int, top=int, value=double)
    cdef inline double best_stack(
        self, BirdieState table, int seat, int count, u64 hand, u64 display, int wanted, int added, double trust
    ) noexcept
    @cython.locals(rows=Rows, top=int, value=double, worth=int)
    cdef inline double value(self, BirdieState table, int seat, int count, u64 hand, double trust) noexcept

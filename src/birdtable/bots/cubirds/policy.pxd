# Types for policy.py.
cimport cython

from birdtable.cbits cimport pick
from birdtable.bots.search.policy cimport Policy
from birdtable.engine cimport Rng, State, u64
from birdtable.games.cubirds.flocks cimport flock_brings
from birdtable.games.cubirds.rules cimport CuBirdsState, total

cdef int DRAW, END, FLOCK, KEEP, KINDS, NOBODY, TO_DRAW, TO_FLOCK, TO_LAY
cdef int SMALL[8]
cdef int BIG[8]
cdef int COUNTS[8]
cdef double FLOCKS_OF_BIG[8]
cdef u64 TOPS, TO_TOP_FROM_SMALL
cdef u64 LANE[8]
cdef u64 UNIT[8]
cdef double ANY_BIRD, FLOCK_TURN, FRESH_HAND, NOISE, THREAT
cdef int HORIZON
cdef int GAP_FEATURES, LEFT_FEATURES, PLACE_FEATURES, RANK_FEATURES, SORT_FEATURES, SPECIES_FEATURES, TAKEN_FEATURES
cdef int DIFFERENT_FEATURES, DISTANCE_FEATURES, HAND_FEATURES, LEAD_FEATURES, ORDER_FEATURES, PAIR_FEATURES
cdef int PILE_FEATURES, REACH_FEATURES, SHORTEST_FEATURES, SOON_FEATURES, TRIPLE_FEATURES
cdef int SPANS
cdef double SPAN


cdef class CuBirdsPolicy(Policy):
    cdef public double worth[8]
    cdef double costs[8]
    cdef double flocks[8]
    cdef double thirds[8]
    cdef double likely[8]
    cdef double flock_prices[256]
    cdef double third_prices[1024]
    cdef double priced_turn, priced_foresight
    cdef double different, first_third, second_third
    cdef int reach[8]
    cdef double now[5]
    cdef double soon[5]
    cdef public int last_turn
    cdef int listed
    cdef double best_rating
    cdef public double flock_turn, fresh_hand, noise, threat_weight, soft, any_bird, foresight
    cdef public int horizon
    @cython.locals(species=int)
    cdef inline double distance(self, u64 collection, u64 hand) noexcept
    @cython.locals(have=int, held=int, species=int)
    cdef inline void price_all(self) noexcept
    @cython.locals(place=int)
    cdef inline void look_up(self, int species, int have, int held) noexcept
    @cython.locals(double=double, flock=double, third=double)
    cdef inline void price(self, int species, int have, int held) noexcept
    @cython.locals(different=double, first=double, i=int, second=double, species=int, third=double)
    cdef inline double nearer(self, u64 collection) noexcept
    cdef inline void sort_costs(self) noexcept
    @cython.locals(one=double, two=double)
    cdef inline void order(self, int i, int j) noexcept
    cdef inline double shorter(self, double different, double thirds) noexcept
    @cython.locals(before=double, cost=double, i=int, whole=double)
    cdef inline double different_with(self, double old, double new) noexcept
    cdef inline double thirds_with(self, double old, double new) noexcept
    @cython.locals(different=double, flock=double, now=double, species=int, third=double, thirds=double)
    cdef inline void value_cards(self, u64 collection, u64 hand) noexcept
    @cython.locals(table=CuBirdsState, seat=int)
    cdef void judge(self, State state) noexcept
    @cython.locals(table=CuBirdsState, best=double, first=int, lead=int, other=int, seat=int, shortest=int)
    cdef void list_features(self, State state) noexcept
    @cython.locals(
        collection=u64, different=int, first=int, hand=u64, have=int, held=int, order=int, pairs=int, reach=int,
        species=int, triples=int
    )
    cdef inline void list_own_features(self, CuBirdsState table, int seat) noexcept
    cdef inline int span(self, double distance) noexcept
    @cython.locals(
        best=double, birds=u64, collection=u64, groups=int, hand=u64, i=int, most=u64, order=u64, row=int, side=int,
        species=int, taken=u64
    )
    cdef inline void look_ahead(self, CuBirdsState table, int seat) noexcept
    @cython.locals(best=double, held=int, kept=int, species=int)
    cdef inline double with_flock(self, u64 collection, u64 hand) noexcept
    @cython.locals(table=CuBirdsState)
    cdef void begin(self, State state) noexcept
    @cython.locals(table=CuBirdsState)
    cdef bint is_far_enough(self, State state) noexcept
    @cython.locals(table=CuBirdsState)
    cdef int step(self, State state, Rng rng) noexcept
    @cython.locals(
        best=int, best_gain=double, gain=double, groups=int, hand=u64, held=int, i=int, place=int, row=int, seat=int,
        side=int, species=int, worth=double
    )
    cdef inline int quick_lay(self, CuBirdsState table, Rng rng) noexcept
    @cython.locals(after=double, best=int, best_distance=double, held=int, kept=int, measured=bint, species=int)
    cdef inline int best_flock(self, u64 collection, u64 hand) noexcept
    cdef int weigh(self, State state) noexcept
    @cython.locals(
        table=CuBirdsState, collection=u64, hand=u64, held=int, i=int, kept=int, n=int, seat=int, species=int
    )
    cdef int rate(self, State state) noexcept
    @cython.locals(table=CuBirdsState)
    cdef bint knows_steps_of(self, State state) noexcept
    @cython.locals(table=CuBirdsState, i=int, n=int)
    cdef int look_at_steps(self, State state) noexcept
    @cython.locals(
        table=CuBirdsState, better=int, code=int, gap=int, hand=u64, laid=int, other=int, others=int, place=int, seat=int,
        sort=int, species=int, taken=int
    )
    cdef void list_step_features(self, State state, int i) noexcept
    @cython.locals(cards=int, count=int, other=int, species=int, unseen=u64, whole=double)
    cdef inline double value_of_draw(self, CuBirdsState table, int seat) noexcept
    @cython.locals(lost=double, other=int)
    cdef inline double after_turn(self, CuBirdsState table, int seat, u64 collection, u64 hand) noexcept
    @cython.locals(
        best=double, calm=double, collection=u64, drawn=double, hand=u64, i=int, laid=int, last=int, row=int, seat=int,
        side=int, species=int, taken=u64
    )
    cdef inline void rate_lays(self, CuBirdsState table, int n) noexcept
    @cython.locals(birds=u64, groups=int, i=int, order=u64, other=int, taken=u64)
    cdef inline u64 capture(self, CuBirdsState table, int row, int side, int species) noexcept
    @cython.locals(after=double, best=double, held=int, kept=int, species=int)
    cdef inline double after_lay(self, CuBirdsState table, int seat, u64 collection, u64 hand) noexcept
    @cython.locals(after=int, hidden=int, known=u64, species=int)
    cdef inline void look_at_next(self, CuBirdsState table) noexcept
    @cython.locals(
        between=int, birds=u64, end=int, groups=int, i=int, order=u64, other=int, there=int, worst=double
    )
    cdef inline double threat(self, CuBirdsState table, int row, int side, int species, int laid, u64 taken) noexcept

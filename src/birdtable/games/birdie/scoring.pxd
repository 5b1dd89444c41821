# Types for scoring.py.
cimport cython

from birdtable.cbits cimport is_full, log_step, pick, tell
from birdtable.engine cimport Log, Rng, u64
from birdtable.games.birdie.points cimport copied_points, is_one_shuffle, most_uses
from birdtable.games.birdie.turns cimport BirdieTurns

cdef u64 ALL_CARDS
cdef u64 UNIT[16]
cdef int BEFORE_SETS, BIRD_SET, BOX, CHOOSING, COPIED, DREW, DROPPED, FLAPPED, GAME_ENDED, HELD_BOX, HOLDING, INSERTED
cdef int INSERTING, LEAVE, MARK_BITS, MARKED, MARKING, MAX_ROW, MAX_TURNS, MOVED, NOBODY, OVER, OWL, OWL_ASKED, OWL_MOVE_ASKED
cdef int PICKED_UP, PIGEON, PIGEON_ASKED, PIGEON_MARKS, PUTTING, ROBIN, ROUND_ENDED, SCORED, SEASON_SET, SET, STARTED, TROPHY
cdef int TRAIT_BITS, TROPHY_WON, TURNED_OVER, USE, USED, WOODPECKER, WROTE


cdef class BirdieScoring(BirdieTurns):
    cdef inline int list_one(self, int code, int n) noexcept nogil
    @cython.locals(n=int, place=int)
    cdef inline int list_places(self, int code, int places, int but) noexcept nogil
    @cython.locals(length=int, n=int)
    cdef inline int list_marks(self) noexcept nogil
    @cython.locals(by_bird=int, by_season=int, number=int)
    cdef inline int pick_mark(self, Rng rng) noexcept nogil
    @cython.locals(code=int, decisions=int)
    cdef inline int play_marks(self, Rng rng, Log log) noexcept nogil
    @cython.locals(hand=u64, kind=int)
    cdef inline int list_uses(self, int bird, int n) noexcept nogil
    @cython.locals(n=int, number=int)
    cdef inline int list_sets(self) noexcept nogil
    @cython.locals(n=int, trait=int)
    cdef inline int list_boxes(self) noexcept nogil
    @cython.locals(place=int, seat=int)
    cdef void begin_scoring(self, int scorer) noexcept nogil
    cdef inline bint uses_left(self, int seat, int bird) noexcept nogil
    cdef inline bint has_use(self, int seat, int bird) noexcept nogil
    cdef inline bint may_use(self, int bird) noexcept nogil
    cdef inline void ask_before_sets(self) noexcept nogil
    @cython.locals(seat=int)
    cdef inline void spend(self, int kind) noexcept nogil
    @cython.locals(seat=int)
    cdef inline void draw_for_robin(self, int kind) noexcept nogil
    cdef inline void pick_up(self, int place) noexcept nogil
    @cython.locals(i=int, seat=int)
    cdef inline void insert(self, int place) noexcept nogil
    @cython.locals(place=int, width=int)
    cdef inline void cut(self, int low, int high) noexcept nogil
    cdef inline void begin_sets(self) noexcept nogil
    cdef void end_cascade(self) noexcept nogil
    @cython.locals(end=int)
    cdef inline int run_of_bird(self, int start) noexcept nogil
    @cython.locals(end=int)
    cdef inline int run_of_season(self, int start) noexcept nogil
    @cython.locals(by_bird=bint, kind=int, length=int, number=int, trait=int)
    cdef inline void mark(self, int code) noexcept nogil
    cdef inline void find_next_set(self) noexcept nogil
    @cython.locals(left=int, right=int)
    cdef inline bint share_trait(self, int place) noexcept nogil
    @cython.locals(number=int, sets=int)
    cdef inline void ask_pigeon(self) noexcept nogil
    @cython.locals(place=int)
    cdef inline void drop(self, int number) noexcept nogil
    @cython.locals(number=int, several=int, trait=int)
    cdef inline void ask_choices(self) noexcept nogil
    @cython.locals(number=int)
    cdef inline void choose(self, int chosen) noexcept nogil
    @cython.locals(other=int, trait=int)
    cdef inline bint counts(self, int number) noexcept nogil
    @cython.locals(lowest=int, number=int)
    cdef inline int lowest_counting(self) noexcept nogil
    cdef inline bint counts_lowest(self, int number) noexcept nogil
    cdef inline void ask_owl_move(self) noexcept nogil
    @cython.locals(number=int, trait=int, wanted=int)
    cdef inline bint box_for_held(self) noexcept nogil
    @cython.locals(found=int, number=int, ties=int)
    cdef inline void hold_lowest(self) noexcept nogil
    cdef inline void hold(self, int number) noexcept nogil
    @cython.locals(number=int, writing=int)
    cdef inline void write_sets(self) noexcept nogil
    cdef inline void write_held(self, int trait) noexcept nogil
    @cython.locals(seat=int)
    cdef inline void write_set(self, int trait, int points, int at) noexcept nogil
    cdef inline void write_copy(self, int trait, int points, int at) noexcept nogil
    @cython.locals(before=int, seat=int)
    cdef inline void flap(self, int marks) noexcept nogil
    cdef inline void compare_trophy(self, int trait, int points) noexcept nogil
    @cython.locals(empty=bint, seat=int, trait=int)
    cdef inline void ask_owl(self) noexcept nogil
    cdef inline void copy_value(self, int trait) noexcept nogil
    cdef inline void end_scoring(self) noexcept nogil
    cdef inline void end_round(self) noexcept nogil
    @cython.locals(i=int, seat=int)
    cdef inline void clear_table(self) noexcept nogil
    @cython.locals(bird=int, points=int)
    cdef inline int total(self, int seat) noexcept nogil
    @cython.locals(i=int, points=int, trait=int)
    cdef inline int written_points(self, int seat) noexcept nogil
    cdef inline int flap_points(self, int marks) noexcept nogil
    @cython.locals(best=int, i=int, seat=int)
    cdef inline void end_game(self) noexcept nogil

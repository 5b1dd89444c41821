# Types for standard.py.
cimport cython

from birdtable.games.birdie.solver.search.worth cimport Worth

cdef int ABILITY, MAX_RUN, MOST_COPIED, MOST_MARKS, NOTHING, POINT
cdef int TRAIT_BITS[16]
cdef int UNTOUCHED, SETTLED, TAKEN, FREE_CASE, OWED_CASE, SETTLED_CASE, UNKNOWN
cdef int LEFT, WRITTEN, DROPPED, HELD


@cython.final
cdef class Division:
    cdef public Worth worth
    cdef public int row[64]
    cdef public int length, insert
    cdef public bint woodpecker, pigeon, owl, owl_moves
    cdef public int last[8]
    cdef public int bit[8]
    cdef public int pigeon_bit, held_bit, size
    cdef public int first[66]
    cdef public int span_from[8192]
    cdef public int span_trait[8192]
    cdef public int span_cards[8192]
    cdef public int span_gone[8192]
    cdef public int longest
    cdef public int lanes, moods
    cdef public int at[2340]
    cdef public int count[2340]
    cdef public int[::1] states
    cdef public int[::1] values
    cdef public int used
    cdef public int least
    cdef public int found_value[1024]
    cdef public int found_states[1024]
    cdef public int found, barred
    cdef public int closing[1024]
    cdef public int owl_box[1024]
    cdef public int floor
    cdef public int run_ahead[528]
    cdef public int bridge_ahead[528]
    cdef public int lengths[192]
    cdef public int bonuses[192]
    cdef public int trait_of_bit[8]
    cdef public int boxes
    cdef public int marks_of[256]
    cdef public int steepest, by_abilities
    cdef public bint tracing
    cdef public int state, value, origin, origin_state, fate, trait
    cdef public int best_least, best_node, best_state, best_value
    @cython.locals(place=int)
    cpdef load(self, list row, int insert, bint woodpecker, bint pigeon, bint owl, bint owl_moves)
    cpdef int best(self) except? -1
    @cython.locals(best=int, gain=int, least=int, lowest=int, node=int, state=int, value=int)
    cdef int best_of_all(self) except? -1
    @cython.locals(bits=int, trait=int)
    cdef void number_states(self) noexcept nogil
    @cython.locals(count=int, alone=bint, start=int, side=int, trait=int, end=int, gone=int)
    cdef void find_spans(self) noexcept nogil
    @cython.locals(start=int, seen=int, place=int, kind=int)
    cdef int add_thinned(self, int count, int lowest, int end, int trait) noexcept nogil
    cdef int add_span(self, int count, int start, int trait, int cards, int gone) noexcept nogil
    @cython.locals(written=int, marks=int)
    cdef void count_marks(self) noexcept nogil
    @cython.locals(index=int, span=int)
    cdef void look_ahead(self) noexcept nogil
    @cython.locals(case=int, half=int, base=int, bit=int, index=int, trait=int, written=int, lowest=int, rest=int)
    cdef void measure(self, int place) noexcept nogil
    @cython.locals(index=int, length=int)
    cdef int length_ahead(self, int place, int trait, int case, int more) noexcept nogil
    @cython.locals(gain=int)
    cdef int bonus(self, int trait, int length) noexcept nogil
    @cython.locals(
        case=int, cards=int, extra=int, extra_length=int, extra_bonus=int, trait=int, length=int, kept=int, i=int,
        state=int, written=int, low=int, high=int, value=int
    )
    cdef void give_up(self, int place, int lane, int mood) noexcept nogil
    @cython.locals(most=int, trait=int)
    cdef int most_copied(self) noexcept nogil
    @cython.locals(place=int, lane=int, mood=int)
    cdef int read(self, int least) except? -1
    cdef make_room(self)
    cdef int node(self, int place, int lane, int mood) noexcept nogil
    @cython.locals(span=int, start=int, trait=int, cards=int, gone=int, inserts=int)
    cdef void reach(self, int place, int lane, int mood) noexcept nogil
    cdef void take_up(self, int start, int lane, int mood, int kind, int trait, int cards) noexcept nogil
    cdef void take_up_after(self, int node, int trait, int cards) noexcept nogil
    cdef void join(self, int start, int place, int lane, int mood, int trait, int cards) noexcept nogil
    @cython.locals(bit=int)
    cdef void mark(self, int node, int trait, int cards) noexcept nogil
    @cython.locals(states="int[::1]", values="int[::1]", barred=int, i=int)
    cdef void carry(self, int node, int more, int gain, int fate, int trait) noexcept nogil
    cdef void note(self, int state, int value) noexcept nogil
    @cython.locals(i=int, state=int)
    cdef void keep(self, int node) noexcept nogil
    @cython.locals(best=int, cost=int, i=int, lane=int, mood=int, node=int, state=int)
    cdef int close(self) noexcept nogil
    @cython.locals(sets=int, trait=int, marks=int, gain=int, box=int)
    cdef void close_with(self, int state) noexcept nogil
    @cython.locals(best=int, most=int, trait=int, gain=int)
    cdef int best_box(self, int state) noexcept nogil
    @cython.locals(i=int)
    cdef void trace(self, int node, int more, int gain, int fate, int trait) noexcept nogil

# Types for standard.py.
cimport cython

from birdtable.games.birdie.solver.worth cimport Worth

cdef int ABILITY, LONGEST, MOST_COPIED, NOTHING
cdef int TRAIT_BITS[16]
cdef int UNTOUCHED, SETTLED, TAKEN
cdef int LEFT, WRITTEN, DROPPED, HELD


@cython.final
cdef class Division:
    cdef public Worth worth
    cdef public int row[64]
    cdef public int length, insert
    cdef public bint woodpecker, pigeon, owl, owl_moves
    cdef public int slots
    cdef public int slot_of[16]
    cdef public int slot_kind[16]
    cdef public int last[16]
    cdef public int bit[8]
    cdef public int pigeon_bit, held_bit, size, lanes, moods, nodes
    cdef public int first[66]
    cdef public int span_to[8192]
    cdef public int span_trait[8192]
    cdef public int span_cards[8192]
    cdef public int span_gone[8192]
    cdef public int longest, least
    cdef public bint remember
    cdef public int live_count[4420]
    cdef public int closed[1024]
    cdef public int closing[1024]
    cdef public int owl_box[1024]
    cdef public int[::1] table
    cdef public int[::1] live
    cdef public int[::1] origin
    cdef public int[::1] how
    cdef public int best_least, best_state
    @cython.locals(best=int, gain=int, least=int, state=int)
    cpdef int best(self)
    @cython.locals(bits=int, trait=int)
    cdef prepare(self)
    @cython.locals(needed=int)
    cdef make_room(self)
    cdef make_memory(self)
    @cython.locals(kind=int, place=int)
    cdef void find_kinds(self) noexcept nogil
    @cython.locals(count=int, alone=bint, start=int, side=int, trait=int, end=int, stop=int)
    cdef void find_spans(self) noexcept nogil
    @cython.locals(end=int, seen=int, place=int, slot=int)
    cdef int add_thinned(self, int count, int start, int stop, int trait) noexcept nogil
    cdef int add_span(self, int count, int end, int trait, int cards, int gone) noexcept nogil
    @cython.locals(node=int, place=int, inserted=int, mood=int, best=int)
    cdef int read(self, int least) noexcept nogil
    @cython.locals(table="int[::1]", live="int[::1]", node=int, base=int, i=int)
    cdef void clear(self) noexcept nogil
    @cython.locals(lays=bint, after=int, span=int, to=int, trait=int, cards=int, joins=bint)
    cdef void read_on(self, int place, int inserted, int mood, int node) noexcept nogil
    cdef int after_taking(self, int mood, int slot) noexcept nogil
    @cython.locals(slot=int)
    cdef void put_down(self, int to, int inserted, int mood, int node, int trait, int cards) noexcept nogil
    @cython.locals(target=int)
    cdef void go_over(self, int to, int inserted, int mood, int node) noexcept nogil
    @cython.locals(target=int, bit=int, gain=int)
    cdef void mark(self, int to, int inserted, int mood, int node, int trait, int cards) noexcept nogil
    @cython.locals(
        table="int[::1]", live="int[::1]", base=int, onto=int, count=int, i=int, written=int, value=int, index=int
    )
    cdef void carry(self, int node, int target, int more, int gain, int how) noexcept nogil
    @cython.locals(written=int, best=int, i=int, inserted=int, mood=int, node=int, owes=bint, base=int, cost=int, value=int)
    cdef int close(self) noexcept nogil
    @cython.locals(sets=int, trait=int, marks=int, gain=int, box=int)
    cdef void close_with(self, int written) noexcept nogil
    @cython.locals(best=int, most=int, trait=int, gain=int)
    cdef int best_box(self, int written) noexcept nogil

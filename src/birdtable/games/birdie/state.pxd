# Types for state.py.
cimport cython

from birdtable.engine cimport State, u64

cdef u64 ALL_CARDS
cdef int CHOOSING_STARTER, MAX_PLACES, MAX_ROW, MAX_TURNS


cdef class BirdieFields(State):
    cdef public bint expert, robin_from_deck, owl_moves, sets_chosen, single_removal
    cdef public int named, places
    cdef public short flap_values[24]
    cdef public int phase, round, starter, mover
    cdef public u64 unseen
    cdef public int deck, stop, rest
    cdef public u64 display
    cdef public int display_count
    cdef public u64 hand[4]
    cdef public short hand_count[4]
    cdef public short pile[160]
    cdef public short pile_count[4]
    cdef public u64 taken
    cdef public int taken_count
    cdef public u64 added
    cdef public int added_count
    cdef public int first, second
    cdef public short turns[112]
    cdef public short turn_count[4]
    cdef public short passed[4]
    cdef public int passed_count
    cdef public short boxes[32]
    cdef public short pass_points[8]
    cdef public short flaps[4]
    cdef public short used[16]
    cdef public short trophy[4]
    cdef public short record[4]
    cdef public u64 spent[4]
    cdef public u64 drawn
    cdef public int scorer
    cdef public short row[40]
    cdef public int row_count
    cdef public int held, picked, cursor
    cdef public short set_start[20]
    cdef public short set_length[20]
    cdef public short set_trait[20]
    cdef public short set_out[20]
    cdef public int set_count
    cdef public int trait, holding, gap, low, high, lowest
    cdef public u64 gone
    cdef public u64 gone_hand[2]
    cdef public short old_turns[56]
    cdef public short old_turn_count[2]
    cdef public short old_pile[80]
    cdef public short old_pile_count[2]
    cdef public u64 old_spent[2]
    cdef inline void share_fields(self, BirdieFields other) noexcept nogil
    @cython.locals(start=int, i=int)
    cpdef list pile_of(self, int seat)
    @cython.locals(start=int, i=int)
    cpdef list turns_of(self, int seat)
    @cython.locals(start=int, i=int)
    cpdef list old_pile_of(self, int seat)
    @cython.locals(start=int, i=int)
    cpdef list old_turns_of(self, int seat)
    @cython.locals(trait=int, i=int, bird=int)
    cpdef tuple boxes_of(self, int seat)

# Types for observe.py.
cimport cython

from birdtable.engine cimport u64
from birdtable.games.cubirds.rules cimport CuBirdsState, total
from birdtable.lab.envs cimport cnumbers as numbers

cdef int CAME_BITS, LAYING_OUT, LEFT_BITS, NOTED_LEFT, NOTED_SPECIES, NOTES, OVER, REFILLING
cdef int HAND, ROW_SPECIES, ROW_BIRDS, COLLECTIONS, KNOWN, HANDS, DISCARD, ASIDE, PILE, SEATS, WHO, PROGRESS, PLACE, PHASE
cdef int LIMIT, EXTRAS, WINNERS, DECIDED, FIRST_NOTE, UNSEEN, MINE, WIDTH, LARGEST, NOTED, NOTED_2

cpdef void write(CuBirdsState state, int seat, short[::1] out) noexcept nogil
@cython.locals(i=int, number=int, row=int, species=int, other=int, unseen=u64)
cdef void write_numbers(CuBirdsState state, int seat, short* out) noexcept nogil
@cython.locals(i=int)
cdef void write_table(CuBirdsState state, int seat, short* out) noexcept nogil
cdef int note_number(int note) noexcept nogil
cdef int place_of(CuBirdsState state, int seat, int other) noexcept nogil

# Types for rows.py.
cimport cython

from birdtable.games.birdie.rules cimport BirdieState

cdef int MAX_RUN, NEVER, POINT


@cython.final
cdef class Rows:
    cdef short best[12544]
    cdef public int row[48]
    cdef public int bird_run[48]
    cdef public int season_run[48]
    cdef public int bit[8]
    cdef public int boxes
    cdef public int gain[136]
    cdef int beaten[4]
    cdef int trophy
    cdef public short bonus[256]
    cdef short reached[256]
    cdef short is_reached[256]
    cdef short reached_at[49]
    cdef int total_reached
    @cython.locals(cards=int, filled=int, trait=int)
    cdef void open(self, BirdieState table, int seat, int trophy) noexcept nogil
    # Places of the table as wide as pointers: only then do compilers copy it many at a time.
    @cython.locals(before=int, bird=int, cards=int, filled=Py_ssize_t, here=Py_ssize_t, season=int)
    cdef void lay(self, int place, int kind) noexcept nogil
    cdef void forget(self, int kept) noexcept nogil
    @cython.locals(box=int, filled=int, here=int, i=int, start=int, value=short)
    cdef void write(self, int places, int cards, int bit, short gain) noexcept nogil
    @cython.locals(best=int, best_value=short, filled=int, here=int, i=int, value=short)
    cdef int most(self, int places) noexcept nogil
    @cython.locals(filled=int)
    cdef int worth(self, int places) noexcept nogil

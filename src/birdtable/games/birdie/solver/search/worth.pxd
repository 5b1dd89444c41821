# Types for worth.py.
cimport cython

from birdtable.games.birdie.points cimport trophy_points

cdef int HUNDREDTH, MAX_RUN, MOST_COPIED, MOST_MARKS, NOTHING, POINT


@cython.final
cdef class Worth:
    cdef public int full
    cdef public int written[136]
    cdef public int copied[48]
    cdef public int marks[13]
    @cython.locals(trait=int, length=int, gain=int, points=int, before=int, marks=int, last=int)
    cpdef set(self, boxes, int flaps, records, flap_values, open_value)

# Types for worth.py.
cimport cython

cdef int HUNDREDTH, LONGEST, MOST_COPIED, MOST_MARKS, NOTHING, POINT, TROPHY


@cython.final
cdef class Worth:
    cdef public int full
    cdef public int written[136]
    cdef public int copied[48]
    cdef public int marks[13]
    @cython.locals(trait=int, length=int, gain=int, wins=int, before=int, marks=int, last=int)
    cpdef set(self, boxes, int flaps, records, flap_values, open_value)

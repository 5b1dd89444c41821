# Types for net.py.
cimport cython

cdef int NARROW, WIDE


@cython.final
cdef class Net:
    cdef public object schema
    cdef float[::1] numbers
    cdef int features
    cdef int step_start
    cdef public bint is_trained, knows_steps
    cdef double wide[32]
    cdef double narrow[16]
    @cython.locals(biases=int, i=int, j=int, total=double, weights=int)
    cdef double score_of(self, int* features, int start, int count) noexcept nogil
    @cython.locals(n=int, total=double)
    cdef double step_score_of(self, int* features, int count) noexcept nogil
    @cython.locals(i=int, n=int, row=int)
    cdef void sum_up(self, int* features, int start, int count) noexcept nogil

# Types for net.py.
cimport cython


@cython.final
cdef class Net:
    cdef public object schema
    cdef float[::1] numbers
    cdef int features
    cdef int step_start
    cdef public bint is_trained, knows_steps
    cdef double wide[32]
    cdef double narrow[16]
    # Places as wide as pointers and loops of known length: only then do compilers add many numbers at a time.
    @cython.locals(biases=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, total=double, weights=Py_ssize_t)
    cdef double score_of(self, int* features, int start, int count) noexcept nogil
    @cython.locals(n=int, total=double)
    cdef double step_score_of(self, int* features, int count) noexcept nogil
    @cython.locals(i=Py_ssize_t, n=int, row=Py_ssize_t)
    cdef void sum_up(self, int* features, int start, int count) noexcept nogil

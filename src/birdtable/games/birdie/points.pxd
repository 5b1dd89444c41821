# Types for points.py.

cdef int ALL, HALF, MOST_COPIED, TROPHY

cpdef bint is_one_shuffle(int seats) noexcept nogil
cpdef int cards_of_round(int seats) noexcept nogil
cpdef int pass_points(int seats, int already_passed) noexcept nogil
cpdef int most_uses(bint expert) noexcept nogil
cpdef int trophy_points(int value, int record) noexcept nogil
cpdef int copied_points(int lowest) noexcept nogil

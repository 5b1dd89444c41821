# Types for points.py.

cpdef int pass_points(int seats, int already_passed) noexcept nogil
cpdef int most_uses(bint expert) noexcept nogil

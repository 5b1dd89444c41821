# Types for novice.py.

cdef int BIRD_SET, BY_BIRD, DONE, LEAVE, REMOVE, SEASON_SET


cpdef int plainness(int code) noexcept nogil

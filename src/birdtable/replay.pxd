# Types for replay.py.
cimport cython

from birdtable.engine cimport State

@cython.locals(seat=int, code=int, steps=tuple)
cpdef bint plays_through(State state, tuple lines, play, codes) except -1
@cython.locals(n=int, i=int)
cdef bint is_listed(State state, int code) noexcept nogil

# Types for transcript.py.
cimport cython

from birdtable.engine cimport Rng, State

cdef int CHANCE, NOBODY

@cython.locals(decisions=int, seat=int, n=int, code=int)
cpdef int write_steps(State state, Rng rng, list first, list further, list parts)

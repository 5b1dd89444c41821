# Types for transcript.py.
cimport cython

from birdtable.cbits cimport copy_text
from birdtable.engine cimport Log, Rng, State

cdef int LOG_ROOM, NOBODY, SEATS


@cython.final
cdef class Transcriber:
    cdef bytes start
    cdef int codes, seat
    cdef const int[::1] lengths
    cdef const unsigned char[::1] texts
    cdef Log log
    cdef bytearray page
    cdef unsigned char[::1] line
    cdef bytes before
    cdef int end
    @cython.locals(decisions=int)
    cpdef int play(self, State state, Rng rng) except -1
    @cython.locals(decisions=int)
    cdef int play_on(self, State state, Rng rng) noexcept
    cdef bytes contents(self)
    @cython.locals(end=int, log=Log, mover=int, number=int, text=int)
    cdef void write_steps(self) noexcept

# The functions of bits.py in C, inlined wherever a .pxd cimports them: tests/test_two_speeds.py compares them.

from libc.string cimport memcpy

from birdtable.engine cimport Log, Rng, State, u64

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int birdtable_lowest(unsigned long long bits) {
        unsigned long place;
        _BitScanForward64(&place, bits);
        return (int)place;
    }
    #else
    #define birdtable_lowest(bits) __builtin_ctzll(bits)
    #endif
    """
    int birdtable_lowest(u64 bits) noexcept nogil


cpdef inline int lowest(u64 bits) noexcept nogil:
    return birdtable_lowest(bits)


cpdef inline int first_above(u64 sums, u64 number) noexcept nogil:
    return birdtable_lowest(
        ((sums | 0x8080808080808080ULL) - (number + 1) * 0x0101010101010101ULL) & 0x8080808080808080ULL
    ) >> 3


cpdef inline int pick(Rng rng, u64 n) noexcept nogil:
    cdef u64 z
    rng.state += 0x9E3779B97F4A7C15ULL
    z = rng.state
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return <int>((((z ^ (z >> 31)) >> 32) * n) >> 32)


cpdef inline void log_step(Log log, int seat, int code) noexcept nogil:
    if log is not None:
        log.steps[log.count] = <short>(code << 3 | seat + 1)
        log.count += 1


cpdef inline void tell(State state, int what, int seat, int a, int b) noexcept nogil:
    if state.told_count < 56:
        state.tell(what, seat, a, b)


cpdef inline bint is_full(Log log) noexcept nogil:
    return log is not None and log.count == 4096


cpdef inline void copy_text(unsigned char[::1] line, int end, const unsigned char[::1] texts, int number) noexcept nogil:
    memcpy(&line[end], &texts[number * 48], 48)

# The functions of numbers.py in C, inlined wherever a .pxd cimports them: tests/lab/test_vector.py compares what they write.

from birdtable.engine cimport u64

cdef extern from *:
    """
    #if defined(__SSE2__)
    #include <emmintrin.h>
    static inline void birdtable_spread_nibbles(unsigned long long packed, short* out) {
        const __m128i low = _mm_set1_epi8(15), none = _mm_setzero_si128();
        __m128i word = _mm_cvtsi64_si128((long long)packed);
        __m128i bytes = _mm_unpacklo_epi8(_mm_and_si128(word, low), _mm_and_si128(_mm_srli_epi64(word, 4), low));
        _mm_storeu_si128((__m128i*)out, _mm_unpacklo_epi8(bytes, none));
        _mm_storeu_si128((__m128i*)(out + 8), _mm_unpackhi_epi8(bytes, none));
    }
    static inline void birdtable_spread_bytes(unsigned long long packed, short* out) {
        __m128i word = _mm_cvtsi64_si128((long long)packed);
        _mm_storeu_si128((__m128i*)out, _mm_unpacklo_epi8(word, _mm_setzero_si128()));
    }
    static inline void birdtable_copy_eights(const short* from, long count, short more, short* out) {
        const __m128i places = _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7), plus = _mm_set1_epi16(more);
        for (long i = 0; i < count; i += 8) {
            __m128i inside = _mm_cmplt_epi16(places, _mm_set1_epi16((short)(count - i)));
            __m128i eight = _mm_add_epi16(_mm_loadu_si128((const __m128i*)(from + i)), plus);
            _mm_storeu_si128((__m128i*)(out + i), _mm_and_si128(eight, inside));
        }
    }
    #else
    static inline void birdtable_spread_nibbles(unsigned long long packed, short* out) {
        for (int i = 0; i < 16; i++) out[i] = (short)(packed >> 4 * i & 15);
    }
    static inline void birdtable_spread_bytes(unsigned long long packed, short* out) {
        for (int i = 0; i < 8; i++) out[i] = (short)(packed >> 8 * i & 255);
    }
    static inline void birdtable_copy_eights(const short* from, long count, short more, short* out) {
        for (long i = 0; i < (count + 7) / 8 * 8; i++) out[i] = i < count ? (short)(from[i] + more) : 0;
    }
    #endif
    """
    void birdtable_spread_nibbles(u64 packed, short* out) noexcept nogil
    void birdtable_spread_bytes(u64 packed, short* out) noexcept nogil
    void birdtable_copy_eights(const short* source, long count, short more, short* out) noexcept nogil


cdef inline short* numbers_of(short[::1] array) noexcept nogil:
    return &array[0]


cdef inline void spread_nibbles(u64 packed, short* out, Py_ssize_t start) noexcept nogil:
    birdtable_spread_nibbles(packed, out + start)


cdef inline void spread_bytes(u64 packed, short* out, Py_ssize_t start) noexcept nogil:
    birdtable_spread_bytes(packed, out + start)


cdef inline void copy_eights(
    const short* source, Py_ssize_t first, Py_ssize_t count, short more, short* out, Py_ssize_t start
) noexcept nogil:
    birdtable_copy_eights(source + first, count, more, out + start)

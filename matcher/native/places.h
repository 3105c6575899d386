/* List the positions of the bits of a number, eight bits at a time, with a table.
 *
 * Finding the bits one by one would cost more than everything else that is done for a run of text.
 */

#ifndef TACKNAMN_PLACES_H
#define TACKNAMN_PLACES_H

#define PLACES_ROOM 8 /* numbers that may be written after the last position */

static uint8_t PLACES[256][8], NUMBER[256];

static void fill_places(void)
{
    for (unsigned bits = 0; bits < 256; bits++)
        for (uint8_t place = NUMBER[bits] = 0; place < 8; place++)
            if (bits >> place & 1)
                PLACES[bits][NUMBER[bits]++] = place;
}

/* Write the positions of the bits, counted from `from`; returns how many there are. */
static inline uint32_t write_places(uint32_t *out, uint64_t bits, uint32_t from)
{
    const uint32_t *first = out;
    for (int byte = 0; byte < 8; byte++, bits >>= 8, from += 8) {
        const unsigned eight = bits & 255;
#if VECTORS
        const __m128i zero = _mm_setzero_si128(), base = _mm_set1_epi32((int)from);
        const __m128i places = _mm_unpacklo_epi8(
            _mm_loadl_epi64((const __m128i *)(const void *)PLACES[eight]), zero);
        _mm_storeu_si128((__m128i *)(void *)out,
                         _mm_add_epi32(base, _mm_unpacklo_epi16(places, zero)));
        _mm_storeu_si128((__m128i *)(void *)(out + 4),
                         _mm_add_epi32(base, _mm_unpackhi_epi16(places, zero)));
#else
        for (int k = 0; k < 8; k++)
            out[k] = from + PLACES[eight][k];
#endif
        out += NUMBER[eight];
    }
    return (uint32_t)(out - first);
}

#endif

/* Fold a run of RUN characters at once: write their bytes, and find the class of each.
 *
 * There is one version with vectors of sixteen bytes, and one that goes one by one, which shows
 * what the vectors do. Wider vectors gain nothing, because finding where words begin takes longer.
 * The bytes written for rare characters are not used; fold_slowly handles these characters.
 */

#ifndef TACKNAMN_FOLD_RUN_H
#define TACKNAMN_FOLD_RUN_H

/* The classes of a run of characters, one bit per character: letter or digit, blank, rare. */
typedef struct {
    uint64_t word, blank, rare;
} Kinds;

#if VECTORS

static __m128i is_byte(__m128i bytes, int byte)
{
    return _mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)byte));
}

/* Whether bytes are in a range: the range is shifted to end at the largest signed byte. */
static __m128i in_range(__m128i bytes, int first, int last)
{
    const __m128i moved = _mm_add_epi8(bytes, _mm_set1_epi8((char)(127 - last)));
    return _mm_cmpgt_epi8(moved, _mm_set1_epi8((char)(126 - (last - first))));
}

static uint64_t bits_of(__m128i bytes, int at)
{
    return (uint64_t)(uint32_t)_mm_movemask_epi8(bytes) << at;
}

/* Fold sixteen characters of Latin-1. */
static inline void fold_sixteen(__m128i c, int at, uint8_t *out, Kinds *kinds)
{
    const __m128i capital = _mm_or_si128(
        in_range(c, 'A', 'Z'), _mm_andnot_si128(is_byte(c, 0xD7), in_range(c, 0xC0, 0xDE)));
    const __m128i blank = _mm_or_si128( /* 20, and A0, which breaks no line */
        is_byte(_mm_and_si128(c, _mm_set1_epi8(0x7F)), ' '),
        _mm_or_si128(in_range(c, 9, 13), in_range(c, 28, 31)));
    const __m128i rare = _mm_or_si128(
        _mm_or_si128(in_range(c, 0x80, 0x9F), in_range(c, 0xAA, 0xBF)),
        _mm_or_si128(is_byte(c, 0xDF), is_byte(c, '`')));
    c = _mm_or_si128(c, _mm_and_si128(capital, _mm_set1_epi8(0x20)));
    c = _mm_xor_si128(c, _mm_and_si128(blank, _mm_xor_si128(c, _mm_set1_epi8(' '))));
    const __m128i word = _mm_or_si128(
        _mm_or_si128(in_range(c, 'a', 'z'), in_range(c, '0', '9')),
        _mm_andnot_si128(is_byte(c, 0xF7), in_range(c, 0xE0, 0xFF)));
    _mm_storeu_si128((__m128i *)(void *)(out + at), c);
    kinds->word |= bits_of(word, at);
    kinds->blank |= bits_of(blank, at);
    kinds->rare |= bits_of(rare, at);
}

static __m128i load(const void *characters, int vector)
{
    return _mm_loadu_si128((const __m128i *)characters + vector);
}

static inline void fold_run_1(const Py_UCS1 *characters, uint8_t *out, Kinds *kinds)
{
    for (int at = 0; at < RUN; at += 16)
        fold_sixteen(load(characters + at, 0), at, out, kinds);
}

/* Fold sixteen numbers of 16 bits; those outside Latin-1 are rare. */
static inline void fold_pairs(__m128i one, __m128i two, int at, uint8_t *out, Kinds *kinds)
{
    const __m128i zero = _mm_setzero_si128(), low = _mm_set1_epi16(0xFF);
    const __m128i latin = _mm_packs_epi16(_mm_cmpeq_epi16(_mm_srli_epi16(one, 8), zero),
                                          _mm_cmpeq_epi16(_mm_srli_epi16(two, 8), zero));
    const __m128i bytes = _mm_packus_epi16(_mm_and_si128(one, low), _mm_and_si128(two, low));
    fold_sixteen(bytes, at, out, kinds);
    kinds->rare |= (bits_of(latin, at) ^ (uint64_t)0xFFFF << at);
}

static inline void fold_run_2(const Py_UCS2 *characters, uint8_t *out, Kinds *kinds)
{
    for (int at = 0; at < RUN; at += 16)
        fold_pairs(load(characters + at, 0), load(characters + at, 1), at, out, kinds);
}

/* Numbers that do not fit into 16 bits become the largest one that does, which is rare as well. */
static inline void fold_run_4(const Py_UCS4 *characters, uint8_t *out, Kinds *kinds)
{
    for (int at = 0; at < RUN; at += 16) {
        const Py_UCS4 *here = characters + at;
        fold_pairs(_mm_packs_epi32(load(here, 0), load(here, 1)),
                   _mm_packs_epi32(load(here, 2), load(here, 3)), at, out, kinds);
    }
}

#else

static uint8_t fold_one(uint32_t c, int at, Kinds *kinds)
{
    const uint32_t entry = is_rare(c) ? 0 : fold_entry(c), kind = ENTRY_CLASS(entry);
    kinds->word |= (uint64_t)(kind == WORD) << at;
    kinds->blank |= (uint64_t)(kind == SPACE) << at;
    kinds->rare |= (uint64_t)is_rare(c) << at;
    return (uint8_t)folded_of(c, entry);
}

#define FOLD_ONE_BY_ONE(name, CHAR)                                      \
    static void name(const CHAR *characters, uint8_t *out, Kinds *kinds) \
    {                                                                    \
        for (int at = 0; at < RUN; at++)                                 \
            out[at] = fold_one(characters[at], at, kinds);               \
    }
FOLD_ONE_BY_ONE(fold_run_1, Py_UCS1)
FOLD_ONE_BY_ONE(fold_run_2, Py_UCS2)
FOLD_ONE_BY_ONE(fold_run_4, Py_UCS4)

#endif
#endif

/* Look up keys in the table and its filters (see tacknamn/lexicon/hash_table.py). */

#ifndef TACKNAMN_TABLE_H
#define TACKNAMN_TABLE_H

#include "scan.h"

static const uint64_t PRIME = 0x9E3779B97F4A7C15u;
static const uint64_t OTHER_PRIME = 0xC2B2AE3D27D4EB4Fu;
static const uint64_t BETWEEN = 0xD6E8FEB86659FD93u;
#if defined(__GNUC__)
#define COLD __attribute__((noinline, cold))
#else
#define COLD
#endif

static inline uint64_t mix(uint64_t state)
{
    state = (state ^ state >> 32) * PRIME;
    return state ^ state >> 32;
}

/* Hash up to sixteen bytes. The bytes after them, zeros or other text, are masked out. */
static inline uint64_t hash_sixteen(const uint8_t *bytes, uint32_t size)
{
    static const uint8_t MASKS[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                      255, 255, 255, 255, 255, 255, 255, 255};
    uint64_t one, two, mask;
    memcpy(&one, bytes, 8);
    memcpy(&mask, MASKS + 16 - size, 8);
    one &= mask;
    memcpy(&two, bytes + 8, 8);
    memcpy(&mask, MASKS + 24 - size, 8);
    two &= mask;
    return one * PRIME + two * OTHER_PRIME;
}

static COLD uint64_t hash_long(const uint8_t *bytes, uint32_t size)
{
    uint64_t state = 0;
    for (; size > 16; size -= 16, bytes += 16)
        state = mix(state) + hash_sixteen(bytes, 16);
    return mix(state) + hash_sixteen(bytes, size);
}

static inline uint64_t hash_bytes(const uint8_t *bytes, uint32_t size)
{
    return size > 16 ? hash_long(bytes, size) : hash_sixteen(bytes, size);
}

static inline uint64_t next_key(uint64_t key, uint64_t word, uint64_t between)
{
    return mix(key + word + between * BETWEEN);
}

static const uint32_t *bucket_of(const Table *t, uint64_t key)
{
    return (const uint32_t *)t->buckets.data + ((key >> 32) * t->places >> 32) * 2 * SLOTS;
}

/* Which of eight fingerprints equal `value`, as bits. */
static unsigned equal_slots(const uint32_t *slots, uint32_t value)
{
#if VECTORS
    const __m128i wanted = _mm_set1_epi32((int)value);
    const __m128i low = _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *)slots), wanted);
    const __m128i high = _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *)(slots + 4)), wanted);
    return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(low)) |
           (unsigned)_mm_movemask_ps(_mm_castsi128_ps(high)) << 4;
#else
    unsigned bits = 0;
    for (int slot = 0; slot < SLOTS; slot++)
        bits |= (unsigned)(slots[slot] == value) << slot;
    return bits;
#endif
}

/* The values of a key, one after another. A full bucket overflows into the next ones; a valid table
   needs at most SPILL of them. */
typedef struct {
    const uint32_t *bucket, *last;
    uint32_t print;
    unsigned found; /* slots of the bucket that are not returned yet, as bits */
} Slots;

static inline Slots slots_of(const Table *t, uint64_t key)
{
    const uint32_t *bucket = bucket_of(t, key);
    const uint32_t print = (uint32_t)key ? (uint32_t)key : 1;
    return (Slots){bucket, bucket + SPILL * 2 * SLOTS, print, equal_slots(bucket, print)};
}

/* The next value, or 0 if there is none. */
static inline uint32_t next_slot(Slots *slots)
{
    while (!slots->found) {
        if (slots->bucket == slots->last || equal_slots(slots->bucket, 0))
            return 0;
        slots->bucket += 2 * SLOTS;
        slots->found = equal_slots(slots->bucket, slots->print);
    }
    const int slot = __builtin_ctz(slots->found);
    slots->found &= slots->found - 1;
    return slots->bucket[SLOTS + slot];
}

static inline void prefetch(const void *place)
{
    __builtin_prefetch(place);
}

static inline const uint64_t *sieve_place(const Column *sieve, uint64_t key)
{
    return (const uint64_t *)sieve->data + ((key >> 32) * sieve->items >> 32);
}

/* Whether an entry may begin with one or two words that have this key. */
static inline unsigned passes(const Column *sieve, uint64_t key)
{
    const uint64_t bits = *sieve_place(sieve, key);
    return (unsigned)(bits >> (key & 63) & bits >> (key >> 6 & 63) & 1);
}

#endif

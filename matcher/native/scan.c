/* Find every entry of a bundle in a text.
 *
 * A block of the text is folded and cut into words (fold_text.h), the words at which no entry
 * begins are sieved out, and every other one is tried. tacknamn/table.py describes the sieve
 * and the table, tacknamn/matching.py what counts as a hit; tests/naive.py is the same, slowly.
 */

#include "fold_text.h"

static const uint64_t PRIME = 0x9E3779B97F4A7C15u;
static const uint64_t OTHER_PRIME = 0xC2B2AE3D27D4EB4Fu;
static const uint64_t BETWEEN = 0xD6E8FEB86659FD93u;
#define BATCH 64 /* words sieved at a time: what they ask of the sieve is fetched meanwhile */
#if defined(__GNUC__)
#define COLD __attribute__((noinline, cold))
#else
#define COLD
#endif
#define NONE UINT32_MAX
#define INFLECTED 27 /* an inflected form is a tenth as frequent; weights are 8 x log2 */

typedef struct {
    const Table *table;
    const Text *text;
    Hits *hits;
    Block block;
    uint64_t *keys;      /* of each word, as the beginning of an entry */
    uint32_t *genitives; /* words that end in s, in order */
    uint32_t *promising; /* words at which an entry may begin, in order */
    uint8_t *promises;   /* which entries may begin at each word: bits of the following */
    uint32_t ngenitives, npromising, capacity;
    uint32_t wanted; /* bits of the labels that may be found, 0 for all */
    int all;         /* every hit, or the longest one of each place */
    size_t fresh;    /* hits before this one are those of earlier words */
    Py_ssize_t free; /* characters before this place are spoken for */
    Py_ssize_t done; /* words that begin before this place have been tried */
    int forced;      /* the block is all there will be: decide with what is in it */
} Scan;

enum { ONE = 1, ONE_GENITIVE = 2, TWO = 4 }; /* of one word, and of two or more */

static inline uint64_t mix(uint64_t state)
{
    state = (state ^ state >> 32) * PRIME;
    return state ^ state >> 32;
}

/* The sum of what up to sixteen bytes are. The bytes behind are zeros or other text. */
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

/* Which of eight fingerprints are `value`, as bits. */
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

/* The values that the table has for a key. A full bucket flows over into the next ones, of
   which a table that keeps to the rules needs SPILL at most. */
typedef struct {
    const uint32_t *bucket, *last;
    uint32_t print;
    unsigned found; /* slots of the bucket that are still to be given */
} Slots;

static inline Slots slots_of(const Table *t, uint64_t key)
{
    const uint32_t *bucket = bucket_of(t, key);
    const uint32_t print = (uint32_t)key ? (uint32_t)key : 1;
    return (Slots){bucket, bucket + SPILL * 2 * SLOTS, print, equal_slots(bucket, print)};
}

/* The next value, or 0 when there is none. */
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

/* Whether an entry may begin with a word, or two, of this key. */
static inline unsigned passes(const Column *sieve, uint64_t key)
{
    const uint64_t bits = *sieve_place(sieve, key);
    return (unsigned)(bits >> (key & 63) & bits >> (key >> 6 & 63) & 1);
}

/* ---- forms -------------------------------------------------------------------------- */

typedef struct {
    const uint8_t *bytes;
    uint32_t size;
    uint64_t readable; /* bytes from its first to the end of all forms */
    uint32_t row;     /* the form's row, or that of an inflected form's base */
    uint32_t affixes;
} Form;

static int text_of(const Column *offsets, const Column *text, uint32_t row, Form *form)
{
    const uint32_t *offset = offsets->data;
    const uint32_t begin = offset[row], end = offset[row + 1];
    if (begin > end || end > text->items)
        return 0;
    form->bytes = (const uint8_t *)text->data + begin;
    form->size = end - begin;
    form->readable = text->items - begin;
    return 1;
}

/* The form that a slot's value stands for; 0 when the table lies. */
static int form_of(const Table *t, uint32_t value, Form *form)
{
    uint32_t row = (value & ~CONTINUES) - 1;
    if (row < t->forms) {
        form->row = row;
        form->affixes = 0;
        return text_of(&t->form_offset, &t->form_text, row, form);
    }
    row -= t->forms;
    if (row >= t->inflections)
        return 0;
    form->row = ((const uint32_t *)t->inflection_base.data)[row];
    form->affixes = ((const uint8_t *)t->inflection_affixes.data)[row] & 7;
    return form->row < t->forms &&
           text_of(&t->inflection_offset, &t->inflection_text, row, form);
}

static uint32_t labels_of(const Table *t, uint32_t row)
{
    return ((const uint32_t *)t->form_labels.data)[row];
}

static int is_common(const Table *t, uint32_t row)
{
    return ((const uint8_t *)t->form_common.data)[row];
}

static uint32_t weight_of(const Table *t, uint32_t row)
{
    return ((const uint8_t *)t->form_weight.data)[row];
}

/* The character of UTF-8 at `*at`, which moves on; none where the bytes are no text. */
static uint32_t next_character(const Form *form, uint32_t *at)
{
    const uint8_t *bytes = form->bytes + *at;
    const uint32_t left = form->size - *at, c = bytes[0];
    const uint32_t size = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    if (left < size || (c >= 0x80 && c < 0xC0))
        return NONE;
    uint32_t character = size == 1 ? c : c & (0x7Fu >> size);
    for (uint32_t k = 1; k < size; k++)
        character = character << 6 | (bytes[k] & 63u);
    *at += size;
    return character > 0x10FFFF ? NONE : character;
}

#define NOT_ASCII 0x8080808080808080u

/* How many bytes of a form from `at` on are ASCII and stand at `bytes`, or fewer of them.
   Looked at are eight at a time, where they may be read, and most forms are shorter. */
static uint32_t same_ascii(const Form *form, uint32_t at, const uint8_t *bytes, uint32_t left)
{
    uint32_t same = 0;
    for (; at + same < form->size && form->readable - at - same >= 8 && left - same >= 8;) {
        const uint32_t size = form->size - at - same < 8 ? form->size - at - same : 8;
        uint64_t one, other;
        memcpy(&one, form->bytes + at + same, 8);
        memcpy(&other, bytes + same, 8);
        if (((one ^ other) | (one & NOT_ASCII)) & ~(uint64_t)0 >> (64 - 8 * size))
            break;
        same += size;
    }
    return same;
}

/* How many bytes of a block the form has from `at` on, and whether they stand at `bytes`, of
   which there are `left`. */
static int spells(const Form *form, uint32_t at, const uint8_t *bytes, uint32_t left,
                  uint32_t *size)
{
    uint8_t letter[OTHERS];
    *size = same_ascii(form, at, bytes, left);
    at += *size;
    while (at < form->size) {
        const uint32_t c = form->bytes[at] < 0x80 ? form->bytes[at++] : next_character(form, &at);
        if (c == NONE)
            return 0;
        const uint32_t length = write_letter(letter, c);
        if (length > left - *size || bytes[*size] != letter[0] ||
            (length > 1 && memcmp(bytes + *size, letter, length) != 0))
            return 0;
        *size += length;
    }
    return 1;
}

/* Bytes of UTF-8 before a form's first word, and how many of a block they are: most begin
   with one. */
static uint32_t lead_of(const Form *form, uint32_t *in_block)
{
    uint8_t letter[OTHERS];
    uint32_t at = 0, before = 0;
    *in_block = 0;
    while (at < form->size) {
        const uint32_t c = next_character(form, &at);
        if (c == NONE || folded_class(c) == WORD)
            break;
        *in_block += write_letter(letter, c);
        before = at;
    }
    return before;
}

/* Whether a byte of UTF-8 is a letter or digit of folded ASCII. */
static int is_plain(uint8_t byte)
{
    return (uint8_t)(byte - 'a') < 26 || (uint8_t)(byte - '0') < 10;
}

/* Whether `form` stands in the block with its words at begin..end; gives where it really
   begins and ends, with what surrounds its words. */
static inline int stands_there(const Block *b, const Form *form, uint32_t *begin, uint32_t *end)
{
    uint32_t lead = 0, size;
    if (form->size && !is_plain(form->bytes[0]))
        lead_of(form, &lead);
    if (lead > *begin ||
        !spells(form, 0, b->bytes + *begin - lead, b->size - *begin + lead, &size) ||
        size < lead + *end - *begin)
        return 0;
    *begin -= lead;
    *end = *begin + size;
    return 1;
}

/* ---- common words: entries that are ordinary words count only where something says so --- */

#define FIRST_NAMES 7u   /* bits of firstname_female, firstname_male, firstname_unknown */
#define SURNAME 8u

static uint32_t character_entry(const Scan *s, Py_ssize_t i)
{
    return fold_entry(character_at(s->text, i));
}

/* Whether the word begins with a capital and is not written in capitals throughout. */
static int capitalised(Scan *s, uint32_t word)
{
    Block *b = &s->block;
    const uint32_t start = unit_start(b, WORD_START(b, word));
    const uint32_t end = unit_end(b, WORD_END(b, word) - 1);
    if (!IS_UPPER(character_entry(s, start)))
        return 0;
    int letters = 0;
    for (uint32_t i = start + 1; i < end; i++) {
        const uint32_t entry = character_entry(s, i);
        if (ENTRY_CLASS(entry) == WORD && !IS_UPPER(entry))
            return 1;
        letters += ENTRY_CLASS(entry) == WORD;
    }
    return letters == 0;
}

/* Whether a capital says nothing because a sentence or a line begins here. */
static int begins_sentence(Scan *s, uint32_t word)
{
    for (Py_ssize_t i = (Py_ssize_t)unit_start(&s->block, WORD_START(&s->block, word)) - 1; i >= 0; i--) {
        const uint32_t entry = character_entry(s, i), kind = ENTRY_CLASS(entry);
        if (IS_STOP(entry))
            return 1;
        if (kind == WORD || kind == MULTI || kind == HARD)
            return 0;
    }
    return 1;
}

/* Whether a word and the next one stand in a row: a blank between them, on one line. */
static int in_a_row(Scan *s, uint32_t word)
{
    Block *b = &s->block;
    const uint32_t end = WORD_END(b, word);
    if (word + 1 >= WORDS(b) || WORD_START(b, word + 1) != end + 1 || b->bytes[end] != ' ')
        return 0;
    const Py_ssize_t next = unit_start(b, end + 1);
    for (Py_ssize_t i = unit_end(b, end - 1); i < next; i++)
        if (IS_STOP(character_entry(s, i)))
            return 0;
    return 1;
}

/* The labels of the form that is exactly this word and no ordinary one. */
static uint32_t labels_of_word(const Scan *s, uint32_t word)
{
    const Table *t = s->table;
    const Block *b = &s->block;
    const uint32_t begin = WORD_START(b, word), end = WORD_END(b, word);
    Slots slots = slots_of(t, mix(hash_bytes(b->bytes + begin, end - begin)));
    uint32_t value, size;
    Form form;
    while ((value = next_slot(&slots)))
        if ((value & ~CONTINUES) && form_of(t, value, &form) && !form.affixes &&
            spells(&form, 0, b->bytes + begin, end - begin, &size) && size == end - begin)
            return is_common(t, form.row) ? 0 : labels_of(t, form.row);
    return 0;
}

static int common_word_counts(Scan *s, uint32_t word, uint32_t row)
{
    const int next = in_a_row(s, word);
    if (capitalised(s, word) &&
        (!begins_sentence(s, word) || (next && capitalised(s, word + 1))))
        return 1;
    const uint32_t labels = labels_of(s->table, row);
    if ((labels & FIRST_NAMES) && next && labels_of_word(s, word + 1) & SURNAME)
        return 1;
    return (labels & SURNAME) && word > 0 && in_a_row(s, word - 1) &&
           labels_of_word(s, word - 1) & FIRST_NAMES;
}

/* ---- finding ------------------------------------------------------------------------ */

static int push(Hits *hits, const Hit *hit)
{
    if (hits->count == hits->capacity) {
        const size_t capacity = hits->capacity ? hits->capacity * 2 : 64;
        Hit *grown = PyMem_RawRealloc(hits->hits, capacity * sizeof *grown);
        if (!grown)
            return -1;
        hits->hits = grown;
        hits->capacity = capacity;
    }
    hits->hits[hits->count++] = *hit;
    return 0;
}

static int hit_order(const Hit *a, const Hit *b)
{
    const int32_t left[] = {a->start, a->end, a->row, a->affixes};
    const int32_t right[] = {b->start, b->end, b->row, b->affixes};
    for (int k = 0; k < 4; k++)
        if (left[k] != right[k])
            return left[k] < right[k] ? -1 : 1;
    return 0;
}

/* Put a hit in its place among those of the same word, once: by rule and by list it may be
   found twice. */
static int insert(Scan *s, const Hit *hit)
{
    size_t place = s->hits->count;
    while (place > s->fresh && hit_order(hit, &s->hits->hits[place - 1]) < 0)
        place--;
    if (place > s->fresh && hit_order(hit, &s->hits->hits[place - 1]) == 0)
        return 0;
    if (push(s->hits, hit) < 0)
        return -1;
    Hit *hits = s->hits->hits;
    memmove(hits + place + 1, hits + place, (s->hits->count - 1 - place) * sizeof *hits);
    hits[place] = *hit;
    return 0;
}

/* An inflected form must be much more frequent than one that stands there as it is. */
static uint32_t weight_of_hit(const Table *t, const Hit *hit)
{
    const uint32_t weight = weight_of(t, (uint32_t)hit->row);
    return !hit->affixes ? weight : weight > INFLECTED ? weight - INFLECTED : 0;
}

static int is_better(const Table *t, const Hit *hit, const Hit *other)
{
    if (hit->end != other->end)
        return hit->end > other->end;
    const uint32_t one = weight_of_hit(t, hit), two = weight_of_hit(t, other);
    return one != two ? one > two : hit->row < other->row;
}

/* Take a form that stands in the text: as a hit of its own, or when it is the best so far. */
static int take(Scan *s, const Form *form, uint32_t first, uint32_t last, uint32_t begin,
                uint32_t end, uint32_t affixes, Hit *best)
{
    Block *b = &s->block;
    if (s->wanted ? !(labels_of(s->table, form->row) & s->wanted)
                  : first == last && is_common(s->table, form->row) &&
                        !common_word_counts(s, first, form->row))
        return 0;
    const Hit hit = {(int32_t)unit_start(b, begin), (int32_t)unit_end(b, end - 1),
                     (int32_t)form->row, (int32_t)(form->affixes | affixes)};
    if (s->all)
        return insert(s, &hit);
    if (hit.start >= s->free && is_better(s->table, &hit, best))
        *best = hit;
    return 0;
}

static int is_sibilant(uint8_t letter)
{
    return (letter == 's') | (letter == 'x') | (letter == 'z');
}

/* Genitives that stand outside the word: EU:s, Göran's, and Hans' without an opening quote. */
static int take_genitives(Scan *s, const Form *form, uint32_t first, uint32_t last,
                          uint32_t begin, uint32_t end, Hit *best)
{
    const Block *b = &s->block;
    const uint8_t *bytes = b->bytes;
    const int colon = bytes[end] == ':', apostrophe = bytes[end] == '\'';
    if (!(colon | apostrophe) || end >= b->size || (form->affixes & GENITIVE))
        return 0;
    if (last + 1 < WORDS(b) && WORD_START(b, last + 1) == end + 1 &&
        WORD_END(b, last + 1) == end + 2 && bytes[end + 1] == 's')
        return take(s, form, first, last, begin, end + 2, GENITIVE, best);
    if (apostrophe && is_sibilant(bytes[end - 1]) &&
        !(begin > 0 && bytes[begin - 1] == '\'') &&
        !(last + 1 < BEGUN(b) && WORD_START(b, last + 1) == end + 1))
        return take(s, form, first, last, begin, end + 1, GENITIVE, best);
    return 0;
}

/* Look a key up: take its forms, and say whether longer ones go on from here. */
static int probe(Scan *s, uint64_t key, uint32_t first, uint32_t last, uint32_t end,
                 uint32_t affixes, Hit *best)
{
    const Table *t = s->table;
    const Block *b = &s->block;
    Slots slots = slots_of(t, key);
    uint32_t value;
    int goes_on = 0;
    while ((value = next_slot(&slots))) {
        Form form;
        uint32_t begin = WORD_START(b, first), behind = end;
        goes_on |= value >> 31;
        if (!(value & ~CONTINUES) || !form_of(t, value, &form) || (affixes && form.affixes) ||
            !stands_there(b, &form, &begin, &behind) || (affixes && behind != end))
            continue;
        if (take(s, &form, first, last, begin, behind + (affixes != 0), affixes, best) < 0)
            return -1;
        if (!affixes && take_genitives(s, &form, first, last, begin, behind, best) < 0)
            return -1;
    }
    return goes_on;
}

/* Whether a word of three letters or more may be the genitive of another one: Stockholms,
   but not Hans. */
static int may_be_genitive(const Block *b, uint32_t word)
{
    const uint32_t size = WORD_END(b, word) - WORD_START(b, word);
    const uint8_t *first = b->bytes + WORD_START(b, word), *behind = first + size;
    const int one_before = (size == OTHERS + 1) & (first[0] >= 0x80) & (first[0] < 0xA0);
    return (behind[-1] == 's') & (size > 2) & !is_sibilant(behind[-2]) & !one_before;
}

static uint64_t hash_word(const Block *b, uint32_t word)
{
    return hash_bytes(b->bytes + WORD_START(b, word), WORD_END(b, word) - WORD_START(b, word));
}

/* The hash of what may stand before a genitive s. */
static uint64_t hash_base(const Block *b, uint32_t word)
{
    const uint32_t start = WORD_START(b, word);
    return hash_bytes(b->bytes + start, WORD_END(b, word) - 1 - start);
}

/* What stands between a word and the next one: its first letter and its length tell enough. */
static inline uint64_t gap_behind(const Block *b, uint32_t word)
{
    const uint32_t end = WORD_END(b, word);
    return b->bytes[end] | (uint64_t)(WORD_START(b, word + 1) - end) << 8;
}

/* Try every entry that begins at a word. Gives -1 on a fault, 1 when the block ends before
   it is clear what the text says. */
static int try_word(Scan *s, uint32_t first, Hit *best)
{
    const Block *b = &s->block;
    const uint32_t promises = s->promises[first];
    uint64_t key = s->keys[first];
    best->end = 0; /* any hit is better */
    if ((promises & ONE_GENITIVE) && probe(s, mix(hash_base(b, first)), first, first,
                                           WORD_END(b, first) - 1, GENITIVE, best) < 0)
        return -1;
    if ((promises & ONE) && probe(s, key, first, first, WORD_END(b, first), 0, best) < 0)
        return -1;
    int goes_on = (promises & TWO) != 0;
    for (uint32_t last = first; goes_on > 0; last++) {
        if (last + 2 >= WORDS(b) && !b->at_end && !s->forced)
            return 1; /* what stands behind the next word belongs to it, too */
        if (last + 1 >= WORDS(b))
            return 0;
        const uint64_t gap = gap_behind(b, last);
        if (may_be_genitive(b, last + 1) &&
            probe(s, next_key(key, hash_base(b, last + 1), gap), first, last + 1,
                  WORD_END(b, last + 1) - 1, GENITIVE, best) < 0)
            return -1;
        key = next_key(key, hash_word(b, last + 1), gap);
        goes_on = probe(s, key, first, last + 1, WORD_END(b, last + 1), 0, best);
    }
    return goes_on < 0 ? -1 : 0;
}

static int grow_words(Scan *s, uint32_t words)
{
    if (s->keys && words <= s->capacity)
        return 0;
    const uint32_t capacity = s->block.capacity / 2 + ROOM + RUN; /* promises end with zeros */
    const size_t each = sizeof *s->keys + sizeof *s->genitives + sizeof *s->promising + 1;
    uint64_t *keys = PyMem_RawRealloc(s->keys, capacity * each);
    if (!keys)
        return -1;
    s->keys = keys;
    s->genitives = (uint32_t *)(keys + capacity);
    s->promising = s->genitives + capacity;
    s->promises = (uint8_t *)(s->promising + capacity);
    s->capacity = capacity;
    return 0;
}

/* Say what words promise, without a branch that the text decides. The sieve's numbers for
   pairs, which are seldom the same, are fetched before they are asked. */
static void sieve_words(Scan *s, uint32_t from, uint32_t number)
{
    const Table *t = s->table;
    const uint8_t *bytes = s->block.bytes;
    const uint32_t *edge = s->block.edges + 2 * from;
    uint64_t pairs[BATCH], *keys = s->keys + from;
    uint8_t *promises = s->promises + from;
    uint32_t *genitives = s->genitives, ngenitives = s->ngenitives;
    uint64_t hash = hash_bytes(bytes + edge[0], edge[1] - edge[0]);
    for (uint32_t k = 0; k < number; k++, edge += 2) {
        const uint64_t key = mix(hash), gap = bytes[edge[1]] | (uint64_t)(edge[2] - edge[1]) << 8;
        keys[k] = key;
        genitives[ngenitives] = from + k;
        ngenitives += bytes[(size_t)edge[1] - 1] == 's';
        hash = hash_bytes(bytes + edge[2], edge[3] - edge[2]);
        pairs[k] = next_key(key, hash, gap);
        prefetch(sieve_place(&t->singles, key));
        prefetch(sieve_place(&t->pairs, pairs[k]));
    }
    for (uint32_t k = 0; k < number; k++)
        promises[k] = (uint8_t)(passes(&t->singles, keys[k]) * ONE |
                                passes(&t->pairs, pairs[k]) * TWO);
    s->ngenitives = ngenitives;
}

/* Say what words promise that may be genitives. */
static void sieve_genitives(Scan *s)
{
    const Block *b = &s->block;
    const Table *t = s->table;
    for (uint32_t k = 0; k < s->ngenitives; k++) {
        const uint32_t word = s->genitives[k];
        if (!may_be_genitive(b, word))
            continue;
        const uint64_t base = hash_base(b, word);
        s->promises[word] |= (uint8_t)(passes(&t->singles, mix(base)) * ONE_GENITIVE);
        if (word)
            s->promises[word - 1] |= (uint8_t)(
                passes(&t->pairs, next_key(s->keys[word - 1], base, gap_behind(b, word - 1))) * TWO);
    }
}

/* Which of RUN bytes are not 0. */
static inline uint64_t set_bytes(const uint8_t *bytes)
{
    uint64_t bits = 0;
#if VECTORS
    for (int at = 0; at < RUN; at += 16) {
        const __m128i sixteen = _mm_loadu_si128((const __m128i *)(const void *)(bytes + at));
        const __m128i none = _mm_cmpeq_epi8(sixteen, _mm_setzero_si128());
        bits |= (uint64_t)(~(uint32_t)_mm_movemask_epi8(none) & 0xFFFF) << at;
    }
#else
    for (int at = 0; at < RUN; at++)
        bits |= (uint64_t)(bytes[at] != 0) << at;
#endif
    return bits;
}

/* Find the words of a block at which an entry may begin. */
static void sieve_block(Scan *s)
{
    const uint32_t words = WORDS(&s->block);
    uint32_t found = 0;
    s->ngenitives = 0;
    for (uint32_t from = 0; from < words; from += BATCH)
        sieve_words(s, from, words - from < BATCH ? words - from : BATCH);
    sieve_genitives(s);
    memset(s->promises + words, 0, RUN);
    for (uint32_t word = 0; word < words; word += RUN)
        found += write_places(s->promising + found, set_bytes(s->promises + word), word);
    for (uint32_t k = 0; k < found; k++)
        prefetch(bucket_of(s->table, s->keys[s->promising[k]]));
    s->npromising = found;
}

/* Try the words of a block; gives the first word that needs more text, or -1. */
static int64_t try_block(Scan *s)
{
    Block *b = &s->block;
    for (uint32_t k = 0; k < s->npromising; k++) {
        const uint32_t word = s->promising[k];
        const Py_ssize_t start = unit_start(b, WORD_START(b, word));
        if (start < s->done)
            continue;
        if (word + 1 >= WORDS(b) && !b->at_end && !s->forced)
            return word;
        Hit best;
        s->fresh = s->hits->count;
        const int state = try_word(s, word, &best);
        if (state < 0)
            return -1;
        if (state > 0) {
            s->hits->count = s->fresh;
            return word;
        }
        s->done = start + 1;
        if (s->all || !best.end)
            continue;
        if (push(s->hits, &best) < 0)
            return -1;
        s->free = s->done = best.end;
    }
    return WORDS(b);
}

/* Where the next block begins: behind the last word but one before `word`, so that the words
   around a common one, and what stands before an entry, are seen again. */
static Py_ssize_t next_block(Scan *s, uint32_t word)
{
    Block *b = &s->block;
    if (!WORDS(b)) {
        const Py_ssize_t end = BEGUN(b) ? (Py_ssize_t)unit_start(b, WORD_START(b, 0)) : b->to;
        return end - b->from > 2 * ROOM ? end - ROOM : end > b->from ? end : b->to;
    }
    if (word >= 2)
        return unit_end(b, WORD_END(b, word - 2) - 1);
    if (word == 1 && WORD_START(b, WORDS(b) > 1) - WORD_START(b, 0) > ROOM)
        return unit_end(b, WORD_END(b, 0) - 1); /* too far away to matter, and never cut in two */
    const Py_ssize_t before = (Py_ssize_t)unit_start(b, WORD_START(b, 0));
    return before - ROOM > b->from ? before - ROOM : b->from;
}

static int scan_text(Scan *s)
{
    Py_ssize_t from = 0;
    s->free = s->done = 0;
    while (from < s->text->length) {
        if (fold_block(&s->block, s->text, from) < 0 || grow_words(s, WORDS(&s->block)) < 0)
            return -1;
        sieve_block(s);
        s->forced = 0;
        int64_t word = try_block(s);
        if (word < 0)
            return -1;
        if (s->block.at_end)
            return 0;
        Py_ssize_t next = next_block(s, (uint32_t)word);
        if (next <= from) {
            /* What is undecided fills the block: no entry is as long, so decide. */
            s->forced = 1;
            if ((word = try_block(s)) < 0)
                return -1;
            next = unit_end(&s->block, WORD_END(&s->block, WORDS(&s->block) - 1) - 1);
            if (next <= from)
                next = s->block.to;
        }
        from = next;
    }
    return 0;
}

/* ---- Python ------------------------------------------------------------------------- */

static int take_column(PyObject *buffers, const char *name, size_t item, Column *column)
{
    PyObject *buffer = PyDict_GetItemString(buffers, name);
    if (!buffer) {
        PyErr_Format(PyExc_KeyError, "%s", name);
        return -1;
    }
    if (PyObject_GetBuffer(buffer, &column->view, PyBUF_SIMPLE) < 0)
        return -1;
    column->data = column->view.buf;
    column->items = (uint64_t)column->view.len / item;
    if ((uintptr_t)column->data % item || (uint64_t)column->view.len % item) {
        PyErr_Format(PyExc_ValueError, "%s is not aligned", name);
        return -1;
    }
    return 0;
}

static int table_fits(Table *t)
{
    const uint64_t forms = t->form_labels.items, inflections = t->inflection_base.items;
    const uint64_t buckets = t->buckets.items / (2 * SLOTS), singles = t->singles.items, pairs = t->pairs.items;
    if (t->buckets.items % (2 * SLOTS) || buckets <= SPILL || buckets - SPILL > UINT32_MAX)
        return 0;
    if (!singles || singles > UINT32_MAX || !pairs || pairs > UINT32_MAX)
        return 0;
    if (t->form_offset.items != forms + 1 || t->form_common.items != forms ||
        t->form_weight.items != forms || t->inflection_offset.items != inflections + 1 ||
        t->inflection_affixes.items != inflections || forms + inflections >= CONTINUES - 1)
        return 0;
    t->forms = (uint32_t)forms;
    t->inflections = (uint32_t)inflections;
    t->places = buckets - SPILL;
    return 1;
}

static Column *table_columns(Table *t, int which)
{
    Column *columns[] = {&t->buckets, &t->singles, &t->pairs, &t->form_offset, &t->form_text,
                         &t->form_labels, &t->form_common, &t->form_weight,
                         &t->inflection_offset, &t->inflection_text, &t->inflection_base,
                         &t->inflection_affixes};
    return columns[which];
}

static const struct {
    const char *name;
    size_t item;
} COLUMNS[] = {{"buckets", 4}, {"singles", 8}, {"pairs", 8}, {"form_offset", 4}, {"form_text", 1},
               {"form_labels", 4}, {"form_common", 1}, {"form_weight", 1},
               {"inflection_offset", 4}, {"inflection_text", 1}, {"inflection_base", 4},
               {"inflection_affixes", 1}};
#define NCOLUMNS ((int)(sizeof COLUMNS / sizeof *COLUMNS))

static void table_dealloc(PyObject *self)
{
    for (int k = 0; k < NCOLUMNS; k++)
        PyBuffer_Release(&table_columns((Table *)self, k)->view);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *table_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(keywords))
{
    PyObject *buffers;
    if (!PyArg_ParseTuple(args, "O!", &PyDict_Type, &buffers))
        return NULL;
    Table *self = (Table *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    for (int k = 0; k < NCOLUMNS; k++)
        if (take_column(buffers, COLUMNS[k].name, COLUMNS[k].item, table_columns(self, k)) < 0) {
            Py_DECREF(self);
            return NULL;
        }
    if (!table_fits(self)) {
        Py_DECREF(self);
        PyErr_SetString(PyExc_ValueError, "the columns do not fit together");
        return NULL;
    }
    return (PyObject *)self;
}

static PyTypeObject TableType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tacknamn._scan.Table",
    .tp_basicsize = sizeof(Table),
    .tp_dealloc = table_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Table(columns): the columns of a bundle that the scanner needs, by name.",
    .tp_new = table_new,
};

#define LONG_TEXT 2000 /* characters from which on other threads may run meanwhile */

static int scan_init(Scan *s, const Table *table, Hits *hits, unsigned wanted, int all)
{
    memset(s, 0, sizeof *s);
    s->table = table;
    s->hits = hits;
    s->wanted = wanted;
    s->all = all;
    return block_init(&s->block);
}

static void scan_free(Scan *s)
{
    block_free(&s->block);
    PyMem_RawFree(s->keys);
}

static int text_init(Text *text, PyObject *string, PyObject *fold, PyThreadState **thread)
{
    if (!PyUnicode_Check(string)) {
        PyErr_Format(PyExc_TypeError, "a text must be str, not %.100s",
                     Py_TYPE(string)->tp_name);
        return -1;
    }
    text->data = PyUnicode_DATA(string);
    text->kind = PyUnicode_KIND(string);
    text->length = PyUnicode_GET_LENGTH(string);
    text->fold = fold;
    text->thread = thread;
    if (text->length >= INT32_MAX) {
        PyErr_SetString(PyExc_OverflowError, "a text must be shorter than 2**31 characters");
        return -1;
    }
    return 0;
}

static PyObject *hits_as_bytes(const Hits *hits, size_t from, size_t to)
{
    return PyBytes_FromStringAndSize((const char *)(hits->hits + from),
                                     (Py_ssize_t)((to - from) * sizeof *hits->hits));
}

static PyObject *scan(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *table, *string, *fold;
    unsigned wanted;
    int all;
    if (!PyArg_ParseTuple(args, "O!OOIp", &TableType, &table, &string, &fold, &wanted, &all))
        return NULL;
    Hits hits = {0};
    Scan state;
    Text text;
    PyThreadState *thread = NULL;
    if (text_init(&text, string, fold, &thread) < 0)
        return NULL;
    int failed = scan_init(&state, (const Table *)table, &hits, wanted, all);
    state.text = &text;
    if (!failed) {
        if (text.length > LONG_TEXT)
            thread = PyEval_SaveThread();
        failed = scan_text(&state);
        if (thread)
            PyEval_RestoreThread(thread);
    }
    scan_free(&state);
    PyObject *bytes = failed ? NULL : hits_as_bytes(&hits, 0, hits.count);
    PyMem_RawFree(hits.hits);
    return failed && !PyErr_Occurred() ? PyErr_NoMemory() : bytes;
}

/* Scan texts one after another; `ends` tells where in all hits those of each one end. */
static int scan_texts(Scan *s, const Text *texts, Py_ssize_t number, size_t *ends)
{
    int failed = 0;
    for (Py_ssize_t k = 0; !failed && k < number; k++) {
        s->text = &texts[k];
        failed = scan_text(s);
        ends[k] = s->hits->count;
    }
    return failed;
}

static PyObject *list_of_bytes(const Hits *hits, const size_t *ends, Py_ssize_t number)
{
    PyObject *list = PyList_New(number);
    size_t from = 0;
    for (Py_ssize_t k = 0; list && k < number; k++) {
        PyObject *bytes = hits_as_bytes(hits, from, ends[k]);
        from = ends[k];
        if (bytes)
            PyList_SET_ITEM(list, k, bytes);
        else
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *scan_many(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *table, *strings, *fold;
    unsigned wanted;
    int all;
    if (!PyArg_ParseTuple(args, "O!OOIp", &TableType, &table, &strings, &fold, &wanted, &all))
        return NULL;
    PyObject *texts = PySequence_Tuple(strings);
    if (!texts)
        return NULL;
    const Py_ssize_t number = PyTuple_GET_SIZE(texts);
    Text *ready = PyMem_Malloc((size_t)(number + 1) * sizeof *ready);
    size_t *ends = PyMem_Malloc((size_t)(number + 1) * sizeof *ends);
    Hits hits = {0};
    Scan state;
    PyThreadState *thread = NULL;
    int failed = scan_init(&state, (const Table *)table, &hits, wanted, all);
    failed = failed || !ready || !ends;
    for (Py_ssize_t k = 0; !failed && k < number; k++)
        failed = text_init(&ready[k], PyTuple_GET_ITEM(texts, k), fold, &thread);
    if (!failed) {
        thread = PyEval_SaveThread();
        failed = scan_texts(&state, ready, number, ends);
        PyEval_RestoreThread(thread);
    }
    PyObject *list = failed ? NULL : list_of_bytes(&hits, ends, number);
    scan_free(&state);
    PyMem_RawFree(hits.hits);
    PyMem_Free(ready);
    PyMem_Free(ends);
    Py_DECREF(texts);
    return failed && !PyErr_Occurred() ? PyErr_NoMemory() : list;
}

#define MATCH_FIELDS 7

static PyObject *new_match(PyTypeObject *type, const Hit *hit, PyObject *text, PyObject *lexicon)
{
    PyObject *match = type->tp_alloc(type, MATCH_FIELDS);
    if (!match)
        return NULL;
    const long numbers[] = {hit->start, hit->end, hit->row, hit->affixes & AFFIX_BITS,
                            hit->affixes >> EDITS_SHIFT};
    for (int k = 0; k < 5; k++) {
        PyObject *number = PyLong_FromLong(numbers[k]);
        if (!number) {
            Py_DECREF(match);
            return NULL;
        }
        PyTuple_SET_ITEM(match, k, number);
    }
    PyTuple_SET_ITEM(match, 5, Py_NewRef(text));
    PyTuple_SET_ITEM(match, 6, Py_NewRef(lexicon));
    PyObject_GC_UnTrack(match); /* no lexicon holds matches: there is nothing to search for */
    return match;
}

/* Objects cost more than finding what they tell of; made here, they cost half as much. */
static PyObject *matches(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *type, *text, *lexicon;
    Py_buffer hits;
    if (!PyArg_ParseTuple(args, "O!y*UO", &PyType_Type, &type, &hits, &text, &lexicon))
        return NULL;
    PyObject *list = NULL;
    if (!PyType_FastSubclass((PyTypeObject *)type, Py_TPFLAGS_TUPLE_SUBCLASS))
        PyErr_SetString(PyExc_TypeError, "matches are made of a kind of tuple");
    else
        list = PyList_New(hits.len / (Py_ssize_t)sizeof(Hit));
    for (Py_ssize_t k = 0; list && k < PyList_GET_SIZE(list); k++) {
        Hit hit;
        memcpy(&hit, (const char *)hits.buf + k * (Py_ssize_t)sizeof hit, sizeof hit);
        PyObject *match = new_match((PyTypeObject *)type, &hit, text, lexicon);
        if (match)
            PyList_SET_ITEM(list, k, match);
        else
            Py_CLEAR(list);
    }
    PyBuffer_Release(&hits);
    return list;
}

static PyMethodDef METHODS[] = {
    {"scan", scan, METH_VARARGS,
     "scan(table, text, fold, wanted, all): hits as int32 start, end, row, affixes."},
    {"scan_many", scan_many, METH_VARARGS,
     "scan_many(table, texts, fold, wanted, all): the same of each of many texts."},
    {"matches", matches, METH_VARARGS,
     "matches(type, hits, text, lexicon): the tuples of that type that tell of hits."},
    {NULL, NULL, 0, NULL},
};

static int module_exec(PyObject *module)
{
    fill_places();
    if (PyType_Ready(&TableType) < 0)
        return -1;
    return PyModule_AddObjectRef(module, "Table", (PyObject *)&TableType);
}

static PyModuleDef_Slot MODULE_SLOTS[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tacknamn._scan",
    .m_doc = "The compiled scanner; see tacknamn.matching for what it finds.",
    .m_methods = METHODS,
    .m_slots = MODULE_SLOTS,
};

PyMODINIT_FUNC PyInit__scan(void)
{
    return PyModuleDef_Init(&MODULE);
}

/* Find every entry of a bundle in a text.
 *
 * A block of the text is folded and cut into words (fold_text.h), the words are hashed and
 * their buckets of the table fetched ahead, then every word is tried as the beginning of an
 * entry. tacknamn/table.py describes the table, tacknamn/matching.py what counts as a hit;
 * tests/naive.py is the same in twenty slow lines.
 */

#include "fold_text.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static const uint64_t PRIME = 0x9E3779B97F4A7C15u;
static const uint64_t LENGTH = 0xC2B2AE3D27D4EB4Fu;
static const uint64_t CHAIN = 0xD6E8FEB86659FD93u;
#define ROTATION 23
#define NONE UINT32_MAX
#define INFLECTED 27 /* an inflected form is a tenth as frequent; weights are 8 x log2 */

typedef struct {
    const Table *table;
    const Text *text;
    Hits *hits;
    Block block;
    uint64_t *hashes, *keys; /* of each word, as such and as the beginning of an entry */
    uint64_t *bases;         /* the key of what may stand before a genitive s, else 0 */
    uint32_t *promising;     /* words at which the table has something, in order */
    uint32_t npromising, capacity;
    uint32_t wanted; /* bits of the labels that may be found, 0 for all */
    int all;         /* every hit, or the longest one of each place */
    size_t fresh;    /* hits before this one are those of earlier words */
    Py_ssize_t free; /* characters before this place are spoken for */
    Py_ssize_t done; /* words that begin before this place have been tried */
    int forced;      /* the block is all there will be: decide with what is in it */
} Scan;

/* One entry that begins at the word at hand. */
typedef struct {
    Hit hit;
    uint32_t weight;
    uint32_t last; /* its last word */
} Find;

static uint64_t mix(uint64_t state)
{
    state *= PRIME;
    return state ^ state >> 32;
}

/* The bytes behind are zeros or other text; only `size` of them count. */
static uint64_t hash_bytes(const uint8_t *bytes, uint32_t size)
{
    uint64_t state = size * LENGTH, eight;
    for (; size > 8; size -= 8, bytes += 8) {
        memcpy(&eight, bytes, 8);
        state = mix(state ^ eight);
    }
    if (size) {
        memcpy(&eight, bytes, 8);
        state = mix(state ^ (eight & ~(uint64_t)0 >> (64 - 8 * size)));
    }
    return state;
}

static uint64_t next_key(uint64_t key, uint64_t word, uint64_t between)
{
    return mix((key ^ (word << ROTATION | word >> (64 - ROTATION))) * CHAIN + between);
}

static const uint32_t *bucket_of(const Table *t, uint64_t key)
{
    return (const uint32_t *)t->buckets.data + ((key >> 32) * t->places >> 32) * 2 * SLOTS;
}

/* Which of eight fingerprints are `value`, as bits. */
static unsigned equal_slots(const uint32_t *slots, uint32_t value)
{
#if defined(__SSE2__)
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

static uint64_t ONE_BLANK; /* the hash of what most often stands between two words */

static int has_pair(const Table *t, uint64_t key)
{
    const uint64_t bit = key >> t->pair_shift;
    return ((const uint64_t *)t->pairs.data)[bit >> 6] >> (bit & 63) & 1;
}

/* ---- forms -------------------------------------------------------------------------- */

typedef struct {
    const uint8_t *bytes;
    uint32_t size;
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

/* Bytes before a form's first word: most begin with one. */
static uint32_t lead_of(const Form *form)
{
    uint32_t at = 0;
    while (at < form->size) {
        uint32_t c = form->bytes[at], size = 1;
        if (c >= 0xF0 && at + 3 < form->size) {
            c = (c & 7) << 18 | (form->bytes[at + 1] & 63u) << 12 |
                (form->bytes[at + 2] & 63u) << 6 | (form->bytes[at + 3] & 63u);
            size = 4;
        } else if (c >= 0xE0 && at + 2 < form->size) {
            c = (c & 15) << 12 | (form->bytes[at + 1] & 63u) << 6 | (form->bytes[at + 2] & 63u);
            size = 3;
        } else if (c >= 0xC0 && at + 1 < form->size) {
            c = (c & 31) << 6 | (form->bytes[at + 1] & 63u);
            size = 2;
        }
        if (c > 0x10FFFF || folded_class(c) == WORD)
            break;
        at += size;
    }
    return at;
}

/* Whether `form` stands in the block with its words at begin..end; gives where it really
   begins and ends, with what surrounds its words. */
static int stands_there(const Block *b, const Form *form, uint32_t *begin, uint32_t *end)
{
    const uint32_t size = *end - *begin;
    if (form->size == size)
        return memcmp(b->bytes + *begin, form->bytes, size) == 0;
    if (form->size < size)
        return 0;
    const uint32_t lead = lead_of(form);
    if (lead > *begin || form->size < lead + size ||
        form->size - lead > b->size - *begin)
        return 0;
    if (memcmp(b->bytes + *begin - lead, form->bytes, form->size) != 0)
        return 0;
    *begin -= lead;
    *end = *begin + form->size;
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
static int capitalised(const Scan *s, uint32_t word)
{
    const Block *b = &s->block;
    const uint32_t start = unit_start(b, b->starts[word]);
    const uint32_t end = unit_end(b, b->ends[word] - 1);
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
static int begins_sentence(const Scan *s, uint32_t word)
{
    for (Py_ssize_t i = (Py_ssize_t)unit_start(&s->block, s->block.starts[word]) - 1; i >= 0; i--) {
        const uint32_t entry = character_entry(s, i), kind = ENTRY_CLASS(entry);
        if (IS_STOP(entry))
            return 1;
        if (kind == WORD || kind == MULTI || kind == HARD)
            return 0;
    }
    return 1;
}

static int adjacent(const Block *b, uint32_t word)
{
    return b->starts[word + 1] == b->ends[word] + 1 && b->bytes[b->ends[word]] == ' ';
}

/* The labels of the form that is exactly this word and no ordinary one. */
static uint32_t labels_of_word(const Scan *s, uint32_t word)
{
    const Table *t = s->table;
    const Block *b = &s->block;
    const uint64_t key = s->keys[word];
    const uint32_t print = (uint32_t)key ? (uint32_t)key : 1;
    const uint32_t *last = (const uint32_t *)t->buckets.data + t->buckets.items;
    for (const uint32_t *bucket = bucket_of(t, key); bucket < last; bucket += 2 * SLOTS) {
        for (unsigned found = equal_slots(bucket, print); found; found &= found - 1) {
            const uint32_t value = bucket[SLOTS + __builtin_ctz(found)];
            Form form;
            uint32_t begin = b->starts[word], end = b->ends[word];
            const uint32_t size = end - begin;
            if ((value & ~CONTINUES) && form_of(t, value, &form) && !form.affixes &&
                form.size == size && memcmp(b->bytes + begin, form.bytes, size) == 0)
                return is_common(t, form.row) ? 0 : labels_of(t, form.row);
        }
        if (equal_slots(bucket, 0))
            break;
    }
    return 0;
}

static int common_word_counts(const Scan *s, uint32_t word, uint32_t row)
{
    const Block *b = &s->block;
    const int next = word + 1 < b->nends && adjacent(b, word);
    if (capitalised(s, word) &&
        (!begins_sentence(s, word) || (next && capitalised(s, word + 1))))
        return 1;
    const uint32_t labels = labels_of(s->table, row);
    if ((labels & FIRST_NAMES) && next && labels_of_word(s, word + 1) & SURNAME)
        return 1;
    return (labels & SURNAME) && word > 0 && adjacent(b, word - 1) &&
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

/* Take a form that stands in the text: as a hit of its own, or when it is the best so far. */
static int take(Scan *s, const Form *form, uint32_t first, uint32_t last, uint32_t begin,
                uint32_t end, uint32_t affixes, Find *best)
{
    const Block *b = &s->block;
    const uint32_t labels = labels_of(s->table, form->row);
    if (s->wanted ? !(labels & s->wanted)
                  : first == last && is_common(s->table, form->row) &&
                        !common_word_counts(s, first, form->row))
        return 0;
    const Hit hit = {(int32_t)unit_start(b, begin), (int32_t)unit_end(b, end - 1),
                     (int32_t)form->row, (int32_t)(form->affixes | affixes)};
    if (s->all)
        return insert(s, &hit);
    if (hit.start < s->free)
        return 0;
    /* An inflected form must be much more frequent than one that stands there as it is. */
    uint32_t weight = weight_of(s->table, form->row);
    if (hit.affixes)
        weight = weight > INFLECTED ? weight - INFLECTED : 0;
    const Hit *other = &best->hit;
    if (best->last == NONE || hit.end > other->end ||
        (hit.end == other->end &&
         (weight > best->weight || (weight == best->weight && hit.row < other->row)))) {
        best->hit = hit;
        best->weight = weight;
        best->last = last;
    }
    return 0;
}

static int ends_in_sibilant(const uint8_t *bytes, uint32_t end)
{
    return bytes[end - 1] == 's' || bytes[end - 1] == 'x' || bytes[end - 1] == 'z';
}

/* Genitives that stand outside the word: EU:s, Göran's, and Hans' without an opening quote. */
static int take_genitives(Scan *s, const Form *form, uint32_t first, uint32_t last,
                          uint32_t begin, uint32_t end, Find *best)
{
    const Block *b = &s->block;
    const uint8_t *bytes = b->bytes;
    if (end >= b->size || (form->affixes & GENITIVE))
        return 0;
    if (last + 1 < b->nends && b->starts[last + 1] == end + 1 &&
        b->ends[last + 1] == end + 2 && (bytes[end] == ':' || bytes[end] == '\'') &&
        bytes[end + 1] == 's')
        return take(s, form, first, last, begin, end + 2, GENITIVE, best);
    if (bytes[end] == '\'' && ends_in_sibilant(bytes, end) &&
        !(begin > 0 && bytes[begin - 1] == '\'') &&
        !(last + 1 < b->nstarts && b->starts[last + 1] == end + 1))
        return take(s, form, first, last, begin, end + 1, GENITIVE, best);
    return 0;
}

/* Look a key up: take its forms, and say whether longer ones go on from here. */
static int probe(Scan *s, uint64_t key, uint32_t first, uint32_t last, uint32_t end,
                 uint32_t affixes, Find *best)
{
    const Table *t = s->table;
    const Block *b = &s->block;
    const uint32_t print = (uint32_t)key ? (uint32_t)key : 1;
    const uint32_t *stop = (const uint32_t *)t->buckets.data + t->buckets.items;
    int goes_on = 0;
    for (const uint32_t *bucket = bucket_of(t, key); bucket < stop; bucket += 2 * SLOTS) {
        for (unsigned found = equal_slots(bucket, print); found; found &= found - 1) {
            const uint32_t value = bucket[SLOTS + __builtin_ctz(found)];
            Form form;
            uint32_t begin = b->starts[first], behind = end;
            goes_on |= value >> 31;
            if (!(value & ~CONTINUES) || !form_of(t, value, &form) ||
                (affixes && form.affixes) || !stands_there(b, &form, &begin, &behind))
                continue;
            if (affixes && behind != end)
                continue;
            if (take(s, &form, first, last, begin, behind + (affixes != 0), affixes, best) < 0)
                return -1;
            if (!affixes && take_genitives(s, &form, first, last, begin, behind, best) < 0)
                return -1;
        }
        if (equal_slots(bucket, 0))
            break;
    }
    return goes_on;
}

/* Whether a word may be the genitive of another one: Stockholms, but not Hans. */
static int may_be_genitive(const Block *b, uint32_t word)
{
    const uint32_t start = b->starts[word], end = b->ends[word];
    return b->bytes[end - 1] == 's' && end - start > 2 && !ends_in_sibilant(b->bytes, end - 1);
}

static uint64_t hash_between(const Block *b, uint32_t word)
{
    const uint32_t end = b->ends[word];
    if (b->starts[word + 1] == end + 1 && b->bytes[end] == ' ')
        return ONE_BLANK;
    return hash_bytes(b->bytes + end, b->starts[word + 1] - end);
}

/* Try every entry that begins at a word. Gives -1 on a fault, 1 when the block ends before
   it is clear what the text says. */
static int try_word(Scan *s, uint32_t first, Find *best)
{
    const Block *b = &s->block;
    const Table *t = s->table;
    uint64_t key = s->keys[first];
    best->last = NONE;
    if (s->bases[first] &&
        probe(s, s->bases[first], first, first, b->ends[first] - 1, GENITIVE, best) < 0)
        return -1;
    int goes_on = probe(s, key, first, first, b->ends[first], 0, best);
    for (uint32_t last = first; goes_on > 0; last++) {
        if (last + 2 >= b->nends && !b->at_end && !s->forced)
            return 1; /* what stands behind the next word belongs to it, too */
        if (last + 1 >= b->nends)
            return 0;
        const uint64_t between = hash_between(b, last);
        const uint64_t longer = next_key(key, s->hashes[last + 1], between);
        if (s->bases[last + 1]) {
            const uint32_t start = b->starts[last + 1], size = b->ends[last + 1] - 1 - start;
            const uint64_t base = next_key(key, hash_bytes(b->bytes + start, size), between);
            if ((last > first || has_pair(t, base)) &&
                probe(s, base, first, last + 1, start + size, GENITIVE, best) < 0)
                return -1;
        }
        if (last == first && !has_pair(t, longer))
            break;
        key = longer;
        goes_on = probe(s, key, first, last + 1, b->ends[last + 1], 0, best);
    }
    return goes_on < 0 ? -1 : 0;
}

static int grow_words(Scan *s, uint32_t words)
{
    if (words <= s->capacity)
        return 0;
    const uint32_t capacity = s->block.capacity + ROOM;
    uint64_t **columns[] = {&s->hashes, &s->keys, &s->bases};
    for (int k = 0; k < 3; k++) {
        uint64_t *column = PyMem_RawRealloc(*columns[k], capacity * sizeof *column);
        if (!column)
            return -1;
        *columns[k] = column;
    }
    uint32_t *promising = PyMem_RawRealloc(s->promising, capacity * sizeof *promising);
    if (!promising)
        return -1;
    s->promising = promising;
    s->capacity = capacity;
    return 0;
}

/* Hash the words of a block and fetch their buckets ahead. */
static void hash_words(Scan *s)
{
    const Block *b = &s->block;
    for (uint32_t word = 0; word < b->nends; word++) {
        const uint32_t start = b->starts[word], size = b->ends[word] - start;
        s->hashes[word] = hash_bytes(b->bytes + start, size);
        s->keys[word] = mix(s->hashes[word]);
        s->bases[word] = 0;
        __builtin_prefetch(bucket_of(s->table, s->keys[word]));
        if (may_be_genitive(b, word)) {
            s->bases[word] = mix(hash_bytes(b->bytes + start, size - 1));
            __builtin_prefetch(bucket_of(s->table, s->bases[word]));
        }
    }
}

/* Whether the table may have a key: its fingerprint, or a bucket that flows over. */
static unsigned may_have(const Table *t, uint64_t key)
{
    const uint32_t *bucket = bucket_of(t, key);
    return equal_slots(bucket, (uint32_t)key ? (uint32_t)key : 1) | !equal_slots(bucket, 0);
}

/* Keep the words at which an entry may begin; without a branch that the text decides. */
static void screen_words(Scan *s)
{
    const Table *t = s->table;
    uint32_t found = 0;
    for (uint32_t word = 0; word < s->block.nends; word++) {
        unsigned promises = may_have(t, s->keys[word]);
        if (s->bases[word])
            promises |= may_have(t, s->bases[word]);
        s->promising[found] = word;
        found += promises != 0;
    }
    s->npromising = found;
}

/* Try the words of a block; gives the first word that needs more text, or -1. */
static int64_t try_block(Scan *s)
{
    const Block *b = &s->block;
    for (uint32_t k = 0; k < s->npromising; k++) {
        const uint32_t word = s->promising[k];
        const Py_ssize_t start = unit_start(b, b->starts[word]);
        if (start < s->done)
            continue;
        if (word + 1 >= b->nends && !b->at_end && !s->forced)
            return word;
        Find best;
        s->fresh = s->hits->count;
        const int state = try_word(s, word, &best);
        if (state < 0)
            return -1;
        if (state > 0) {
            s->hits->count = s->fresh;
            return word;
        }
        s->done = start + 1;
        if (s->all || best.last == NONE)
            continue;
        if (push(s->hits, &best.hit) < 0)
            return -1;
        s->free = s->done = best.hit.end;
    }
    return b->nends;
}

/* Where the next block begins: behind the last word but one before `word`, so that the words
   around a common one, and what stands before an entry, are seen again. */
static Py_ssize_t next_block(const Scan *s, uint32_t word)
{
    const Block *b = &s->block;
    if (!b->nends) {
        const Py_ssize_t end = b->nstarts ? (Py_ssize_t)unit_start(b, b->starts[0]) : b->to;
        return end - b->from > 2 * ROOM ? end - ROOM : end > b->from ? end : b->to;
    }
    if (word >= 2)
        return unit_end(b, b->ends[word - 2] - 1);
    if (word == 1 && b->starts[b->nends > 1] - b->starts[0] > ROOM)
        return unit_end(b, b->ends[0] - 1); /* too far away to matter, and never cut in two */
    const Py_ssize_t before = (Py_ssize_t)unit_start(b, b->starts[0]);
    return before - ROOM > b->from ? before - ROOM : b->from;
}

static int scan_text(Scan *s)
{
    Py_ssize_t from = 0;
    s->free = s->done = 0;
    while (from < s->text->length) {
        if (fold_block(&s->block, s->text, from) < 0 || grow_words(s, s->block.nends) < 0)
            return -1;
        hash_words(s);
        screen_words(s);
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
            next = unit_end(&s->block, s->block.ends[s->block.nends - 1] - 1);
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
    const uint64_t buckets = t->buckets.items / (2 * SLOTS), pairs = t->pairs.items;
    if (t->buckets.items % (2 * SLOTS) || buckets <= SPILL || buckets - SPILL > UINT32_MAX)
        return 0;
    if (!pairs || (pairs & (pairs - 1)) || pairs > (uint64_t)1 << 40)
        return 0;
    if (t->form_offset.items != forms + 1 || t->form_common.items != forms ||
        t->form_weight.items != forms || t->inflection_offset.items != inflections + 1 ||
        t->inflection_affixes.items != inflections || forms + inflections >= CONTINUES - 1)
        return 0;
    t->forms = (uint32_t)forms;
    t->inflections = (uint32_t)inflections;
    t->places = buckets - SPILL;
    t->pair_shift = 58;
    for (uint64_t words = pairs; words > 1; words >>= 1)
        t->pair_shift--;
    return 1;
}

static Column *table_columns(Table *t, int which)
{
    Column *columns[] = {&t->buckets, &t->pairs, &t->form_offset, &t->form_text,
                         &t->form_labels, &t->form_common, &t->form_weight,
                         &t->inflection_offset, &t->inflection_text, &t->inflection_base,
                         &t->inflection_affixes};
    return columns[which];
}

static const struct {
    const char *name;
    size_t item;
} COLUMNS[] = {{"buckets", 4}, {"pairs", 8}, {"form_offset", 4}, {"form_text", 1},
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
    PyMem_RawFree(s->hashes);
    PyMem_RawFree(s->keys);
    PyMem_RawFree(s->bases);
    PyMem_RawFree(s->promising);
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

static PyObject *hits_as_bytes(Hits *hits, int failed)
{
    PyObject *bytes = NULL;
    if (!failed)
        bytes = PyBytes_FromStringAndSize((const char *)hits->hits,
                                          (Py_ssize_t)(hits->count * sizeof *hits->hits));
    else if (!PyErr_Occurred())
        PyErr_NoMemory();
    PyMem_RawFree(hits->hits);
    return bytes;
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
    return hits_as_bytes(&hits, failed);
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
    PyObject *counts = PyBytes_FromStringAndSize(NULL, number * (Py_ssize_t)sizeof(int32_t));
    Hits hits = {0};
    Scan state;
    PyThreadState *thread = NULL;
    int failed = !ready || !counts || scan_init(&state, (const Table *)table, &hits, wanted, all);
    const int started = ready && counts;
    for (Py_ssize_t k = 0; !failed && k < number; k++)
        failed = text_init(&ready[k], PyTuple_GET_ITEM(texts, k), fold, &thread);
    if (!failed) {
        int32_t *count = (int32_t *)PyBytes_AS_STRING(counts);
        thread = PyEval_SaveThread();
        for (Py_ssize_t k = 0; !failed && k < number; k++) {
            const size_t before = hits.count;
            state.text = &ready[k];
            failed = scan_text(&state);
            count[k] = (int32_t)(hits.count - before);
        }
        PyEval_RestoreThread(thread);
    }
    if (started)
        scan_free(&state);
    PyMem_Free(ready);
    Py_DECREF(texts);
    PyObject *bytes = hits_as_bytes(&hits, failed);
    PyObject *both = bytes && counts ? PyTuple_Pack(2, bytes, counts) : NULL;
    Py_XDECREF(bytes);
    Py_XDECREF(counts);
    return both;
}

static PyMethodDef METHODS[] = {
    {"scan", scan, METH_VARARGS,
     "scan(table, text, fold, wanted, all): hits as int32 start, end, row, affixes."},
    {"scan_many", scan_many, METH_VARARGS,
     "scan_many(table, texts, fold, wanted, all): hits of all texts, and how many each has."},
    {NULL, NULL, 0, NULL},
};

static int module_exec(PyObject *module)
{
    fill_common();
    ONE_BLANK = hash_bytes((const uint8_t *)" \0\0\0\0\0\0", 1);
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

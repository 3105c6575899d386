/* Search the index of near forms (described in tacknamn/lexicon/near_table.py).
 *
 * A search of one word (find_word): compute the hashes of the strings that deletions leave of it,
 * look up the forms that are listed under each, discard most of them by length and letters
 * (may_be_near), compare the others letter by letter, and sort what is near by cost. Memory is
 * slow compared to the rest, so numbers are prefetched and candidates wait in a small queue until
 * they have arrived.
 */

#ifndef TACKNAMN_NEAR_SEARCH_H
#define TACKNAMN_NEAR_SEARCH_H

#include <stdlib.h>

#include "near_columns.h"
#include "near_costs.h"
#include "near_hash.h"

#define RIVAL (1u << 31)        /* set for an ordinary word, which is not an entry */
#define SETS 26                 /* bits for the kinds of letters in an outline */
#define SET_MASK ((1u << SETS) - 1)
#define WAITING 64
#define USUAL_BUCKET 512 /* bytes; most buckets have no more */
#define MOST_BYTES (4 * LONGEST) /* of the text of a form */

enum { OFFSET, TEXTS, ENTRIES, OUTLINES, STARTS, LISTED, COLUMNS };

/* A form that is near a word: a result of the search. */
typedef struct NearForm {
    int32_t number, edits, cost, entry;
} NearForm;

/* The state of a search. */
typedef struct Search {
    uint32_t *seen; /* for each form, the number of the last word it was compared with */
    Masks masks;
    uint32_t waiting[WAITING]; /* forms to compare, while their outlines are fetched from memory */
    uint32_t nwaiting;
    uint32_t word;
    int edits;       /* how many edits a word may have */
    int most_cost;   /* more expensive forms are left out */
    int rivals;      /* whether ordinary words are found as well */
    NearForm *results;
    size_t count, capacity;
} Search;

typedef struct {
    PyObject_HEAD
    Column columns[COLUMNS];
    uint32_t count; /* number of forms */
    uint32_t rows;  /* of the lexicon: every entry is smaller */
    int shift;      /* the bits of a hash above it are the bucket */
    uint8_t classes[CLASSED];
    PyTypeObject *result_type; /* a type of tuple */
    Costs costs;
    Search *spare; /* kept from one call to the next; used only while the interpreter lock is held */
} Index;

/* ---- hashes ------------------------------------------------------------------------- */

#define MOST_KEYS (1 + PREFIX + PREFIX * (PREFIX - 1) / 2)

/* Write the hashes of a word's prefix with up to `left` letters deleted from `at` on; `sum` is the
   checksum of the letters before. Returns the number of hashes. Of equal neighbours only the first
   one is deleted, because deleting another one leaves the same string. */
static uint32_t add_keys(const uint32_t *letters, int size, int at, int left, uint32_t sum,
                         uint32_t *keys)
{
    uint32_t count = 0;
    for (int k = at; k < size; k++) {
        if (left && (k == at || letters[k] != letters[k - 1]))
            count += add_keys(letters, size, k + 1, left - 1, sum, keys + count);
        sum = checksum(sum, letters[k]);
    }
    keys[count++] = ~sum * SPREAD;
    return count;
}

static uint32_t outline_of(const uint32_t *letters, int size)
{
    uint32_t kinds = 0;
    for (int k = 0; k < size; k++)
        kinds |= 1u << letters[k] % SETS;
    return kinds;
}

/* ---- forms -------------------------------------------------------------------------- */

/* Read the letters of a form. If the text is not valid UTF-8, the letters are wrong, but that does
   no harm. */
static int form_letters(const Index *x, uint32_t number, Word *form)
{
    uint32_t begin, end;
    uint8_t copied[MOST_BYTES];
    int wrong = number_at(&x->columns[OFFSET], number, &begin);
    if (!wrong)
        wrong = number_at(&x->columns[OFFSET], (uint64_t)number + 1, &end);
    if (!wrong && (end < begin || end - begin > MOST_BYTES))
        wrong = DAMAGED;
    if (wrong)
        return wrong;
    const uint32_t size = end - begin;
    const uint8_t *bytes = column_span(&x->columns[TEXTS], begin, size);
    if (!bytes) {
        wrong = column_copy(&x->columns[TEXTS], begin, size, copied);
        if (wrong)
            return wrong;
        bytes = copied;
    }
    form->size = 0;
    for (uint32_t k = 0; k < size;) {
        uint32_t letter = bytes[k++];
        const int more = letter < 0xC0 ? 0 : letter < 0xE0 ? 1 : letter < 0xF0 ? 2 : 3;
        if (more)
            letter &= 0x3Fu >> more;
        for (int n = 0; n < more && k < size; n++)
            letter = letter << 6 | (bytes[k++] & 0x3F);
        if (form->size == LONGEST)
            return DAMAGED;
        form->letters[form->size++] = letter;
    }
    return FINE;
}

/* ---- searching ---------------------------------------------------------------------- */

static int push(Search *s, const NearForm *result)
{
    if (s->count == s->capacity) {
        const size_t capacity = s->capacity ? s->capacity * 2 : 64;
        NearForm *grown = PyMem_RawRealloc(s->results, capacity * sizeof *grown);
        if (!grown)
            return NO_MEMORY;
        s->results = grown;
        s->capacity = capacity;
    }
    s->results[s->count++] = *result;
    return FINE;
}

static int compare_results(const void *one, const void *other)
{
    const NearForm *a = one, *b = other;
    if (a->cost != b->cost)
        return a->cost < b->cost ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* Whether more than `edits` (1 or 2) bits are set. */
static inline int more_than(int edits, uint32_t bits)
{
    bits &= bits - 1;
    return (edits > 1 ? bits & (bits - 1) : bits) != 0;
}

/* Whether a form may be near, by its length and its kinds of letters: each edit changes the length
   by one at most, and at most one kind of letter on either side. A form is tried once per word.
   Returns 1, 0, or an error. */
static int may_be_near(const Index *x, Search *s, const Word *w, uint32_t kinds, uint32_t number)
{
    uint32_t outline;
    const int wrong = number_at(&x->columns[OUTLINES], number, &outline);
    if (wrong)
        return wrong;
    const int longer = (int)(outline >> SETS) - w->size;
    if (longer > s->edits || -longer > s->edits ||
        more_than(s->edits, outline & SET_MASK & ~kinds) || more_than(s->edits, kinds & ~outline) ||
        s->seen[number] == s->word)
        return 0;
    s->seen[number] = s->word;
    return 1;
}

/* Compare the word with a form, letter by letter, and add it to the results if it is near. */
static int try_form(const Index *x, Search *s, const Word *w, uint32_t number)
{
    uint32_t entry;
    Word form;
    int wrong = form_letters(x, number, &form);
    if (wrong)
        return wrong;
    const int edits = distance(&s->masks, w->size, form.letters, form.size, s->edits);
    if (edits > s->edits)
        return FINE;
    wrong = number_at(&x->columns[ENTRIES], number, &entry);
    if (!wrong && !(entry & RIVAL) && entry >= x->rows)
        wrong = DAMAGED;
    if (wrong || (entry & RIVAL && !s->rivals))
        return wrong;
    classify(&x->costs, x->classes, &form);
    const NearForm result = {(int32_t)number, edits, cost_between(&x->costs, w, &form),
                             entry & RIVAL ? -1 - (int32_t)number : (int32_t)entry};
    return result.cost > s->most_cost ? FINE : push(s, &result);
}

/* The bucket in which the forms of a key are listed. */
typedef struct {
    uint32_t low, high; /* indexes of the bucket's numbers */
    uint32_t least;     /* the smallest number that the key may have */
    const uint8_t *bytes; /* all of it, if it is contiguous in memory */
    uint8_t copied[USUAL_BUCKET];
} Bucket;

static int bucket_of(const Index *x, uint32_t key, Bucket *b)
{
    const uint64_t bucket = (uint64_t)key >> x->shift;
    int wrong = number_at(&x->columns[STARTS], bucket, &b->low);
    if (!wrong)
        wrong = number_at(&x->columns[STARTS], bucket + 1, &b->high);
    if (wrong || b->low > b->high || b->high > x->columns[LISTED].size || (b->low | b->high) & 3)
        return wrong ? wrong : DAMAGED;
    b->low /= 4;
    b->high /= 4;
    b->least = key << PRINT_SHIFT;
    const uint64_t at = (uint64_t)b->low * 4, size = (uint64_t)(b->high - b->low) * 4;
    b->bytes = column_span(&x->columns[LISTED], at, size);
    if (!b->bytes && size <= USUAL_BUCKET) {
        wrong = column_glance(&x->columns[LISTED], at, size, b->copied);
        b->bytes = b->copied;
    }
    return wrong;
}

static inline int listed_at(const Index *x, const Bucket *b, uint32_t place, uint32_t *number)
{
    if (!b->bytes)
        return number_at(&x->columns[LISTED], place, number);
    memcpy(number, b->bytes + (uint64_t)(place - b->low) * 4, 4);
    return FINE;
}

/* Find the first number of a bucket that is not smaller than the key's smallest one: a binary
   search in which no branch depends on the numbers. */
static int first_place(const Index *x, const Bucket *b, uint32_t *place)
{
    uint32_t low = b->low, size = b->high - b->low, number;
    while (size) {
        const uint32_t half = size / 2;
        const int wrong = listed_at(x, b, low + half, &number);
        if (wrong)
            return wrong;
        low += number < b->least ? size - half : 0;
        size = half;
    }
    *place = low;
    return FINE;
}

/* Compare the word with the waiting forms: first all outlines, then the letters of those forms that
   may be near, whose offsets are prefetched meanwhile. */
static int try_waiting(const Index *x, Search *s, const Word *w, uint32_t kinds)
{
    uint32_t likely = 0, number;
    int wrong = FINE;
    for (uint32_t k = 0; k < s->nwaiting && wrong >= 0; k++) {
        number = s->waiting[k];
        wrong = may_be_near(x, s, w, kinds, number);
        if (wrong > 0) {
            number_prefetch(&x->columns[OFFSET], number);
            s->waiting[likely++] = number;
        }
    }
    wrong = wrong < 0 ? wrong : FINE;
    for (uint32_t k = 0; k < likely && !wrong; k++)
        wrong = try_form(x, s, w, s->waiting[k]);
    s->nwaiting = 0;
    return wrong;
}

/* Put the forms that are listed under a key into the queue; when it is full, compare them. */
static int try_key(const Index *x, Search *s, const Word *w, uint32_t kinds, const Bucket *bucket)
{
    const uint32_t last = bucket->least | (s->edits > 1 ? LEVEL : 0) | (MOST_FORMS - 1);
    uint32_t at, number;
    int wrong = first_place(x, bucket, &at);
    for (; !wrong && at < bucket->high; at++) {
        wrong = listed_at(x, bucket, at, &number);
        if (wrong || number < bucket->least || number > last)
            break;
        number &= MOST_FORMS - 1;
        number_prefetch(&x->columns[OUTLINES], number);
        s->waiting[s->nwaiting++] = number;
        if (s->nwaiting == WAITING)
            wrong = try_waiting(x, s, w, kinds);
    }
    return wrong;
}

/* Append the forms near a word to the results, the cheapest first. All buckets are located and
   prefetched before the first one is searched. */
static int find_word(const Index *x, Search *s, Word *w)
{
    uint32_t keys[MOST_KEYS];
    Bucket buckets[MOST_KEYS];
    const size_t first = s->count;
    if (!w->size)
        return FINE;
    if (++s->word == 0) { /* after 2**32 words the numbers start again */
        memset(s->seen, 0, ((size_t)x->count + 1) * sizeof *s->seen);
        s->word = 1;
    }
    const uint32_t kinds = outline_of(w->letters, w->size);
    const uint32_t number = add_keys(w->letters, LEAST(w->size, PREFIX), 0,
                                     LEAST(s->edits, w->size), 0xFFFFFFFFu, keys);
    int wrong = FINE;
    for (uint32_t n = 0; n < number && !wrong; n++) {
        wrong = bucket_of(x, keys[n], &buckets[n]);
        if (!wrong && buckets[n].bytes)
            __builtin_prefetch(buckets[n].bytes + (buckets[n].high - buckets[n].low) * 2);
    }
    masks_set(&s->masks, w);
    classify(&x->costs, x->classes, w);
    for (uint32_t n = 0; n < number && !wrong; n++)
        wrong = try_key(x, s, w, kinds, &buckets[n]);
    if (!wrong)
        wrong = try_waiting(x, s, w, kinds);
    s->nwaiting = 0;
    masks_clear(&s->masks, w);
    if (!wrong && s->count > first + 1)
        qsort(s->results + first, s->count - first, sizeof *s->results, compare_results);
    return wrong;
}

#endif

/* Build the scanner's hash table and its two filters (described in tacknamn/lexicon/hash_table.py). */

#ifndef TACKNAMN_WRITE_TABLE_H
#define TACKNAMN_WRITE_TABLE_H

#include <stdlib.h>

#include "fold_letters.h"
#include "table.h"

#define FILL 2         /* slots for each one in use */
#define SIEVE_BITS 16  /* bits of a filter for each key */
#define PADDING 16     /* bytes after a form that the hash may read */

/* A prefix of a form that ends with a word. */
typedef struct {
    uint64_t key;
    uint32_t row;  /* the row of the form plus one, or 0 if the form continues */
    uint32_t more; /* whether a form continues from here; until slots are chosen, the number of words
                      is above this bit (3: three or more) */
} Prefix;

typedef struct {
    Prefix *items;
    size_t count, capacity;
    size_t singles, pairs; /* keys of each filter */
} Prefixes;

/* The bytes of one form. */
typedef struct {
    uint8_t *bytes;
    size_t capacity;
} Letters;

static int add_prefix(Prefixes *all, uint64_t key, uint32_t row, uint32_t more)
{
    if (all->count == all->capacity) {
        const size_t capacity = all->capacity ? all->capacity * 2 : 1024;
        Prefix *items = PyMem_RawRealloc(all->items, capacity * sizeof *items);
        if (!items)
            return -1;
        all->items = items;
        all->capacity = capacity;
    }
    all->items[all->count++] = (Prefix){key, row, more};
    return 0;
}

static int reserve_letters(Letters *letters, Py_ssize_t length)
{
    const size_t needed = (size_t)length * OTHERS + PADDING;
    if (needed <= letters->capacity)
        return 0;
    uint8_t *bytes = PyMem_RawRealloc(letters->bytes, needed);
    if (!bytes)
        return -1;
    letters->bytes = bytes;
    letters->capacity = needed;
    return 0;
}

/* Write a word, or the gap between two words, as bytes; returns the position after it. */
static Py_ssize_t write_run(PyObject *form, Py_ssize_t i, int in_word, Letters *letters, uint32_t *size)
{
    const Py_ssize_t length = PyUnicode_GET_LENGTH(form);
    for (*size = 0; i < length; i++) {
        const uint32_t c = PyUnicode_READ_CHAR(form, i);
        if ((folded_class(c) == WORD) != in_word)
            break;
        *size += write_letter(letters->bytes + *size, c);
    }
    return i;
}

/* Add the prefixes of a form. Characters before its first word and after its last one are no part of
   a key. */
static int add_form(PyObject *form, uint32_t row, Letters *letters, Prefixes *all)
{
    uint32_t size;
    uint64_t key = 0, gap = 0;
    const Py_ssize_t length = PyUnicode_GET_LENGTH(form);
    if (reserve_letters(letters, length) < 0)
        return -1;
    Py_ssize_t i = write_run(form, 0, 0, letters, &size);
    for (uint32_t words = 1; i < length; words++) {
        i = write_run(form, i, 1, letters, &size);
        const uint64_t word = hash_bytes(letters->bytes, size);
        key = words == 1 ? mix(word) : next_key(key, word, gap);
        i = write_run(form, i, 0, letters, &size);
        gap = letters->bytes[0] | (uint64_t)size << 8;
        const int last = i >= length;
        all->singles += words == 1 && last;
        all->pairs += words == 2;
        if (add_prefix(all, key, last ? row + 1 : 0, (words < 3 ? words : 3) << 1 | !last) < 0)
            return -1;
    }
    return 0;
}

static void add_to_sieve(uint64_t *sieve, uint64_t places, uint64_t key)
{
    sieve[(key >> 32) * places >> 32] |= (uint64_t)1 << (key & 63) | (uint64_t)1 << (key >> 6 & 63);
}

/* Build a filter: of the forms of one word, or of the beginnings of two words. */
static PyObject *build_sieve(const Prefixes *all, uint32_t words, size_t keys)
{
    const uint64_t places = (uint64_t)keys * SIEVE_BITS / 64 + 1;
    PyObject *made = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(places * 8));
    if (!made)
        return NULL;
    uint64_t *sieve = (uint64_t *)(void *)PyBytes_AS_STRING(made);
    memset(sieve, 0, places * 8);
    for (size_t k = 0; k < all->count; k++)
        if (all->items[k].more >> 1 == words && (words > 1 || all->items[k].row))
            add_to_sieve(sieve, places, all->items[k].key);
    return made;
}

static int compare_prefixes(const void *one, const void *two)
{
    const Prefix *a = one, *b = two;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

/* Sort the prefixes, and keep one for each key and form. Of prefixes that are no forms, one is kept
   if no form has the key. */
static void choose_slots(Prefixes *all)
{
    size_t kept = 0;
    if (all->count)
        qsort(all->items, all->count, sizeof *all->items, compare_prefixes);
    for (size_t from = 0, to; from < all->count; from = to) {
        uint32_t more = 0;
        for (to = from; to < all->count && all->items[to].key == all->items[from].key; to++)
            more |= all->items[to].more & 1;
        const int has_form = all->items[to - 1].row != 0;
        for (size_t k = from; k < to; k++)
            if (has_form ? all->items[k].row != 0 : k == from)
                all->items[kept++] = (Prefix){all->items[k].key, all->items[k].row, more};
    }
    all->count = kept;
}

/* Put each slot at the first free position from its bucket on. */
static PyObject *place_slots(const Prefixes *all)
{
    const uint64_t places = (uint64_t)all->count * FILL / SLOTS + 1;
    const uint64_t bytes = (places + SPILL) * 2 * SLOTS * 4;
    PyObject *made = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)bytes);
    if (!made)
        return NULL;
    uint32_t *table = (uint32_t *)(void *)PyBytes_AS_STRING(made);
    memset(table, 0, bytes);
    uint64_t free = 0;
    for (size_t k = 0; k < all->count; k++) {
        const Prefix *slot = &all->items[k];
        const uint64_t home = (slot->key >> 32) * places >> 32;
        if (free < home * SLOTS)
            free = home * SLOTS;
        if (free / SLOTS - home > SPILL) {
            Py_DECREF(made);
            PyErr_SetString(PyExc_OverflowError, "too many forms share a key");
            return NULL;
        }
        uint32_t *bucket = table + free / SLOTS * 2 * SLOTS;
        bucket[free % SLOTS] = (uint32_t)slot->key ? (uint32_t)slot->key : 1;
        bucket[SLOTS + free % SLOTS] = slot->row | (slot->more ? CONTINUES : 0);
        free++;
    }
    return made;
}

static int add_forms(PyObject *forms, Prefixes *all)
{
    Letters letters = {NULL, 0};
    int wrong = 0;
    for (Py_ssize_t row = 0; !wrong && row < PyList_GET_SIZE(forms); row++) {
        PyObject *form = PyList_GET_ITEM(forms, row);
        if (!PyUnicode_Check(form)) {
            PyErr_SetString(PyExc_TypeError, "a form must be a str");
            wrong = -1;
        } else if (add_form(form, (uint32_t)row, &letters, all) < 0) {
            PyErr_NoMemory();
            wrong = -1;
        }
    }
    PyMem_RawFree(letters.bytes);
    return wrong;
}

static PyObject *write_table(PyObject *Py_UNUSED(module), PyObject *forms)
{
    if (!PyList_Check(forms) || (uint64_t)PyList_GET_SIZE(forms) >= CONTINUES - 1) {
        PyErr_SetString(PyExc_TypeError, "forms must be a list of fewer than 2**31 strings");
        return NULL;
    }
    Prefixes all = {NULL, 0, 0, 0, 0};
    PyObject *singles = NULL, *pairs = NULL, *table = NULL, *result = NULL;
    if (!add_forms(forms, &all)) {
        singles = build_sieve(&all, 1, all.singles);
        pairs = singles ? build_sieve(&all, 2, all.pairs) : NULL;
        if (pairs) {
            choose_slots(&all);
            table = place_slots(&all);
        }
        if (table)
            result = PyTuple_Pack(3, table, singles, pairs);
    }
    Py_XDECREF(table);
    Py_XDECREF(singles);
    Py_XDECREF(pairs);
    PyMem_RawFree(all.items);
    return result;
}

#endif

/* Build the lists of the index of near forms (described in tacknamn/lexicon/near_table.py). */

#ifndef TACKNAMN_WRITE_NEAR_H
#define TACKNAMN_WRITE_NEAR_H

#include <stdlib.h>

#include "near_hash.h"

#define IN_BUCKET 32 /* highest average of numbers for each bucket */
#define MOST_STRINGS (1 + PREFIX + PREFIX * (PREFIX - 1) / 2)

/* The hash of a string that a form leaves in the upper half, and what is listed for it. */
typedef struct {
    uint64_t *items;
    size_t count;
} Listed;

static uint64_t make_item(uint32_t hash, int deleted, uint32_t number)
{
    const uint32_t level = deleted == MOST_EDITS ? LEVEL : 0;
    return (uint64_t)hash << 32 | (uint32_t)(hash << PRINT_SHIFT) | level | number;
}

/* Write the items of all strings that are left of a form's prefix when `left` letters are deleted
   from `at` on; `sum` is the checksum of the letters before. The same item may be written twice. */
static void add_strings(const uint32_t *letters, int size, int at, int left, uint32_t sum,
                        int deleted, uint32_t number, Listed *out)
{
    for (; at < size; at++) {
        if (left)
            add_strings(letters, size, at + 1, left - 1, sum, deleted + 1, number, out);
        sum = checksum(sum, letters[at]);
    }
    out->items[out->count++] = make_item(~sum * SPREAD, deleted, number);
}

static int compare_numbers(const void *one, const void *two)
{
    const uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)two;
    return a < b ? -1 : a > b;
}

/* Sort numbers from `from` on, and drop repeats. */
static void sort_distinct(Listed *listed, size_t from)
{
    size_t kept = from;
    if (listed->count > from)
        qsort(listed->items + from, listed->count - from, sizeof *listed->items, compare_numbers);
    for (size_t k = from; k < listed->count; k++)
        if (k == from || listed->items[k] != listed->items[k - 1])
            listed->items[kept++] = listed->items[k];
    listed->count = kept;
}

static int list_form(PyObject *form, uint32_t number, Listed *listed)
{
    uint32_t letters[PREFIX];
    if (!PyUnicode_Check(form)) {
        PyErr_SetString(PyExc_TypeError, "a form must be a str");
        return -1;
    }
    const Py_ssize_t length = PyUnicode_GET_LENGTH(form);
    const int size = length < PREFIX ? (int)length : PREFIX;
    for (int k = 0; k < size; k++)
        letters[k] = PyUnicode_READ_CHAR(form, k);
    const size_t from = listed->count;
    add_strings(letters, size, 0, MOST_EDITS, 0xFFFFFFFFu, 0, number, listed);
    sort_distinct(listed, from); /* deleting other letters may leave the same string */
    return 0;
}

/* The bits of a hash that choose its bucket. */
static int count_bucket_bits(size_t listed)
{
    int bits = 0;
    while (listed > (size_t)IN_BUCKET << bits)
        bits++;
    return bits;
}

/* Move the listed numbers to their buckets; returns the offsets of the buckets and the numbers. */
static PyObject *fill_buckets(Listed *listed)
{
    const int bits = count_bucket_bits(listed->count);
    const size_t buckets = (size_t)1 << bits;
    for (size_t k = 0; k < listed->count; k++) {
        const uint64_t item = listed->items[k];
        listed->items[k] = (item >> 32 >> (32 - bits)) << 32 | (uint32_t)item;
    }
    sort_distinct(listed, 0);
    PyObject *offsets = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)((buckets + 1) * 4));
    PyObject *numbers = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(listed->count * 4));
    PyObject *result = NULL;
    if (offsets && numbers) {
        uint32_t *offset = (uint32_t *)(void *)PyBytes_AS_STRING(offsets);
        uint32_t *number = (uint32_t *)(void *)PyBytes_AS_STRING(numbers);
        size_t k = 0;
        for (size_t bucket = 0; bucket <= buckets; bucket++) {
            for (; k < listed->count && listed->items[k] >> 32 < bucket; k++)
                number[k] = (uint32_t)listed->items[k];
            offset[bucket] = (uint32_t)(k * 4);
        }
        result = PyTuple_Pack(2, offsets, numbers);
    }
    Py_XDECREF(offsets);
    Py_XDECREF(numbers);
    return result;
}

static PyObject *write_deletions(PyObject *Py_UNUSED(module), PyObject *forms)
{
    if (!PyList_Check(forms) || PyList_GET_SIZE(forms) >= (Py_ssize_t)MOST_FORMS) {
        PyErr_SetString(PyExc_TypeError, "forms must be a list of fewer than 2**20 strings");
        return NULL;
    }
    const Py_ssize_t count = PyList_GET_SIZE(forms);
    Listed listed = {PyMem_RawMalloc(((size_t)count + 1) * MOST_STRINGS * sizeof(uint64_t)), 0};
    if (!listed.items)
        return PyErr_NoMemory();
    PyObject *result = NULL;
    Py_ssize_t number = 0;
    while (number < count && !list_form(PyList_GET_ITEM(forms, number), (uint32_t)number, &listed))
        number++;
    if (number == count)
        result = fill_buckets(&listed);
    PyMem_RawFree(listed.items);
    return result;
}

#endif

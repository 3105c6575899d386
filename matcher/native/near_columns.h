/* Columns of a bundle that are in memory, or are read from their file page by page.
 *
 * If a process looks at some kilobytes of a mapped file, the system counts megabytes of memory. So
 * the index of near forms is not mapped: a page of it is read when it is needed, and kept.
 * A bundle is untrusted: every number and size in it is checked where it is used.
 */

#ifndef TACKNAMN_NEAR_COLUMNS_H
#define TACKNAMN_NEAR_COLUMNS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>
#ifndef _WIN32
#include <errno.h>
#include <unistd.h>
#endif

/* Bits of an offset within a page. Nearly all of a small column is soon needed, so it is read in
 * larger pages, with fewer system calls. */
#define PAGE_BITS 12
#define SMALL_COLUMN ((uint64_t)2 << 20)
#define PAGE_BITS_OF_SMALL 16

enum { FINE = 0, NO_MEMORY = -1, DAMAGED = -2 };

typedef struct {
    const uint8_t *memory; /* all of it, or NULL */
    const uint8_t **pages; /* the pages that have been read; threads share them */
    uint8_t *asked;        /* for each page, whether it has been asked for */
    uint64_t size;         /* bytes */
    int bits;              /* of an offset within a page */
    uint64_t numbers;      /* how many numbers of 32 bits */
    uint64_t start;        /* offset in the file */
    int file;
    Py_buffer view;        /* keeps the memory alive */
    PyObject *owner;       /* keeps the file open */
} Column;

static void column_free(Column *c)
{
    for (uint64_t k = 0; !c->memory && c->pages && k << c->bits < c->size; k++)
        PyMem_RawFree((void *)c->pages[k]);
    PyMem_RawFree((void *)c->pages);
    PyMem_RawFree(c->asked);
    if (c->view.obj)
        PyBuffer_Release(&c->view);
    Py_CLEAR(c->owner);
}

/* Take descriptor, first byte and size of a column in a file. */
static int column_place(Column *c, PyObject *source)
{
    PyObject *place = PyObject_GetAttrString(source, "place");
    unsigned long long start, size;
    const int given = place && PyTuple_Check(place) &&
                      PyArg_ParseTuple(place, "iKK", &c->file, &start, &size);
    Py_XDECREF(place);
    if (!given) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "a column must be a buffer or have a place");
        return -1;
    }
    c->start = start;
    c->size = size;
    c->owner = Py_NewRef(source);
    return 0;
}

#define MOST_BYTES_OF_COLUMN ((uint64_t)1 << 40)

/* Take a column: a buffer, or an object with an attribute `place`. */
static int column_take(Column *c, PyObject *source)
{
    if (PyObject_CheckBuffer(source)) {
        if (PyObject_GetBuffer(source, &c->view, PyBUF_SIMPLE) < 0)
            return -1;
        c->memory = c->view.buf;
        c->size = (uint64_t)c->view.len;
    } else if (column_place(c, source) < 0)
        return -1;
    if (c->size > MOST_BYTES_OF_COLUMN || c->start > MOST_BYTES_OF_COLUMN) {
        PyErr_SetString(PyExc_ValueError, "a column is too large");
        return -1;
    }
    c->numbers = c->size / 4;
    c->bits = c->size > SMALL_COLUMN ? PAGE_BITS : PAGE_BITS_OF_SMALL;
    const size_t pages = (size_t)(c->size >> c->bits) + 1;
    c->pages = PyMem_RawCalloc(pages, sizeof *c->pages);
    c->asked = PyMem_RawCalloc(pages, sizeof *c->asked);
    if (!c->pages || !c->asked) {
        PyErr_NoMemory();
        return -1;
    }
    for (uint64_t k = 0; c->memory && k << c->bits < c->size; k++)
        c->pages[k] = c->memory + (k << c->bits);
    return 0;
}

static inline uint64_t page_size(const Column *c)
{
    return (uint64_t)1 << c->bits;
}

/* A page, or NULL if it has not been read. */
static inline const uint8_t *page_at(const Column *c, uint64_t number)
{
    return __atomic_load_n(&c->pages[number], __ATOMIC_ACQUIRE);
}

/* Read bytes of the column from its file. */
static int file_read(const Column *c, uint64_t at, uint64_t size, uint8_t *to)
{
#ifdef _WIN32
    return DAMAGED; /* columns are always in memory there */
#else
    while (size) {
        const ssize_t got = pread(c->file, to, size, (off_t)(c->start + at));
        if (got > 0) {
            at += (uint64_t)got;
            to += got;
            size -= (uint64_t)got;
        } else if (got == 0 || errno != EINTR)
            return DAMAGED; /* the file was truncated or removed */
    }
    return FINE;
#endif
}

/* Read a page. If another thread was faster, its page is kept. */
static int page_read(const Column *c, uint64_t number)
{
    const uint64_t begin = number << c->bits;
    const uint64_t size = c->size - begin < page_size(c) ? c->size - begin : page_size(c);
    uint8_t *page = PyMem_RawMalloc(size);
    const uint8_t *none = NULL;
    if (!page)
        return NO_MEMORY;
    const int wrong = file_read(c, begin, size, page);
    if (wrong || !__atomic_compare_exchange_n(&c->pages[number], &none, page, 0,
                                              __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        PyMem_RawFree(page);
    return wrong;
}

/* Copy bytes of a column. If they are outside of it, the bundle is damaged. */
static int column_copy(const Column *c, uint64_t at, uint64_t size, void *to)
{
    if (at > c->size || size > c->size - at)
        return DAMAGED;
    uint8_t *target = to;
    while (size) {
        const uint64_t number = at >> c->bits, within = at & (page_size(c) - 1);
        const uint64_t left = page_size(c) - within, part = size < left ? size : left;
        const uint8_t *page = page_at(c, number);
        if (!page) {
            const int wrong = page_read(c, number);
            if (wrong)
                return wrong;
            continue;
        }
        memcpy(target, page + within, part);
        target += part;
        at += part;
        size -= part;
    }
    return FINE;
}

/* The same for a column of which most pages are needed only once: a page is kept from its second
   use on. */
static int column_glance(const Column *c, uint64_t at, uint64_t size, void *to)
{
    const uint64_t number = at >> c->bits;
    const int is_on_one_page = size && at < c->size && size <= c->size - at &&
                               number == (at + size - 1) >> c->bits;
    if (!is_on_one_page || page_at(c, number) ||
        __atomic_exchange_n(&c->asked[number], 1, __ATOMIC_RELAXED))
        return column_copy(c, at, size, to);
    return file_read(c, at, size, to);
}

/* Read a number of a column of 32-bit numbers. No number is on two pages. */
static inline int number_at(const Column *c, uint64_t place, uint32_t *number)
{
    if (place >= c->numbers)
        return DAMAGED;
    const uint8_t *page = page_at(c, place >> (c->bits - 2));
    if (!page)
        return column_copy(c, place * 4, 4, number);
    memcpy(number, page + (place * 4 & (page_size(c) - 1)), 4);
    return FINE;
}

/* Bytes of a column in memory, if they are contiguous there and have been read; else NULL. */
static inline const uint8_t *column_span(const Column *c, uint64_t at, uint64_t size)
{
    if (at >= c->size || size > c->size - at)
        return NULL;
    if (c->memory)
        return c->memory + at;
    if ((at & (page_size(c) - 1)) + size > page_size(c))
        return NULL;
    const uint8_t *page = page_at(c, at >> c->bits);
    return page ? page + (at & (page_size(c) - 1)) : NULL;
}

/* Prefetch a number that will be needed soon. */
static inline void number_prefetch(const Column *c, uint64_t place)
{
    if (place < c->numbers) {
        const uint8_t *page = page_at(c, place >> (c->bits - 2));
        if (page)
            __builtin_prefetch(page + (place * 4 & (page_size(c) - 1)));
    }
}

#endif

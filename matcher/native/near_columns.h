/* Columns of a bundle that are in memory, or are read from their file page by page.
 *
 * Of a mapped file the system counts megabytes where some kilobytes were looked at, so the
 * index of near forms is not mapped: a page of it is read when it is first needed, and kept.
 * Every number and size in it is checked where it is used, for a bundle may say anything.
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

#define PAGE_BITS 12
#define PAGE ((uint64_t)1 << PAGE_BITS)

enum { FINE = 0, NO_MEMORY = -1, DAMAGED = -2 };

typedef struct {
    const uint8_t *memory; /* all of it, or NULL */
    const uint8_t **pages; /* those of it that are there; threads share them */
    uint64_t size;         /* bytes */
    uint64_t numbers;      /* of 32 bits */
    uint64_t start;        /* where it begins in the file */
    int file;
    Py_buffer view;        /* keeps what is in memory */
    PyObject *owner;       /* keeps the file open */
} Column;

static void column_free(Column *c)
{
    for (uint64_t k = 0; !c->memory && c->pages && k << PAGE_BITS < c->size; k++)
        PyMem_RawFree((void *)c->pages[k]);
    PyMem_RawFree((void *)c->pages);
    if (c->view.obj)
        PyBuffer_Release(&c->view);
    Py_CLEAR(c->owner);
}

/* Where a column lies in a file: descriptor, first byte, bytes. */
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

/* A column is a buffer, or what has a place. */
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
    c->pages = PyMem_RawCalloc((size_t)(c->size >> PAGE_BITS) + 1, sizeof *c->pages);
    if (!c->pages) {
        PyErr_NoMemory();
        return -1;
    }
    for (uint64_t k = 0; c->memory && k << PAGE_BITS < c->size; k++)
        c->pages[k] = c->memory + (k << PAGE_BITS);
    return 0;
}

/* Read a page; another thread may have been faster. */
static int page_read(const Column *c, uint64_t number)
{
#ifdef _WIN32
    return DAMAGED; /* nothing has a place there */
#else
    const uint64_t begin = number << PAGE_BITS;
    const uint64_t wanted = c->size - begin < PAGE ? c->size - begin : PAGE;
    uint8_t *page = PyMem_RawMalloc(wanted);
    const uint8_t *none = NULL;
    uint64_t done = 0;
    if (!page)
        return NO_MEMORY;
    while (done < wanted) {
        const ssize_t got =
            pread(c->file, page + done, wanted - done, (off_t)(c->start + begin + done));
        if (got > 0)
            done += (uint64_t)got;
        else if (got == 0 || errno != EINTR) { /* the file was cut off, or is gone */
            PyMem_RawFree(page);
            return DAMAGED;
        }
    }
    if (!__atomic_compare_exchange_n(&c->pages[number], &none, page, 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE))
        PyMem_RawFree(page);
    return FINE;
#endif
}

/* Copy bytes of a column; those outside of it make a bundle a damaged one. */
static int column_copy(const Column *c, uint64_t at, uint64_t size, void *to)
{
    if (at > c->size || size > c->size - at)
        return DAMAGED;
    uint8_t *target = to;
    while (size) {
        const uint64_t number = at >> PAGE_BITS, within = at & (PAGE - 1);
        const uint64_t part = size < PAGE - within ? size : PAGE - within;
        const uint8_t *page = __atomic_load_n(&c->pages[number], __ATOMIC_ACQUIRE);
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

/* The number in a place of a column of 32-bit numbers. None lies on two pages. */
static inline int number_at(const Column *c, uint64_t place, uint32_t *number)
{
    if (place >= c->numbers)
        return DAMAGED;
    const uint8_t *page = __atomic_load_n(&c->pages[place >> (PAGE_BITS - 2)], __ATOMIC_ACQUIRE);
    if (!page)
        return column_copy(c, place * 4, 4, number);
    memcpy(number, page + (place * 4 & (PAGE - 1)), 4);
    return FINE;
}

/* Bytes that lie together in memory, where they do and have been read; else NULL. */
static inline const uint8_t *column_span(const Column *c, uint64_t at, uint64_t size)
{
    if (at >= c->size || size > c->size - at)
        return NULL;
    if (c->memory)
        return c->memory + at;
    if ((at & (PAGE - 1)) + size > PAGE)
        return NULL;
    const uint8_t *page = __atomic_load_n(&c->pages[at >> PAGE_BITS], __ATOMIC_ACQUIRE);
    return page ? page + (at & (PAGE - 1)) : NULL;
}

/* Fetch the number in a place, for it will be asked for soon. */
static inline void number_prefetch(const Column *c, uint64_t place)
{
    if (place < c->numbers) {
        const uint8_t *page = __atomic_load_n(&c->pages[place >> (PAGE_BITS - 2)], __ATOMIC_ACQUIRE);
        if (page)
            __builtin_prefetch(page + (place * 4 & (PAGE - 1)));
    }
}

#endif

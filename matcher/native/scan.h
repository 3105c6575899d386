/* The scanner's types, shared by its parts. */

#ifndef TACKNAMN_SCAN_H
#define TACKNAMN_SCAN_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

/* The same is written twice: with vectors of sixteen bytes, and plainly, which the tests and
   other processors use. */
#if defined(__SSE2__) && !defined(NO_VECTORS)
#include <emmintrin.h>
#define VECTORS 1
#else
#define VECTORS 0
#endif

#define SLOTS 8
#define SPILL 64 /* buckets that a full one may flow over into */
#define CONTINUES 0x80000000u
#define GENITIVE 1
#define DEFINITE 2
#define PLURAL 4
#define EDITS_SHIFT 3 /* above the affixes of a hit stand its edits */
#define AFFIX_BITS 7

/* A text to scan: the storage of a str, whatever its width. */
typedef struct {
    const void *data;
    int kind;
    Py_ssize_t length;
    PyObject *fold;         /* tacknamn.fold.fold, for marks */
    PyThreadState **thread; /* where the thread's state is while the lock is released */
} Text;

/* One column of a section, with its length in items. */
typedef struct {
    Py_buffer view;
    const void *data;
    uint64_t items;
} Column;

/* What the scanner needs of a bundle. All of it is untrusted: every index is checked. */
typedef struct {
    PyObject_HEAD
    Column buckets, singles, pairs;
    Column form_offset, form_text, form_labels, form_common, form_weight;
    Column inflection_offset, inflection_text, inflection_base, inflection_affixes;
    uint32_t forms, inflections;
    uint64_t places; /* buckets that keys are spread over */
} Table;

/* A hit: characters of the text, the row of a form, what is appended to it. */
typedef struct {
    int32_t start, end, row, affixes;
} Hit;

typedef struct {
    Hit *hits;
    size_t count, capacity;
} Hits;

#endif

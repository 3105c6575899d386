/* The scanner's types, shared by its parts. */

#ifndef TACKNAMN_SCAN_H
#define TACKNAMN_SCAN_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

/* Some functions exist twice: with vectors of sixteen bytes, and without, for the tests and for
   other processors. */
#if defined(__SSE2__) && !defined(NO_VECTORS)
#include <emmintrin.h>
#define VECTORS 1
#else
#define VECTORS 0
#endif

#define SLOTS 8
#define SPILL 64 /* buckets that a full one may overflow into */
#define CONTINUES 0x80000000u
#define GENITIVE 1
#define DEFINITE 2
#define PLURAL 4
#define EDITS_SHIFT 3 /* the edits of a match are above its affixes */
#define AFFIX_BITS 7

/* A text to scan: the storage of a str, whatever its width. */
typedef struct {
    const void *data;
    int kind;
    Py_ssize_t length;
    PyObject *fold;         /* tacknamn.text.fold.fold, for combining marks */
    PyThreadState **thread; /* the thread's state while the interpreter lock is released */
} Text;

/* One column of a section, with its length in items. */
typedef struct {
    Py_buffer view;
    const void *data;
    uint64_t items;
} Column;

/* What the scanner needs of a bundle. The content is untrusted: every index is checked. */
typedef struct {
    PyObject_HEAD
    Column buckets, singles, pairs;
    Column form_offset, form_text, form_labels, form_common, form_weight;
    Column inflection_offset, inflection_text, inflection_base, inflection_affixes;
    uint32_t forms, inflections;
    uint64_t places; /* buckets that a key can choose */
} Table;

/* A match: start and end in the text, the row of the form, its affixes. */
typedef struct {
    int32_t start, end, row, affixes;
} Match;

typedef struct {
    Match *items;
    size_t count, capacity;
} Matches;

#endif

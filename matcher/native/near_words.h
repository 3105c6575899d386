/* Find the unknown words of a text: no match covers them, and no list has them.
 *
 * Most words of a text are known, and a text repeats its words. So words that have been seen are
 * looked up in a dict, and only the others are returned to Python. Frequent words do not even become
 * strings: a small table has the latest known word for each hash.
 */

#ifndef TACKNAMN_NEAR_WORDS_H
#define TACKNAMN_NEAR_WORDS_H

#include <stdlib.h>

#include "near_columns.h"

#define LISTS 2         /* ordinary words and the lexicon's forms, or only one list */
#define MOST_LETTERS 64 /* of a word that is looked up here; Python looks up longer ones */
#define MOST_REMEMBERED 65536

#define SOFT_HYPHEN 0xAD
#define KNOWN_WORDS 4096 /* places for words that were known before; a power of two */
#define KNOWN_LETTERS 31 /* of such a word */

/* A word of Latin-1, as texts write it; free if it has no size. */
typedef struct {
    uint8_t size, letters[KNOWN_LETTERS];
} Known;

typedef struct {
    PyObject_HEAD
    int lists;
    Column offset[LISTS], text[LISTS];
    Known *known;
} Words;

typedef struct {
    int32_t start, end, entry, affixes;
} Span;

/* ---- known words -------------------------------------------------------------------- */

/* Compare the text of a row with a word. */
static int compare_row(const Words *x, int list, uint32_t row, const uint8_t *word, uint32_t size,
                       int *order)
{
    const Column *text = &x->text[list];
    uint8_t copied[2 * MOST_LETTERS];
    const uint8_t *found = copied;
    uint32_t begin, end;
    int wrong = number_at(&x->offset[list], row, &begin);
    if (!wrong)
        wrong = number_at(&x->offset[list], (uint64_t)row + 1, &end);
    if (wrong || begin > end || end > text->size)
        return DAMAGED;
    const uint32_t length = end - begin, part = length < size ? length : size;
    if (text->memory)
        found = text->memory + begin;
    else
        wrong = column_copy(text, begin, part, copied);
    *order = memcmp(found, word, part);
    if (!*order)
        *order = length < size ? -1 : length > size;
    return wrong;
}

/* Whether a list has a word, and in which row: 1, 0, or an error. */
static int list_has(const Words *x, int list, const uint8_t *word, uint32_t size, uint32_t *row)
{
    uint64_t low = 0, high = x->offset[list].size / 4 - 1;
    while (low < high) {
        const uint32_t middle = (uint32_t)((low + high) / 2);
        int order;
        const int wrong = compare_row(x, list, middle, word, size, &order);
        if (wrong)
            return wrong;
        if (!order) {
            *row = middle;
            return 1;
        }
        if (order < 0)
            low = (uint64_t)middle + 1;
        else
            high = middle;
    }
    return 0;
}

static int words_have(const Words *x, const uint8_t *word, uint32_t size)
{
    uint32_t row;
    int found = 0;
    for (int list = 0; list < x->lists && !found; list++)
        found = list_has(x, list, word, size, &row);
    return found;
}

/* Fold a word of Latin-1 letters as tacknamn/text/fold.py does, into UTF-8. Returns the size, or 0
   if the word has other characters, which Python folds. */
static uint32_t fold_latin(int kind, const void *data, Py_ssize_t start, Py_ssize_t end,
                           uint8_t *word)
{
    uint32_t size = 0;
    if (end - start > MOST_LETTERS)
        return 0;
    for (Py_ssize_t k = start; k < end; k++) {
        uint32_t letter = PyUnicode_READ(kind, data, k);
        if (letter > 0xFF || letter == 0xB5 || letter == 0xDF || !Py_UNICODE_ISALPHA(letter))
            return 0; /* µ and ß do not fold to their lower-case letters */
        letter = Py_UNICODE_TOLOWER(letter);
        if (letter < 0x80)
            word[size++] = (uint8_t)letter;
        else {
            word[size++] = (uint8_t)(0xC0 | letter >> 6);
            word[size++] = (uint8_t)(0x80 | (letter & 0x3F));
        }
    }
    return size;
}

/* Whether a list has a folded word, as it is or without a genitive s (see near_index.py). */
static int is_known(const Words *x, const uint8_t *word, uint32_t size)
{
    const int found = words_have(x, word, size);
    if (found || size < 2 || word[size - 1] != 's' || strchr("sxz", word[size - 2]))
        return found;
    return words_have(x, word, size - 1);
}

/* ---- words of a text ---------------------------------------------------------------- */

static int compare_spans(const void *one, const void *other)
{
    const Span *a = one, *b = other;
    return a->start < b->start ? -1 : a->start > b->start;
}

/* The matches sorted by start, as they are already if none overlap. NULL without memory. */
static Span *spans_of(const Py_buffer *matches, Py_ssize_t *count)
{
    *count = matches->len / (Py_ssize_t)sizeof(Span);
    Span *spans = PyMem_Malloc(matches->len + 1);
    if (!spans)
        return NULL;
    memcpy(spans, matches->buf, (size_t)*count * sizeof *spans);
    for (Py_ssize_t k = 1; k < *count; k++)
        if (spans[k].start < spans[k - 1].start) {
            qsort(spans, (size_t)*count, sizeof *spans, compare_spans);
            break;
        }
    return spans;
}

/* Marks, invisible characters, and scripts that may contain them; as in tacknamn/matching/fuzzy.py. */
static int is_odd(uint32_t c)
{
    return c == SOFT_HYPHEN || (c >= 0x300 && c <= 0x1FFF) || (c >= 0x200B && c <= 0x200D) ||
           c == 0x2060 || (c >= 0x20D0 && c <= 0x20FF) || c >= 0x2C00;
}

/* A text whose unknown words are searched for. */
typedef struct {
    Words *lists;
    PyObject *text, *remembered, *unknown, *odd;
} Inquiry;

/* Which part of the text the matches have covered so far. */
typedef struct {
    const Span *matches;
    Py_ssize_t nmatches, match;   /* their number, and the index of the next one */
    Py_ssize_t covered, shortest; /* end of the matches so far; letters of the shortest word */
} Uncovered;

/* The place in the table of known words that a word of Latin-1 would have; NULL for other words. */
static Known *place_of(const Inquiry *q, Py_ssize_t start, Py_ssize_t end)
{
    if (PyUnicode_KIND(q->text) != PyUnicode_1BYTE_KIND || end - start > KNOWN_LETTERS)
        return NULL;
    const uint8_t *letters = PyUnicode_1BYTE_DATA(q->text);
    uint32_t hash = 2166136261u;
    for (Py_ssize_t k = start; k < end; k++)
        hash = (hash ^ letters[k]) * 16777619u;
    return &q->lists->known[(hash ^ hash >> 15) & (KNOWN_WORDS - 1)];
}

static int is_remembered(const Inquiry *q, const Known *place, Py_ssize_t start, Py_ssize_t end)
{
    return place && place->size == end - start &&
           !memcmp(place->letters, PyUnicode_1BYTE_DATA(q->text) + start, place->size);
}

static void remember(const Inquiry *q, Known *place, Py_ssize_t start, Py_ssize_t end)
{
    place->size = (uint8_t)(end - start);
    memcpy(place->letters, PyUnicode_1BYTE_DATA(q->text) + start, place->size);
}

/* Add a word to the result unless it is known. The dict has the words that were seen before with
   their corrections, and None for known words. */
static int check_word(const Inquiry *q, Py_ssize_t start, Py_ssize_t end)
{
    Known *place = place_of(q, start, end);
    if (is_remembered(q, place, start, end))
        return 0;
    PyObject *word = PyUnicode_Substring(q->text, start, end);
    if (!word)
        return -1;
    PyObject *correction = PyDict_GetItemWithError(q->remembered, word);
    int wrong = !correction && PyErr_Occurred() ? -1 : 0;
    if (!correction && !wrong) {
        uint8_t folded[2 * MOST_LETTERS];
        const uint32_t size = fold_latin(PyUnicode_KIND(q->text), PyUnicode_DATA(q->text), start,
                                         end, folded);
        const int known = size ? is_known(q->lists, folded, size) : 0;
        if (known == 1)
            correction = Py_None;
        if (known == 1 && PyDict_GET_SIZE(q->remembered) < MOST_REMEMBERED)
            wrong = PyDict_SetItem(q->remembered, word, Py_None);
        else if (known < 0) {
            PyErr_SetString(PyExc_IndexError, "a file points outside another one");
            wrong = -1;
        }
    }
    if (!wrong && correction != Py_None) {
        PyObject *result = Py_BuildValue("nnO", start, end, word);
        wrong = result ? PyList_Append(q->unknown, result) : -1;
        Py_XDECREF(result);
    }
    if (!wrong && correction == Py_None && place)
        remember(q, place, start, end);
    Py_DECREF(word);
    return wrong;
}

/* Which characters of Latin-1 are letters or digits. */
static uint8_t latin_words[256];

static int is_in_word(Py_UCS4 c)
{
    return c < 256 ? latin_words[c] : Py_UNICODE_ISALNUM(c);
}

/* Check the words between two positions that are long enough and that no match covers. */
static int check_between(const Inquiry *q, Uncovered *u, Py_ssize_t from, Py_ssize_t to)
{
    const int kind = PyUnicode_KIND(q->text);
    const void *data = PyUnicode_DATA(q->text);
    for (Py_ssize_t k = from; k < to; k++) {
        const Py_ssize_t start = k;
        while (k < to && is_in_word(PyUnicode_READ(kind, data, k)))
            k++;
        for (; u->match < u->nmatches && u->matches[u->match].start < k; u->match++)
            if (u->matches[u->match].end > u->covered)
                u->covered = u->matches[u->match].end;
        if (k - start >= u->shortest && start >= u->covered && check_word(q, start, k) < 0)
            return -1;
    }
    return 0;
}

static int add_odd_part(const Inquiry *q, Py_ssize_t start, Py_ssize_t end)
{
    PyObject *place = Py_BuildValue("nn", start, end);
    const int wrong = place ? PyList_Append(q->odd, place) : -1;
    Py_XDECREF(place);
    return wrong;
}

/* Check the words of each part between blanks; parts with odd characters are left to Python. */
static int check_text(const Inquiry *q, Uncovered *u)
{
    const int kind = PyUnicode_KIND(q->text);
    const void *data = PyUnicode_DATA(q->text);
    const Py_ssize_t size = PyUnicode_GET_LENGTH(q->text);
    if (kind == PyUnicode_1BYTE_KIND && !memchr(data, SOFT_HYPHEN, (size_t)size))
        return check_between(q, u, 0, size); /* nothing else of Latin-1 is odd */
    for (Py_ssize_t k = 0; k < size; k++) {
        const Py_ssize_t start = k;
        int odd = 0;
        for (; k < size; k++) {
            const Py_UCS4 c = PyUnicode_READ(kind, data, k);
            if (Py_UNICODE_ISSPACE(c))
                break;
            odd |= is_odd(c);
        }
        if ((odd ? add_odd_part(q, start, k) : check_between(q, u, start, k)) < 0)
            return -1;
    }
    return 0;
}

/* The unknown words and the odd parts of a text; None if it has neither and `or_none`. */
static PyObject *find_unknown(Inquiry *q, PyObject *found, Py_ssize_t shortest, int or_none)
{
    Uncovered uncovered = {NULL, 0, 0, 0, shortest};
    Py_buffer matches;
    if (PyObject_GetBuffer(found, &matches, PyBUF_SIMPLE) < 0)
        return NULL;
    Span *spans = spans_of(&matches, &uncovered.nmatches);
    PyBuffer_Release(&matches);
    if (!spans)
        return PyErr_NoMemory();
    uncovered.matches = spans;
    q->unknown = PyList_New(0);
    q->odd = PyList_New(0);
    PyObject *result = NULL;
    if (q->unknown && q->odd && check_text(q, &uncovered) == 0) {
        const int is_empty = !PyList_GET_SIZE(q->unknown) && !PyList_GET_SIZE(q->odd);
        result = or_none && is_empty ? Py_NewRef(Py_None) : PyTuple_Pack(2, q->unknown, q->odd);
    }
    PyMem_Free(spans);
    Py_CLEAR(q->unknown);
    Py_CLEAR(q->odd);
    return result;
}

static PyObject *words_unknown(PyObject *self, PyObject *args)
{
    Inquiry inquiry = {(Words *)self, NULL, NULL, NULL, NULL};
    PyObject *found;
    Py_ssize_t shortest;
    if (!PyArg_ParseTuple(args, "UOnO!", &inquiry.text, &found, &shortest, &PyDict_Type,
                          &inquiry.remembered))
        return NULL;
    return find_unknown(&inquiry, found, shortest, 0);
}

static PyObject *words_unknown_many(PyObject *self, PyObject *args)
{
    Inquiry inquiry = {(Words *)self, NULL, NULL, NULL, NULL};
    PyObject *texts, *found;
    Py_ssize_t shortest;
    if (!PyArg_ParseTuple(args, "O!O!nO!", &PyTuple_Type, &texts, &PyTuple_Type, &found, &shortest,
                          &PyDict_Type, &inquiry.remembered))
        return NULL;
    const Py_ssize_t size = PyTuple_GET_SIZE(texts);
    if (PyTuple_GET_SIZE(found) != size) {
        PyErr_SetString(PyExc_ValueError, "there must be matches for each text");
        return NULL;
    }
    PyObject *results = PyList_New(size);
    for (Py_ssize_t k = 0; results && k < size; k++) {
        inquiry.text = PyTuple_GET_ITEM(texts, k);
        PyObject *result = NULL;
        if (PyUnicode_Check(inquiry.text))
            result = find_unknown(&inquiry, PyTuple_GET_ITEM(found, k), shortest, 1);
        else
            PyErr_SetString(PyExc_TypeError, "a text must be str");
        if (result)
            PyList_SET_ITEM(results, k, result);
        else
            Py_CLEAR(results);
    }
    return results;
}

/* The UTF-8 of a word that can be looked up here. NULL without an error: Python has to do it. */
static const char *bytes_of(PyObject *word, Py_ssize_t *size)
{
    if (!PyUnicode_Check(word)) {
        PyErr_SetString(PyExc_TypeError, "a word must be str");
        return NULL;
    }
    const char *bytes = PyUnicode_AsUTF8AndSize(word, size);
    if (!bytes)
        PyErr_Clear(); /* half a character */
    return *size > MOST_LETTERS ? NULL : bytes;
}

static PyObject *answer(int found, PyObject *(*result)(long), long value)
{
    if (found < 0)
        PyErr_SetString(PyExc_IndexError, "a file points outside another one");
    return found < 0 ? NULL : result(value);
}

static PyObject *words_have_one(PyObject *self, PyObject *word)
{
    Py_ssize_t size = 0;
    const char *bytes = bytes_of(word, &size);
    if (!bytes)
        return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
    const int found = words_have((const Words *)self, (const uint8_t *)bytes, (uint32_t)size);
    return answer(found, PyBool_FromLong, found);
}

static PyObject *words_row(PyObject *self, PyObject *word)
{
    Py_ssize_t size = 0;
    uint32_t row = 0;
    const char *bytes = bytes_of(word, &size);
    if (!bytes)
        return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
    const int found =
        list_has((const Words *)self, 0, (const uint8_t *)bytes, (uint32_t)size, &row);
    return answer(found, PyLong_FromLong, found == 1 ? (long)row : -1);
}

/* ---- Python ------------------------------------------------------------------------- */

static void words_dealloc(PyObject *self)
{
    Words *x = (Words *)self;
    for (int k = 0; k < LISTS; k++) {
        column_free(&x->offset[k]);
        column_free(&x->text[k]);
    }
    PyMem_Free(x->known);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *words_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(keywords))
{
    PyObject *sources[2 * LISTS] = {NULL};
    if (!PyArg_ParseTuple(args, "OO|OO", &sources[0], &sources[1], &sources[2], &sources[3]))
        return NULL;
    Words *self = (Words *)type->tp_alloc(type, 0);
    int wrong = !self;
    for (Py_UCS4 c = 0; c < 256; c++)
        latin_words[c] = (uint8_t)Py_UNICODE_ISALNUM(c);
    if (self) {
        self->lists = sources[3] ? LISTS : 1;
        self->known = PyMem_Calloc(KNOWN_WORDS, sizeof *self->known);
        if (!self->known) {
            PyErr_NoMemory();
            wrong = 1;
        }
    }
    for (int k = 0; !wrong && k < self->lists; k++)
        wrong = column_take(&self->offset[k], sources[2 * k]) < 0 ||
                column_take(&self->text[k], sources[2 * k + 1]) < 0;
    for (int k = 0; !wrong && k < self->lists; k++)
        if (self->offset[k].size < 4 || self->offset[k].size / 4 > UINT32_MAX) {
            PyErr_SetString(PyExc_ValueError, "a list of words has a wrong size");
            wrong = 1;
        }
    if (wrong)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static PyMethodDef WORDS_METHODS[] = {
    {"unknown", words_unknown, METH_VARARGS,
     "unknown(text, matches, shortest, remembered): start, end and text of each unknown word; and "
     "start and end of the parts between blanks that Python has to split into words."},
    {"unknown_many", words_unknown_many, METH_VARARGS,
     "unknown_many(texts, matches, shortest, remembered): the same for each of many texts, in tuples; "
     "None for a text without any."},
    {"has", words_have_one, METH_O, "has(word): whether a list has a folded word; None: Python has to look."},
    {"row", words_row, METH_O,
     "row(word): the row of a folded word in the first list, or -1; None: Python has to look."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject WordsType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tacknamn._near.Words",
    .tp_basicsize = sizeof(Words),
    .tp_dealloc = words_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Words(offset, text[, offset, text]): the words of one list or two.",
    .tp_methods = WORDS_METHODS,
    .tp_new = words_new,
};

#endif

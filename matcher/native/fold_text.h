/* Turn a text into blocks of folded text, split into words.
 *
 * A block has one byte for each character of Latin-1, so that most of a text is folded many
 * characters at a time (fold_run.h). The position of a byte in the text is not stored for each
 * byte, but for stretches of bytes that came from consecutive characters: `seams`. Every other
 * character is five bytes in the range 80 to 9F, the control characters of Latin-1, so that no
 * part of one can be mistaken for a letter. tacknamn/lexicon/hash_table.py encodes forms the same
 * way.
 */

#ifndef TACKNAMN_FOLD_TEXT_H
#define TACKNAMN_FOLD_TEXT_H

#include "fold_letters.h"
#include "scan.h"

#define RUN 64                /* characters folded in one step */
#define ROOM 64               /* bytes that one more character and the padding may need */
#define BEFORE 16             /* bytes before the first one of a block that may be read */
#ifndef BLOCK_BYTES /* tests make it small, to reach its borders */
#define BLOCK_BYTES (1 << 13) /* with its words it stays in the fastest caches */
#endif

/* From byte `at` on, each byte of the block is one character of the text, the first of them
   `start`. If `end` is set, all the bytes came from the characters start..end together. */
typedef struct {
    uint32_t at, start, end;
} Seam;

typedef struct {
    uint8_t *bytes;
    uint32_t *edges; /* start and end of each word, alternating */
    uint32_t capacity, size, nedges, blank;
    Seam *seams;
    uint32_t nseams, seam_capacity, seam_at_hand;
    int torn;            /* the next character needs a seam */
    Py_ssize_t from, to; /* characters of the text in this block */
    int at_end;          /* the text ends here */
} Block;

#define WORDS(b) ((b)->nedges / 2)
#define BEGUN(b) (((b)->nedges + 1) / 2) /* with the word that the end of the block cuts, if any */
#define WORD_START(b, word) ((b)->edges[2 * (word)])
#define WORD_END(b, word) ((b)->edges[2 * (word) + 1])

static uint32_t folded_of(uint32_t c, uint32_t entry)
{
    return c + (uint32_t)((int32_t)(entry << 11) >> 11);
}

static uint32_t character_at(const Text *text, Py_ssize_t i)
{
    return PyUnicode_READ(text->kind, text->data, i);
}

/* Characters that a step of RUN cannot fold; in Latin-1 these. */
static int is_rare(uint32_t c)
{
    return c > 0xFF || (c >= 0x80 && c < 0xA0) || (c >= 0xAA && c < 0xC0) || c == 0xDF || c == '`';
}

static int block_init(Block *b)
{
    memset(b, 0, sizeof *b);
    b->capacity = BLOCK_BYTES;
    uint8_t *bytes = PyMem_RawCalloc(BEFORE + b->capacity + ROOM, 1);
    b->edges = PyMem_RawMalloc((b->capacity + ROOM) * sizeof *b->edges);
    b->bytes = bytes ? bytes + BEFORE : NULL;
    return b->bytes && b->edges ? 0 : -1;
}

static void block_free(Block *b)
{
    if (b->bytes)
        PyMem_RawFree(b->bytes - BEFORE);
    PyMem_RawFree(b->edges);
    PyMem_RawFree(b->seams);
}

static void block_clear(Block *b, Py_ssize_t from)
{
    b->size = b->nedges = b->blank = b->nseams = b->seam_at_hand = 0;
    b->torn = 1;
    b->from = b->to = from;
    b->at_end = 0;
}

/* Whether the next block can begin later than this one: after a word, or at a word that has little
   room in this block because much is before it. */
static int block_has_progress(const Block *b)
{
    return b->nedges != 1 || b->edges[0] >= b->capacity / 2;
}

/* A word longer than a block is not a name. Drop it, and write a NUL as its first byte, which no
   form has, so that the rest of it does not match. */
static void block_forget_long_word(Block *b)
{
    b->bytes[b->edges[0]] = 0;
    b->size = b->edges[0] + 16;
    while (b->nseams && b->seams[b->nseams - 1].at >= b->size)
        b->nseams--;
    b->torn = 1;
}

static void block_close(Block *b, const Text *text, Py_ssize_t to)
{
    b->to = to;
    b->at_end = to >= text->length;
    if (b->at_end && b->nedges % 2)
        b->edges[b->nedges++] = b->size;
    memset(b->bytes + b->size, 0, 16);
    for (int k = 0; k < 3; k++)
        b->edges[b->nedges + k] = b->size; /* an empty word after the last one */
}

static int add_seam(Block *b, uint32_t start, uint32_t end)
{
    if (b->nseams == b->seam_capacity) {
        const uint32_t capacity = b->seam_capacity ? b->seam_capacity * 2 : 64;
        Seam *seams = PyMem_RawRealloc(b->seams, capacity * sizeof *seams);
        if (!seams)
            return -1;
        b->seams = seams;
        b->seam_capacity = capacity;
    }
    b->seams[b->nseams++] = (Seam){b->size, start, end};
    b->torn = end != 0;
    return 0;
}

/* Append one folded character that came from the characters start..end. */
static int emit(Block *b, uint32_t folded, uint32_t kind, Py_ssize_t start, Py_ssize_t end)
{
    b->torn = 1;
    if (kind == SPACE && b->blank)
        return 0;
    if (add_seam(b, (uint32_t)start, (uint32_t)end) < 0)
        return -1;
    if ((kind == WORD) != b->nedges % 2)
        b->edges[b->nedges++] = b->size;
    b->size += write_letter(b->bytes + b->size, folded);
    b->blank = kind == SPACE;
    return 0;
}

/* The seam that a byte belongs to. Requests come nearly from left to right, so the search starts
   at the last answer. */
static const Seam *seam_of(Block *b, uint32_t at)
{
    uint32_t seam = b->seam_at_hand;
    while (seam && b->seams[seam].at > at)
        seam--;
    while (seam + 1 < b->nseams && b->seams[seam + 1].at <= at)
        seam++;
    b->seam_at_hand = seam;
    return &b->seams[seam];
}

static uint32_t unit_start(Block *b, uint32_t at)
{
    const Seam *seam = seam_of(b, at);
    return seam->end ? seam->start : seam->start + (at - seam->at);
}

static uint32_t unit_end(Block *b, uint32_t at)
{
    const Seam *seam = seam_of(b, at);
    return seam->end ? seam->end : seam->start + (at - seam->at) + 1;
}

/* Remove what came from the character `start` and later ones, because combining marks follow it. */
static void take_back(Block *b, Py_ssize_t start)
{
    while (b->nseams && b->seams[b->nseams - 1].start >= (uint32_t)start) {
        b->nseams--;
        b->size = b->seams[b->nseams].at;
    }
    if (b->nseams) {
        const Seam *seam = &b->seams[b->nseams - 1];
        const uint32_t left = (uint32_t)start - seam->start;
        if (!seam->end && b->size - seam->at > left)
            b->size = seam->at + left;
    }
    while (b->nedges && b->edges[b->nedges - 1] >= b->size)
        b->nedges--;
    b->seam_at_hand = 0;
    b->torn = 1;
    b->blank = b->size && b->bytes[b->size - 1] == ' ';
}

static int block_grow(Block *b, uint32_t capacity)
{
    uint8_t *bytes = PyMem_RawRealloc(b->bytes - BEFORE, (size_t)BEFORE + capacity + ROOM);
    if (!bytes)
        return -1;
    b->bytes = bytes + BEFORE;
    uint32_t *edges = PyMem_RawRealloc(b->edges, ((size_t)capacity + ROOM) * sizeof *edges);
    if (!edges)
        return -1;
    b->edges = edges;
    b->capacity = capacity;
    return 0;
}

/* Fold some characters in Python, with the interpreter lock held. */
static PyObject *fold_characters(const Text *text, Py_ssize_t start, Py_ssize_t end)
{
    Py_UCS4 *run = PyMem_Malloc((size_t)(end - start) * sizeof *run);
    if (!run)
        return PyErr_NoMemory();
    for (Py_ssize_t i = start; i < end; i++)
        run[i - start] = character_at(text, i);
    PyObject *string = PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, run, end - start);
    PyMem_Free(run);
    PyObject *folded = string ? PyObject_CallOneArg(text->fold, string) : NULL;
    Py_XDECREF(string);
    if (folded && !PyUnicode_Check(folded)) {
        Py_CLEAR(folded);
        PyErr_SetString(PyExc_TypeError, "fold must give a str");
    }
    return folded;
}

static int emit_folded(Block *b, PyObject *folded, Py_ssize_t start, Py_ssize_t end)
{
    const Py_ssize_t length = PyUnicode_GET_LENGTH(folded);
    const uint64_t needed = b->size + OTHERS * (uint64_t)length + ROOM;
    if (needed >= INT32_MAX || (needed > b->capacity && block_grow(b, (uint32_t)needed) < 0))
        return -1;
    for (Py_ssize_t k = 0; k < length; k++) {
        const uint32_t c = PyUnicode_READ_CHAR(folded, k);
        if (emit(b, c, folded_class(c), start, end) < 0)
            return -1;
    }
    return 0;
}

/* Fold the character before a combining mark together with the marks; returns the next position,
   or -1. Marks are rare, so Python does it. */
static Py_ssize_t fold_marks(Block *b, const Text *text, Py_ssize_t i)
{
    Py_ssize_t start = i, end = i + 1;
    for (Py_ssize_t k = i - 1; k >= b->from; k--) {
        const uint32_t kind = ENTRY_CLASS(fold_entry(character_at(text, k)));
        if (kind != GONE && kind != SPACE)
            start = k;
        if (kind != GONE && kind != HARD)
            break;
    }
    for (Py_ssize_t k = end; k < text->length; k++) {
        const uint32_t kind = ENTRY_CLASS(fold_entry(character_at(text, k)));
        if (kind == HARD)
            end = k + 1;
        else if (kind != GONE)
            break;
    }
    take_back(b, start);
    if (*text->thread)
        PyEval_RestoreThread(*text->thread);
    PyObject *folded = fold_characters(text, start, end);
    int failed = folded ? emit_folded(b, folded, start, end) : -1;
    if (failed && !PyErr_Occurred())
        PyErr_NoMemory();
    Py_XDECREF(folded);
    if (*text->thread)
        *text->thread = PyEval_SaveThread();
    return failed ? -1 : end;
}

/* Fold a rare character, or a blank after a blank; returns the position of the next one, or -1. */
static Py_ssize_t fold_slowly(Block *b, const Text *text, Py_ssize_t i)
{
    const uint32_t c = character_at(text, i), entry = fold_entry(c);
    const uint32_t kind = ENTRY_CLASS(entry), folded = folded_of(c, entry);
    if (kind == HARD)
        return fold_marks(b, text, i);
    b->torn = 1;
    if (kind == MULTI) {
        const uint32_t *pool = FOLD_POOL + (folded - c);
        for (uint32_t k = 1; k <= pool[0]; k++)
            if (emit(b, pool[k], folded_class(pool[k]), i, i + 1) < 0)
                return -1;
    } else if (kind != GONE && emit(b, folded, kind, i, i + 1) < 0)
        return -1;
    return i + 1;
}

#include "fold_run.h"
#include "places.h"

/* Append a run whose bytes are already written, up to the first character that must be folded
   alone (a rare one, or a blank after a blank); returns the number of characters before it. Words
   begin and end where the class changes: `edges` is the exclusive or of the classes and the same
   classes shifted by one. */
static uint32_t append_run(Block *b, const Kinds *kinds, uint32_t length, Py_ssize_t i)
{
    const uint64_t doubled = kinds->blank & (kinds->blank << 1 | b->blank);
    const uint64_t stop = kinds->rare | doubled;
    uint32_t run = stop ? (uint32_t)__builtin_ctzll(stop) : RUN;
    if (run > length)
        run = length;
    if (!run)
        return 0;
    if (b->torn && add_seam(b, (uint32_t)i, 0) < 0)
        return 0; /* the slow way fails as well, and reports it */
    const uint64_t mask = ~(uint64_t)0 >> (RUN - run), word = kinds->word & mask;
    const uint64_t edges = (word ^ (word << 1 | b->nedges % 2)) & mask;
    b->nedges += write_places(b->edges + b->nedges, edges, b->size);
    b->blank = kinds->blank >> (run - 1) & 1;
    b->size += run;
    return run;
}

#define CHAR Py_UCS1
#define FOLD_RUN fold_run_1
#define FOLD_BLOCK fold_block_1
#include "block.h"
#define CHAR Py_UCS2
#define FOLD_RUN fold_run_2
#define FOLD_BLOCK fold_block_2
#include "block.h"
#define CHAR Py_UCS4
#define FOLD_RUN fold_run_4
#define FOLD_BLOCK fold_block_4
#include "block.h"

static int fold_block(Block *b, const Text *text, Py_ssize_t from)
{
    switch (text->kind) {
    case PyUnicode_1BYTE_KIND:
        return fold_block_1(b, text, from);
    case PyUnicode_2BYTE_KIND:
        return fold_block_2(b, text, from);
    default:
        return fold_block_4(b, text, from);
    }
}

#endif

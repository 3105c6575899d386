/* From a text to blocks of folded UTF-8 cut into words. */

#ifndef TACKNAMN_FOLD_TEXT_H
#define TACKNAMN_FOLD_TEXT_H

#include "fold_table.h"
#include "scan.h"

enum { OTHER, WORD, SPACE, GONE, MULTI, HARD };

#define ENTRY_CLASS(entry) (((entry) >> 21) & 7)
#define IS_UPPER(entry) ((entry) & (1u << 24))
#define IS_STOP(entry) ((entry) & (1u << 25))
#define SLOW (1u << 20)
#define ROOM 64               /* bytes that one character and the padding may need */
#ifndef BLOCK_BYTES /* tests make it small, to meet its borders */
#define BLOCK_BYTES (1 << 13) /* with its map and words it stays in the second-level cache */
#endif
#define SPECIAL 0x80000000u   /* the map gives a place in `specials` instead of a character */

/* The first 256 characters: two bytes of UTF-8, their number (bits 16-17), word (18),
   blank (19), or SLOW. */
static uint32_t COMMON[256];

typedef struct {
    uint32_t start, end; /* characters of the text that became one folded unit */
} Special;

typedef struct {
    uint8_t *bytes;
    uint32_t *map, *starts, *ends;
    uint32_t capacity, size, nstarts, nends, in_word, blank;
    Special *specials;
    uint32_t nspecials, special_capacity;
    Py_ssize_t from, to;   /* characters of the text in this block */
    int at_end;            /* the text ends here */
} Block;

static uint32_t fold_entry(uint32_t c)
{
    return FOLD_BLOCKS[(uint32_t)FOLD_STAGE[c >> 7] << 7 | (c & 127)];
}

static uint32_t folded_of(uint32_t c, uint32_t entry)
{
    return c + (uint32_t)((int32_t)(entry << 11) >> 11);
}

static uint32_t character_at(const Text *text, Py_ssize_t i)
{
    return PyUnicode_READ(text->kind, text->data, i);
}

static int write_utf8(uint8_t *out, uint32_t c)
{
    if (c < 0x80) {
        out[0] = (uint8_t)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (uint8_t)(0xC0 | c >> 6);
        out[1] = (uint8_t)(0x80 | (c & 63));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (uint8_t)(0xE0 | c >> 12);
        out[1] = (uint8_t)(0x80 | (c >> 6 & 63));
        out[2] = (uint8_t)(0x80 | (c & 63));
        return 3;
    }
    out[0] = (uint8_t)(0xF0 | c >> 18);
    out[1] = (uint8_t)(0x80 | (c >> 12 & 63));
    out[2] = (uint8_t)(0x80 | (c >> 6 & 63));
    out[3] = (uint8_t)(0x80 | (c & 63));
    return 4;
}

static void fill_common(void)
{
    for (uint32_t c = 0; c < 256; c++) {
        const uint32_t entry = fold_entry(c), kind = ENTRY_CLASS(entry);
        const uint32_t folded = folded_of(c, entry);
        uint8_t bytes[4] = {0};
        if (kind > SPACE || folded >= 0x800) {
            COMMON[c] = SLOW;
            continue;
        }
        const uint32_t size = (uint32_t)write_utf8(bytes, folded);
        COMMON[c] = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | size << 16 |
                    (uint32_t)(kind == WORD) << 18 | (uint32_t)(kind == SPACE) << 19;
    }
}

static int block_init(Block *b)
{
    memset(b, 0, sizeof *b);
    b->capacity = BLOCK_BYTES;
    b->bytes = PyMem_RawMalloc(b->capacity + ROOM);
    b->map = PyMem_RawMalloc((b->capacity + ROOM) * sizeof *b->map);
    b->starts = PyMem_RawMalloc((b->capacity + ROOM) * sizeof *b->starts);
    b->ends = PyMem_RawMalloc((b->capacity + ROOM) * sizeof *b->ends);
    return b->bytes && b->map && b->starts && b->ends ? 0 : -1;
}

static void block_free(Block *b)
{
    PyMem_RawFree(b->bytes);
    PyMem_RawFree(b->map);
    PyMem_RawFree(b->starts);
    PyMem_RawFree(b->ends);
    PyMem_RawFree(b->specials);
}

static void block_clear(Block *b, Py_ssize_t from)
{
    b->size = b->nstarts = b->nends = b->in_word = b->blank = b->nspecials = 0;
    b->from = b->to = from;
    b->at_end = 0;
}

/* Whether the next block may begin later than this one: behind a word, or at a word that has
   little room here because much stands before it. */
static int block_has_progress(const Block *b)
{
    return b->nends > 0 || !b->in_word || b->starts[0] >= b->capacity / 2;
}

/* A word longer than a block is no name. A NUL in its first place, which no form has, keeps
   what is left of it from matching. */
static void block_forget_long_word(Block *b)
{
    b->bytes[b->starts[0]] = 0;
    b->size = b->starts[0] + 16;
}

static void block_close(Block *b, const Text *text, Py_ssize_t to)
{
    b->to = to;
    b->at_end = to >= text->length;
    if (b->at_end && b->in_word)
        b->ends[b->nends++] = b->size;
    memset(b->bytes + b->size, 0, 16);
}

/* The map's entry for a unit that is not one character. */
static int special_place(Block *b, Py_ssize_t start, Py_ssize_t end, uint32_t *place)
{
    if (end == start + 1) {
        *place = (uint32_t)start;
        return 0;
    }
    if (b->nspecials == b->special_capacity) {
        const uint32_t capacity = b->special_capacity ? b->special_capacity * 2 : 64;
        Special *specials = PyMem_RawRealloc(b->specials, capacity * sizeof *specials);
        if (!specials)
            return -1;
        b->specials = specials;
        b->special_capacity = capacity;
    }
    b->specials[b->nspecials] = (Special){(uint32_t)start, (uint32_t)end};
    *place = SPECIAL | b->nspecials++;
    return 0;
}

/* Append one folded character that came from the unit `place`. */
static void emit(Block *b, uint32_t folded, uint32_t kind, uint32_t place)
{
    const uint32_t word = kind == WORD;
    if (kind == SPACE && b->blank)
        return;
    if (word && !b->in_word)
        b->starts[b->nstarts++] = b->size;
    if (!word && b->in_word)
        b->ends[b->nends++] = b->size;
    const int size = write_utf8(b->bytes + b->size, folded);
    for (int k = 0; k < size; k++)
        b->map[b->size + (uint32_t)k] = place;
    b->size += (uint32_t)size;
    b->in_word = word;
    b->blank = kind == SPACE;
}

/* What a character of folded text is: folding leaves it alone, so its own class says it. */
static uint32_t folded_class(uint32_t c)
{
    const uint32_t kind = ENTRY_CLASS(fold_entry(c));
    return kind == HARD ? WORD : kind == GONE || kind == MULTI ? OTHER : kind;
}

static uint32_t unit_start(const Block *b, uint32_t at)
{
    const uint32_t place = b->map[at];
    return place & SPECIAL ? b->specials[place & ~SPECIAL].start : place;
}

static uint32_t unit_end(const Block *b, uint32_t at)
{
    const uint32_t place = b->map[at];
    return place & SPECIAL ? b->specials[place & ~SPECIAL].end : place + 1;
}

/* Take back what came from the character `start` and later ones: marks follow it. */
static void take_back(Block *b, Py_ssize_t start)
{
    while (b->size && unit_start(b, b->size - 1) >= (uint32_t)start)
        b->size--;
    while (b->nends && b->ends[b->nends - 1] >= b->size)
        b->nends--;
    while (b->nstarts && b->starts[b->nstarts - 1] >= b->size)
        b->nstarts--;
    b->in_word = b->nstarts > b->nends;
    b->blank = b->size && b->bytes[b->size - 1] == ' ';
}

static int block_grow(Block *b, uint32_t capacity)
{
    uint8_t *bytes = PyMem_RawRealloc(b->bytes, capacity + ROOM);
    if (bytes)
        b->bytes = bytes;
    uint32_t **columns[] = {&b->map, &b->starts, &b->ends};
    for (int k = 0; k < 3; k++) {
        uint32_t *column = PyMem_RawRealloc(*columns[k], ((size_t)capacity + ROOM) * 4);
        if (!column)
            return -1;
        *columns[k] = column;
    }
    if (!bytes)
        return -1;
    b->capacity = capacity;
    return 0;
}

/* Python's own folding of some characters, with the interpreter's lock held. */
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
    const uint64_t needed = b->size + 4 * (uint64_t)length + ROOM;
    uint32_t place;
    if (needed >= SPECIAL || special_place(b, start, end, &place) < 0)
        return -1;
    if (needed > b->capacity && block_grow(b, (uint32_t)needed) < 0)
        return -1;
    for (Py_ssize_t k = 0; k < length; k++) {
        const uint32_t c = PyUnicode_READ_CHAR(folded, k);
        emit(b, c, folded_class(c), place);
    }
    return 0;
}

/* Fold the character before a mark together with the marks; gives the next place, or -1.
   Marks are rare, and Python knows how they melt with what. */
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

/* Fold what is not common; gives the next character's place, or -1. */
static Py_ssize_t fold_slowly(Block *b, const Text *text, Py_ssize_t i)
{
    const uint32_t c = character_at(text, i), entry = fold_entry(c);
    uint32_t place;
    switch (ENTRY_CLASS(entry)) {
    case HARD:
        return fold_marks(b, text, i);
    case GONE:
        break;
    case MULTI: {
        const uint32_t at = folded_of(c, entry) - c;
        for (uint32_t k = 1; k <= FOLD_POOL[at]; k++)
            emit(b, FOLD_POOL[at + k], folded_class(FOLD_POOL[at + k]), (uint32_t)i);
        break;
    }
    default:
        place = (uint32_t)i;
        emit(b, folded_of(c, entry), ENTRY_CLASS(entry), place);
    }
    return i + 1;
}

#define CHAR Py_UCS1
#define FOLD_BLOCK fold_block_1
#include "block.h"
#undef CHAR
#undef FOLD_BLOCK
#define WIDE
#define CHAR Py_UCS2
#define FOLD_BLOCK fold_block_2
#include "block.h"
#undef CHAR
#undef FOLD_BLOCK
#define CHAR Py_UCS4
#define FOLD_BLOCK fold_block_4
#include "block.h"
#undef CHAR
#undef FOLD_BLOCK

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

/* The characters of literals and texts as bytes: one for each character that any literal has. */

#ifndef TACKNAMN_LITERAL_LETTERS_H
#define TACKNAMN_LITERAL_LETTERS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define CODES 128     /* codes of characters, without the bit ALPHA */
#define UNKNOWN 0     /* no literal has this character */
#define LIKE_LETTER 1 /* nor this one, which an expression takes for a letter: a raised 2 */
#define FIRST_CODE 2
#define ALPHA 0x80 /* str.isalpha */

typedef struct {
    uint8_t latin[256];   /* the bytes of the characters of Latin-1 */
    Py_UCS4 other[CODES]; /* characters beyond, and their bytes */
    uint8_t byte[CODES];
    int others, codes;
    uint8_t is_letter[256]; /* whether a byte stands for a letter, as [^\W\d_] says */
} Letters;

static int is_letter(Py_UCS4 c)
{
    return Py_UNICODE_ISALPHA(c) ||
           ((Py_UNICODE_ISDIGIT(c) || Py_UNICODE_ISNUMERIC(c)) && !Py_UNICODE_ISDECIMAL(c));
}

static uint8_t byte_of_unknown(Py_UCS4 c)
{
    return Py_UNICODE_ISALPHA(c) ? ALPHA | UNKNOWN : is_letter(c) ? LIKE_LETTER : UNKNOWN;
}

static void letters_init(Letters *x)
{
    memset(x, 0, sizeof *x);
    x->codes = FIRST_CODE;
    x->is_letter[ALPHA | UNKNOWN] = x->is_letter[LIKE_LETTER] = 1;
    for (Py_UCS4 c = 0; c < 256; c++)
        x->latin[c] = byte_of_unknown(c);
}

static inline uint8_t byte_of(const Letters *x, Py_UCS4 c)
{
    if (c < 256)
        return x->latin[c];
    for (int k = 0; k < x->others; k++)
        if (x->other[k] == c)
            return x->byte[k];
    return byte_of_unknown(c);
}

/* Give a character a code, if it has none; -1 if there is none left. */
static int letters_add(Letters *x, Py_UCS4 c)
{
    if ((byte_of(x, c) & ~ALPHA) >= FIRST_CODE)
        return 0;
    if (x->codes == CODES)
        return -1;
    const uint8_t byte = (uint8_t)(x->codes++ | (Py_UNICODE_ISALPHA(c) ? ALPHA : 0));
    x->is_letter[byte] = (uint8_t)is_letter(c);
    if (c < 256)
        x->latin[c] = byte;
    else {
        x->other[x->others] = c;
        x->byte[x->others++] = byte;
    }
    return 0;
}

/* Write the bytes of a str. */
static void write_bytes(const Letters *x, PyObject *text, uint8_t *bytes)
{
    const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    const int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    if (kind == PyUnicode_1BYTE_KIND)
        for (Py_ssize_t k = 0; k < length; k++)
            bytes[k] = x->latin[((const Py_UCS1 *)data)[k]];
    else
        for (Py_ssize_t k = 0; k < length; k++)
            bytes[k] = byte_of(x, PyUnicode_READ(kind, data, k));
}

#endif

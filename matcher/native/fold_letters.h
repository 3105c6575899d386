/* The class of each character and how it is encoded: what the scanner and the writer of its table
 * must agree on. tacknamn/lexicon/hash_table.py describes the encoding. */

#ifndef TACKNAMN_FOLD_LETTERS_H
#define TACKNAMN_FOLD_LETTERS_H

#include "fold_table.h"

enum { OTHER, WORD, SPACE, GONE, MULTI, HARD };

#define ENTRY_CLASS(entry) (((entry) >> 21) & 7)
#define IS_UPPER(entry) ((entry) & (1u << 24))
#define IS_STOP(entry) ((entry) & (1u << 25))
#define OTHERS 5 /* bytes of a character outside Latin-1 */

static uint32_t fold_entry(uint32_t c)
{
    return FOLD_BLOCKS[(uint32_t)FOLD_STAGE[c >> 7] << 7 | (c & 127)];
}

/* Write a folded character as bytes of a block; returns their number. */
static uint32_t write_letter(uint8_t *out, uint32_t c)
{
    if (c < 0x80 || (c >= 0xA0 && c <= 0xFF)) {
        out[0] = (uint8_t)c;
        return 1;
    }
    for (int k = OTHERS; k--; c >>= 5)
        out[k] = (uint8_t)(0x80 | (c & 31));
    return OTHERS;
}

/* The class of a character of folded text. Folding does not change it, so it is its own class. */
static uint32_t folded_class(uint32_t c)
{
    const uint32_t kind = ENTRY_CLASS(fold_entry(c));
    return kind == HARD ? WORD : kind == GONE || kind == MULTI ? OTHER : kind;
}

#endif

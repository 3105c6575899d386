/* What is known while a text is scanned. */

#ifndef TACKNAMN_SCAN_STATE_H
#define TACKNAMN_SCAN_STATE_H

#include "fold_text.h"

typedef struct {
    const Table *table;
    const Text *text;
    Hits *hits;
    Block block;
    uint64_t *keys;      /* of each word, as the beginning of an entry */
    uint32_t *genitives; /* words that end in s, in order */
    uint32_t *promising; /* words at which an entry may begin, in order */
    uint8_t *promises;   /* which entries may begin at each word: bits of the following */
    uint32_t ngenitives, npromising, capacity;
    uint32_t wanted; /* bits of the labels that may be found, 0 for all */
    int all;         /* every hit, or the longest one of each place */
    size_t fresh;    /* hits before this one are those of earlier words */
    Py_ssize_t free; /* characters before this place are spoken for */
    Py_ssize_t done; /* words that begin before this place have been tried */
    int forced;      /* the block is all there will be: decide with what is in it */
} Scan;

enum { ONE = 1, ONE_GENITIVE = 2, TWO = 4 }; /* of one word, and of two or more */

#endif

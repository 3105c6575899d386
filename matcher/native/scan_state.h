/* The state of the scan of one text. */

#ifndef TACKNAMN_SCAN_STATE_H
#define TACKNAMN_SCAN_STATE_H

#include "fold_text.h"

typedef struct {
    const Table *table;
    const Text *text;
    Hits *hits;
    Block block;
    uint64_t *keys;      /* the key of each word, as the first of an entry */
    uint32_t *genitives; /* words that end in s, in order */
    uint32_t *promising; /* words at which an entry may begin, in order */
    uint8_t *promises;   /* which entries may begin at each word: the bits below */
    uint32_t ngenitives, npromising, capacity;
    uint32_t wanted; /* bits of the labels that may be found, 0 for all */
    int all;         /* every hit, or from left to right the longest */
    size_t fresh;    /* hits before this one belong to earlier words */
    Py_ssize_t free; /* earlier characters are covered by a hit */
    Py_ssize_t done; /* words that begin earlier have been tried */
    int forced;      /* decide with what is in the block */
} Scan;

/* What a word promises: an entry of one word, its genitive, an entry of two words or more. */
enum { ONE = 1, ONE_GENITIVE = 2, TWO = 4 };

#endif

/* The state of the scan of one text. */

#ifndef TACKNAMN_SCAN_STATE_H
#define TACKNAMN_SCAN_STATE_H

#include "fold_text.h"

typedef struct {
    const Table *table;
    const Text *text;
    Matches *matches;
    Block block;
    uint64_t *keys;      /* the key of each word, as the first of an entry */
    uint32_t *genitives; /* words that end in s, in order */
    uint32_t *promising; /* words at which an entry may begin, in order */
    uint8_t *promises;   /* which entries may begin at each word: the bits below */
    uint32_t ngenitives, npromising, capacity;
    uint32_t label_bits; /* bits of the labels that may be found, 0 for all */
    int all;         /* return every match, not only the longest from left to right */
    size_t fresh;    /* matches before this one belong to earlier words */
    Py_ssize_t free; /* earlier characters are covered by a match */
    Py_ssize_t done; /* words that begin earlier have been tried */
    int forced;      /* decide with what is in the block */
} Scan;

/* What a word promises: an entry of one word, its genitive, an entry of two words or more. */
enum { ONE = 1, ONE_GENITIVE = 2, TWO = 4 };

#endif

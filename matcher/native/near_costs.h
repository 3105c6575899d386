/* The distance between two words, and its cost (see tacknamn/lexicon/near_costs.py). */

#ifndef TACKNAMN_NEAR_COSTS_H
#define TACKNAMN_NEAR_COSTS_H

#include <stdint.h>

#define LONGEST 62   /* letters of a form; with two edits a word fits into the 64 bits of a mask */
#define CLASSES 64   /* classes of letters in the table of costs */
#define PLAIN 10     /* cost of an edit that the table does not list */
#define CLASSED 1024 /* letters from here on have no costs of their own: class 0 */

/* The costs of edits by class of letter: substitutions, two letters for one, and letters that are
   silent or doubled next to another. */
typedef struct {
    uint8_t substitution[CLASSES][CLASSES];
    uint8_t silent[CLASSES][CLASSES];   /* inserting or deleting a letter next to another */
    uint8_t pair[CLASSES][CLASSES];     /* the number of a pair of letters that one letter may replace */
    uint8_t exchange[256][CLASSES];     /* the cost of such a pair for a letter */
    uint8_t doubled, transposed;
} Costs;

/* A word: its letters, their classes, and the cost of inserting or deleting each. */
typedef struct {
    uint32_t letters[LONGEST + 3];
    uint8_t classes[LONGEST + 3];
    uint8_t gaps[LONGEST + 3];
    int size;
} Word;

/* The positions of each letter in a word, as bits. */
typedef struct {
    uint64_t usual[CLASSED];
    uint64_t rare[LONGEST + 3]; /* of other letters, which are in `rare_letters` */
    uint32_t rare_letters[LONGEST + 3];
    int nrare;
} Masks;

static inline uint64_t mask_of(const Masks *m, uint32_t letter)
{
    if (letter < CLASSED)
        return m->usual[letter];
    for (int k = 0; k < m->nrare; k++)
        if (m->rare_letters[k] == letter)
            return m->rare[k];
    return 0;
}

static void masks_set(Masks *m, const Word *w)
{
    m->nrare = 0;
    for (int k = 0; k < w->size; k++) {
        const uint32_t letter = w->letters[k];
        int place = 0;
        if (letter < CLASSED) {
            m->usual[letter] |= (uint64_t)1 << k;
            continue;
        }
        while (place < m->nrare && m->rare_letters[place] != letter)
            place++;
        if (place == m->nrare) {
            m->rare_letters[m->nrare] = letter;
            m->rare[m->nrare++] = 0;
        }
        m->rare[place] |= (uint64_t)1 << k;
    }
}

static void masks_clear(Masks *m, const Word *w)
{
    for (int k = 0; k < w->size; k++)
        if (w->letters[k] < CLASSED)
            m->usual[w->letters[k]] = 0;
}

/* The edit distance between the word of the masks and a form; a swap of neighbours is one edit, and
   no edit is inside another. The search stops when the result is larger than `most`.

   This is the algorithm of H. Hyyrö, A bit-vector algorithm for computing Levenshtein and Damerau
   edit distances (2003). It keeps one column of the usual table of distances as bits, one bit for
   each letter of the word: `up` and `down` say where the distance grows or shrinks by one from one
   letter to the next, and `more` and `less` say the same from one letter of the form to the next.
   `score` is the last number of the column, which changes by the last bit. */
static int distance(const Masks *masks, int size, const uint32_t *form, int other, int most)
{
    const uint64_t last = (uint64_t)1 << (size - 1);
    uint64_t up = ~(uint64_t)0, down = 0, diagonal = 0, before = 0;
    int score = size;
    for (int k = 0; k < other; k++) {
        const uint64_t mask = mask_of(masks, form[k]);
        const uint64_t swap = ((~diagonal & mask) << 1) & before;
        diagonal = (((mask & up) + up) ^ up) | mask | down | swap;
        uint64_t more = down | ~(diagonal | up), less = diagonal & up;
        score += (more & last) != 0;
        score -= (less & last) != 0;
        if (score - (other - 1 - k) > most)
            return most + 1;
        more = more << 1 | 1;
        less <<= 1;
        up = less | ~(diagonal | more);
        down = more & diagonal;
        before = mask;
    }
    return score;
}

/* The cost of inserting or deleting a letter, given its neighbours. */
static int gap_cost(const Costs *c, const uint8_t *word, int at, int size)
{
    const uint8_t letter = word[at], before = at ? word[at - 1] : 0;
    const uint8_t after = at + 1 < size ? word[at + 1] : 0;
    int cost = PLAIN;
    if (c->silent[letter][before] < cost)
        cost = c->silent[letter][before];
    if (c->silent[letter][after] < cost)
        cost = c->silent[letter][after];
    return cost;
}

#define LEAST(a, b) ((a) < (b) ? (a) : (b))

static void classify(const Costs *c, const uint8_t *classes, Word *w)
{
    for (int k = 0; k < w->size; k++)
        w->classes[k] = w->letters[k] < CLASSED ? classes[w->letters[k]] : 0;
    for (int k = 0; k < w->size; k++) {
        const int twin = (k && w->letters[k - 1] == w->letters[k]) ||
                         (k + 1 < w->size && w->letters[k + 1] == w->letters[k]);
        const int cost = gap_cost(c, w->classes, k, w->size);
        w->gaps[k] = (uint8_t)(twin ? LEAST(cost, c->doubled) : cost);
    }
}

/* The cost of the cheapest way from one word to the other. Row by row, now[j] is the cost between
   the first i letters of `a` and the first j of `b`; `last` and `older` are the rows before. The
   same in Python, with comments on each case, is compute_cost in near_costs.py. */
static int cost_between(const Costs *c, const Word *a, const Word *b)
{
    int rows[3][LONGEST + 3];
    int *now = rows[0], *last = rows[1], *older = rows[2];
    now[0] = 0;
    for (int j = 0; j < b->size; j++)
        now[j + 1] = now[j] + b->gaps[j];
    for (int i = 1; i <= a->size; i++) {
        int *spare = older;
        older = last;
        last = now;
        now = spare;
        now[0] = last[0] + a->gaps[i - 1];
        const uint32_t la = a->letters[i - 1];
        const uint8_t ca = a->classes[i - 1];
        const uint8_t pa = i > 1 ? c->pair[a->classes[i - 2]][ca] : 0;
        for (int j = 1; j <= b->size; j++) {
            const uint32_t lb = b->letters[j - 1];
            const uint8_t cb = b->classes[j - 1];
            int best = LEAST(last[j] + a->gaps[i - 1], now[j - 1] + b->gaps[j - 1]);
            best = LEAST(best, last[j - 1] + (la == lb ? 0 : c->substitution[ca][cb]));
            if (pa)
                best = LEAST(best, older[j - 1] + c->exchange[pa][cb]);
            if (j > 1) {
                const uint8_t pb = c->pair[b->classes[j - 2]][cb];
                if (pb)
                    best = LEAST(best, last[j - 2] + c->exchange[pb][ca]);
                if (i > 1 && la == b->letters[j - 2] && a->letters[i - 2] == lb)
                    best = LEAST(best, older[j - 2] + c->transposed);
            }
            now[j] = best;
        }
    }
    return now[b->size];
}

#endif

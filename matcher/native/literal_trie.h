/* The trie of all literals, and its construction. */

#ifndef TACKNAMN_LITERAL_TRIE_H
#define TACKNAMN_LITERAL_TRIE_H

#include "literal_letters.h"

#define ANY_ENDING UINT32_MAX
#define INDEXED 2 /* first letters whose nodes are found in tables */

/* A literal of one group. */
typedef struct {
    PyObject *literal; /* borrowed from the groups */
    uint32_t text;     /* where its bytes begin */
    uint32_t endings;  /* where its endings begin, or ANY_ENDING */
    uint32_t length, group;
    uint8_t is_within; /* whether letters may stand before it */
} Entry;

/* A beginning of literals. What only one text begins with has no children: the rest is compared. */
typedef struct {
    uint32_t child; /* the first of its children, which lie side by side */
    uint32_t entry, entries; /* what ends here, or whose rest is to be compared */
    uint8_t children;
    uint8_t may_be_within; /* whether any of its literals may have letters before it */
} Node;

typedef struct {
    Node *nodes;
    uint8_t *labels; /* the last byte of each node */
    Entry *entries;
    uint8_t *texts;
    uint32_t number; /* of entries */
    uint16_t first[CODES], second[CODES][CODES]; /* nodes of one byte and of two; 0 is none */
    uint8_t is_literal[2][CODES];                /* bytes that are literals alone */
    /* By their first two bytes, which third ones literals have. This and the table before it are
       there for all offsets, and for those within words, where few literals may begin. */
    uint64_t third[2][CODES][CODES][CODES / 64];
} Trie;

/* A node under construction: its entries and its bytes. */
typedef struct {
    uint32_t low, high, depth;
} Range;

static void trie_free(Trie *t)
{
    PyMem_RawFree(t->nodes);
    PyMem_RawFree(t->labels);
    PyMem_RawFree(t->entries);
    PyMem_RawFree(t->texts);
}

static int is_same_text(const Trie *t, const Entry *a, const Entry *b)
{
    return a->length == b->length && !memcmp(t->texts + a->text, t->texts + b->text, a->length);
}

/* The byte of an entry at a depth; 0 after its last one. */
static uint8_t byte_at(const Trie *t, const Entry *entry, uint32_t depth)
{
    return depth < entry->length ? t->texts[entry->text + depth] : 0;
}

/* Sort the entries of a range by their byte at its depth, and leave the others in order. Writes
   how many have each byte. */
static void sort_range(const Trie *t, Range range, Entry *spare, uint32_t *counts)
{
    uint32_t places[256], place = range.low;
    memset(counts, 0, 256 * sizeof *counts);
    for (uint32_t k = range.low; k < range.high; k++)
        counts[byte_at(t, &t->entries[k], range.depth)]++;
    for (int byte = 0; byte < 256; byte++) {
        places[byte] = place;
        place += counts[byte];
    }
    for (uint32_t k = range.low; k < range.high; k++)
        spare[places[byte_at(t, &t->entries[k], range.depth)]++] = t->entries[k];
    memcpy(t->entries + range.low, spare + range.low, (range.high - range.low) * sizeof *spare);
}

/* Make one node, and append its children without content. Returns the number of nodes. */
static uint32_t make_node(Trie *t, uint32_t index, uint32_t nodes, Range *ranges, Entry *spare)
{
    const Range range = ranges[index];
    Node *node = &t->nodes[index];
    *node = (Node){.entry = range.low, .entries = range.high - range.low};
    int is_one_text = range.depth >= INDEXED;
    for (uint32_t k = range.low; k < range.high; k++) {
        is_one_text = is_one_text && is_same_text(t, &t->entries[range.low], &t->entries[k]);
        node->may_be_within |= t->entries[k].is_within;
    }
    if (is_one_text)
        return nodes;
    uint32_t counts[256];
    sort_range(t, range, spare, counts);
    node->entries = counts[0];
    node->child = nodes;
    uint32_t low = range.low + counts[0];
    for (int byte = 1; byte < 256; byte++)
        if (counts[byte]) {
            t->labels[nodes] = (uint8_t)byte;
            ranges[nodes++] = (Range){low, low + counts[byte], range.depth + 1};
            low += counts[byte];
            node->children++;
        }
    return nodes;
}

/* Write the tables of the nodes of one byte and of two; there are few enough for 16 bits. */
static void index_nodes(Trie *t)
{
    const Node *root = &t->nodes[0];
    for (uint32_t k = root->child; k < root->child + root->children; k++) {
        const Node *node = &t->nodes[k];
        const int first = t->labels[k] & ~ALPHA;
        t->first[first] = (uint16_t)k;
        for (uint32_t n = node->child; n < node->child + node->children; n++)
            t->second[first][t->labels[n] & ~ALPHA] = (uint16_t)n;
    }
}

/* Note where an entry may begin. After a literal of two bytes any third one may follow. */
static void index_entry(Trie *t, const Entry *entry, int inside)
{
    const int first = byte_at(t, entry, 0) & ~ALPHA, second = byte_at(t, entry, 1) & ~ALPHA;
    const int third = byte_at(t, entry, INDEXED) & ~ALPHA;
    uint64_t *bits = t->third[inside][first][second];
    if (entry->length < INDEXED)
        t->is_literal[inside][first] = 1;
    else if (entry->length == INDEXED)
        memset(bits, 0xff, sizeof t->third[0][0][0]);
    else
        bits[third / 64] |= (uint64_t)1 << third % 64;
}

/* Write the tables that dismiss most offsets. */
static void index_entries(Trie *t)
{
    for (uint32_t k = 0; k < t->number; k++) {
        index_entry(t, &t->entries[k], 0);
        if (t->entries[k].is_within)
            index_entry(t, &t->entries[k], 1);
    }
}

/* Whether a literal of two bytes or more may begin here: nothing else of it is looked at. */
static inline int begins_literal(const Trie *t, const uint8_t *bytes, int inside)
{
    const int third = bytes[2] & ~ALPHA;
    return t->third[inside][bytes[0] & ~ALPHA][bytes[1] & ~ALPHA][third / 64] >> third % 64 & 1;
}

/* Make the nodes of the entries, level by level; -1 without memory.
 *
 * bytes: the bytes of all texts, so that there are at most so many nodes and a root. */
static int trie_build(Trie *t, size_t bytes)
{
    const size_t most = bytes + 1;
    Range *ranges = PyMem_RawMalloc(most * sizeof *ranges);
    Entry *spare = PyMem_RawMalloc(((size_t)t->number + 1) * sizeof *spare);
    Node *nodes = t->nodes = PyMem_RawMalloc(most * sizeof *nodes);
    uint8_t *labels = t->labels = PyMem_RawMalloc(most);
    const int has_memory = ranges && spare && nodes && labels;
    if (has_memory) {
        uint32_t made = 1;
        labels[0] = 0;
        ranges[0] = (Range){0, t->number, 0};
        for (uint32_t index = 0; index < made; index++)
            made = make_node(t, index, made, ranges, spare);
        index_nodes(t);
        index_entries(t);
        nodes = PyMem_RawRealloc(t->nodes, made * sizeof *nodes);
        t->nodes = nodes ? nodes : t->nodes;
        labels = PyMem_RawRealloc(t->labels, made);
        t->labels = labels ? labels : t->labels;
    }
    PyMem_RawFree(ranges);
    PyMem_RawFree(spare);
    return has_memory ? 0 : -1;
}

/* The child of a node with this byte, or 0. */
static inline uint32_t child_of(const Trie *t, const Node *node, uint8_t byte)
{
    for (uint32_t k = node->child; k < node->child + node->children; k++)
        if (t->labels[k] == byte)
            return k;
    return 0;
}

#endif

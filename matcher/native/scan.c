/* Find every entry of a bundle in a text.
 *
 * The text is processed in blocks (scan_text). A block is folded and split into words
 * (fold_text.h). Most words begin no entry; two filters rule them out (sieve_block). Only the
 * others are looked up in the table (try_block, try_word, probe), compared with the text
 * (is_in_block in forms.h) and, if they are common words, judged by their context (common.h).
 *
 * tacknamn/lexicon/hash_table.py describes the filters and the table,
 * tacknamn/matching/semantics.py what counts as a match. tests/naive.py does the same, slowly and
 * obviously.
 */

#include "columns.h"
#include "common.h"
#include "matches.h"

#define BATCH 64 /* words filtered at a time, while their bits of the filters are fetched from memory */
#define INFLECTED 27 /* an inflected form counts a tenth; weights are 8 x log2 of mentions */

static int push(Matches *matches, const Match *match)
{
    if (matches->count == matches->capacity) {
        const size_t capacity = matches->capacity ? matches->capacity * 2 : 64;
        Match *grown = PyMem_RawRealloc(matches->items, capacity * sizeof *grown);
        if (!grown)
            return -1;
        matches->items = grown;
        matches->capacity = capacity;
    }
    matches->items[matches->count++] = *match;
    return 0;
}

static int compare_matches(const Match *a, const Match *b)
{
    const int32_t left[] = {a->start, a->end, a->row, a->affixes};
    const int32_t right[] = {b->start, b->end, b->row, b->affixes};
    for (int k = 0; k < 4; k++)
        if (left[k] != right[k])
            return left[k] < right[k] ? -1 : 1;
    return 0;
}

/* Insert a match among those of the same word, in order. A genitive may be found both by rule and
   in the list of inflected forms; it is inserted once. */
static int insert(Scan *s, const Match *match)
{
    size_t index = s->matches->count;
    while (index > s->fresh && compare_matches(match, &s->matches->items[index - 1]) < 0)
        index--;
    if (index > s->fresh && compare_matches(match, &s->matches->items[index - 1]) == 0)
        return 0;
    if (push(s->matches, match) < 0)
        return -1;
    Match *matches = s->matches->items;
    memmove(matches + index + 1, matches + index,
            (s->matches->count - 1 - index) * sizeof *matches);
    matches[index] = *match;
    return 0;
}

/* The weight of a match; an inflected form loses some. */
static uint32_t weight_of_match(const Table *t, const Match *match)
{
    const uint32_t weight = weight_of(t, (uint32_t)match->row);
    return !match->affixes ? weight : weight > INFLECTED ? weight - INFLECTED : 0;
}

static int is_better(const Table *t, const Match *match, const Match *other)
{
    if (match->end != other->end)
        return match->end > other->end;
    const uint32_t one = weight_of_match(t, match), two = weight_of_match(t, other);
    return one != two ? one > two : match->row < other->row;
}

/* Take a form that the text has: with `all`, every one is a match, otherwise only the best one of
   each word, which is kept in `best`. If the caller asks for labels, a form must have one of them;
   if not, a common word counts only if the text shows that it is a name. */
static int take(Scan *s, const Form *form, uint32_t first, uint32_t last, uint32_t begin,
                uint32_t end, uint32_t affixes, Match *best)
{
    Block *b = &s->block;
    if (s->label_bits ? !(labels_of(s->table, form->row) & s->label_bits)
                  : first == last && is_common(s->table, form->row) &&
                        !common_word_counts(s, first, form->row))
        return 0;
    const Match match = {(int32_t)unit_start(b, begin), (int32_t)unit_end(b, end - 1),
                         (int32_t)form->row, (int32_t)(form->affixes | affixes)};
    if (s->all)
        return insert(s, &match);
    if (match.start >= s->free && is_better(s->table, &match, best))
        *best = match;
    return 0;
}

static int is_sibilant(uint8_t letter)
{
    return (letter == 's') | (letter == 'x') | (letter == 'z');
}

/* Take genitives whose mark is outside the word: EU:s, Göran's, and Hans' unless an apostrophe
   opened a quotation. */
static int take_genitives(Scan *s, const Form *form, uint32_t first, uint32_t last,
                          uint32_t begin, uint32_t end, Match *best)
{
    const Block *b = &s->block;
    const uint8_t *bytes = b->bytes;
    const int colon = bytes[end] == ':', apostrophe = bytes[end] == '\'';
    if (!(colon | apostrophe) || end >= b->size || (form->affixes & GENITIVE))
        return 0;
    if (last + 1 < WORDS(b) && WORD_START(b, last + 1) == end + 1 &&
        WORD_END(b, last + 1) == end + 2 && bytes[end + 1] == 's')
        return take(s, form, first, last, begin, end + 2, GENITIVE, best);
    if (apostrophe && is_sibilant(bytes[end - 1]) &&
        !(begin > 0 && bytes[begin - 1] == '\'') &&
        !(last + 1 < BEGUN(b) && WORD_START(b, last + 1) == end + 1))
        return take(s, form, first, last, begin, end + 1, GENITIVE, best);
    return 0;
}

/* Look up a key: take its forms, and return whether longer forms continue from here (-1 on an
   error). With `affixes`, the key is that of a word without its genitive s. */
static int probe(Scan *s, uint64_t key, uint32_t first, uint32_t last, uint32_t end,
                 uint32_t affixes, Match *best)
{
    const Table *t = s->table;
    const Block *b = &s->block;
    Slots slots = slots_of(t, key);
    uint32_t value;
    int continues = 0;
    /* A key may have several forms: those that differ only around their words, and chance. */
    while ((value = next_slot(&slots))) {
        Form form;
        uint32_t begin = WORD_START(b, first), after = end;
        continues |= value >> 31;
        if (!(value & ~CONTINUES) || !form_of(t, value, &form) || (affixes && form.affixes) ||
            !is_in_block(b, &form, &begin, &after) || (affixes && after != end))
            continue;
        if (take(s, &form, first, last, begin, after + (affixes != 0), affixes, best) < 0)
            return -1;
        if (!affixes && take_genitives(s, &form, first, last, begin, after, best) < 0)
            return -1;
    }
    return continues;
}

/* Whether a word may be the regular genitive of another one: Stockholms, but not Hans. It has three
   letters or more; a single letter outside Latin-1 before the s takes five bytes. */
static int may_be_genitive(const Block *b, uint32_t word)
{
    const uint32_t size = WORD_END(b, word) - WORD_START(b, word);
    const uint8_t *first = b->bytes + WORD_START(b, word), *after = first + size;
    const int one_before = (size == OTHERS + 1) & (first[0] >= 0x80) & (first[0] < 0xA0);
    return (after[-1] == 's') & (size > 2) & !is_sibilant(after[-2]) & !one_before;
}

static uint64_t hash_word(const Block *b, uint32_t word)
{
    return hash_bytes(b->bytes + WORD_START(b, word), WORD_END(b, word) - WORD_START(b, word));
}

/* The hash of a word without its last letter, a genitive s. */
static uint64_t hash_base(const Block *b, uint32_t word)
{
    const uint32_t start = WORD_START(b, word);
    return hash_bytes(b->bytes + start, WORD_END(b, word) - 1 - start);
}

/* The text between a word and the next one, as its first byte and its length. */
static inline uint64_t gap_after(const Block *b, uint32_t word)
{
    const uint32_t end = WORD_END(b, word);
    return b->bytes[end] | (uint64_t)(WORD_START(b, word + 1) - end) << 8;
}

/* Try every entry that begins at a word: first the word alone and as a genitive, then with the
   next word, and so on while the table says that longer forms continue. Returns -1 on an error, and
   1 if the block ends before all is known. */
static int try_word(Scan *s, uint32_t first, Match *best)
{
    const Block *b = &s->block;
    const uint32_t promises = s->promises[first];
    uint64_t key = s->keys[first];
    best->end = 0; /* any match is better */
    /* The word alone: without its genitive s, then as it is. */
    if ((promises & ONE_GENITIVE) && probe(s, mix(hash_base(b, first)), first, first,
                                           WORD_END(b, first) - 1, GENITIVE, best) < 0)
        return -1;
    if ((promises & ONE) && probe(s, key, first, first, WORD_END(b, first), 0, best) < 0)
        return -1;
    /* With the following words, while the table has longer forms. */
    int continues = (promises & TWO) != 0;
    for (uint32_t last = first; continues > 0; last++) {
        if (last + 2 >= WORDS(b) && !b->at_end && !s->forced)
            return 1; /* the mark after the next word may belong to it */
        if (last + 1 >= WORDS(b))
            return 0;
        const uint64_t gap = gap_after(b, last);
        if (may_be_genitive(b, last + 1) &&
            probe(s, next_key(key, hash_base(b, last + 1), gap), first, last + 1,
                  WORD_END(b, last + 1) - 1, GENITIVE, best) < 0)
            return -1;
        key = next_key(key, hash_word(b, last + 1), gap);
        continues = probe(s, key, first, last + 1, WORD_END(b, last + 1), 0, best);
    }
    return continues < 0 ? -1 : 0;
}

static int grow_words(Scan *s, uint32_t words)
{
    if (s->keys && words + RUN <= s->capacity)
        return 0;
    const uint32_t capacity = s->block.capacity / 2 + ROOM + RUN; /* promises end with zeros */
    const size_t each = sizeof *s->keys + sizeof *s->genitives + sizeof *s->promising + 1;
    uint64_t *keys = PyMem_RawRealloc(s->keys, capacity * each);
    if (!keys)
        return -1;
    s->keys = keys;
    s->genitives = (uint32_t *)(keys + capacity);
    s->promising = s->genitives + capacity;
    s->promises = (uint8_t *)(s->promising + capacity);
    s->capacity = capacity;
    return 0;
}

/* Look up in the filters which entries may begin at each word ("promises"): one of this word
   alone, or one of this word and the next. No branch depends on the text, so none is mispredicted. The first
   loop computes the keys and prefetches the bits of the filters, the second one reads them. Words
   that end in s are listed, because they may be genitives. */
static void sieve_words(Scan *s, uint32_t from, uint32_t number)
{
    const Table *t = s->table;
    const uint8_t *bytes = s->block.bytes;
    const uint32_t *edge = s->block.edges + 2 * from;
    uint64_t pairs[BATCH], *keys = s->keys + from;
    uint8_t *promises = s->promises + from;
    uint32_t *genitives = s->genitives, ngenitives = s->ngenitives;
    uint64_t hash = hash_bytes(bytes + edge[0], edge[1] - edge[0]);
    for (uint32_t k = 0; k < number; k++, edge += 2) {
        const uint64_t key = mix(hash), gap = bytes[edge[1]] | (uint64_t)(edge[2] - edge[1]) << 8;
        keys[k] = key;
        genitives[ngenitives] = from + k;
        ngenitives += bytes[(size_t)edge[1] - 1] == 's';
        hash = hash_bytes(bytes + edge[2], edge[3] - edge[2]);
        pairs[k] = next_key(key, hash, gap);
        prefetch(sieve_place(&t->singles, key));
        prefetch(sieve_place(&t->pairs, pairs[k]));
    }
    for (uint32_t k = 0; k < number; k++)
        promises[k] = (uint8_t)(passes(&t->singles, keys[k]) * ONE |
                                passes(&t->pairs, pairs[k]) * TWO);
    s->ngenitives = ngenitives;
}

/* Do the same for the words that may be genitives, without their s. */
static void sieve_genitives(Scan *s)
{
    const Block *b = &s->block;
    const Table *t = s->table;
    for (uint32_t k = 0; k < s->ngenitives; k++) {
        const uint32_t word = s->genitives[k];
        if (!may_be_genitive(b, word))
            continue;
        const uint64_t base = hash_base(b, word);
        s->promises[word] |= (uint8_t)(passes(&t->singles, mix(base)) * ONE_GENITIVE);
        if (word)
            s->promises[word - 1] |= (uint8_t)(
                passes(&t->pairs, next_key(s->keys[word - 1], base, gap_after(b, word - 1))) * TWO);
    }
}

/* Which of RUN bytes are not 0, as bits. */
static inline uint64_t set_bytes(const uint8_t *bytes)
{
    uint64_t bits = 0;
#if VECTORS
    for (int at = 0; at < RUN; at += 16) {
        const __m128i sixteen = _mm_loadu_si128((const __m128i *)(const void *)(bytes + at));
        const __m128i none = _mm_cmpeq_epi8(sixteen, _mm_setzero_si128());
        bits |= (uint64_t)(~(uint32_t)_mm_movemask_epi8(none) & 0xFFFF) << at;
    }
#else
    for (int at = 0; at < RUN; at++)
        bits |= (uint64_t)(bytes[at] != 0) << at;
#endif
    return bits;
}

/* Find the words of a block at which an entry may begin, and prefetch their buckets of the table.
   This takes most of the time, because it looks at every word. */
static void sieve_block(Scan *s)
{
    const uint32_t words = WORDS(&s->block);
    uint32_t found = 0;
    s->ngenitives = 0;
    for (uint32_t from = 0; from < words; from += BATCH)
        sieve_words(s, from, words - from < BATCH ? words - from : BATCH);
    sieve_genitives(s);
    memset(s->promises + words, 0, RUN);
    for (uint32_t word = 0; word < words; word += RUN)
        found += write_places(s->promising + found, set_bytes(s->promises + word), word);
    for (uint32_t k = 0; k < found; k++)
        prefetch(bucket_of(s->table, s->keys[s->promising[k]]));
    s->npromising = found;
}

/* Try the promising words of a block. Returns the first word that needs more text to decide, the
   number of words if there is none, or -1 on an error. */
static int64_t try_block(Scan *s)
{
    Block *b = &s->block;
    for (uint32_t k = 0; k < s->npromising; k++) {
        const uint32_t word = s->promising[k];
        const Py_ssize_t start = unit_start(b, WORD_START(b, word));
        if (start < s->done) /* tried in the block before, or covered by a match */
            continue;
        if (word + 1 >= WORDS(b) && !b->at_end && !s->forced)
            return word; /* the last word of a block may be cut, or continue in the next one */
        Match best;
        s->fresh = s->matches->count;
        const int state = try_word(s, word, &best);
        if (state < 0)
            return -1;
        if (state > 0) { /* undecided: forget its matches, the next block finds them again */
            s->matches->count = s->fresh;
            return word;
        }
        s->done = start + 1;
        if (s->all || !best.end)
            continue;
        if (push(s->matches, &best) < 0)
            return -1;
        s->free = s->done = best.end;
    }
    return WORDS(b);
}

/* Where the next block begins: after the second word before `word`, so that it contains the words
   before a common word, and the characters before an entry. */
static Py_ssize_t next_block(Scan *s, uint32_t word)
{
    Block *b = &s->block;
    if (!WORDS(b)) {
        const Py_ssize_t end = BEGUN(b) ? (Py_ssize_t)unit_start(b, WORD_START(b, 0)) : b->to;
        return end - b->from > 2 * ROOM ? end - ROOM : end > b->from ? end : b->to;
    }
    if (word >= 2)
        return unit_end(b, WORD_END(b, word - 2) - 1);
    if (word == 1 && WORD_START(b, WORDS(b) > 1) - WORD_START(b, 0) > ROOM)
        return unit_end(b, WORD_END(b, 0) - 1); /* too far away to matter, and no word is cut in two */
    const Py_ssize_t before = (Py_ssize_t)unit_start(b, WORD_START(b, 0));
    return before - ROOM > b->from ? before - ROOM : b->from;
}

static int scan_text(Scan *s)
{
    Py_ssize_t from = 0;
    s->free = s->done = 0;
    while (from < s->text->length) {
        if (fold_block(&s->block, s->text, from) < 0 || grow_words(s, WORDS(&s->block)) < 0)
            return -1;
        sieve_block(s);
        s->forced = 0;
        int64_t word = try_block(s);
        if (word < 0)
            return -1;
        if (s->block.at_end)
            return 0;
        /* The next block overlaps this one by a few words, so it must begin later to make progress. */
        Py_ssize_t next = next_block(s, (uint32_t)word);
        if (next <= from) {
            /* What is undecided fills a whole block. No entry is as long, so decide now. */
            s->forced = 1;
            if ((word = try_block(s)) < 0)
                return -1;
            next = unit_end(&s->block, WORD_END(&s->block, WORDS(&s->block) - 1) - 1);
            if (next <= from)
                next = s->block.to;
        }
        from = next;
    }
    return 0;
}

#define LONG_TEXT 2000 /* from this length on, other threads may run meanwhile */

static int scan_init(Scan *s, const Table *table, Matches *matches, unsigned label_bits, int all)
{
    memset(s, 0, sizeof *s);
    s->table = table;
    s->matches = matches;
    s->label_bits = label_bits;
    s->all = all;
    return block_init(&s->block);
}

static void scan_free(Scan *s)
{
    block_free(&s->block);
    PyMem_RawFree(s->keys);
}

static int text_init(Text *text, PyObject *string, PyObject *fold, PyThreadState **thread)
{
    if (!PyUnicode_Check(string)) {
        PyErr_Format(PyExc_TypeError, "a text must be str, not %.100s",
                     Py_TYPE(string)->tp_name);
        return -1;
    }
    text->data = PyUnicode_DATA(string);
    text->kind = PyUnicode_KIND(string);
    text->length = PyUnicode_GET_LENGTH(string);
    text->fold = fold;
    text->thread = thread;
    if (text->length >= INT32_MAX) {
        PyErr_SetString(PyExc_OverflowError, "a text must be shorter than 2**31 characters");
        return -1;
    }
    return 0;
}

static PyObject *matches_as_bytes(const Matches *matches, size_t from, size_t to)
{
    return PyBytes_FromStringAndSize((const char *)(matches->items + from),
                                     (Py_ssize_t)((to - from) * sizeof *matches->items));
}

static PyObject *scan(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *table, *string, *fold;
    unsigned label_bits;
    int all;
    if (!PyArg_ParseTuple(args, "O!OOIp", &TableType, &table, &string, &fold, &label_bits, &all))
        return NULL;
    Matches matches = {0};
    Scan state;
    Text text;
    PyThreadState *thread = NULL;
    if (text_init(&text, string, fold, &thread) < 0)
        return NULL;
    int failed = scan_init(&state, (const Table *)table, &matches, label_bits, all);
    state.text = &text;
    if (!failed) {
        if (text.length > LONG_TEXT)
            thread = PyEval_SaveThread();
        failed = scan_text(&state);
        if (thread)
            PyEval_RestoreThread(thread);
    }
    scan_free(&state);
    PyObject *bytes = failed ? NULL : matches_as_bytes(&matches, 0, matches.count);
    PyMem_RawFree(matches.items);
    return failed && !PyErr_Occurred() ? PyErr_NoMemory() : bytes;
}

/* Scan texts one after another; `ends` gets the number of matches after each of them. */
static int scan_texts(Scan *s, const Text *texts, Py_ssize_t number, size_t *ends)
{
    int failed = 0;
    for (Py_ssize_t k = 0; !failed && k < number; k++) {
        s->text = &texts[k];
        failed = scan_text(s);
        ends[k] = s->matches->count;
    }
    return failed;
}

static PyObject *list_of_bytes(const Matches *matches, const size_t *ends, Py_ssize_t number)
{
    PyObject *list = PyList_New(number);
    size_t from = 0;
    for (Py_ssize_t k = 0; list && k < number; k++) {
        PyObject *bytes = matches_as_bytes(matches, from, ends[k]);
        from = ends[k];
        if (bytes)
            PyList_SET_ITEM(list, k, bytes);
        else
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *scan_many(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *table, *strings, *fold;
    unsigned label_bits;
    int all;
    if (!PyArg_ParseTuple(args, "O!OOIp", &TableType, &table, &strings, &fold, &label_bits, &all))
        return NULL;
    PyObject *texts = PySequence_Tuple(strings);
    if (!texts)
        return NULL;
    const Py_ssize_t number = PyTuple_GET_SIZE(texts);
    Text *ready = PyMem_Malloc((size_t)(number + 1) * sizeof *ready);
    size_t *ends = PyMem_Malloc((size_t)(number + 1) * sizeof *ends);
    Matches matches = {0};
    Scan state;
    PyThreadState *thread = NULL;
    int failed = scan_init(&state, (const Table *)table, &matches, label_bits, all);
    failed = failed || !ready || !ends;
    for (Py_ssize_t k = 0; !failed && k < number; k++)
        failed = text_init(&ready[k], PyTuple_GET_ITEM(texts, k), fold, &thread);
    if (!failed) {
        thread = PyEval_SaveThread();
        failed = scan_texts(&state, ready, number, ends);
        PyEval_RestoreThread(thread);
    }
    PyObject *list = failed ? NULL : list_of_bytes(&matches, ends, number);
    scan_free(&state);
    PyMem_RawFree(matches.items);
    PyMem_Free(ready);
    PyMem_Free(ends);
    Py_DECREF(texts);
    return failed && !PyErr_Occurred() ? PyErr_NoMemory() : list;
}

static PyMethodDef METHODS[] = {
    {"scan", scan, METH_VARARGS,
     "scan(table, text, fold, label_bits, all): matches as int32 start, end, row, affixes."},
    {"scan_many", scan_many, METH_VARARGS,
     "scan_many(table, texts, fold, label_bits, all): the same for each of many texts."},
    {"matches", make_matches, METH_VARARGS,
     "matches(type, data, text, lexicon): a tuple of that type for each match."},
    {NULL, NULL, 0, NULL},
};

static int module_exec(PyObject *module)
{
    fill_places();
    if (PyType_Ready(&TableType) < 0)
        return -1;
    return PyModule_AddObjectRef(module, "Table", (PyObject *)&TableType);
}

static PyModuleDef_Slot MODULE_SLOTS[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tacknamn._scan",
    .m_doc = "The compiled scanner; see tacknamn.matching.semantics for what it finds.",
    .m_methods = METHODS,
    .m_slots = MODULE_SLOTS,
};

PyMODINIT_FUNC PyInit__scan(void)
{
    return PyModuleDef_Init(&MODULE);
}

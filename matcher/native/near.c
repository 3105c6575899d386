/* Find the forms that lie within one or two edits of a word.
 *
 * The index is a deletion index: every form is listed under each string that is left when up
 * to `edits` letters are taken out of its first PREFIX ones. A word within that many edits
 * leaves one of the same strings, so few forms have to be compared with it letter by letter.
 * tacknamn/near_costs.py says what an edit is and what it costs, tacknamn/near_portable.py is
 * the same in Python.
 *
 * The index keeps the forms as numbers of its own; nothing of the bundle is read after it has
 * been made.
 */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define PREFIX 7    /* at 6 a fifth slower, at 8 no quicker, at 5 by half slower */
#define LONGEST 62  /* letters of a form; with two edits a word has at most the 64 of a mask */
#define MOST_EDITS 2
#define MOST_FORMS (1u << 24) /* 24 bits of an entry name the form, 8 are of the key */
#define MOST_LETTERS 60000
#define CLASSES 64  /* kinds of letters that the table of costs tells apart */
#define PLAIN 10    /* what an edit costs that the table does not name */
#define NO_COST 255

/* ---- letters ------------------------------------------------------------------------ */

/* The letters of the forms, numbered from 1, so that a table can be looked up by letter. */
typedef struct {
    uint32_t *codes; /* open addressing; 0 means an empty place */
    uint16_t *numbers;
    uint32_t mask, count;
} Alphabet;

static uint32_t place_of(const Alphabet *a, uint32_t code)
{
    uint32_t place = code * 0x9E3779B1u >> 7 & a->mask;
    while (a->codes[place] && a->codes[place] != code + 1)
        place = (place + 1) & a->mask;
    return place;
}

/* 0 for a letter that no form has. */
static uint16_t number_of(const Alphabet *a, uint32_t code)
{
    if (!a->mask)
        return 0;
    const uint32_t place = place_of(a, code);
    return a->codes[place] ? a->numbers[place] : 0;
}

static int alphabet_grow(Alphabet *a)
{
    const uint32_t size = a->mask ? (a->mask + 1) * 2 : 1024;
    Alphabet grown = {PyMem_RawCalloc(size, sizeof *grown.codes),
                      PyMem_RawCalloc(size, sizeof *grown.numbers), size - 1, a->count};
    if (!grown.codes || !grown.numbers) {
        PyMem_RawFree(grown.codes);
        PyMem_RawFree(grown.numbers);
        return -1;
    }
    for (uint32_t k = 0; a->mask && k <= a->mask; k++)
        if (a->codes[k]) {
            const uint32_t place = place_of(&grown, a->codes[k] - 1);
            grown.codes[place] = a->codes[k];
            grown.numbers[place] = a->numbers[k];
        }
    PyMem_RawFree(a->codes);
    PyMem_RawFree(a->numbers);
    *a = grown;
    return 0;
}

/* The number of a letter, which gets one if it has none; -1 when there are too many. */
static int32_t add_letter(Alphabet *a, uint32_t code)
{
    if ((!a->mask || a->count * 2 > a->mask) && alphabet_grow(a) < 0)
        return -1;
    const uint32_t place = place_of(a, code);
    if (!a->codes[place]) {
        if (a->count == MOST_LETTERS)
            return -1;
        a->codes[place] = code + 1;
        a->numbers[place] = (uint16_t)++a->count;
    }
    return a->numbers[place];
}

/* ---- the index ---------------------------------------------------------------------- */

typedef struct {
    uint32_t signature; /* which letters it has, as 32 bits */
    uint32_t start;     /* its first letter in `letters` */
    uint32_t size;
    int32_t entry;      /* its number in the lexicon; below 0 for a word that rivals the names */
} Form; /* its number is its place: of equal costs the first form wins */

/* What letters cost, by class: substitutions, two letters for one, and letters that are
   silent or doubled beside another. */
typedef struct {
    uint8_t substitution[CLASSES][CLASSES];
    uint8_t silent[CLASSES][CLASSES];   /* a letter that comes or goes beside another one */
    uint8_t pair[CLASSES][CLASSES];     /* two letters that another may stand for: their number */
    uint8_t exchange[256][CLASSES];     /* such a pair and a letter */
    uint8_t doubled, transposed;
} Costs;

/* What one search needs besides the index. */
typedef struct Search {
    uint32_t *seen; /* of each form, the number of the last word it was compared with */
    uint64_t *masks; /* of each letter, where the word has it */
    uint32_t word;
    int most_cost;   /* dearer forms are left out */
    int rivals;      /* whether forms that are no entries are found too */
    struct Hit *hits;
    size_t count, capacity;
} Search;

typedef struct Hit {
    int32_t number, edits, cost;
} Hit;

typedef struct {
    PyObject_HEAD
    Alphabet alphabet;
    uint16_t *letters;
    uint64_t nletters;
    Form *forms;
    uint32_t count;
    int edits;
    uint32_t *starts;  /* of each bucket, its first entry; one more than there are buckets */
    uint32_t *entries; /* 24 bits number of a form, 8 bits of its key */
    int shift;         /* a key's upper bits are its bucket */
    uint8_t *classes;  /* of each letter */
    PyTypeObject *found; /* what a hit becomes: a kind of tuple */
    Costs costs;
    Search *spare; /* kept from one call to the next; only touched while the lock is held */
} Index;

/* Numbers that letters may have: those of the forms, and those of one word that no form has. */
static size_t letters_in(const Index *x)
{
    return (size_t)x->alphabet.count + 1 + LONGEST + MOST_EDITS;
}

static uint64_t key_of(const uint16_t *letters, uint32_t size)
{
    uint64_t key = 0x9E3779B97F4A7C15u * (size + 1);
    for (uint32_t k = 0; k < size; k++) {
        key = (key ^ letters[k]) * 0xD6E8FEB86659FD93u;
        key ^= key >> 29;
    }
    return key * 0x9E3779B97F4A7C15u;
}

#define MOST_KEYS (1 + PREFIX + PREFIX * (PREFIX - 1) / 2)

/* The keys of a word's prefix: as it is, and with up to `edits` letters taken out. Of equal
   neighbours only the first is taken out, for the others leave the same. */
static uint32_t keys_of(const uint16_t *letters, uint32_t size, int edits, uint64_t *keys)
{
    uint16_t one[PREFIX], two[PREFIX];
    uint32_t count = 0;
    if (size > PREFIX)
        size = PREFIX;
    keys[count++] = key_of(letters, size);
    for (uint32_t i = 0; i < size; i++) {
        if (i && letters[i] == letters[i - 1])
            continue;
        memcpy(one, letters, i * sizeof *one);
        memcpy(one + i, letters + i + 1, (size - 1 - i) * sizeof *one);
        keys[count++] = key_of(one, size - 1);
        for (uint32_t j = i; edits > 1 && j + 1 < size; j++) {
            if (j > i && one[j] == one[j - 1])
                continue;
            memcpy(two, one, j * sizeof *two);
            memcpy(two + j, one + j + 1, (size - 2 - j) * sizeof *two);
            keys[count++] = key_of(two, size - 2);
        }
    }
    return count;
}

static uint32_t signature_of(const uint16_t *letters, uint32_t size)
{
    uint32_t signature = 0;
    for (uint32_t k = 0; k < size; k++)
        signature |= 1u << (letters[k] & 31);
    return signature;
}

/* List every form under its keys: count, sum up, fill from the back. */
static int fill_index(Index *x)
{
    uint64_t keys[MOST_KEYS], total = 0;
    for (uint32_t k = 0; k < x->count; k++)
        total += keys_of(x->letters + x->forms[k].start, x->forms[k].size, x->edits, keys);
    if (total > INT32_MAX)
        return -1;
    x->shift = 63;
    while (x->shift > 34 && (uint64_t)1 << (64 - x->shift) < total)
        x->shift--;
    const uint64_t buckets = (uint64_t)1 << (64 - x->shift);
    x->starts = PyMem_RawCalloc(buckets + 1, sizeof *x->starts);
    x->entries = PyMem_RawMalloc((total + 1) * sizeof *x->entries);
    if (!x->starts || !x->entries)
        return -1;
    for (uint32_t k = 0; k < x->count; k++) {
        const Form *form = &x->forms[k];
        const uint32_t number = keys_of(x->letters + form->start, form->size, x->edits, keys);
        for (uint32_t n = 0; n < number; n++)
            x->starts[keys[n] >> x->shift]++;
    }
    uint32_t sum = 0;
    for (uint64_t b = 0; b <= buckets; b++)
        x->starts[b] = sum += x->starts[b];
    for (uint32_t k = x->count; k-- > 0;) {
        const Form *form = &x->forms[k];
        const uint32_t number = keys_of(x->letters + form->start, form->size, x->edits, keys);
        for (uint32_t n = 0; n < number; n++)
            x->entries[--x->starts[keys[n] >> x->shift]] = k << 8 | (keys[n] & 0xFF);
    }
    return 0;
}

/* ---- distance and cost -------------------------------------------------------------- */

/* The distance between the word whose letters are in `masks` and a form, counted in single
   edits and swaps of neighbours, none within another; more than `most` is not counted out.
   The bits of a mask are the word's letters: H. Hyyrö, A bit-vector algorithm for computing
   Levenshtein and Damerau edit distances (2003). */
static int distance(const uint64_t *masks, int size, const uint16_t *form, int other, int most)
{
    const uint64_t last = (uint64_t)1 << (size - 1);
    uint64_t up = ~(uint64_t)0, down = 0, diagonal = 0, before = 0;
    int score = size;
    for (int k = 0; k < other; k++) {
        const uint64_t mask = masks[form[k]];
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

/* What it costs that a letter comes or goes, between the letters that stand around it. */
static int gap_cost(const Costs *c, const uint8_t *word, int at, int size)
{
    const uint8_t letter = word[at], before = at ? word[at - 1] : 0;
    const uint8_t behind = at + 1 < size ? word[at + 1] : 0;
    int cost = PLAIN;
    if (c->silent[letter][before] < cost)
        cost = c->silent[letter][before];
    if (c->silent[letter][behind] < cost)
        cost = c->silent[letter][behind];
    return cost;
}

#define LEAST(a, b) ((a) < (b) ? (a) : (b))

/* One word as the costs see it. */
typedef struct {
    uint16_t letters[LONGEST + 3];
    uint8_t classes[LONGEST + 3];
    uint8_t gaps[LONGEST + 3];
    int size;
} Word;

static void classify(const Index *x, Word *w)
{
    for (int k = 0; k < w->size; k++)
        w->classes[k] = x->classes[w->letters[k]];
    for (int k = 0; k < w->size; k++) {
        const int twin = (k && w->letters[k - 1] == w->letters[k]) ||
                         (k + 1 < w->size && w->letters[k + 1] == w->letters[k]);
        const int cost = gap_cost(&x->costs, w->classes, k, w->size);
        w->gaps[k] = (uint8_t)(twin ? LEAST(cost, x->costs.doubled) : cost);
    }
}

/* The cheapest way from one word to the other. */
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
        const uint16_t la = a->letters[i - 1];
        const uint8_t ca = a->classes[i - 1];
        const uint8_t pa = i > 1 ? c->pair[a->classes[i - 2]][ca] : 0;
        for (int j = 1; j <= b->size; j++) {
            const uint16_t lb = b->letters[j - 1];
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

/* ---- searching ---------------------------------------------------------------------- */

static int push(Search *s, const Hit *hit)
{
    if (s->count == s->capacity) {
        const size_t capacity = s->capacity ? s->capacity * 2 : 64;
        Hit *grown = PyMem_RawRealloc(s->hits, capacity * sizeof *grown);
        if (!grown)
            return -1;
        s->hits = grown;
        s->capacity = capacity;
    }
    s->hits[s->count++] = *hit;
    return 0;
}

static int compare_hits(const void *one, const void *other)
{
    const Hit *a = one, *b = other;
    if (a->cost != b->cost)
        return a->cost < b->cost ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* Compare the word with a form: its length, the letters that it has, then all of it. */
static int try_form(const Index *x, Search *s, const Word *w, uint32_t signature, uint32_t number)
{
    if (s->seen[number] == s->word)
        return 0;
    s->seen[number] = s->word;
    const Form *form = &x->forms[number];
    if (form->entry < 0 && !s->rivals)
        return 0;
    const int longer = (int)form->size - w->size;
    if (longer > x->edits || -longer > x->edits ||
        __builtin_popcount(form->signature & ~signature) > x->edits ||
        __builtin_popcount(signature & ~form->signature) > x->edits)
        return 0;
    const uint16_t *letters = x->letters + form->start;
    const int edits = distance(s->masks, w->size, letters, (int)form->size, x->edits);
    if (edits > x->edits)
        return 0;
    Word other;
    other.size = (int)form->size;
    memcpy(other.letters, letters, form->size * sizeof *letters);
    classify(x, &other);
    const Hit hit = {(int32_t)number, edits, cost_between(&x->costs, w, &other)};
    return hit.cost > s->most_cost ? 0 : push(s, &hit);
}

/* The forms near a word, the cheapest first, behind the hits that there are already. */
static int find_word(const Index *x, Search *s, Word *w)
{
    uint64_t keys[MOST_KEYS];
    const size_t first = s->count;
    if (!w->size)
        return 0;
    if (++s->word == 0) { /* after 2**32 words the numbers begin anew */
        memset(s->seen, 0, ((size_t)x->count + 1) * sizeof *s->seen);
        s->word = 1;
    }
    for (int k = 0; k < w->size; k++)
        s->masks[w->letters[k]] |= (uint64_t)1 << k;
    classify(x, w);
    const uint32_t signature = signature_of(w->letters, (uint32_t)w->size);
    const uint32_t number = keys_of(w->letters, (uint32_t)w->size, x->edits, keys);
    for (uint32_t n = 0; n < number; n++)
        __builtin_prefetch(&x->starts[keys[n] >> x->shift]);
    int failed = 0;
    for (uint32_t n = 0; n < number && !failed; n++) {
        const uint32_t *start = &x->starts[keys[n] >> x->shift];
        for (uint32_t k = start[0]; k < start[1] && !failed; k++)
            if ((x->entries[k] & 0xFF) == (keys[n] & 0xFF))
                failed = try_form(x, s, w, signature, x->entries[k] >> 8);
    }
    for (int k = 0; k < w->size; k++)
        s->masks[w->letters[k]] = 0;
    if (!failed && s->count > first + 1)
        qsort(s->hits + first, s->count - first, sizeof *s->hits, compare_hits);
    return failed;
}

/* ---- Python ------------------------------------------------------------------------- */

static void search_free(Search *s)
{
    if (s) {
        PyMem_RawFree(s->seen);
        PyMem_RawFree(s->masks);
        PyMem_RawFree(s->hits);
        PyMem_RawFree(s);
    }
}

static Search *search_take(Index *x)
{
    Search *s = x->spare;
    x->spare = NULL;
    if (s)
        return s;
    s = PyMem_RawCalloc(1, sizeof *s);
    if (s) {
        s->seen = PyMem_RawCalloc((size_t)x->count + 1, sizeof *s->seen);
        s->masks = PyMem_RawCalloc(letters_in(x), sizeof *s->masks);
        if (s->seen && s->masks)
            return s;
    }
    search_free(s);
    PyErr_NoMemory();
    return NULL;
}

#define MOST_KEPT 65536 /* hits: a big batch leaves no big memory behind */

static void search_return(Index *x, Search *s)
{
    s->count = 0;
    if (x->spare || s->capacity > MOST_KEPT)
        search_free(s);
    else
        x->spare = s;
}

/* Copy one form: its letters go behind those that there are already. */
static const char *copy_form(Index *x, Form *form, PyObject *string)
{
    form->start = (uint32_t)x->nletters;
    form->size = (uint32_t)PyUnicode_GET_LENGTH(string);
    for (uint32_t k = 0; k < form->size; k++) {
        const int32_t number = add_letter(&x->alphabet, PyUnicode_READ_CHAR(string, k));
        if (number < 0)
            return "there are too many letters";
        x->letters[x->nletters++] = (uint16_t)number;
    }
    form->signature = signature_of(x->letters + form->start, form->size);
    return NULL;
}

/* Copy the forms; gives what is wrong with them, or NULL. */
static const char *copy_forms(Index *x, PyObject *forms, const Py_buffer *entries)
{
    const Py_ssize_t count = PyTuple_GET_SIZE(forms);
    uint64_t room = 1;
    if (count >= MOST_FORMS)
        return "there are too many forms";
    if (entries->len != count * (Py_ssize_t)sizeof(int32_t))
        return "there is not one entry for each form";
    for (Py_ssize_t k = 0; k < count; k++) {
        PyObject *string = PyTuple_GET_ITEM(forms, k);
        if (!PyUnicode_Check(string) || PyUnicode_GET_LENGTH(string) > LONGEST)
            return "a form is no str, or too long";
        room += (uint64_t)PyUnicode_GET_LENGTH(string);
    }
    x->forms = PyMem_RawMalloc(((size_t)count + 1) * sizeof *x->forms);
    x->letters = PyMem_RawMalloc(room * sizeof *x->letters);
    if (!x->forms || !x->letters)
        return "no memory";
    for (Py_ssize_t k = 0; k < count; k++) {
        const char *wrong = copy_form(x, &x->forms[k], PyTuple_GET_ITEM(forms, k));
        if (wrong)
            return wrong;
        memcpy(&x->forms[k].entry, (const char *)entries->buf + k * 4, sizeof(int32_t));
        x->count++;
    }
    return NULL;
}

/* Take the costs: letters in their classes, then a table of each kind. */
static const char *take_costs(Index *x, PyObject *letters, const Py_buffer *tables)
{
    if (tables->len != sizeof x->costs || PyUnicode_GET_LENGTH(letters) >= CLASSES)
        return "the costs have another size";
    memcpy(&x->costs, tables->buf, sizeof x->costs);
    for (Py_ssize_t k = 0; k < PyUnicode_GET_LENGTH(letters); k++)
        if (add_letter(&x->alphabet, PyUnicode_READ_CHAR(letters, k)) != k + 1)
            return "the costs name a letter twice";
    return NULL;
}

static void index_dealloc(PyObject *self)
{
    Index *x = (Index *)self;
    void *memory[] = {x->alphabet.codes, x->alphabet.numbers, x->letters, x->forms,
                      x->starts, x->entries, x->classes};
    for (size_t k = 0; k < sizeof memory / sizeof *memory; k++)
        PyMem_RawFree(memory[k]);
    search_free(x->spare);
    Py_XDECREF(x->found);
    Py_TYPE(self)->tp_free(self);
}

static const char *make_index(Index *x, PyObject *forms, const Py_buffer *entries,
                              PyObject *letters, const Py_buffer *tables)
{
    const char *wrong = take_costs(x, letters, tables);
    const uint32_t classed = x->alphabet.count;
    if (!wrong)
        wrong = copy_forms(x, forms, entries);
    if (wrong)
        return wrong;
    x->classes = PyMem_RawCalloc(letters_in(x), 1);
    if (!x->classes || fill_index(x) < 0)
        return "no memory";
    for (uint32_t k = 1; k <= classed; k++)
        x->classes[k] = (uint8_t)k;
    return NULL;
}

/* A tuple or a NamedTuple: nothing besides its items has to be set up. */
static int is_plain_tuple(const PyTypeObject *type)
{
    return (type->tp_flags & Py_TPFLAGS_TUPLE_SUBCLASS) &&
           type->tp_basicsize == PyTuple_Type.tp_basicsize && type->tp_dictoffset == 0;
}

static PyObject *index_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(keywords))
{
    Py_buffer entries, tables;
    PyObject *strings, *letters;
    PyTypeObject *found;
    int edits;
    if (!PyArg_ParseTuple(args, "Oy*iUy*O!", &strings, &entries, &edits, &letters, &tables,
                          &PyType_Type, &found))
        return NULL;
    PyObject *forms = PySequence_Tuple(strings);
    Index *self = forms ? (Index *)type->tp_alloc(type, 0) : NULL;
    const char *wrong = NULL;
    if (self) {
        self->edits = edits;
        self->found = (PyTypeObject *)Py_NewRef((PyObject *)found);
        if (!is_plain_tuple(found))
            wrong = "a hit must become a plain kind of tuple";
        else if (edits < 1 || edits > MOST_EDITS)
            wrong = "edits must be 1 or 2";
        else
            wrong = make_index(self, forms, &entries, letters, &tables);
    }
    Py_XDECREF(forms);
    PyBuffer_Release(&entries);
    PyBuffer_Release(&tables);
    if (wrong) {
        PyErr_SetString(strcmp(wrong, "no memory") ? PyExc_ValueError : PyExc_MemoryError, wrong);
        Py_CLEAR(self);
    }
    return (PyObject *)self;
}

/* Number the letters of a word. Those that no form has are numbered behind the others. A word
   that is too long for any form becomes empty. */
static void take_word(const Index *x, PyObject *string, Word *word)
{
    const Py_ssize_t size = PyUnicode_GET_LENGTH(string);
    const int kind = PyUnicode_KIND(string);
    const void *data = PyUnicode_DATA(string);
    word->size = size > LONGEST + x->edits ? 0 : (int)size;
    for (int k = 0; k < word->size; k++) {
        const uint32_t code = PyUnicode_READ(kind, data, k);
        int first = 0;
        word->letters[k] = number_of(&x->alphabet, code);
        if (word->letters[k])
            continue;
        while (PyUnicode_READ(kind, data, first) != code)
            first++;
        word->letters[k] = (uint16_t)(x->alphabet.count + 1 + (uint32_t)first);
    }
}

#define MANY 8 /* words from which on other threads may run meanwhile */

static int find_words(const Index *x, Search *s, PyObject *words, int32_t *counts)
{
    const Py_ssize_t number = PyTuple_GET_SIZE(words);
    Word word;
    for (Py_ssize_t k = 0; k < number; k++) {
        /* The tuple is ours and its strings do not change: no lock is needed to read them. */
        take_word(x, PyTuple_GET_ITEM(words, k), &word);
        const size_t before = s->count;
        if (find_word(x, s, &word) < 0)
            return -1;
        counts[k] = (int32_t)(s->count - before);
    }
    return 0;
}

static PyObject *found_of(const Index *x, const Hit *hit)
{
    const int32_t values[] = {x->forms[hit->number].entry, hit->edits, hit->cost};
    PyObject *found = x->found->tp_alloc(x->found, 3);
    for (int k = 0; found && k < 3; k++) {
        PyObject *value = PyLong_FromLong(values[k]);
        if (!value)
            Py_CLEAR(found);
        else
            PyTuple_SET_ITEM(found, k, value);
    }
    return found;
}

/* A list for each word, of what was found near it. */
static PyObject *as_lists(const Index *x, const Search *s, const int32_t *counts, Py_ssize_t words)
{
    PyObject *lists = PyList_New(words);
    const Hit *hit = s->hits;
    for (Py_ssize_t word = 0; lists && word < words; word++) {
        PyObject *list = PyList_New(counts[word]);
        for (int32_t k = 0; list && k < counts[word]; k++) {
            PyObject *found = found_of(x, hit++);
            if (found)
                PyList_SET_ITEM(list, k, found);
            else
                Py_CLEAR(list);
        }
        if (list)
            PyList_SET_ITEM(lists, word, list);
        else
            Py_CLEAR(lists);
    }
    return lists;
}

static PyObject *index_find(PyObject *self, PyObject *args)
{
    Index *x = (Index *)self;
    PyObject *strings;
    int most_cost, rivals;
    if (!PyArg_ParseTuple(args, "Oip", &strings, &most_cost, &rivals))
        return NULL;
    PyObject *words = PySequence_Tuple(strings);
    if (!words)
        return NULL;
    const Py_ssize_t number = PyTuple_GET_SIZE(words);
    for (Py_ssize_t k = 0; k < number; k++)
        if (!PyUnicode_Check(PyTuple_GET_ITEM(words, k))) {
            Py_DECREF(words);
            PyErr_SetString(PyExc_TypeError, "a word must be str");
            return NULL;
        }
    int32_t *counts = PyMem_Malloc(((size_t)number + 1) * sizeof *counts);
    Search *s = counts ? search_take(x) : NULL;
    PyObject *lists = NULL;
    if (s) {
        s->most_cost = most_cost;
        s->rivals = rivals;
        PyThreadState *thread = number >= MANY ? PyEval_SaveThread() : NULL;
        const int failed = find_words(x, s, words, counts);
        if (thread)
            PyEval_RestoreThread(thread);
        lists = failed ? PyErr_NoMemory() : as_lists(x, s, counts, number);
        search_return(x, s);
    } else if (!counts)
        PyErr_NoMemory();
    PyMem_Free(counts);
    Py_DECREF(words);
    return lists;
}

static PyObject *index_size(PyObject *self, PyObject *Py_UNUSED(none))
{
    const Index *x = (const Index *)self;
    const uint64_t buckets = x->starts ? (uint64_t)1 << (64 - x->shift) : 0;
    const uint64_t entries = buckets ? x->starts[buckets] : 0;
    return PyLong_FromUnsignedLongLong(
        (buckets + entries) * 4 + x->nletters * 2 + x->count * sizeof(Form));
}

static PyMethodDef INDEX_METHODS[] = {
    {"find", index_find, METH_VARARGS,
     "find(words, most_cost, rivals): for each word what is near: entry, edits, cost."},
    {"__sizeof__", index_size, METH_NOARGS, "Bytes of memory."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject IndexType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tacknamn._near.Index",
    .tp_basicsize = sizeof(Index),
    .tp_dealloc = index_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Index(forms, entries, edits, letters, costs, found): finds forms near a word.",
    .tp_methods = INDEX_METHODS,
    .tp_new = index_new,
};

static int module_exec(PyObject *module)
{
    if (PyType_Ready(&IndexType) < 0)
        return -1;
    return PyModule_AddObjectRef(module, "Index", (PyObject *)&IndexType);
}

static PyModuleDef_Slot MODULE_SLOTS[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tacknamn._near",
    .m_doc = "The compiled deletion index; see tacknamn.near for what it finds.",
    .m_slots = MODULE_SLOTS,
};

PyMODINIT_FUNC PyInit__near(void)
{
    return PyModuleDef_Init(&MODULE);
}

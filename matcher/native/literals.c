/* Find many words and phrases in a text at once: the compiled twin of PortableScanner in
 * tacknamn/detection/cues/literals.py.
 *
 * A text is rewritten as one byte a character (literal_letters.h). From each of them the trie of
 * all literals is followed (literal_trie.h) as far as it goes; no literal is long, so the time
 * depends on the length of the text alone. At most offsets no literal begins, and a table of the
 * first three letters says so at once. The letters around a literal are judged before an object is
 * made.
 */

#include "literal_trie.h"

#define LONGEST 40 /* letters that are read on each side of a literal */
#define MOST_BYTES ((size_t)1 << 30)
#define LONG_TEXT 65536 /* from this length on, other threads may run meanwhile */
#define FIELDS 4        /* of a match */

enum { TEXT, KIND, VALUE, ENDINGS, WITHIN, LITERAL_FIELDS };

typedef struct {
    PyObject_HEAD
    PyObject *groups;  /* a list of pairs: name and literals */
    PyObject *nothing; /* the result for a text without literals: an empty tuple for each group */
    PyTypeObject *match_type;
    Letters letters;
    Trie trie;
    uint8_t *endings;
    uint32_t longest;
} Scanner;

/* Bytes that grow. */
typedef struct {
    uint8_t *bytes;
    size_t size, capacity;
} Buffer;

/* A literal in a text: where it begins, and the letters before and after it in its word. */
typedef struct {
    Py_ssize_t at;
    uint32_t entry;
    uint8_t before, after;
} Hit;

typedef struct {
    Hit *items;
    size_t count, capacity;
} Hits;

/* ---- construction ------------------------------------------------------------------- */

/* Make room for more bytes and return where to write them, or NULL with an error. */
static uint8_t *buffer_grow(Buffer *b, size_t more)
{
    if (more > MOST_BYTES - b->size) {
        PyErr_SetString(PyExc_ValueError, "there are too many literals");
        return NULL;
    }
    if (b->capacity - b->size < more) {
        const size_t capacity = 2 * (b->size + more) + 1024;
        uint8_t *grown = PyMem_RawRealloc(b->bytes, capacity);
        if (!grown) {
            PyErr_NoMemory();
            return NULL;
        }
        b->bytes = grown;
        b->capacity = capacity;
    }
    b->size += more;
    return b->bytes + b->size - more;
}

/* Append the bytes of a str, after giving its characters codes. */
static int add_text(Scanner *x, Buffer *b, PyObject *text)
{
    for (Py_ssize_t k = 0; k < PyUnicode_GET_LENGTH(text); k++)
        if (letters_add(&x->letters, PyUnicode_READ_CHAR(text, k)) < 0) {
            PyErr_SetString(PyExc_ValueError, "the literals have too many different characters");
            return -1;
        }
    uint8_t *target = buffer_grow(b, (size_t)PyUnicode_GET_LENGTH(text));
    if (target)
        write_bytes(&x->letters, text, target);
    return target ? 0 : -1;
}

/* Append a set of endings: whether it has the empty one, then the length and the bytes of each
   other one, then 0. Longer ones than are read can never be found. */
static int add_endings(Scanner *x, Buffer *b, PyObject *endings)
{
    PyObject *items = PySequence_Tuple(endings), *none = PyUnicode_FromString("");
    const int has_none = items && none ? PySet_Contains(endings, none) : -1;
    uint8_t *target = has_none < 0 ? NULL : buffer_grow(b, 1);
    int wrong = target ? 0 : -1;
    if (target)
        *target = (uint8_t)has_none;
    for (Py_ssize_t k = 0; !wrong && k < PyTuple_GET_SIZE(items); k++) {
        PyObject *ending = PyTuple_GET_ITEM(items, k);
        if (!PyUnicode_Check(ending)) {
            PyErr_SetString(PyExc_TypeError, "an ending must be str");
            wrong = -1;
        } else if (PyUnicode_GET_LENGTH(ending) && PyUnicode_GET_LENGTH(ending) <= LONGEST) {
            target = buffer_grow(b, 1);
            if (target)
                *target = (uint8_t)PyUnicode_GET_LENGTH(ending);
            wrong = target ? add_text(x, b, ending) : -1;
        }
    }
    target = wrong ? NULL : buffer_grow(b, 1);
    if (target)
        *target = 0;
    Py_XDECREF(items);
    Py_XDECREF(none);
    return target ? 0 : -1;
}

/* Find where a set of endings begins; append it if it is new. */
static int find_endings(Scanner *x, Buffer *b, PyObject *known, PyObject *endings, uint32_t *place)
{
    *place = ANY_ENDING;
    if (endings == Py_None)
        return 0;
    if (!PyFrozenSet_CheckExact(endings)) {
        PyErr_SetString(PyExc_TypeError, "endings must be a frozenset or None");
        return -1;
    }
    PyObject *found = PyDict_GetItemWithError(known, endings);
    if (found) {
        *place = (uint32_t)PyLong_AsUnsignedLong(found);
        return 0;
    }
    if (PyErr_Occurred())
        return -1;
    *place = (uint32_t)b->size;
    found = PyLong_FromSize_t(b->size);
    const int wrong = !found || PyDict_SetItem(known, endings, found) < 0;
    Py_XDECREF(found);
    return wrong ? -1 : add_endings(x, b, endings);
}

static int is_literal(PyObject *literal)
{
    return PyTuple_Check(literal) && PyTuple_GET_SIZE(literal) == LITERAL_FIELDS &&
           PyUnicode_Check(PyTuple_GET_ITEM(literal, TEXT)) &&
           PyUnicode_GET_LENGTH(PyTuple_GET_ITEM(literal, TEXT)) > 0 &&
           PyBool_Check(PyTuple_GET_ITEM(literal, WITHIN));
}

/* Append the literals of a group to the entries. */
static int add_group(Scanner *x, Buffer *texts, Buffer *endings, PyObject *known, uint32_t group,
                     PyObject *literals)
{
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(literals); k++) {
        PyObject *literal = PyTuple_GET_ITEM(literals, k);
        if (!is_literal(literal)) {
            PyErr_SetString(PyExc_TypeError, "a literal must be a Literal with a text");
            return -1;
        }
        PyObject *text = PyTuple_GET_ITEM(literal, TEXT);
        Entry *entry = &x->trie.entries[x->trie.number];
        *entry = (Entry){.literal = literal, .text = (uint32_t)texts->size, .group = group};
        entry->is_within = PyTuple_GET_ITEM(literal, WITHIN) == Py_True;
        if (add_text(x, texts, text) < 0 ||
            find_endings(x, endings, known, PyTuple_GET_ITEM(literal, ENDINGS),
                         &entry->endings) < 0)
            return -1;
        entry->length = (uint32_t)PyUnicode_GET_LENGTH(text);
        x->longest = entry->length > x->longest ? entry->length : x->longest;
        x->trie.number++;
    }
    return 0;
}

/* Make room for the entries; -1 with an error. */
static int make_entries(Scanner *x)
{
    size_t number = 0;
    for (Py_ssize_t k = 0; k < PyList_GET_SIZE(x->groups); k++) {
        PyObject *literals = PyTuple_GET_ITEM(PyList_GET_ITEM(x->groups, k), 1);
        if (!PyTuple_CheckExact(literals)) {
            PyErr_SetString(PyExc_TypeError, "the literals of a group must be a tuple");
            return -1;
        }
        number += (size_t)PyTuple_GET_SIZE(literals);
    }
    if (number > MOST_BYTES / sizeof *x->trie.entries) {
        PyErr_SetString(PyExc_ValueError, "there are too many literals");
        return -1;
    }
    x->trie.entries = PyMem_RawMalloc((number + 1) * sizeof *x->trie.entries);
    if (!x->trie.entries)
        PyErr_NoMemory();
    return x->trie.entries ? 0 : -1;
}

/* Read all groups and make the trie; -1 with an error. */
static int read_groups(Scanner *x)
{
    Buffer texts = {0}, endings = {0};
    PyObject *known = PyDict_New();
    int wrong = known ? make_entries(x) : -1;
    for (Py_ssize_t k = 0; !wrong && k < PyList_GET_SIZE(x->groups); k++)
        wrong = add_group(x, &texts, &endings, known, (uint32_t)k,
                          PyTuple_GET_ITEM(PyList_GET_ITEM(x->groups, k), 1));
    Py_XDECREF(known);
    x->trie.texts = texts.bytes;
    x->endings = endings.bytes;
    if (!wrong && trie_build(&x->trie, texts.size) < 0) {
        PyErr_NoMemory();
        wrong = -1;
    }
    return wrong;
}

/* Make the result for a text without literals; results are copies of it. */
static int make_nothing(Scanner *x)
{
    PyObject *none = PyTuple_New(0);
    x->nothing = PyDict_New();
    int wrong = !none || !x->nothing;
    for (Py_ssize_t k = 0; !wrong && k < PyList_GET_SIZE(x->groups); k++)
        wrong = PyDict_SetItem(x->nothing, PyTuple_GET_ITEM(PyList_GET_ITEM(x->groups, k), 0),
                               none) < 0;
    Py_XDECREF(none);
    return wrong ? -1 : 0;
}

static PyObject *scanner_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(keywords))
{
    PyObject *groups;
    PyTypeObject *match_type;
    if (!PyArg_ParseTuple(args, "O!O!", &PyDict_Type, &groups, &PyType_Type, &match_type))
        return NULL;
    if (!(match_type->tp_flags & Py_TPFLAGS_TUPLE_SUBCLASS) || match_type->tp_dictoffset ||
        match_type->tp_basicsize != PyTuple_Type.tp_basicsize) {
        PyErr_SetString(PyExc_ValueError, "the type of matches must be a plain tuple type");
        return NULL;
    }
    Scanner *self = (Scanner *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->match_type = (PyTypeObject *)Py_NewRef((PyObject *)match_type);
    letters_init(&self->letters);
    self->groups = PyDict_Items(groups);
    if (!self->groups || make_nothing(self) < 0 || read_groups(self) < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static void scanner_dealloc(PyObject *self)
{
    Scanner *x = (Scanner *)self;
    trie_free(&x->trie);
    PyMem_RawFree(x->endings);
    Py_XDECREF(x->groups);
    Py_XDECREF(x->nothing);
    Py_XDECREF(x->match_type);
    Py_TYPE(self)->tp_free(self);
}

/* ---- search ------------------------------------------------------------------------- */

static Py_ssize_t end_of(const Trie *t, const Hit *hit)
{
    return hit->at + (Py_ssize_t)t->entries[hit->entry].length;
}

/* Insert a hit among the others, which are ordered by their ends, and by their starts where these
   are the same. Few end after it, because literals are short. Returns -1 without memory. */
static int insert(Hits *hits, const Trie *t, const Hit *hit)
{
    if (hits->count == hits->capacity) {
        const size_t capacity = hits->capacity ? hits->capacity * 2 : 64;
        Hit *grown = PyMem_RawRealloc(hits->items, capacity * sizeof *grown);
        if (!grown)
            return -1;
        hits->items = grown;
        hits->capacity = capacity;
    }
    size_t place = hits->count++;
    const Py_ssize_t end = end_of(t, hit);
    for (; place && end_of(t, &hits->items[place - 1]) > end; place--)
        hits->items[place] = hits->items[place - 1];
    hits->items[place] = *hit;
    return 0;
}

/* Whether a set of endings has these bytes. */
static int has_ending(const uint8_t *endings, const uint8_t *bytes, int size)
{
    if (!size)
        return endings[0];
    for (endings++; *endings; endings += *endings + 1)
        if (*endings == size && !memcmp(endings + 1, bytes, (size_t)size))
            return 1;
    return 0;
}

/* The letters from here on. The bytes end with zeros. */
static uint8_t letters_after(const Scanner *x, const uint8_t *bytes)
{
    uint8_t size = 0;
    if (*bytes & ALPHA)
        while (size < LONGEST && x->letters.is_letter[bytes[size]])
            size++;
    return size;
}

static uint8_t letters_before(const uint8_t *bytes, Py_ssize_t at)
{
    uint8_t size = 0;
    while (size < LONGEST && size < at && (bytes[at - size - 1] & ALPHA))
        size++;
    return size;
}

/* Take the literals of a node that the letters around them allow; -1 without memory. */
static int take(const Scanner *x, const Node *node, const uint8_t *bytes, Py_ssize_t at, int inside,
                Hits *hits)
{
    const Trie *t = &x->trie;
    const uint8_t *end = bytes + at + t->entries[node->entry].length;
    const uint8_t after = letters_after(x, end);
    for (uint32_t k = node->entry; k < node->entry + node->entries; k++) {
        const Entry *entry = &t->entries[k];
        if (inside && !entry->is_within)
            continue;
        if (entry->endings != ANY_ENDING && !has_ending(x->endings + entry->endings, end, after))
            continue;
        const Hit hit = {at, k, inside ? letters_before(bytes, at) : 0, after};
        if (insert(hits, t, &hit) < 0)
            return -1;
    }
    return 0;
}

/* Take the literals of two characters or more that begin at an offset. */
static int take_from(const Scanner *x, const uint8_t *bytes, Py_ssize_t at, uint32_t index,
                     int inside, Hits *hits)
{
    const Trie *t = &x->trie;
    for (uint32_t depth = INDEXED; index; depth++) {
        const Node *node = &t->nodes[index];
        if (inside && !node->may_be_within)
            return 0;
        if (node->entries) {
            const Entry *entry = &t->entries[node->entry];
            const size_t rest = entry->length - depth;
            if (!memcmp(t->texts + entry->text + depth, bytes + at + depth, rest) &&
                take(x, node, bytes, at, inside, hits) < 0)
                return -1;
        }
        index = child_of(t, node, bytes[at + depth]);
    }
    return 0;
}

/* Find all literals; the bytes end with more zeros than the longest literal has characters. */
static int find_literals(const Scanner *x, const uint8_t *bytes, Py_ssize_t length, Hits *hits)
{
    const Trie *t = &x->trie;
    int inside = 0;
    for (Py_ssize_t at = 0; at < length; at++) {
        const int code = bytes[at] & ~ALPHA;
        if (t->is_literal[inside][code] &&
            take(x, &t->nodes[t->first[code]], bytes, at, inside, hits) < 0)
            return -1;
        if (begins_literal(t, bytes + at, inside) &&
            take_from(x, bytes, at, t->second[code][bytes[at + 1] & ~ALPHA], inside, hits) < 0)
            return -1;
        inside = (bytes[at] & ALPHA) != 0;
    }
    return 0;
}

static PyObject *make_match(const Scanner *x, const Hit *hit)
{
    const Entry *entry = &x->trie.entries[hit->entry];
    PyObject *match = x->match_type->tp_alloc(x->match_type, FIELDS);
    if (!match)
        return NULL;
    PyObject *at = PyLong_FromSsize_t(hit->at);
    PyObject *start = !hit->before ? Py_XNewRef(at) : PyLong_FromSsize_t(hit->at - hit->before);
    PyObject *end = PyLong_FromSsize_t(end_of(&x->trie, hit) + hit->after);
    PyTuple_SET_ITEM(match, 0, start);
    PyTuple_SET_ITEM(match, 1, end);
    PyTuple_SET_ITEM(match, 2, at);
    PyTuple_SET_ITEM(match, 3, Py_NewRef(entry->literal));
    if (!at || !start || !end)
        Py_CLEAR(match);
    return match;
}

/* Append a match to the list of its group; make that list if it is the first. */
static int add_match(PyObject *lists, PyObject *name, PyObject **of_group, PyObject *match)
{
    if (*of_group)
        return PyList_Append(*of_group, match);
    *of_group = PyList_New(1);
    if (!*of_group)
        return -1;
    PyList_SET_ITEM(*of_group, 0, Py_NewRef(match));
    const int wrong = PyDict_SetItem(lists, name, *of_group);
    Py_DECREF(*of_group); /* the dict keeps it */
    return wrong;
}

/* Return the matches of each group by its name: a list, or the empty tuple for most groups. */
static PyObject *make_lists(const Scanner *x, const Hits *hits)
{
    const size_t groups = (size_t)PyList_GET_SIZE(x->groups);
    PyObject *lists = PyDict_Copy(x->nothing);
    PyObject **of_group = PyMem_Calloc(groups + 1, sizeof *of_group);
    int wrong = !lists || !of_group;
    for (size_t k = 0; !wrong && k < hits->count; k++) {
        PyObject *match = make_match(x, &hits->items[k]);
        const uint32_t group = x->trie.entries[hits->items[k].entry].group;
        PyObject *name = PyTuple_GET_ITEM(PyList_GET_ITEM(x->groups, (Py_ssize_t)group), 0);
        wrong = !match || add_match(lists, name, &of_group[group], match) < 0;
        Py_XDECREF(match);
    }
    PyMem_Free(of_group);
    if (wrong) {
        Py_CLEAR(lists);
        if (!PyErr_Occurred())
            PyErr_NoMemory();
    }
    return lists;
}

static PyObject *scanner_scan(PyObject *self, PyObject *text)
{
    const Scanner *x = (const Scanner *)self;
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "a text must be str");
        return NULL;
    }
    const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    const size_t zeros = (size_t)x->longest + 2;
    uint8_t *bytes = PyMem_RawMalloc((size_t)length + zeros);
    if (!bytes)
        return PyErr_NoMemory();
    Hits hits = {0};
    PyThreadState *thread = length >= LONG_TEXT ? PyEval_SaveThread() : NULL;
    write_bytes(&x->letters, text, bytes);
    memset(bytes + length, 0, zeros);
    const int wrong = find_literals(x, bytes, length, &hits);
    if (thread)
        PyEval_RestoreThread(thread);
    PyMem_RawFree(bytes);
    PyObject *lists = wrong ? PyErr_NoMemory() : make_lists(x, &hits);
    PyMem_RawFree(hits.items);
    return lists;
}

static PyObject *scanner_scan_many(PyObject *self, PyObject *texts)
{
    if (!PyList_CheckExact(texts)) {
        PyErr_SetString(PyExc_TypeError, "texts must be a list");
        return NULL;
    }
    PyObject *results = PyList_New(0);
    /* The length is asked again for each text: a finalizer may shorten the list meanwhile. */
    for (Py_ssize_t k = 0; results && k < PyList_GET_SIZE(texts); k++) {
        PyObject *text = Py_NewRef(PyList_GET_ITEM(texts, k));
        PyObject *lists = scanner_scan(self, text);
        if (!lists || PyList_Append(results, lists) < 0)
            Py_CLEAR(results);
        Py_XDECREF(lists);
        Py_DECREF(text);
    }
    return results;
}

static PyMethodDef SCANNER_METHODS[] = {
    {"scan", scanner_scan, METH_O,
     "scan(text): by the name of each group, its literals in the order of their ends."},
    {"scan_many", scanner_scan_many, METH_O, "scan_many(texts): the same for each text of a list."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject ScannerType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tacknamn._literals.Scanner",
    .tp_basicsize = sizeof(Scanner),
    .tp_dealloc = scanner_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Scanner(groups, match_type): finds the literals of groups.",
    .tp_methods = SCANNER_METHODS,
    .tp_new = scanner_new,
};

static int module_exec(PyObject *module)
{
    return PyModule_AddType(module, &ScannerType);
}

static PyModuleDef_Slot MODULE_SLOTS[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tacknamn._literals",
    .m_doc = "The compiled search of literals; see tacknamn.detection.cues.literals.",
    .m_slots = MODULE_SLOTS,
};

PyMODINIT_FUNC PyInit__literals(void)
{
    return PyModuleDef_Init(&MODULE);
}

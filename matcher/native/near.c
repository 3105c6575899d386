/* The compiled half of tacknamn/lexicon/near_index.py: search the index of near forms
 * (near_search.h), and find the words of a text that have to be looked up in it (near_words.h).
 */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "near_search.h"
#include "near_words.h"

static void search_free(Search *s)
{
    if (s) {
        PyMem_RawFree(s->seen);
        PyMem_RawFree(s->results);
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
        if (s->seen)
            return s;
    }
    search_free(s);
    PyErr_NoMemory();
    return NULL;
}

#define MOST_KEPT 65536 /* results: the memory of a large batch is not kept */

static void search_return(Index *x, Search *s)
{
    s->count = 0;
    if (x->spare || s->capacity > MOST_KEPT)
        search_free(s);
    else
        x->spare = s;
}

static void index_dealloc(PyObject *self)
{
    Index *x = (Index *)self;
    for (int k = 0; k < COLUMNS; k++)
        column_free(&x->columns[k]);
    search_free(x->spare);
    Py_XDECREF(x->result_type);
    Py_TYPE(self)->tp_free(self);
}

/* Copy the costs: the classes of letters, then one table of each kind. */
static const char *take_costs(Index *x, PyObject *letters, const Py_buffer *tables)
{
    if (tables->len != sizeof x->costs || PyUnicode_GET_LENGTH(letters) >= CLASSES)
        return "the costs have another size";
    memcpy(&x->costs, tables->buf, sizeof x->costs);
    for (Py_ssize_t k = 0; k < PyUnicode_GET_LENGTH(letters); k++) {
        const uint32_t letter = PyUnicode_READ_CHAR(letters, k);
        if (letter >= CLASSED || x->classes[letter])
            return "the costs name a letter twice, or one outside the table";
        x->classes[letter] = (uint8_t)(k + 1);
    }
    return NULL;
}

/* Check the sizes of the columns; their content is checked where it is used. */
static const char *measure(Index *x)
{
    const uint64_t count = x->columns[ENTRIES].size / 4;
    const uint64_t buckets = x->columns[STARTS].size / 4;
    if (count >= MOST_FORMS || x->columns[OUTLINES].size / 4 != count ||
        x->columns[OFFSET].size / 4 != count + 1)
        return "its columns have wrong sizes";
    x->count = (uint32_t)count;
    for (x->shift = 32; x->shift > 0; x->shift--)
        if (buckets == ((uint64_t)1 << (32 - x->shift)) + 1)
            return NULL;
    return "the number of its buckets is not a power of two";
}

/* Whether a type is a tuple or a NamedTuple, which has nothing but its items. */
static int is_plain_tuple(const PyTypeObject *type)
{
    return (type->tp_flags & Py_TPFLAGS_TUPLE_SUBCLASS) &&
           type->tp_basicsize == PyTuple_Type.tp_basicsize && type->tp_dictoffset == 0;
}

/* Take the columns, which are attributes of the table, in the order of the enumeration. */
static int take_columns(Index *x, PyObject *table)
{
    static const char *const NAMES[COLUMNS] = {"offset",   "texts",  "entries",
                                               "outlines", "starts", "listed"};
    for (int k = 0; k < COLUMNS; k++) {
        PyObject *column = PyObject_GetAttrString(table, NAMES[k]);
        const int wrong = !column || column_take(&x->columns[k], column) < 0;
        Py_XDECREF(column);
        if (wrong)
            return -1;
    }
    PyObject *rows = PyObject_GetAttrString(table, "rows");
    const long long number = rows ? PyLong_AsLongLong(rows) : -1;
    Py_XDECREF(rows);
    x->rows = number < 0 ? 0 : number < INT32_MAX ? (uint32_t)number : INT32_MAX;
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *index_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(keywords))
{
    Py_buffer tables;
    PyObject *table, *letters;
    PyTypeObject *result_type;
    if (!PyArg_ParseTuple(args, "OUy*O!", &table, &letters, &tables, &PyType_Type, &result_type))
        return NULL;
    Index *self = (Index *)type->tp_alloc(type, 0);
    const char *wrong = NULL;
    if (self) {
        self->result_type = (PyTypeObject *)Py_NewRef((PyObject *)result_type);
        if (!is_plain_tuple(result_type))
            wrong = "the result type must be a plain tuple type";
        else
            wrong = take_costs(self, letters, &tables);
        if (!wrong && take_columns(self, table) < 0)
            Py_CLEAR(self);
        else if (!wrong)
            wrong = measure(self);
    }
    PyBuffer_Release(&tables);
    if (wrong) {
        PyErr_SetString(PyExc_ValueError, wrong);
        Py_CLEAR(self);
    }
    return (PyObject *)self;
}

/* Copy the letters of a word. A word that is too long for any form becomes empty. */
static void take_word(PyObject *string, int edits, Word *word)
{
    const Py_ssize_t size = PyUnicode_GET_LENGTH(string);
    const int kind = PyUnicode_KIND(string);
    const void *data = PyUnicode_DATA(string);
    word->size = size > LONGEST + edits ? 0 : (int)size;
    for (int k = 0; k < word->size; k++)
        word->letters[k] = PyUnicode_READ(kind, data, k);
}

#define MANY 8 /* from this number of words on, other threads may run meanwhile */

static int find_words(const Index *x, Search *s, PyObject *words, int32_t *counts)
{
    const Py_ssize_t number = PyTuple_GET_SIZE(words);
    Word word;
    for (Py_ssize_t k = 0; k < number; k++) {
        /* The tuple is our own and strings do not change, so no lock is needed to read them. */
        take_word(PyTuple_GET_ITEM(words, k), s->edits, &word);
        const size_t before = s->count;
        const int wrong = find_word(x, s, &word);
        if (wrong)
            return wrong;
        counts[k] = (int32_t)(s->count - before);
    }
    return FINE;
}

static PyObject *make_result(const Index *x, const NearForm *result)
{
    const int32_t values[] = {result->entry, result->edits, result->cost};
    PyObject *form = x->result_type->tp_alloc(x->result_type, 3);
    for (int k = 0; form && k < 3; k++) {
        PyObject *value = PyLong_FromLong(values[k]);
        if (!value)
            Py_CLEAR(form);
        else
            PyTuple_SET_ITEM(form, k, value);
    }
    return form;
}

/* Make a list for each word, with the forms near it. */
static PyObject *as_lists(const Index *x, const Search *s, const int32_t *counts, Py_ssize_t words)
{
    PyObject *lists = PyList_New(words);
    const NearForm *result = s->results;
    for (Py_ssize_t word = 0; lists && word < words; word++) {
        PyObject *list = PyList_New(counts[word]);
        for (int32_t k = 0; list && k < counts[word]; k++) {
            PyObject *form = make_result(x, result++);
            if (form)
                PyList_SET_ITEM(list, k, form);
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

static PyObject *refused(int wrong)
{
    if (wrong == NO_MEMORY)
        return PyErr_NoMemory();
    PyErr_SetString(PyExc_IndexError, "the near forms point outside their file");
    return NULL;
}

/* The words as a tuple of str, or NULL. */
static PyObject *words_of(PyObject *strings)
{
    PyObject *words = PySequence_Tuple(strings);
    for (Py_ssize_t k = 0; words && k < PyTuple_GET_SIZE(words); k++)
        if (!PyUnicode_Check(PyTuple_GET_ITEM(words, k))) {
            PyErr_SetString(PyExc_TypeError, "a word must be str");
            Py_CLEAR(words);
        }
    return words;
}

static PyObject *index_find(PyObject *self, PyObject *args)
{
    Index *x = (Index *)self;
    PyObject *strings;
    int edits, most_cost, rivals;
    if (!PyArg_ParseTuple(args, "Oiip", &strings, &edits, &most_cost, &rivals))
        return NULL;
    if (edits < 1 || edits > MOST_EDITS) {
        PyErr_SetString(PyExc_ValueError, "edits must be 1 or 2");
        return NULL;
    }
    PyObject *words = words_of(strings);
    if (!words)
        return NULL;
    const Py_ssize_t number = PyTuple_GET_SIZE(words);
    int32_t *counts = PyMem_Malloc(((size_t)number + 1) * sizeof *counts);
    Search *s = counts ? search_take(x) : NULL;
    PyObject *lists = NULL;
    if (s) {
        s->edits = edits;
        s->most_cost = most_cost;
        s->rivals = rivals;
        PyThreadState *thread = number >= MANY ? PyEval_SaveThread() : NULL;
        const int wrong = find_words(x, s, words, counts);
        if (thread)
            PyEval_RestoreThread(thread);
        lists = wrong ? refused(wrong) : as_lists(x, s, counts, number);
        search_return(x, s);
    } else if (!counts)
        PyErr_NoMemory();
    PyMem_Free(counts);
    Py_DECREF(words);
    return lists;
}

static PyMethodDef INDEX_METHODS[] = {
    {"find", index_find, METH_VARARGS,
     "find(words, edits, most_cost, rivals): entry, edits and cost of the forms near each word."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject IndexType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tacknamn._near.Index",
    .tp_basicsize = sizeof(Index),
    .tp_dealloc = index_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Index(table, letters, costs, result_type): finds forms near a word.",
    .tp_methods = INDEX_METHODS,
    .tp_new = index_new,
};

static int module_exec(PyObject *module)
{
    make_checksums();
    if (PyType_Ready(&IndexType) < 0 || PyType_Ready(&WordsType) < 0)
        return -1;
    return PyModule_AddObjectRef(module, "Index", (PyObject *)&IndexType) < 0 ||
                   PyModule_AddObjectRef(module, "Words", (PyObject *)&WordsType) < 0
               ? -1
               : 0;
}

static PyModuleDef_Slot MODULE_SLOTS[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tacknamn._near",
    .m_doc = "The compiled index of near forms; see tacknamn.lexicon.near_index for what it finds.",
    .m_slots = MODULE_SLOTS,
};

PyMODINIT_FUNC PyInit__near(void)
{
    return PyModuleDef_Init(&MODULE);
}

/* Count the words of a text that are in a set, and find its digits: the compiled twins of
 * PortableWordCounter in tacknamn/text/word_counts.py, and of an expression in
 * tacknamn/detection/patterns/digit_sequences.py.
 *
 * A word is a row of letters, and another one behind an apostrophe. Texts of Latin-1 are read as
 * they are, one byte a character, and no string is made for a word; other texts are left to Python.
 */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

#define LATIN_1 256
#define MOST_WORDS (1 << 20)
#define HASH_START 2166136261u
#define HASH_FACTOR 16777619u

/* Each letter of Latin-1 in lower case; 0 for all other characters. */
static uint8_t letters[LATIN_1];

typedef struct {
    uint32_t start, length; /* of the word in the bytes of all; a free slot has no length */
} Slot;

typedef struct {
    PyObject_HEAD
    uint8_t *bytes;
    Slot *slots;
    uint32_t mask;
} Counter;

static uint32_t add_to_hash(uint32_t hash, uint8_t byte)
{
    return (hash ^ byte) * HASH_FACTOR;
}

/* The slot of a word, or the free one where it belongs. The bytes are in lower case. */
static Slot *find_slot(const Counter *x, const uint8_t *word, uint32_t length, uint32_t hash)
{
    for (uint32_t at = hash & x->mask;; at = (at + 1) & x->mask) {
        Slot *slot = &x->slots[at];
        if (!slot->length ||
            (slot->length == length && !memcmp(x->bytes + slot->start, word, length)))
            return slot;
    }
}

/* ---- construction ------------------------------------------------------------------- */

/* Put a word into the table. One with other characters can be in no text that is read here. */
static void add_word(Counter *x, PyObject *word, uint32_t *size)
{
    const uint32_t length = (uint32_t)PyUnicode_GET_LENGTH(word), start = *size;
    if (!length || PyUnicode_KIND(word) != PyUnicode_1BYTE_KIND)
        return;
    uint32_t hash = HASH_START;
    memcpy(x->bytes + start, PyUnicode_1BYTE_DATA(word), length);
    for (uint32_t k = 0; k < length; k++)
        hash = add_to_hash(hash, x->bytes[start + k]);
    Slot *slot = find_slot(x, x->bytes + start, length, hash);
    if (slot->length)
        return;
    *slot = (Slot){start, length};
    *size += length;
}

/* Read all words; -1 with an error. */
static int read_words(Counter *x, PyObject *words)
{
    const Py_ssize_t count = PyTuple_GET_SIZE(words);
    size_t size = 0, slots = 16;
    for (Py_ssize_t k = 0; k < count; k++) {
        if (!PyUnicode_Check(PyTuple_GET_ITEM(words, k))) {
            PyErr_SetString(PyExc_TypeError, "a word must be str");
            return -1;
        }
        size += (size_t)PyUnicode_GET_LENGTH(PyTuple_GET_ITEM(words, k));
    }
    if (count > MOST_WORDS || size > UINT32_MAX / 2) {
        PyErr_SetString(PyExc_ValueError, "there are too many words");
        return -1;
    }
    while (slots < 2 * (size_t)count)
        slots *= 2;
    x->mask = (uint32_t)(slots - 1);
    x->slots = PyMem_Calloc(slots, sizeof *x->slots);
    x->bytes = PyMem_Malloc(size + 1);
    if (!x->slots || !x->bytes) {
        PyErr_NoMemory();
        return -1;
    }
    uint32_t end = 0;
    for (Py_ssize_t k = 0; k < count; k++)
        add_word(x, PyTuple_GET_ITEM(words, k), &end);
    return 0;
}

static PyObject *counter_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(keywords))
{
    PyObject *words;
    if (!PyArg_ParseTuple(args, "O!", &PyTuple_Type, &words))
        return NULL;
    Counter *self = (Counter *)type->tp_alloc(type, 0);
    if (self && read_words(self, words) < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static void counter_dealloc(PyObject *self)
{
    Counter *x = (Counter *)self;
    PyMem_Free(x->slots);
    PyMem_Free(x->bytes);
    Py_TYPE(self)->tp_free(self);
}

/* ---- search ------------------------------------------------------------------------- */

/* A letter or an apostrophe in lower case. */
static uint8_t lower_of(uint8_t sign)
{
    return letters[sign] ? letters[sign] : sign;
}

/* Whether the word from `at` to `end` is in the set. Letters are compared in lower case. */
static int has_word(const Counter *x, const uint8_t *signs, Py_ssize_t at, Py_ssize_t end,
                    uint32_t hash)
{
    const size_t length = (size_t)(end - at);
    for (uint32_t slot = hash & x->mask; x->slots[slot].length; slot = (slot + 1) & x->mask) {
        if (x->slots[slot].length != length)
            continue;
        const uint8_t *word = x->bytes + x->slots[slot].start;
        size_t same = 0;
        while (same < length && word[same] == lower_of(signs[at + (Py_ssize_t)same]))
            same++;
        if (same == length)
            return 1;
    }
    return 0;
}

static Py_ssize_t count_words(const Counter *x, const uint8_t *signs, Py_ssize_t length)
{
    Py_ssize_t number = 0;
    for (Py_ssize_t at = 0; at < length;) {
        if (!letters[signs[at]]) {
            at++;
            continue;
        }
        uint32_t hash = HASH_START;
        Py_ssize_t end = at;
        while (end < length && letters[signs[end]])
            hash = add_to_hash(hash, letters[signs[end++]]);
        if (end + 1 < length && signs[end] == '\'' && letters[signs[end + 1]]) {
            hash = add_to_hash(hash, signs[end++]);
            while (end < length && letters[signs[end]])
                hash = add_to_hash(hash, letters[signs[end++]]);
        }
        number += has_word(x, signs, at, end, hash);
        at = end;
    }
    return number;
}

static PyObject *counter_count(PyObject *self, PyObject *args)
{
    PyObject *text;
    Py_ssize_t most;
    if (!PyArg_ParseTuple(args, "Un", &text, &most))
        return NULL;
    if (PyUnicode_KIND(text) != PyUnicode_1BYTE_KIND)
        return PyLong_FromLong(-1);
    const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    return PyLong_FromSsize_t(
        count_words((const Counter *)self, PyUnicode_1BYTE_DATA(text), Py_MIN(most, length)));
}

/* ---- digits ------------------------------------------------------------------------- */

static int is_digit(int kind, const void *signs, Py_ssize_t at)
{
    const Py_UCS4 sign = PyUnicode_READ(kind, signs, at);
    return sign < LATIN_1 ? sign - '0' < 10 : Py_UNICODE_ISDECIMAL(sign);
}

static PyObject *find_digits(PyObject *Py_UNUSED(module), PyObject *text)
{
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "a text must be str");
        return NULL;
    }
    const int kind = PyUnicode_KIND(text);
    const void *signs = PyUnicode_DATA(text);
    const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    PyObject *runs = PyList_New(0);
    for (Py_ssize_t at = 0; runs && at < length; at++) {
        if (!is_digit(kind, signs, at))
            continue;
        const Py_ssize_t start = at;
        while (at < length && is_digit(kind, signs, at))
            at++;
        PyObject *run = Py_BuildValue("nn", start, at);
        if (!run || PyList_Append(runs, run) < 0)
            Py_CLEAR(runs);
        Py_XDECREF(run);
    }
    return runs;
}

static PyMethodDef METHODS[] = {
    {"find_digits", find_digits, METH_O, "find_digits(text): start and end of each row of digits."},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef COUNTER_METHODS[] = {
    {"count", counter_count, METH_VARARGS,
     "count(text, most): how many words of the first characters are in the set; -1 if the text has "
     "characters beyond Latin-1."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject CounterType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tacknamn._words.WordCounter",
    .tp_basicsize = sizeof(Counter),
    .tp_dealloc = counter_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "WordCounter(words): counts the words of a text that are among some in lower case.",
    .tp_methods = COUNTER_METHODS,
    .tp_new = counter_new,
};

static int module_exec(PyObject *module)
{
    for (Py_UCS4 sign = 0; sign < LATIN_1; sign++)
        if (Py_UNICODE_ISALNUM(sign) && !Py_UNICODE_ISDECIMAL(sign))
            letters[sign] = (uint8_t)Py_UNICODE_TOLOWER(sign);
    return PyModule_AddType(module, &CounterType);
}

static PyModuleDef_Slot MODULE_SLOTS[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tacknamn._words",
    .m_doc = "The compiled count of words, and search for digits; see tacknamn.text.word_counts.",
    .m_methods = METHODS,
    .m_slots = MODULE_SLOTS,
};

PyMODINIT_FUNC PyInit__words(void)
{
    return PyModuleDef_Init(&MODULE);
}

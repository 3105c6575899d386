/* Find the words of a text that begin with a capital: the compiled twin of the expression in
 * tacknamn/detection/ranking/capitals.py.
 *
 * A word begins at a capital unless a letter, a digit or one of _ ' ’ - @ . stands before it. It
 * goes on over letters, digits and _, and over ' ’ - between two of these. Initials (K., A.-B.) and
 * what stands before an @ are left to the expression: the answer is None then.
 *
 * Most capitalized words are ordinary ones that begin a sentence. The caller knows many of these,
 * and they are passed over where nothing but the sentence explains their capital.
 */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define LAST_CAPITAL 0x2000 /* above it are mathematical letters */
#define APOSTROPHE 0x2019
#define LATIN_1 256
#define SLASH_REACH 12 /* characters before a word in which a slash may make it a signature */

enum { WORD = 1, JOINT = 2, CAPITAL = 4, BLOCKS = 8 };

/* What each character of Latin-1 is. */
static unsigned char kinds[LATIN_1];

static unsigned char compute_kind(Py_UCS4 sign)
{
    unsigned char kind = 0;
    if (Py_UNICODE_ISALNUM(sign) || sign == '_')
        kind |= WORD | BLOCKS;
    if (sign == '\'' || sign == '-' || sign == APOSTROPHE)
        kind |= JOINT | BLOCKS;
    if (sign == '@' || sign == '.')
        kind |= BLOCKS;
    if (sign < LAST_CAPITAL && (Py_UNICODE_ISUPPER(sign) || Py_UNICODE_ISTITLE(sign)))
        kind |= CAPITAL;
    return kind;
}

static unsigned char kind_of(Py_UCS4 sign)
{
    return sign < LATIN_1 ? kinds[sign] : compute_kind(sign);
}

typedef struct {
    PyObject *text;
    int width;
    const void *signs;
    Py_ssize_t length;
} Text;

/* The kind of the character at an offset; 0 after the end. */
static unsigned char kind_at(const Text *t, Py_ssize_t at)
{
    return at < t->length ? kind_of(PyUnicode_READ(t->width, t->signs, at)) : 0;
}

static Py_ssize_t find_end(const Text *t, Py_ssize_t at)
{
    while (kind_at(t, at) & WORD)
        at++;
    while (kind_at(t, at) & JOINT && kind_at(t, at + 1) & WORD)
        for (at++; kind_at(t, at) & WORD;)
            at++;
    return at;
}

static int append_pair(PyObject *words, Py_ssize_t start, Py_ssize_t end)
{
    PyObject *pair = Py_BuildValue("nn", start, end);
    const int failed = !pair || PyList_Append(words, pair) < 0;
    Py_XDECREF(pair);
    return failed ? -1 : 0;
}

static Py_UCS4 sign_at(const Text *t, Py_ssize_t at)
{
    return PyUnicode_READ(t->width, t->signs, at);
}

/* Whether a word surely begins a sentence, follows no initial (K. Berg), and signs nothing. */
static int begins_sentence(const Text *t, Py_ssize_t at)
{
    if (!at)
        return 1;
    if (at < 2 || sign_at(t, at - 1) != ' ')
        return 0;
    const Py_UCS4 stop = sign_at(t, at - 2);
    if (stop != '!' && stop != '?' && stop != '.')
        return 0;
    if (stop == '.' && at > 2 && Py_UNICODE_ISUPPER(sign_at(t, at - 3)))
        return 0;
    for (Py_ssize_t k = at - 1; k >= 0 && k >= at - SLASH_REACH; k--)
        if (sign_at(t, k) == '/')
            return 0;
    return 1;
}

/* Whether a word may be left out: 1, 0, or -1 with an error. */
static int is_left_out(const Text *t, PyObject *left_out, Py_ssize_t start, Py_ssize_t end)
{
    if (!left_out || !begins_sentence(t, start))
        return 0;
    PyObject *word = PyUnicode_Substring(t->text, start, end);
    const int found = word ? PySet_Contains(left_out, word) : -1;
    Py_XDECREF(word);
    return found;
}

/* Append all words: 1 if the expression has to look, -1 with an error. */
static int find_words(const Text *t, PyObject *words, PyObject *left_out)
{
    unsigned char before = 0;
    for (Py_ssize_t at = 0; at < t->length;) {
        const unsigned char kind = kind_at(t, at);
        if (!(kind & CAPITAL) || before & BLOCKS) {
            before = kind;
            at++;
            continue;
        }
        const Py_ssize_t end = find_end(t, at);
        const Py_UCS4 after = end < t->length ? sign_at(t, end) : 0;
        if (after == '@' || (after == '.' && end == at + 1))
            return 1;
        const int passed = is_left_out(t, left_out, at, end);
        if (passed < 0 || (!passed && append_pair(words, at, end) < 0))
            return -1;
        before = kind_at(t, end - 1);
        at = end;
    }
    return 0;
}

static PyObject *find_capitalized(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *text, *left_out = Py_None;
    if (!PyArg_ParseTuple(args, "U|O", &text, &left_out))
        return NULL;
    if (left_out != Py_None && !PySet_Check(left_out)) {
        PyErr_SetString(PyExc_TypeError, "the words to leave out must be a set or None");
        return NULL;
    }
    const Text t = {text, PyUnicode_KIND(text), PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text)};
    PyObject *words = PyList_New(0);
    const int found =
        words ? find_words(&t, words, left_out == Py_None ? NULL : left_out) : -1;
    if (!found)
        return words;
    Py_XDECREF(words);
    return found < 0 ? NULL : Py_NewRef(Py_None);
}

static PyMethodDef METHODS[] = {
    {"find_capitalized", find_capitalized, METH_VARARGS,
     "find_capitalized(text, left_out=None): start and end of each capitalized word, but for words of "
     "the set that surely begin a sentence; None: an expression has to look."},
    {NULL, NULL, 0, NULL},
};

static int module_exec(PyObject *Py_UNUSED(module))
{
    for (Py_UCS4 sign = 0; sign < LATIN_1; sign++)
        kinds[sign] = compute_kind(sign);
    return 0;
}

static PyModuleDef_Slot MODULE_SLOTS[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tacknamn._capitals",
    .m_doc = "The compiled search for capitalized words; see tacknamn.detection.ranking.capitals.",
    .m_methods = METHODS,
    .m_slots = MODULE_SLOTS,
};

PyMODINIT_FUNC PyInit__capitals(void)
{
    return PyModuleDef_Init(&MODULE);
}

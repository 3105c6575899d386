/* Survey a text for what may hide a name: the compiled twin of survey_slowly in
 * tacknamn/detection/disguises/survey.py.
 *
 * One pass, which looks closer only at few characters: capitals, digits, line breaks, percent signs
 * and what is outside of Latin-1. The bits of the answer say which kinds of disguise the text may
 * have; they are documented in that module.
 */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

enum {
    INVISIBLE = 1,
    STYLED = 2,
    UNCASED = 4,
    GLUED = 8,
    BROKEN = 16,
    ENCODED = 32,
    SPACED = 64,
    ALIKE = 128,
};

enum { LOOK = 1, LOWER = 2, LETTER = 4, DIGIT = 8, HEX = 16, BETWEEN = 32 };

#define LATIN_1 256
#define LAST_LATIN 0x24F /* of Latin Extended-B */
#define SOFT_HYPHEN 0xAD
#define FEWEST_SPACED 6 /* single digits with signs between them */

/* What each character of Latin-1 is. */
static unsigned char kinds[LATIN_1];

typedef struct {
    Py_UCS4 first, last;
} Range;

/* Characters that have no width (Default_Ignorable_Code_Point of Unicode). */
static const Range invisible[] = {
    {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},       {0x115F, 0x1160},
    {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x200B, 0x200F},     {0x202A, 0x202E},
    {0x2060, 0x206F},   {0x3164, 0x3164},   {0xFE00, 0xFE0F},     {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFF8},   {0x1BCA0, 0x1BCA3},   {0x1D173, 0x1D17A},
    {0xE0000, 0xE0FFF},
};

/* Blocks with letters and signs of ASCII in another style: full-width, mathematical, circled, raised. */
static const Range styled[] = {
    {0x2B0, 0x2B8},   {0x2E1, 0x2E3},     {0x1D2C, 0x1D6A},   {0x1D9C, 0x1DBB},
    {0x2071, 0x2071}, {0x207F, 0x207F},   {0x2090, 0x209C},   {0x2102, 0x2149},
    {0x249C, 0x24E9}, {0x2C7C, 0x2C7D},   {0xA7F2, 0xA7F4},   {0xFB00, 0xFB06},
    {0xFE50, 0xFE6B}, {0xFF01, 0xFF5E},   {0x1D400, 0x1D7FF}, {0x1F110, 0x1F189},
    {0x1FBF0, 0x1FBF9},
};

/* Blocks with letters of other alphabets that look like Latin ones, and small capitals. */
static const Range alike[] = {
    {0x250, 0x2AF},   {0x370, 0x587},   {0x13A0, 0x13F5}, {0x1D00, 0x1D22},
    {0x2160, 0x217F}, {0xA4D0, 0xA4F7}, {0xA730, 0xA731}, {0xA7AF, 0xA7AF},
};

/* Blocks of scripts that have no capitals. */
static const Range uncased[] = {
    {0x590, 0x109F},   {0x10D0, 0x139F},   {0x1400, 0x1C7F},   {0x1CC0, 0x1CFF},
    {0x2D30, 0x2DDF},  {0x3005, 0xA63F},   {0xA800, 0xAB2F},   {0xABC0, 0xD7FF},
    {0xF900, 0xFAFF},  {0xFB1D, 0xFDFF},   {0xFE70, 0xFEFC},   {0xFF66, 0xFFDC},
    {0x10800, 0x10C7F}, {0x10D00, 0x1187F}, {0x118E0, 0x11FFF}, {0x20000, 0x3FFFF},
};

#define COUNT(ranges) (sizeof(ranges) / sizeof(ranges[0]))

static int is_in(Py_UCS4 sign, const Range *ranges, size_t count)
{
    for (size_t i = 0; i < count && ranges[i].first <= sign; i++)
        if (sign <= ranges[i].last)
            return 1;
    return 0;
}

typedef struct {
    int width;
    const void *signs;
    Py_ssize_t length;
} Text;

static Py_UCS4 sign_at(const Text *t, Py_ssize_t at)
{
    return at >= 0 && at < t->length ? PyUnicode_READ(t->width, t->signs, at) : 0;
}

static unsigned char kind_at(const Text *t, Py_ssize_t at)
{
    const Py_UCS4 sign = sign_at(t, at);
    if (sign < LATIN_1)
        return kinds[sign];
    if (sign > LAST_LATIN)
        return 0;
    return (Py_UNICODE_ISLOWER(sign) ? LOWER | LETTER : 0) | (Py_UNICODE_ISUPPER(sign) ? LETTER : 0);
}

static int is_word(Py_UCS4 sign)
{
    return Py_UNICODE_ISALNUM(sign);
}

/* Whether a capital follows three small letters (or a letter and two of them). */
static int is_glued(const Text *t, Py_ssize_t at)
{
    return kind_at(t, at) & LETTER && kind_at(t, at - 1) & LOWER && kind_at(t, at - 2) & LOWER &&
           kind_at(t, at - 3) & LETTER;
}

/* Whether a line ends in a hyphen after a letter or digit, or within an address. */
static int is_broken(const Text *t, Py_ssize_t at)
{
    Py_ssize_t before = at - 1, after = at + 1;
    while (sign_at(t, before) == ' ' || sign_at(t, before) == '\t' || sign_at(t, before) == '\r')
        before--;
    while (sign_at(t, after) == ' ' || sign_at(t, after) == '\t')
        after++;
    const Py_UCS4 last = sign_at(t, before), first = sign_at(t, after);
    if (last == '-' || last == SOFT_HYPHEN || last == 0x2010)
        return is_word(sign_at(t, before - 1)) && is_word(first);
    if (last == '@' || first == '@')
        return is_word(last) || is_word(first);
    return last == '.' && kind_at(t, after) & LOWER;
}

/* Whether a single digit ends a row of single digits with one sign between them. */
static int ends_spaced(const Text *t, Py_ssize_t at)
{
    if (kind_at(t, at + 1) & DIGIT)
        return 0;
    int count = 1;
    while (count < FEWEST_SPACED && kind_at(t, at - 1) & BETWEEN && kind_at(t, at - 2) & DIGIT) {
        at -= 2;
        count++;
    }
    return count == FEWEST_SPACED && !(kind_at(t, at - 1) & DIGIT);
}

/* The bits of a character of Latin-1 at which to look closer. */
static int look(const Text *t, Py_ssize_t at, Py_UCS4 sign)
{
    if (kinds[sign] & DIGIT)
        return kind_at(t, at - 1) & BETWEEN && ends_spaced(t, at) ? SPACED : 0;
    if (sign == '\n')
        return is_broken(t, at) ? BROKEN : 0;
    if (sign == '%')
        return kind_at(t, at + 1) & HEX && kind_at(t, at + 2) & HEX ? ENCODED : 0;
    if (sign == SOFT_HYPHEN)
        return is_word(sign_at(t, at - 1)) || is_word(sign_at(t, at + 1)) ? INVISIBLE : 0;
    return is_glued(t, at) ? GLUED : 0;
}

/* The bits of a character outside of Latin-1. */
static int look_far(const Text *t, Py_ssize_t at, Py_UCS4 sign)
{
    if (is_in(sign, styled, COUNT(styled)))
        return STYLED;
    if (is_in(sign, invisible, COUNT(invisible)))
        return is_word(sign_at(t, at - 1)) || is_word(sign_at(t, at + 1)) ? INVISIBLE : 0;
    const int bits = is_in(sign, alike, COUNT(alike)) ? ALIKE : 0;
    return bits | (is_in(sign, uncased, COUNT(uncased)) && Py_UNICODE_ISALPHA(sign) ? UNCASED : 0);
}

static PyObject *survey(PyObject *Py_UNUSED(module), PyObject *text)
{
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "a text must be str");
        return NULL;
    }
    const Text t = {PyUnicode_KIND(text), PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text)};
    int bits = 0;
    if (t.width == PyUnicode_1BYTE_KIND) {
        const Py_UCS1 *signs = t.signs;
        for (Py_ssize_t at = 0; at < t.length; at++)
            if (kinds[signs[at]] & LOOK)
                bits |= look(&t, at, signs[at]);
        return PyLong_FromLong(bits);
    }
    for (Py_ssize_t at = 0; at < t.length; at++) {
        const Py_UCS4 sign = PyUnicode_READ(t.width, t.signs, at);
        if (sign < LATIN_1) {
            if (kinds[sign] & LOOK)
                bits |= look(&t, at, sign);
        } else if (sign <= LAST_LATIN) {
            if (Py_UNICODE_ISUPPER(sign) && is_glued(&t, at))
                bits |= GLUED;
        } else if ((sign < 0x300 || sign > 0x33F) && (sign < 0x2010 || sign > 0x2029)) {
            bits |= look_far(&t, at, sign); /* not for accents, usual dashes and quotation marks */
        }
    }
    return PyLong_FromLong(bits);
}

static PyMethodDef METHODS[] = {
    {"survey", survey, METH_O, "survey(text): bits for the kinds of disguise that it may have."},
    {NULL, NULL, 0, NULL},
};

static unsigned char compute_kind(Py_UCS4 sign)
{
    unsigned char kind = 0;
    const int is_ascii_digit = sign >= '0' && sign <= '9';
    if (is_ascii_digit)
        kind |= DIGIT | LOOK | HEX;
    if ((sign >= 'a' && sign <= 'f') || (sign >= 'A' && sign <= 'F'))
        kind |= HEX;
    if ((sign >= 'a' && sign <= 'z') || (sign >= 0xDF && sign != 0xF7))
        kind |= LOWER | LETTER;
    if ((sign >= 'A' && sign <= 'Z') || (sign >= 0xC0 && sign <= 0xDE && sign != 0xD7))
        kind |= LETTER | LOOK;
    if (sign == ' ' || sign == '-' || sign == '.' || sign == ',' || sign == 0xA0)
        kind |= BETWEEN;
    if (sign == '\n' || sign == '%' || sign == SOFT_HYPHEN)
        kind |= LOOK;
    return kind;
}

static int module_exec(PyObject *Py_UNUSED(module))
{
    for (Py_UCS4 sign = 0; sign < LATIN_1; sign++)
        kinds[sign] = compute_kind(sign);
    return 0;
}

static PyModuleDef_Slot MODULE_SLOTS[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tacknamn._disguises",
    .m_doc = "The compiled survey of a text; see tacknamn.detection.disguises.survey.",
    .m_methods = METHODS,
    .m_slots = MODULE_SLOTS,
};

PyMODINIT_FUNC PyInit__disguises(void)
{
    return PyModuleDef_Init(&MODULE);
}

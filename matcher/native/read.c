/* The compiled twin of FileColumn (tacknamn/lexicon/file_column.py): a column whose rows are read
 * from the file when they are asked for. A text asks for thousands of rows, a number or two each.
 */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define FEW 128   /* bytes that are read without allocating memory */
#define MANY 4096 /* from this number of bytes on, other threads may run meanwhile */
#define MOST_BYTES ((long long)1 << 40)

typedef struct {
    PyObject_HEAD
    PyObject *file; /* keeps the file open */
    int number;     /* its descriptor */
    char code;      /* the type of number, as in struct */
    Py_ssize_t size, rows;
    long long start;
} Read;

/* Bytes of a type of number, or 0 for an unknown type. */
static Py_ssize_t size_of(const char *code)
{
    static const char CODES[] = "BIfQd";
    static const Py_ssize_t SIZES[] = {1, 4, 4, 8, 8};
    const char *found = *code && !code[1] ? strchr(CODES, *code) : NULL;
    return found ? SIZES[found - CODES] : 0;
}

static PyObject *read_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(keywords))
{
    PyObject *file;
    long long start, size;
    const char *code = "B";
    if (!PyArg_ParseTuple(args, "OLL|s", &file, &start, &size, &code))
        return NULL;
    if (!size_of(code) || start < 0 || size < 0 || start > MOST_BYTES || size > MOST_BYTES) {
        PyErr_SetString(PyExc_ValueError, "there is no such column");
        return NULL;
    }
    PyObject *number = PyObject_GetAttrString(file, "number");
    const int descriptor = number ? PyObject_AsFileDescriptor(number) : -1;
    Py_XDECREF(number);
    Read *self = descriptor < 0 ? NULL : (Read *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->file = Py_NewRef(file);
    self->number = descriptor;
    self->code = *code;
    self->size = size_of(code);
    self->rows = (Py_ssize_t)size / self->size;
    self->start = start;
    return (PyObject *)self;
}

static void read_dealloc(PyObject *self)
{
    Py_XDECREF(((Read *)self)->file);
    Py_TYPE(self)->tp_free(self);
}

static Py_ssize_t read_length(PyObject *self)
{
    return ((Read *)self)->rows;
}

/* Read rows into memory; -1 with an error. */
static int read_into(const Read *x, Py_ssize_t begin, Py_ssize_t rows, char *target)
{
    const Py_ssize_t wanted = rows * x->size;
    const off_t place = (off_t)(x->start + begin * x->size);
    Py_ssize_t done = 0;
    while (done < wanted) {
        PyThreadState *thread = wanted >= MANY ? PyEval_SaveThread() : NULL;
        const ssize_t got = pread(x->number, target + done, (size_t)(wanted - done), place + done);
        const int wrong = errno;
        if (thread)
            PyEval_RestoreThread(thread);
        if (got > 0)
            done += got;
        else if (got < 0 && wrong != EINTR) {
            errno = wrong;
            PyErr_SetFromErrno(PyExc_OSError);
            return -1;
        } else if (got == 0) { /* the file was truncated after it was opened */
            PyErr_SetString(PyExc_IndexError, "the file ends before this row");
            return -1;
        } else if (PyErr_CheckSignals() < 0)
            return -1;
    }
    return 0;
}

static PyObject *bytes_of(const Read *x, Py_ssize_t begin, Py_ssize_t rows)
{
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, rows * x->size);
    if (bytes && read_into(x, begin, rows, PyBytes_AS_STRING(bytes)) < 0)
        Py_CLEAR(bytes);
    return bytes;
}

static PyObject *read_bytes(PyObject *self, PyObject *Py_UNUSED(nothing))
{
    return bytes_of((Read *)self, 0, ((Read *)self)->rows);
}

/* Make a number from the bytes of a row. */
static PyObject *number_from(char code, const char *bytes)
{
    union {
        uint32_t whole;
        uint64_t large;
        float single;
        double real;
    } read;
    switch (code) {
    case 'B':
        return PyLong_FromLong((uint8_t)*bytes);
    case 'I':
        memcpy(&read.whole, bytes, sizeof read.whole);
        return PyLong_FromUnsignedLong(read.whole);
    case 'Q':
        memcpy(&read.large, bytes, sizeof read.large);
        return PyLong_FromUnsignedLongLong(read.large);
    case 'f':
        memcpy(&read.single, bytes, sizeof read.single);
        return PyFloat_FromDouble(read.single);
    default:
        memcpy(&read.real, bytes, sizeof read.real);
        return PyFloat_FromDouble(read.real);
    }
}

static PyObject *number_of(const Read *x, Py_ssize_t row)
{
    char bytes[sizeof(uint64_t)];
    if (row < 0 || row >= x->rows) {
        PyErr_SetString(PyExc_IndexError, "there is no such row");
        return NULL;
    }
    return read_into(x, row, 1, bytes) < 0 ? NULL : number_from(x->code, bytes);
}

/* Rows as bytes if a number is one byte, else as a list. */
static PyObject *slice_of(const Read *x, PyObject *slice)
{
    char few[FEW];
    Py_ssize_t begin, end, step;
    if (PySlice_Unpack(slice, &begin, &end, &step) < 0)
        return NULL;
    const Py_ssize_t rows = PySlice_AdjustIndices(x->rows, &begin, &end, 1);
    if (x->size == 1)
        return bytes_of(x, begin, rows);
    char *bytes = rows * x->size <= FEW ? few : PyMem_Malloc((size_t)(rows * x->size));
    if (!bytes)
        return PyErr_NoMemory();
    PyObject *numbers = read_into(x, begin, rows, bytes) < 0 ? NULL : PyList_New(rows);
    for (Py_ssize_t k = 0; numbers && k < rows; k++) {
        PyObject *number = number_from(x->code, bytes + k * x->size);
        if (number)
            PyList_SET_ITEM(numbers, k, number);
        else
            Py_CLEAR(numbers);
    }
    if (bytes != few)
        PyMem_Free(bytes);
    return numbers;
}

static PyObject *read_subscript(PyObject *self, PyObject *at)
{
    const Read *x = (Read *)self;
    if (PySlice_Check(at))
        return slice_of(x, at);
    const Py_ssize_t row = PyNumber_AsSsize_t(at, PyExc_IndexError);
    if (row == -1 && PyErr_Occurred())
        return NULL;
    return number_of(x, row < 0 ? row + x->rows : row);
}

static PyObject *read_iter(PyObject *self)
{
    PyObject *all = PySequence_GetSlice(self, 0, ((Read *)self)->rows);
    PyObject *found = all ? PyObject_GetIter(all) : NULL;
    Py_XDECREF(all);
    return found;
}

static PyObject *read_part(PyObject *self, PyObject *args)
{
    const Read *x = (Read *)self;
    long long start, size;
    const char *code;
    if (!PyArg_ParseTuple(args, "LLs", &start, &size, &code))
        return NULL;
    return PyObject_CallFunction((PyObject *)Py_TYPE(self), "OLLs", x->file, x->start + start, size,
                                 code);
}

static PyObject *read_place(PyObject *self, void *Py_UNUSED(nothing))
{
    const Read *x = (Read *)self;
    return Py_BuildValue("iLn", x->number, x->start, x->rows * x->size);
}

static PyMethodDef METHODS[] = {
    {"part", read_part, METH_VARARGS,
     "part(start, size, code): a part of it, as a column of these numbers."},
    {"__bytes__", read_bytes, METH_NOARGS, "All of it."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef PLACES[] = {
    {"place", read_place, NULL, "Descriptor of the file, first byte and bytes: for compiled code.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMappingMethods MAPPING = {.mp_length = read_length, .mp_subscript = read_subscript};
static PySequenceMethods SEQUENCE = {.sq_length = read_length};

static PyTypeObject ReadType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tacknamn._read.Read",
    .tp_basicsize = sizeof(Read),
    .tp_dealloc = read_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Read(file, start, size, code): a part of a file as a column of numbers.",
    .tp_as_mapping = &MAPPING,
    .tp_as_sequence = &SEQUENCE,
    .tp_iter = read_iter,
    .tp_methods = METHODS,
    .tp_getset = PLACES,
    .tp_new = read_new,
};

static int module_exec(PyObject *module)
{
    return PyModule_AddType(module, &ReadType);
}

static PyModuleDef_Slot MODULE_SLOTS[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tacknamn._read",
    .m_doc = "Rows that are read from a file; see tacknamn.lexicon.file_column.",
    .m_slots = MODULE_SLOTS,
};

PyMODINIT_FUNC PyInit__read(void)
{
    return PyModuleDef_Init(&MODULE);
}

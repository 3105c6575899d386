/* Build what the scanner and the search of near forms look up: a bundle of a million forms in a
 * second. The slow twins are in tacknamn/lexicon/writing; both write the same bytes. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "write_near.h"
#include "write_table.h"

static PyMethodDef METHODS[] = {
    {"table", write_table, METH_O,
     "table(forms): the hash table of folded forms, and the filters of one word and of two."},
    {"deletions", write_deletions, METH_O,
     "deletions(forms): the offsets of the buckets, and the numbers in all of them."},
    {NULL, NULL, 0, NULL},
};

static int module_exec(PyObject *Py_UNUSED(module))
{
    make_checksums();
    return 0;
}

static PyModuleDef_Slot MODULE_SLOTS[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tacknamn._write",
    .m_doc = "The compiled writer of bundles; see tacknamn.lexicon.writing.",
    .m_methods = METHODS,
    .m_slots = MODULE_SLOTS,
};

PyMODINIT_FUNC PyInit__write(void)
{
    return PyModuleDef_Init(&MODULE);
}

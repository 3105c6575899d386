/* Make the Python objects for matches. */

#ifndef TACKNAMN_MATCHES_H
#define TACKNAMN_MATCHES_H

#include "scan.h"

#define MATCH_FIELDS 7

static PyObject *new_match(PyTypeObject *type, const Match *match, PyObject *text,
                           PyObject *lexicon)
{
    PyObject *object = type->tp_alloc(type, MATCH_FIELDS);
    if (!object)
        return NULL;
    const long numbers[] = {match->start, match->end, match->row, match->affixes & AFFIX_BITS,
                            match->affixes >> EDITS_SHIFT};
    for (int k = 0; k < 5; k++) {
        PyObject *number = PyLong_FromLong(numbers[k]);
        if (!number) {
            Py_DECREF(object);
            return NULL;
        }
        PyTuple_SET_ITEM(object, k, number);
    }
    PyTuple_SET_ITEM(object, 5, Py_NewRef(text));
    PyTuple_SET_ITEM(object, 6, Py_NewRef(lexicon));
    PyObject_GC_UnTrack(object); /* it cannot be part of a cycle: a lexicon holds no matches */
    return object;
}

/* Make the objects for the numbers that scan returned. Making an object takes longer than finding
   the match; here it takes half as long as in Python. */
static PyObject *make_matches(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *type, *text, *lexicon;
    Py_buffer matches;
    if (!PyArg_ParseTuple(args, "O!y*UO", &PyType_Type, &type, &matches, &text, &lexicon))
        return NULL;
    PyObject *list = NULL;
    if (!PyType_FastSubclass((PyTypeObject *)type, Py_TPFLAGS_TUPLE_SUBCLASS))
        PyErr_SetString(PyExc_TypeError, "the type of matches must be a tuple type");
    else
        list = PyList_New(matches.len / (Py_ssize_t)sizeof(Match));
    for (Py_ssize_t k = 0; list && k < PyList_GET_SIZE(list); k++) {
        Match match;
        memcpy(&match, (const char *)matches.buf + k * (Py_ssize_t)sizeof match, sizeof match);
        PyObject *object = new_match((PyTypeObject *)type, &match, text, lexicon);
        if (object)
            PyList_SET_ITEM(list, k, object);
        else
            Py_CLEAR(list);
    }
    PyBuffer_Release(&matches);
    return list;
}

#endif

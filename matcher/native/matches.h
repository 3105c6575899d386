/* Make the Python objects for hits. */

#ifndef TACKNAMN_MATCHES_H
#define TACKNAMN_MATCHES_H

#include "scan.h"

#define MATCH_FIELDS 7

static PyObject *new_match(PyTypeObject *type, const Hit *hit, PyObject *text, PyObject *lexicon)
{
    PyObject *match = type->tp_alloc(type, MATCH_FIELDS);
    if (!match)
        return NULL;
    const long numbers[] = {hit->start, hit->end, hit->row, hit->affixes & AFFIX_BITS,
                            hit->affixes >> EDITS_SHIFT};
    for (int k = 0; k < 5; k++) {
        PyObject *number = PyLong_FromLong(numbers[k]);
        if (!number) {
            Py_DECREF(match);
            return NULL;
        }
        PyTuple_SET_ITEM(match, k, number);
    }
    PyTuple_SET_ITEM(match, 5, Py_NewRef(text));
    PyTuple_SET_ITEM(match, 6, Py_NewRef(lexicon));
    PyObject_GC_UnTrack(match); /* it cannot be part of a cycle: a lexicon holds no matches */
    return match;
}

/* Making an object costs more than finding the match; made here, it costs half as much as in Python. */
static PyObject *matches(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *type, *text, *lexicon;
    Py_buffer hits;
    if (!PyArg_ParseTuple(args, "O!y*UO", &PyType_Type, &type, &hits, &text, &lexicon))
        return NULL;
    PyObject *list = NULL;
    if (!PyType_FastSubclass((PyTypeObject *)type, Py_TPFLAGS_TUPLE_SUBCLASS))
        PyErr_SetString(PyExc_TypeError, "matches are made of a kind of tuple");
    else
        list = PyList_New(hits.len / (Py_ssize_t)sizeof(Hit));
    for (Py_ssize_t k = 0; list && k < PyList_GET_SIZE(list); k++) {
        Hit hit;
        memcpy(&hit, (const char *)hits.buf + k * (Py_ssize_t)sizeof hit, sizeof hit);
        PyObject *match = new_match((PyTypeObject *)type, &hit, text, lexicon);
        if (match)
            PyList_SET_ITEM(list, k, match);
        else
            Py_CLEAR(list);
    }
    PyBuffer_Release(&hits);
    return list;
}

#endif

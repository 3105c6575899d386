/* The columns of a bundle that the scanner reads, and checks that they fit together. */

#ifndef TACKNAMN_COLUMNS_H
#define TACKNAMN_COLUMNS_H

#include "scan.h"

static int take_column(PyObject *buffers, const char *name, size_t item, Column *column)
{
    PyObject *buffer = PyDict_GetItemString(buffers, name);
    if (!buffer) {
        PyErr_Format(PyExc_KeyError, "%s", name);
        return -1;
    }
    if (PyObject_GetBuffer(buffer, &column->view, PyBUF_SIMPLE) < 0)
        return -1;
    column->data = column->view.buf;
    column->items = (uint64_t)column->view.len / item;
    if ((uintptr_t)column->data % item || (uint64_t)column->view.len % item) {
        PyErr_Format(PyExc_ValueError, "%s is not aligned", name);
        return -1;
    }
    return 0;
}

static int table_fits(Table *t)
{
    const uint64_t forms = t->form_labels.items, inflections = t->inflection_base.items;
    const uint64_t buckets = t->buckets.items / (2 * SLOTS), singles = t->singles.items, pairs = t->pairs.items;
    if (t->buckets.items % (2 * SLOTS) || buckets <= SPILL || buckets - SPILL > UINT32_MAX)
        return 0;
    if (!singles || singles > UINT32_MAX || !pairs || pairs > UINT32_MAX)
        return 0;
    if (t->form_offset.items != forms + 1 || t->form_common.items != forms ||
        t->form_weight.items != forms || t->inflection_offset.items != inflections + 1 ||
        t->inflection_affixes.items != inflections || forms + inflections >= CONTINUES - 1)
        return 0;
    t->forms = (uint32_t)forms;
    t->inflections = (uint32_t)inflections;
    t->places = buckets - SPILL;
    return 1;
}

static Column *table_columns(Table *t, int which)
{
    Column *columns[] = {&t->buckets, &t->singles, &t->pairs, &t->form_offset, &t->form_text,
                         &t->form_labels, &t->form_common, &t->form_weight,
                         &t->inflection_offset, &t->inflection_text, &t->inflection_base,
                         &t->inflection_affixes};
    return columns[which];
}

static const struct {
    const char *name;
    size_t item;
} COLUMNS[] = {{"buckets", 4}, {"singles", 8}, {"pairs", 8}, {"form_offset", 4}, {"form_text", 1},
               {"form_labels", 4}, {"form_common", 1}, {"form_weight", 1},
               {"inflection_offset", 4}, {"inflection_text", 1}, {"inflection_base", 4},
               {"inflection_affixes", 1}};
#define NCOLUMNS ((int)(sizeof COLUMNS / sizeof *COLUMNS))

static void table_dealloc(PyObject *self)
{
    for (int k = 0; k < NCOLUMNS; k++)
        PyBuffer_Release(&table_columns((Table *)self, k)->view);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *table_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(keywords))
{
    PyObject *buffers;
    if (!PyArg_ParseTuple(args, "O!", &PyDict_Type, &buffers))
        return NULL;
    Table *self = (Table *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    for (int k = 0; k < NCOLUMNS; k++)
        if (take_column(buffers, COLUMNS[k].name, COLUMNS[k].item, table_columns(self, k)) < 0) {
            Py_DECREF(self);
            return NULL;
        }
    if (!table_fits(self)) {
        Py_DECREF(self);
        PyErr_SetString(PyExc_ValueError, "the columns do not fit together");
        return NULL;
    }
    return (PyObject *)self;
}

static PyTypeObject TableType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tacknamn._scan.Table",
    .tp_basicsize = sizeof(Table),
    .tp_dealloc = table_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Table(columns): the columns of a bundle that the scanner needs, by name.",
    .tp_new = table_new,
};

#endif

/* Shares of kinds, and paths through the kinds of a row: the compiled twins of functions in
 * tacknamn/detection/ranking/rows.py and paths.py.
 *
 * All numbers are added and multiplied in the order of these functions, so that the results are the
 * same to the last bit.
 */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#ifdef __clang__ /* the standard that we ask gcc for forbids it */
#pragma STDC FP_CONTRACT OFF
#endif

#define MOST_KINDS 16
#define LINKS 3 /* how two pieces stand side by side */

/* ---- shares ------------------------------------------------------------------------- */

/* The sums of scores by kind, in the order in which the kinds occur. */
typedef struct {
    int number;
    PyObject *kinds[MOST_KINDS]; /* borrowed */
    double scores[MOST_KINDS];
} Sums;

/* Add a score to that of its kind; -1 with an error. */
static int add_score(Sums *sums, PyObject *kind, double score)
{
    int at = 0;
    while (at < sums->number && sums->kinds[at] != kind)
        at++;
    for (int k = 0; at == sums->number && k < sums->number; k++) {
        const int equal = PyObject_RichCompareBool(sums->kinds[k], kind, Py_EQ);
        if (equal < 0)
            return -1;
        at = equal ? k : at;
    }
    if (at == MOST_KINDS) {
        PyErr_SetString(PyExc_ValueError, "there are too many kinds");
        return -1;
    }
    if (at == sums->number) {
        sums->kinds[sums->number++] = kind;
        sums->scores[at] = 0.0;
    }
    sums->scores[at] += score;
    return 0;
}

/* Divide all scores by their sum; -1 with an error if that is nothing. */
static int scale(double *scores, int number)
{
    double total = 0.0;
    for (int k = 0; k < number; k++)
        total += scores[k];
    if (total == 0.0) {
        PyErr_SetString(PyExc_ZeroDivisionError, "float division by zero");
        return -1;
    }
    for (int k = 0; k < number; k++)
        scores[k] /= total;
    return 0;
}

static PyObject *make_dict(PyObject *const *names, const double *scores, int number)
{
    PyObject *named = PyDict_New();
    for (int k = 0; named && k < number; k++) {
        PyObject *score = PyFloat_FromDouble(scores[k]);
        if (!score || PyDict_SetItem(named, names[k], score) < 0)
            Py_CLEAR(named);
        Py_XDECREF(score);
    }
    return named;
}

static PyObject *compute_shares(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *weights, *kinds, *label, *weight;
    Py_ssize_t place = 0;
    Sums sums = {0};
    if (!PyArg_ParseTuple(args, "O!O!", &PyDict_Type, &weights, &PyDict_Type, &kinds))
        return NULL;
    while (PyDict_Next(weights, &place, &label, &weight)) {
        PyObject *kind = PyDict_GetItemWithError(kinds, label);
        const double score = kind ? PyFloat_AsDouble(weight) : 0.0;
        if (!kind && !PyErr_Occurred())
            PyErr_SetObject(PyExc_KeyError, label);
        if (PyErr_Occurred() || add_score(&sums, kind, score) < 0)
            return NULL;
    }
    return scale(sums.scores, sums.number) < 0 ? NULL
                                               : make_dict(sums.kinds, sums.scores, sums.number);
}

/* ---- paths -------------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    PyObject *names;       /* the kinds, a tuple */
    int number;            /* of the kinds */
    int places[MOST_KINDS]; /* the place of each in the alphabet */
    /* By link, the second kind, and the first one. */
    double forward[LINKS][MOST_KINDS][MOST_KINDS];
} Paths;

/* A piece of a row: its kinds, and numbers about each of them. */
typedef struct {
    int number, link;
    int kinds[MOST_KINDS], origins[MOST_KINDS];
    double shares[MOST_KINDS], best[MOST_KINDS], forward[MOST_KINDS], result[MOST_KINDS];
} Step;

static int number_of_kind(const Paths *x, PyObject *kind)
{
    for (int k = 0; k < x->number; k++)
        if (PyTuple_GET_ITEM(x->names, k) == kind)
            return k;
    for (int k = 0; k < x->number; k++) {
        const int equal = PyObject_RichCompareBool(PyTuple_GET_ITEM(x->names, k), kind, Py_EQ);
        if (equal)
            return equal < 0 ? -1 : k;
    }
    PyErr_SetObject(PyExc_KeyError, kind);
    return -1;
}

/* Read the shares of a piece; -1 with an error. */
static int read_step(const Paths *x, PyObject *shares, PyObject *link, Step *step)
{
    PyObject *kind, *share;
    Py_ssize_t place = 0;
    step->number = 0;
    step->link = (int)PyLong_AsLong(link);
    if (PyErr_Occurred())
        return -1;
    if (!PyDict_Check(shares) || PyDict_GET_SIZE(shares) > MOST_KINDS ||
        !PyDict_GET_SIZE(shares) || step->link < 0 || step->link >= LINKS) {
        PyErr_SetString(PyExc_ValueError, "a piece must have a link, and shares of kinds");
        return -1;
    }
    while (PyDict_Next(shares, &place, &kind, &share)) {
        const int number = number_of_kind(x, kind);
        step->kinds[step->number] = number;
        step->shares[step->number] = number < 0 ? 0.0 : PyFloat_AsDouble(share);
        step->number++;
        if (PyErr_Occurred())
            return -1;
    }
    return 0;
}

static double factor_of(const Paths *x, const Step *first, int one, const Step *second, int other)
{
    return x->forward[second->link][second->kinds[other]][first->kinds[one]];
}

/* Score the best paths that end in each kind of a piece; -1 with an error. Of equal ones, the path
   through the kind whose name is last in the alphabet is taken. */
static int step_forward(const Paths *x, const Step *before, Step *step)
{
    for (int k = 0; k < step->number; k++) {
        double most = -1.0, reached = 0.0;
        int best = 0;
        for (int j = 0; j < before->number; j++) {
            const double factor = factor_of(x, before, j, step, k);
            const double product = before->best[j] * factor;
            if (product > most || (product == most && x->places[before->kinds[j]] >
                                                          x->places[before->kinds[best]])) {
                most = product;
                best = j;
            }
            reached += before->forward[j] * factor;
        }
        step->origins[k] = best;
        step->best[k] =
            before->best[best] * factor_of(x, before, best, step, k) * step->shares[k];
        step->forward[k] = reached * step->shares[k];
    }
    return scale(step->best, step->number) < 0 || scale(step->forward, step->number) < 0 ? -1 : 0;
}

/* Compute the probabilities of all kinds, from the last piece to the first; -1 with an error. */
static int compute_probabilities(const Paths *x, Step *steps, Py_ssize_t size)
{
    double backward[MOST_KINDS], after[MOST_KINDS];
    Step *last = &steps[size - 1];
    for (int k = 0; k < last->number; k++) {
        last->result[k] = last->forward[k];
        backward[k] = 1.0;
    }
    for (Py_ssize_t at = size - 2; at >= 0; at--) {
        Step *step = &steps[at], *next = &steps[at + 1];
        for (int j = 0; j < next->number; j++)
            after[j] = next->shares[j] * backward[j];
        for (int k = 0; k < step->number; k++) {
            double total = 0.0;
            for (int j = 0; j < next->number; j++)
                total += after[j] * factor_of(x, step, k, next, j);
            backward[k] = total;
        }
        if (scale(backward, step->number) < 0)
            return -1;
        for (int k = 0; k < step->number; k++)
            step->result[k] = step->forward[k] * backward[k];
        if (scale(step->result, step->number) < 0)
            return -1;
    }
    return 0;
}

/* The kinds of the best path, from the first piece to the last. */
static PyObject *make_path(const Paths *x, const Step *steps, Py_ssize_t size)
{
    PyObject *path = PyList_New(size);
    int best = 0;
    for (int k = 1; k < steps[size - 1].number; k++)
        if (steps[size - 1].best[k] > steps[size - 1].best[best])
            best = k;
    for (Py_ssize_t at = size - 1; path && at >= 0; at--) {
        PyObject *kind = PyTuple_GET_ITEM(x->names, steps[at].kinds[best]);
        PyList_SET_ITEM(path, at, Py_NewRef(kind));
        best = steps[at].origins[best];
    }
    return path;
}

static PyObject *make_probabilities(const Paths *x, const Step *steps, Py_ssize_t size)
{
    PyObject *all = PyList_New(size);
    for (Py_ssize_t at = 0; all && at < size; at++) {
        PyObject *names[MOST_KINDS];
        for (int k = 0; k < steps[at].number; k++)
            names[k] = PyTuple_GET_ITEM(x->names, steps[at].kinds[k]);
        PyObject *of_piece = make_dict(names, steps[at].result, steps[at].number);
        if (of_piece)
            PyList_SET_ITEM(all, at, of_piece);
        else
            Py_CLEAR(all);
    }
    return all;
}

/* Read all pieces and follow the paths forward; -1 with an error. */
static int read_steps(const Paths *x, PyObject *shares, PyObject *links, Step *steps)
{
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(shares); at++) {
        Step *step = &steps[at];
        if (read_step(x, PyList_GET_ITEM(shares, at), PyList_GET_ITEM(links, at), step) < 0)
            return -1;
        for (int k = 0; !at && k < step->number; k++) {
            step->best[k] = step->forward[k] = step->shares[k];
            step->origins[k] = 0;
        }
        if (at && step_forward(x, step - 1, step) < 0)
            return -1;
    }
    return 0;
}

static PyObject *paths_solve(PyObject *self, PyObject *args)
{
    const Paths *x = (const Paths *)self;
    PyObject *shares, *links;
    if (!PyArg_ParseTuple(args, "O!O!", &PyList_Type, &shares, &PyList_Type, &links))
        return NULL;
    const Py_ssize_t size = PyList_GET_SIZE(shares);
    if (!size || PyList_GET_SIZE(links) != size) {
        PyErr_SetString(PyExc_ValueError, "a row needs pieces, and a link for each");
        return NULL;
    }
    Step *steps = PyMem_Malloc((size_t)size * sizeof *steps);
    if (!steps)
        return PyErr_NoMemory();
    PyObject *result = NULL;
    if (read_steps(x, shares, links, steps) == 0 && compute_probabilities(x, steps, size) == 0) {
        PyObject *path = make_path(x, steps, size), *all = make_probabilities(x, steps, size);
        result = path && all ? PyTuple_Pack(2, path, all) : NULL;
        Py_XDECREF(path);
        Py_XDECREF(all);
    }
    PyMem_Free(steps);
    return result;
}

/* ---- construction ------------------------------------------------------------------- */

/* The item of a list, which must be a list of this size; NULL with an error. */
static PyObject *list_at(PyObject *list, Py_ssize_t at, Py_ssize_t size)
{
    PyObject *item = at < 0 ? list : PyList_GET_ITEM(list, at);
    if (!PyList_Check(item) || PyList_GET_SIZE(item) != size) {
        PyErr_SetString(PyExc_ValueError, "the factors must be a table of all kinds by link");
        return NULL;
    }
    return item;
}

/* Read the factors of all links; -1 with an error. */
static int read_factors(Paths *x, PyObject *tables)
{
    for (int link = 0; list_at(tables, -1, LINKS) && link < LINKS; link++) {
        PyObject *table = list_at(tables, link, x->number);
        for (int second = 0; table && second < x->number; second++) {
            PyObject *row = list_at(table, second, x->number);
            for (int first = 0; row && first < x->number; first++)
                x->forward[link][second][first] =
                    PyFloat_AsDouble(PyList_GET_ITEM(row, first));
        }
        if (PyErr_Occurred())
            return -1;
    }
    return PyErr_Occurred() ? -1 : 0;
}

static int read_names(Paths *x)
{
    for (int k = 0; k < x->number; k++)
        if (!PyUnicode_Check(PyTuple_GET_ITEM(x->names, k))) {
            PyErr_SetString(PyExc_TypeError, "a kind must be str");
            return -1;
        }
    for (int k = 0; k < x->number; k++)
        for (int j = 0; j < x->number; j++)
            x->places[k] += PyUnicode_Compare(PyTuple_GET_ITEM(x->names, j),
                                              PyTuple_GET_ITEM(x->names, k)) < 0;
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *paths_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(keywords))
{
    PyObject *names, *tables;
    if (!PyArg_ParseTuple(args, "O!O", &PyTuple_Type, &names, &tables))
        return NULL;
    if (PyTuple_GET_SIZE(names) > MOST_KINDS) {
        PyErr_SetString(PyExc_ValueError, "there are too many kinds");
        return NULL;
    }
    Paths *self = (Paths *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->names = Py_NewRef(names);
    self->number = (int)PyTuple_GET_SIZE(names);
    if (read_names(self) < 0 || read_factors(self, tables) < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static void paths_dealloc(PyObject *self)
{
    Py_XDECREF(((Paths *)self)->names);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef PATHS_METHODS[] = {
    {"solve", paths_solve, METH_VARARGS,
     "solve(shares, links): the kinds of the best path through a row, and the probability of each "
     "kind of each piece."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject PathsType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tacknamn._rows.Paths",
    .tp_basicsize = sizeof(Paths),
    .tp_dealloc = paths_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Paths(kinds, factors): finds paths; factors by link, second kind and first kind.",
    .tp_methods = PATHS_METHODS,
    .tp_new = paths_new,
};

static PyMethodDef METHODS[] = {
    {"compute_shares", compute_shares, METH_VARARGS,
     "compute_shares(weights, kinds): the share of its weights that each kind of label has."},
    {NULL, NULL, 0, NULL},
};

static int module_exec(PyObject *module)
{
    return PyModule_AddType(module, &PathsType);
}

static PyModuleDef_Slot MODULE_SLOTS[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tacknamn._rows",
    .m_doc = "The compiled paths through rows; see tacknamn.detection.ranking.paths.",
    .m_methods = METHODS,
    .m_slots = MODULE_SLOTS,
};

PyMODINIT_FUNC PyInit__rows(void)
{
    return PyModuleDef_Init(&MODULE);
}

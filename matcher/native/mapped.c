/* End the process with a message when a mapped file has become shorter; see
 * tacknamn/support/mapped_files.py.
 *
 * Reading a page of a mapped file that the file no longer has raises SIGBUS. No exception can come of
 * it, because it may be raised inside any instruction that reads memory. The handler therefore only
 * does what is safe in a signal handler: it writes a message that was made before, and ends.
 */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define MOST_BYTES 1024
#define EXIT_ERROR 2

static char message[MOST_BYTES];
static size_t length;

static void end_process(int Py_UNUSED(number))
{
    ssize_t written = write(STDERR_FILENO, message, length);
    (void)written; /* standard error may be closed */
    _exit(EXIT_ERROR);
}

static PyObject *end_on_bus_error(PyObject *Py_UNUSED(module), PyObject *argument)
{
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(argument, &bytes, &size) < 0)
        return NULL;
    if (size > MOST_BYTES) {
        PyErr_SetString(PyExc_ValueError, "the message is too long");
        return NULL;
    }
    memcpy(message, bytes, (size_t)size);
    length = (size_t)size;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = end_process;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGBUS, &action, NULL) < 0)
        return PyErr_SetFromErrno(PyExc_OSError);
    Py_RETURN_NONE;
}

static PyMethodDef METHODS[] = {
    {"end_on_bus_error", end_on_bus_error, METH_O,
     "end_on_bus_error(message): on SIGBUS, write these bytes to standard error and exit with code 2."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot MODULE_SLOTS[] = {{0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tacknamn._mapped",
    .m_doc = "The end of a process whose mapped files become shorter; see tacknamn.support.mapped_files.",
    .m_methods = METHODS,
    .m_slots = MODULE_SLOTS,
};

PyMODINIT_FUNC PyInit__mapped(void)
{
    return PyModuleDef_Init(&MODULE);
}

"""The modules that were compiled at install time, and the choice between them and Python.

``_scan``, ``_near``, ``_literals``, ``_capitals``, ``_words``, ``_rows``, ``_disguises``, ``_read`` and
``_write`` (matcher/native) are C. Each has a portable twin in Python that returns the same, more slowly, and is
used where no compiler was available::

    module     compiled from   twin
    scan       scan.c          tacknamn.matching.portable
    near       near.c          tacknamn.lexicon.near_portable
    literals   literals.c      PortableScanner in tacknamn.detection.cues.literals
    capitals   capitals.c      the expressions in tacknamn.detection.ranking.capitals
    disguises  disguises.c     the expressions in tacknamn.detection.disguises.survey
    words      words.c         PortableWordCounter in tacknamn.text.word_counts, and an expression in
                               tacknamn.detection.patterns.digit_sequences
    rows       rows.c          functions in tacknamn.detection.ranking.rows and paths
    read       read.c          FileColumn in tacknamn.lexicon.file_column
    write      write.c         slow functions in tacknamn.lexicon.writing
"""

import os
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec

from tacknamn.errors import InputError

try:
    from tacknamn import _scan as scan
except ImportError:  # nothing was compiled
    scan = None  # type: ignore[assignment]
try:
    from tacknamn import _near as near
except ImportError:
    near = None  # type: ignore[assignment]
try:
    from tacknamn import _literals as literals
except ImportError:
    literals = None  # type: ignore[assignment]
try:
    from tacknamn import _capitals as capitals
except ImportError:
    capitals = None  # type: ignore[assignment]
try:
    from tacknamn import _disguises as disguises
except ImportError:
    disguises = None  # type: ignore[assignment]
try:
    from tacknamn import _words as words
except ImportError:
    words = None  # type: ignore[assignment]
try:
    from tacknamn import _rows as rows
except ImportError:
    rows = None  # type: ignore[assignment]
try:
    from tacknamn import _read as read
except ImportError:  # or the system has no pread, as Windows
    read = None  # type: ignore[assignment]
try:
    from tacknamn import _write as write
except ImportError:
    write = None  # type: ignore[assignment]

__all__ = [
    "COMPILED_SUFFIX",
    "ENGINE_VARIABLE",
    "capitals",
    "choose_implementation",
    "disguises",
    "is_compiled",
    "literals",
    "near",
    "read",
    "read_engine_variable",
    "rows",
    "scan",
    "words",
    "write",
]

ENGINE_VARIABLE = "TACKNAMN_ENGINE"
"""The environment variable that replaces ``auto`` by ``portable`` or ``native``."""
_ENGINES = ("auto", "native", "portable")
COMPILED_SUFFIX = EXTENSION_SUFFIXES[0]
"""File name suffix of modules that were compiled for this Python."""


def choose_implementation(name: str, compiled: object | None) -> str:
    """Return ``native`` or ``portable`` for the engine that a caller asks for.

    ``auto`` means what :data:`ENGINE_VARIABLE` says, or else the compiled module if there is one.
    ``compiled`` is that module, or None."""
    if name == "auto":
        name = read_engine_variable()
    if name == "auto":
        return "portable" if compiled is None else "native"
    if name == "native" and compiled is None:
        raise InputError(
            "engine='native': nothing was compiled when tacknamn was installed; install a C "
            "compiler and reinstall, or use engine='portable'"
        )
    if name not in _ENGINES:
        raise InputError(f"engine={name!r}: choose auto, native or portable")
    return name


def read_engine_variable() -> str:
    """Return what :data:`ENGINE_VARIABLE` says: ``auto`` if it is not set, or empty."""
    name = os.environ.get(ENGINE_VARIABLE) or "auto"
    if name not in _ENGINES:
        raise InputError(f"{ENGINE_VARIABLE}: choose auto, native or portable, or unset it")
    return name


def is_compiled(module: str) -> bool:
    """Whether a Python module was compiled at install time (by mypyc)."""
    spec = find_spec(module)
    return spec is not None and str(spec.origin).endswith(COMPILED_SUFFIX)

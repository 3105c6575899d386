"""The interface of a backend: it gets a text and returns the names in it, with their offsets.

To write a backend, write a class that is constructed with a :class:`BackendSetup` and has a
``name``, ``load`` and ``find``. Register it under the entry point ``tacknamn.backends`` of your
package::

    [project.entry-points."tacknamn.backends"]
    capitals = "my_package:Capitals"

    class Capitals:
        def __init__(self, setup: BackendSetup) -> None:
            self.name = setup.name

        def load(self) -> None:
            '''Nothing to load.'''

        def find(self, text: str) -> list[NamedMention]:
            return [NamedMention(*found.span(), "PER", 0.3)
                    for found in re.finditer(r"[A-Z]\\w+", text)]

Two more methods are optional: ``find_all(texts)``, an iterator over the mentions of each text, for
backends that are faster with many texts at once; and ``close()``.
"""

from pathlib import Path
from typing import NamedTuple, Protocol

from tacknamn.errors import Error
from tacknamn.support.printing import make_printable

__all__ = [
    "Backend",
    "BackendError",
    "BackendMaker",
    "BackendSetup",
    "NamedMention",
    "describe_backend_error",
]


class NamedMention(NamedTuple):
    """A name that a backend found. Offsets count characters of the text, as Python does."""

    start: int
    """Offset of the first character."""
    end: int
    """Offset after the last character."""
    label: str
    """The class: PER, LOC, ORG, MISC, DATE ...; an unknown class of a model, in capitals."""
    score: float = 1.0
    """How certain the backend is, 0 to 1; 1 if the model gives no score."""


class BackendSetup(NamedTuple):
    """The arguments that a backend is constructed with."""

    name: str
    """The backend as the user wrote it, for errors and tables: ``spacy:en_core_web_sm``."""
    model: str = ""
    """Name or path of the model; empty: the backend chooses one for the language."""
    language: str = "en"
    """Language of the texts."""
    data: Path | None = None
    """The folder of Täcknamn's bundle; None: the default folder."""
    seconds: float | None = None
    """Time limit for one text. Only programs in their own process can enforce it."""


class Backend(Protocol):
    """Finds names in texts."""

    @property
    def name(self) -> str:
        """The backend as the user wrote it."""

    def load(self) -> None:
        """Load package and model, once; later calls do nothing."""

    def find(self, text: str) -> list[NamedMention]:
        """Find the names in a text, without overlaps; load the model first if necessary."""


class BackendMaker(Protocol):
    """What an entry point names: a class, or a function that makes a backend.

    The call must be fast; ``load`` imports packages and loads models."""

    def __call__(self, setup: BackendSetup, /) -> Backend: ...


class BackendError(Error):
    """A backend is unknown, its package or model is missing, or it misbehaves.

    The message names the backend and the remedy, and never quotes the text."""

    def __init__(self, name: str, what: str, remedy: str = "") -> None:
        message = f"{what}; {remedy}" if remedy else what
        super().__init__(f"backend {make_printable(name)}: {message}")
        self.name = name
        """The backend as the user wrote it."""
        self.what = what
        """What went wrong, without any quotation of the text."""
        self.remedy = remedy
        """What to do, with the command to run if there is one; may be empty."""

    def __reduce__(self) -> tuple[type["BackendError"], tuple[str, str, str]]:
        """Pickle the three parts, so that the error can cross process borders."""
        return type(self), (self.name, self.what, self.remedy)


def describe_backend_error(name: str, exc: Error) -> str:
    """Describe an error of a backend; the description always names the backend."""
    return str(exc) if isinstance(exc, BackendError) else f"backend {make_printable(name)}: {exc}"

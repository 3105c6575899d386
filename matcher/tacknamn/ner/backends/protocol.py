"""What a backend is: it gets a text and tells the names in it, by their places.

A backend of one's own is a class that is made with a :class:`BackendSetup` and has a name, ``load`` and
``find``; the entry point ``tacknamn.ner.backends`` of its package says where it lives::

    [project.entry-points."tacknamn.backends"]
    capitals = "my_package:Capitals"

    class Capitals:
        def __init__(self, setup: Setup) -> None:
            self.name = setup.name

        def load(self) -> None:
            '''Nothing to load.'''

        def find(self, text: str) -> list[Mention]:
            return [Mention(*one.span(), "PER", 0.3) for one in re.finditer(r"[A-Z]\\w+", text)]

Two more methods are used where a backend has them: ``find_all(texts)``, an iterator of the
mentions of each of many texts, for those that are faster with many at a time; and ``close()``.
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
    """A name that a backend found. Places count characters of the text, as Python does."""

    start: int
    """First character."""
    end: int
    """Character behind the last one."""
    label: str
    """The class: PER, LOC, ORG, MISC, DATE ...; what a model calls otherwise, in capitals."""
    score: float = 1.0
    """How sure it is, 0 to 1; 1 where the model tells nothing."""


class BackendSetup(NamedTuple):
    """What a backend is made with."""

    name: str
    """What it was asked for as, for errors and tables: ``spacy:en_core_web_sm``."""
    model: str = ""
    """The model's name or path; empty: the backend's own choice for the language."""
    language: str = "en"
    """Of the texts."""
    data: Path | None = None
    """The folder of Täcknamn's lists; None: where they are looked for."""
    seconds: float | None = None
    """How long one text may take; only programs that run apart can be held to it."""


class Backend(Protocol):
    """Finds names in texts."""

    @property
    def name(self) -> str:
        """What it was asked for as."""

    def load(self) -> None:
        """Load package and model: once, on first use; later calls do nothing."""

    def find(self, text: str) -> list[NamedMention]:
        """The names in a text, without overlaps; loads what is not loaded."""


class BackendMaker(Protocol):
    """What an entry point names: a class, or a function that makes a backend.

    It is quick; packages and models are loaded by ``load``."""

    def __call__(self, setup: BackendSetup, /) -> Backend: ...


# What may go wrong with a backend: which one it is, what is wrong, and what to do.


class BackendError(Error):
    """A backend is unknown, lacks its package or model, or does not do what it should.

    The message names the backend and the remedy, and never quotes the text."""

    def __init__(self, name: str, what: str, remedy: str = "") -> None:
        told = f"{what}; {remedy}" if remedy else what
        super().__init__(f"backend {make_printable(name)}: {told}")
        self.name = name
        """The backend, as it was asked for."""
        self.what = what
        """What is wrong, in words that do not quote the text."""
        self.remedy = remedy
        """What to do, with the command to run where there is one; empty where the other says it."""

    def __reduce__(self) -> tuple[type["BackendError"], tuple[str, str, str]]:
        """How it travels between processes."""
        return type(self), (self.name, self.what, self.remedy)


def describe_backend_error(name: str, exc: Error) -> str:
    """What went wrong with a backend, in words that name it, whatever raised the error."""
    return str(exc) if isinstance(exc, BackendError) else f"backend {make_printable(name)}: {exc}"

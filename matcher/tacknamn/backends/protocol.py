"""What a backend is: it gets a text and tells the names in it, by their places.

A backend of one's own is a class that is made with a :class:`Setup` and has a name, ``load`` and
``find``; the entry point ``tacknamn.backends`` of its package says where it lives::

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

__all__ = ["Backend", "Maker", "Mention", "Setup"]


class Mention(NamedTuple):
    """A name that a backend found. Places count characters of the text, as Python does."""

    start: int
    """First character."""
    end: int
    """Character behind the last one."""
    label: str
    """The class: PER, LOC, ORG, MISC, DATE ...; what a model calls otherwise, in capitals."""
    score: float = 1.0
    """How sure it is, 0 to 1; 1 where the model tells nothing."""


class Setup(NamedTuple):
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

    def find(self, text: str) -> list[Mention]:
        """The names in a text, without overlaps; loads what is not loaded."""


class Maker(Protocol):
    """What an entry point names: a class, or a function that makes a backend.

    It is quick; packages and models are loaded by ``load``."""

    def __call__(self, setup: Setup, /) -> Backend: ...

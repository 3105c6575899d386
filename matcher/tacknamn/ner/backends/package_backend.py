"""What the backends of one package each have in common: they load once, and say what is missing.

Nothing is ever downloaded. Whoever lacks a package or a model is told the command that gets it.
"""

import re
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tacknamn.errors import Error
from tacknamn.ner.backends.protocol import BackendError, BackendSetup, NamedMention
from tacknamn.support.printing import make_printable

__all__ = ["MANY_LANGUAGES", "PackageBackend", "describe_load_error", "is_path"]

MANY_LANGUAGES = "xx"
"""What spaCy calls the language of a model for many."""


class PackageBackend(ABC):
    """A backend that loads package and model once, on first use. Threads may share it."""

    extra = ""
    """The extra of our package that installs what it needs: ``tacknamn[spacy]``."""
    needs: tuple[str, ...] = ()
    """Modules of the packages that this extra installs, its own first."""

    def __init__(self, setup: BackendSetup) -> None:
        self.setup = setup
        self.name = setup.name
        self._lock = threading.RLock()
        self._loaded = False

    @abstractmethod
    def _load(self) -> None:
        """Import the package and load the model."""

    @abstractmethod
    def _find(self, text: str) -> list[NamedMention]:
        """The names in a text; the model is loaded."""

    def load(self) -> None:
        """Load package and model: once, on first use."""
        with self._lock:
            if not self._loaded:
                self._load()
                self._loaded = True

    def find(self, text: str) -> list[NamedMention]:
        """The names in a text; an empty one, or one of blanks, has none."""
        self.load()
        if not text.strip():
            return []  # most packages fail at them
        with self._lock:
            return self._find(_SURROGATES.sub("\ufffd", text))  # as many characters as before

    def fault(self, what: str, remedy: str) -> BackendError:
        """An error that names this backend."""
        return BackendError(self.name, what, remedy)

    def check_language(self, model: str, language: str) -> None:
        """Refuse a model that says that it is of another language than the texts."""
        asked = self.setup.language
        if language not in (MANY_LANGUAGES, "", asked, *asked.replace("_", "-").split("-")[:1]):
            raise self.fault(
                f"{model} is for the language {language!r}, and the texts are said to be {asked!r}",
                f"take a model for {asked!r}, or say --lang {language}",
            )

    # Packages of others: some have no types, and none is there where mypy runs.
    def package(self, module: str) -> Any:
        """A module of the package; without it, an error with the command that installs it."""
        command = f'pip install "tacknamn[{self.extra}]"'
        try:
            return import_module(module)
        except ModuleNotFoundError as exc:
            missing = self._missing((exc.name or module).partition(".")[0])
            what = f"the packages {', '.join(missing[:-1])} and {missing[-1]} are not installed"
            if len(missing) == 1:
                what = f"the package {missing[0]} is not installed"
            raise self.fault(what, f"run: {command}") from exc
        except Exception as exc:  # torch and others fail in many ways
            raise self.fault(
                f"{module} cannot be imported: {describe_load_error(exc)}",
                f"install it anew: {command} --force-reinstall",
            ) from exc

    def _missing(self, found: str) -> list[str]:
        """All packages that are not here, so that one command can install them."""
        missing = [name for name in self.needs if name == found or not _is_installed(name)]
        return missing if found in missing else [*missing, found]

    @contextmanager
    def loading(self, what: str, remedy: str) -> Iterator[None]:
        """Make one error of whatever goes wrong while a model is loaded. No text is there yet."""
        try:
            yield
        except Error:
            raise
        except MemoryError as exc:
            raise self.fault(f"memory ran out with {what}", "take a smaller model") from exc
        except Exception as exc:
            raise self.fault(
                f"{what} cannot be loaded: {describe_load_error(exc)}", remedy
            ) from exc


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # it has been imported in a way of its own
        return False


_SURROGATES = re.compile("[\ud800-\udfff]")
"""Halves of characters, which no package takes: they cannot be written as UTF-8."""
LONGEST_MESSAGE = 200
"""Characters of another package's message that are repeated."""


def is_path(model: str) -> bool:
    """Whether a model's name is that of a file or folder, and not one of the Hub's.

    >>> is_path("./tiny"), is_path("dslim/bert-base-NER")
    (True, False)
    """
    return model.startswith((".", "/", "~")) or model.count("/") > 1


def describe_load_error(exc: BaseException) -> str:
    """What an exception says, in one short line; only of those that have seen no text."""
    message = make_printable(" ".join(str(exc).split()))
    short = message if len(message) <= LONGEST_MESSAGE else f"{message[: LONGEST_MESSAGE - 4]} ..."
    return f"{type(exc).__name__}: {short}" if short else type(exc).__name__

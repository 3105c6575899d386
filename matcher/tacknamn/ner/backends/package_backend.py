"""Base class of the backends that use a Python package: load once, report what is missing.

Nothing is ever downloaded. If a package or a model is missing, the error shows the command that
installs it.
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
from tacknamn.ner.backends.chunks import LONGEST_CHUNK, split_text
from tacknamn.ner.backends.protocol import BackendError, BackendSetup, NamedMention
from tacknamn.support.printing import make_printable

__all__ = ["MANY_LANGUAGES", "PackageBackend", "describe_load_error", "is_path"]

MANY_LANGUAGES = "xx"
"""The language code of spaCy's multilingual models."""
LONGEST_MESSAGE = 200
"""Characters of another package's message that are repeated."""
_SURROGATES = re.compile("[\ud800-\udfff]")
"""Halves of characters. They cannot be encoded as UTF-8, so no package accepts them."""


class PackageBackend(ABC):
    """A backend that loads package and model once, on first use. Threads may share it."""

    extra = ""
    """The extra of our package that installs the dependencies: ``tacknamn[spacy]``."""
    needs: tuple[str, ...] = ()
    """The modules that this extra installs, the main one first."""
    longest_chunk = LONGEST_CHUNK
    """Characters of the longest text that :meth:`_find` gets; longer texts are split."""

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
        """Find the names in one chunk of a text; the model is loaded."""

    def load(self) -> None:
        """Load package and model: once, on first use."""
        with self._lock:
            if not self._loaded:
                self._load()
                self._loaded = True

    def find(self, text: str) -> list[NamedMention]:
        """Find the names in a text; blank texts have none."""
        self.load()
        text = _SURROGATES.sub("\ufffd", text)  # keeps the number of characters
        with self._lock:
            return [
                mention._replace(start=start + mention.start, end=start + mention.end)
                for start, chunk in split_text(text, self.longest_chunk)
                if chunk.strip()  # most packages fail on blank texts
                for mention in self._find(chunk)
            ]

    def make_error(self, what: str, remedy: str) -> BackendError:
        """Make an error that names this backend."""
        return BackendError(self.name, what, remedy)

    def check_language(self, model: str, language: str) -> None:
        """Refuse a model whose declared language differs from that of the texts."""
        expected = self.setup.language
        if language not in (MANY_LANGUAGES, "", expected, *_main_language(expected)):
            raise self.make_error(
                f"{model} is for the language {language!r}, but the language of the texts is "
                f"{expected!r}",
                f"choose a model for {expected!r}, or give --lang {language}",
            )

    # Foreign packages: some have no types, and none of them is installed where mypy runs.
    def import_package(self, module: str) -> Any:
        """Import a module of the package; if it is missing, show the command that installs it."""
        command = f'pip install "tacknamn[{self.extra}]"'
        try:
            return import_module(module)
        except ModuleNotFoundError as exc:
            missing = self._list_missing((exc.name or module).partition(".")[0])
            what = f"the packages {', '.join(missing[:-1])} and {missing[-1]} are not installed"
            if len(missing) == 1:
                what = f"the package {missing[0]} is not installed"
            raise self.make_error(what, f"run: {command}") from exc
        except Exception as exc:  # torch and others fail in many ways
            raise self.make_error(
                f"{module} cannot be imported: {describe_load_error(exc)}",
                f"install it again: {command} --force-reinstall",
            ) from exc

    def _list_missing(self, module: str) -> list[str]:
        """List all packages that are not installed, so that one command can install them."""
        missing = [name for name in self.needs if name == module or not _is_installed(name)]
        return missing if module in missing else [*missing, module]

    @contextmanager
    def report_load_errors(self, what: str, remedy: str) -> Iterator[None]:
        """Turn every exception while a model is loaded into one BackendError.

        The message of the exception is repeated: no text has been read yet."""
        try:
            yield
        except Error:
            raise
        except MemoryError as exc:
            raise self.make_error(
                f"memory ran out while {what} was loaded", "choose a smaller model"
            ) from exc
        except Exception as exc:
            message = f"{what} cannot be loaded: {describe_load_error(exc)}"
            raise self.make_error(message, remedy) from exc


def _main_language(language: str) -> list[str]:
    """The language code without a region: ``en`` of ``en-GB``."""
    return language.replace("_", "-").split("-")[:1]


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # the module was imported in an unusual way
        return False


def is_path(model: str) -> bool:
    """Whether the name of a model is a path, and not a name on the Hugging Face Hub.

    >>> is_path("./tiny"), is_path("dslim/bert-base-NER")
    (True, False)
    """
    return model.startswith((".", "/", "~")) or model.count("/") > 1


def describe_load_error(exc: BaseException) -> str:
    """Describe an exception in one short line. Only for exceptions raised before a text is read."""
    message = make_printable(" ".join(str(exc).split()))
    short = message if len(message) <= LONGEST_MESSAGE else f"{message[: LONGEST_MESSAGE - 4]} ..."
    return f"{type(exc).__name__}: {short}" if short else type(exc).__name__

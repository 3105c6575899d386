"""Backends by their names: ours, and those that other packages bring.

A package brings one by an entry point of the group ``tacknamn.backends``
(:mod:`tacknamn.backends.protocol`). Ours are known without: a name of ours is always ours,
whatever else is installed.
"""

import math
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from tacknamn.backends.errors import BackendError
from tacknamn.backends.protocol import Backend, Maker, Setup
from tacknamn.errors import InputError
from tacknamn.reporting.printing import printable

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["GROUP", "OURS", "Request", "backend", "names", "requests"]

GROUP = "tacknamn.backends"
OURS = {
    "tacknamn": "tacknamn.backends.own:Own",
    "spacy": "tacknamn.backends.with_spacy:WithSpacy",
    "nltk": "tacknamn.backends.with_nltk:WithNltk",
    "flair": "tacknamn.backends.with_flair:WithFlair",
    "stanza": "tacknamn.backends.with_stanza:WithStanza",
    "transformers": "tacknamn.backends.with_transformers:WithTransformers",
    "presidio": "tacknamn.backends.with_presidio:WithPresidio",
    "command": "tacknamn.backends.command:Command",
}
"""As in pyproject.toml; modules are not called as the packages that they import."""


class Request(NamedTuple):
    """A backend that is asked for, and its model."""

    name: str
    model: str = ""
    """Name or path, or the command; empty: the backend's own choice for the language."""

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.name}:{self.model}" if self.model else self.name

    @classmethod
    def read(cls, written: str) -> "Request":
        """What is written as ``spacy``, ``spacy:./model`` or ``command:"./ner --fast"``.

        >>> Request.read('command:"./ner --fast"')
        Request(name='command', model='./ner --fast')
        """
        name, _, model = written.strip().partition(":")
        return cls(name.strip().lower(), _unquoted(model.strip()))


def requests(written: str) -> tuple[Request, ...]:
    """Several, with commas between; a comma in quotation marks belongs to a command.

    >>> requests("tacknamn,stanza:sv")
    (Request(name='tacknamn', model=''), Request(name='stanza', model='sv'))
    """
    parts = [""]
    quote = ""
    for letter in written:
        if letter == "," and not quote:
            parts.append("")
            continue
        if letter in "\"'" and quote in ("", letter):
            quote = "" if quote else letter
        parts[-1] += letter
    asked = tuple(Request.read(part) for part in parts if part.strip())
    if quote or not asked:
        raise InputError(
            f"{printable(written)[:80]!r} names no backends; write them with commas between, as "
            "in tacknamn,spacy:en_core_web_sm"
        )
    return asked


def names() -> list[str]:
    """The names that can be asked for: ours first."""
    return [*OURS, *sorted({one.name for one in _others()} - set(OURS))]


def backend(
    request: str | Request,
    *,
    lexicon_data: Path | None = None,
    language: str = "en",
    seconds: float | None = None,
) -> Backend:
    """The backend that is asked for; it loads its model on first use.

    Args:
        lexicon_data: The folder of Täcknamn's lists, for our own engine.
        seconds: How long one text may take. A backend that takes longer is ended and makes a
            BackendError; for that it runs in a process of its own.
    """
    if seconds is not None and not 0 < seconds < math.inf:
        raise InputError(f"a limit of {seconds} seconds: it must be a number above 0")
    asked = Request.read(request) if isinstance(request, str) else request
    setup = Setup(str(asked), asked.model, language, lexicon_data, seconds)
    maker = _maker(asked.name)
    if seconds is not None and not getattr(maker, "keeps_time", False):
        from tacknamn.backends.apart import Apart  # here, for few ask for a limit

        return Apart(setup)
    return _made(maker, setup)


@dataclass(frozen=True, slots=True)
class _Found:
    """An entry point, and the package that brings it."""

    name: str
    point: "EntryPoint"
    package: str


def _others() -> list[_Found]:
    """What other packages bring."""
    from importlib.metadata import entry_points  # here, for few ask for others than ours

    return [
        _Found(point.name, point, point.dist.name if point.dist else "")
        for point in entry_points(group=GROUP)
        if point.name not in OURS
    ]


def _maker(name: str) -> Maker:
    if name in OURS:
        module, _, attribute = OURS[name].partition(":")
        return cast(Maker, getattr(import_module(module), attribute))
    found = [one for one in _others() if one.name == name]
    if not found:
        raise _unknown(name)
    homes = sorted({one.package for one in found})
    if len(homes) > 1:
        raise BackendError(
            name, f"is brought by {' and '.join(homes)}", "uninstall all of them but one"
        )
    return _loaded(found[0])


def _loaded(found: _Found) -> Maker:
    try:
        return cast(Maker, found.point.load())
    except Exception as exc:
        raise BackendError(
            found.name,
            f"cannot be loaded from {found.point.value} of the package {found.package}: "
            f"{type(exc).__name__}: {printable(str(exc))[:200]}",
            "mend or uninstall that package",
        ) from exc


def _made(maker: Maker, setup: Setup) -> Backend:
    try:
        return maker(setup)
    except BackendError:
        raise
    except Exception as exc:
        raise BackendError(
            setup.name,
            f"cannot be made: {type(exc).__name__}: {printable(str(exc))[:200]}",
            "report it to whoever made the backend",
        ) from exc


def _unknown(name: str) -> BackendError:
    from difflib import get_close_matches

    known = names()
    near = get_close_matches(name, known, 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return BackendError(
        printable(name)[:80] or "(without a name)",
        f"there is none of this name{hint}",
        f"there are {', '.join(known)}",
    )


def _unquoted(model: str) -> str:
    """Without the quotation marks around the whole of it."""
    if (
        len(model) > 1
        and model[0] == model[-1]
        and model[0] in "\"'"
        and model[0] not in model[1:-1]
    ):
        return model[1:-1]
    return model

"""Backends by their names: ours, and those that other packages bring.

A package brings one by an entry point of the group ``tacknamn.ner.backends``
(:mod:`tacknamn.ner.backends.protocol`). Ours are known without: a name of ours is always ours,
whatever else is installed.
"""

import math
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from tacknamn.errors import InputError
from tacknamn.ner.backends.protocol import Backend, BackendError, BackendMaker, BackendSetup
from tacknamn.support.printing import make_printable

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "GROUP",
    "OWN_BACKENDS",
    "BackendRequest",
    "list_backends",
    "make_backend",
    "read_requests",
]

GROUP = "tacknamn.backends"
OWN_BACKENDS = {
    "tacknamn": "tacknamn.ner.backends.own_backend:Own",
    "spacy": "tacknamn.ner.backends.spacy_backend:WithSpacy",
    "nltk": "tacknamn.ner.backends.nltk_backend:WithNltk",
    "flair": "tacknamn.ner.backends.flair_backend:WithFlair",
    "stanza": "tacknamn.ner.backends.stanza_backend:WithStanza",
    "transformers": "tacknamn.ner.backends.transformers_backend:WithTransformers",
    "presidio": "tacknamn.ner.backends.presidio_backend:WithPresidio",
    "command": "tacknamn.ner.backends.programs:Command",
}
"""As in pyproject.toml; modules are not called as the packages that they import."""


class BackendRequest(NamedTuple):
    """A backend that is asked for, and its model."""

    name: str
    model: str = ""
    """Name or path, or the command; empty: the backend's own choice for the language."""

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.name}:{self.model}" if self.model else self.name

    @classmethod
    def read(cls, written: str) -> "BackendRequest":
        """What is written as ``spacy``, ``spacy:./model`` or ``command:"./ner --fast"``.

        >>> Request.read('command:"./ner --fast"')
        Request(name='command', model='./ner --fast')
        """
        name, _, model = written.strip().partition(":")
        return cls(name.strip().lower(), _strip_quotes(model.strip()))


def read_requests(written: str) -> tuple[BackendRequest, ...]:
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
    asked = tuple(BackendRequest.read(part) for part in parts if part.strip())
    if quote or not asked:
        raise InputError(
            f"{make_printable(written)[:80]!r} names no backends; write them with commas between, as "
            "in tacknamn,spacy:en_core_web_sm"
        )
    return asked


def list_backends() -> list[str]:
    """The names that can be asked for: ours first."""
    return [*OWN_BACKENDS, *sorted({one.name for one in _find_foreign()} - set(OWN_BACKENDS))]


def make_backend(
    request: str | BackendRequest,
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
    asked = BackendRequest.read(request) if isinstance(request, str) else request
    setup = BackendSetup(str(asked), asked.model, language, lexicon_data, seconds)
    maker = _find_maker(asked.name)
    if seconds is not None and not getattr(maker, "keeps_time", False):
        from tacknamn.ner.backends.programs import SeparateBackend  # here, for few ask for a limit

        return SeparateBackend(setup)
    return _call_maker(maker, setup)


@dataclass(frozen=True, slots=True)
class _ForeignBackend:
    """An entry point, and the package that brings it."""

    name: str
    point: "EntryPoint"
    package: str


def _find_foreign() -> list[_ForeignBackend]:
    """What other packages bring."""
    from importlib.metadata import entry_points  # here, for few ask for others than ours

    return [
        _ForeignBackend(point.name, point, point.dist.name if point.dist else "")
        for point in entry_points(group=GROUP)
        if point.name not in OWN_BACKENDS
    ]


def _find_maker(name: str) -> BackendMaker:
    if name in OWN_BACKENDS:
        module, _, attribute = OWN_BACKENDS[name].partition(":")
        return cast(BackendMaker, getattr(import_module(module), attribute))
    found = [one for one in _find_foreign() if one.name == name]
    if not found:
        raise _unknown_backend(name)
    homes = sorted({one.package for one in found})
    if len(homes) > 1:
        raise BackendError(
            name, f"is brought by {' and '.join(homes)}", "uninstall all of them but one"
        )
    return _load_foreign(found[0])


def _load_foreign(found: _ForeignBackend) -> BackendMaker:
    try:
        return cast(BackendMaker, found.point.load())
    except Exception as exc:
        raise BackendError(
            found.name,
            f"cannot be loaded from {found.point.value} of the package {found.package}: "
            f"{type(exc).__name__}: {make_printable(str(exc))[:200]}",
            "mend or uninstall that package",
        ) from exc


def _call_maker(maker: BackendMaker, setup: BackendSetup) -> Backend:
    try:
        return maker(setup)
    except BackendError:
        raise
    except Exception as exc:
        raise BackendError(
            setup.name,
            f"cannot be made: {type(exc).__name__}: {make_printable(str(exc))[:200]}",
            "report it to whoever made the backend",
        ) from exc


def _unknown_backend(name: str) -> BackendError:
    from difflib import get_close_matches

    known = list_backends()
    near = get_close_matches(name, known, 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return BackendError(
        make_printable(name)[:80] or "(without a name)",
        f"there is none of this name{hint}",
        f"there are {', '.join(known)}",
    )


def _strip_quotes(model: str) -> str:
    """Without the quotation marks around the whole of it."""
    if (
        len(model) > 1
        and model[0] == model[-1]
        and model[0] in "\"'"
        and model[0] not in model[1:-1]
    ):
        return model[1:-1]
    return model

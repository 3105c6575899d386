"""Find and make backends by name: ours, and those that other packages register.

A package registers a backend under an entry point of the group ``tacknamn.backends``
(:mod:`tacknamn.ner.backends.protocol`). The names of our own backends are reserved: no other
package can replace them.
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
    "tacknamn": "tacknamn.ner.backends.own_backend:OwnBackend",
    "spacy": "tacknamn.ner.backends.spacy_backend:SpacyBackend",
    "nltk": "tacknamn.ner.backends.nltk_backend:NltkBackend",
    "flair": "tacknamn.ner.backends.flair_backend:FlairBackend",
    "stanza": "tacknamn.ner.backends.stanza_backend:StanzaBackend",
    "transformers": "tacknamn.ner.backends.transformers_backend:TransformersBackend",
    "presidio": "tacknamn.ner.backends.presidio_backend:PresidioBackend",
    "command": "tacknamn.ner.backends.programs:CommandBackend",
}
"""The same table as in pyproject.toml."""
_LONGEST_NAME = 80
"""Characters of the user's input that an error repeats."""


class BackendRequest(NamedTuple):
    """The name of a backend, and its model."""

    name: str
    model: str = ""
    """Name or path of the model, or the command; empty: the backend chooses for the language."""

    def __str__(self) -> str:
        """The request as the user writes it."""
        return f"{self.name}:{self.model}" if self.model else self.name

    @classmethod
    def read(cls, written: str) -> "BackendRequest":
        """Read a request such as ``spacy``, ``spacy:./model`` or ``command:"./ner --fast"``.

        >>> BackendRequest.read('command:"./ner --fast"')
        BackendRequest(name='command', model='./ner --fast')
        """
        name, _, model = written.strip().partition(":")
        return cls(name.strip().lower(), _strip_quotes(model.strip()))


def read_requests(written: str) -> tuple[BackendRequest, ...]:
    """Read requests separated by commas; a comma in quotation marks is part of a command.

    >>> read_requests("tacknamn,stanza:sv")
    (BackendRequest(name='tacknamn', model=''), BackendRequest(name='stanza', model='sv'))
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
    requests = tuple(BackendRequest.read(part) for part in parts if part.strip())
    if quote or not requests:
        raise InputError(
            f"{make_printable(written)[:_LONGEST_NAME]!r} is not a list of backends; separate their "
            "names with commas, as in tacknamn,spacy:en_core_web_sm"
        )
    return requests


def list_backends() -> list[str]:
    """List the names of all backends, our own first."""
    foreign = {backend.name for backend in _find_foreign()}
    return [*OWN_BACKENDS, *sorted(foreign - set(OWN_BACKENDS))]


def make_backend(
    request: str | BackendRequest,
    *,
    lexicon_data: Path | None = None,
    language: str = "en",
    seconds: float | None = None,
) -> Backend:
    """Make a backend by name; it loads its model on first use.

    Args:
        lexicon_data: The folder of Täcknamn's bundle, for our own backend.
        seconds: The time limit for one text. The backend then runs in its own process, which is
            killed when the limit is exceeded; the result is a BackendError.
    """
    if seconds is not None and not 0 < seconds < math.inf:
        raise InputError(f"a time limit of {seconds} seconds: it must be a number above 0")
    chosen = BackendRequest.read(request) if isinstance(request, str) else request
    setup = BackendSetup(str(chosen), chosen.model, language, lexicon_data, seconds)
    maker = _find_maker(chosen.name)
    if seconds is not None and not getattr(maker, "keeps_time", False):
        from tacknamn.ner.backends.programs import SeparateBackend  # rarely needed

        return SeparateBackend(setup)
    return _call_maker(maker, setup)


@dataclass(frozen=True, slots=True)
class _ForeignBackend:
    """An entry point, and the package that registered it."""

    name: str
    point: "EntryPoint"
    package: str


def _find_foreign() -> list[_ForeignBackend]:
    """Find the backends of other packages."""
    from importlib.metadata import entry_points  # slow to import, and rarely needed

    return [
        _ForeignBackend(point.name, point, point.dist.name if point.dist else "")
        for point in entry_points(group=GROUP)
        if point.name not in OWN_BACKENDS
    ]


def _find_maker(name: str) -> BackendMaker:
    if name in OWN_BACKENDS:
        module, _, attribute = OWN_BACKENDS[name].partition(":")
        return cast(BackendMaker, getattr(import_module(module), attribute))
    found = [backend for backend in _find_foreign() if backend.name == name]
    if not found:
        raise _unknown_backend(name)
    packages = sorted({backend.package for backend in found})
    if len(packages) > 1:
        raise BackendError(
            name,
            f"is registered by several packages: {', '.join(packages)}",
            "uninstall all of them but one",
        )
    return _load_foreign(found[0])


def _load_foreign(foreign: _ForeignBackend) -> BackendMaker:
    try:
        return cast(BackendMaker, foreign.point.load())
    except Exception as exc:
        raise BackendError(
            foreign.name,
            f"cannot be loaded from {foreign.point.value} of the package {foreign.package}: "
            f"{_describe(exc)}",
            "repair or uninstall that package",
        ) from exc


def _call_maker(maker: BackendMaker, setup: BackendSetup) -> Backend:
    try:
        return maker(setup)
    except BackendError:
        raise
    except Exception as exc:
        raise BackendError(
            setup.name,
            f"cannot be created: {_describe(exc)}",
            "report it to the authors of the backend",
        ) from exc


def _describe(exc: Exception) -> str:
    return f"{type(exc).__name__}: {make_printable(str(exc))[:200]}"


def _unknown_backend(name: str) -> BackendError:
    from difflib import get_close_matches

    known = list_backends()
    similar = get_close_matches(name, known, 1)
    hint = f" (did you mean {similar[0]}?)" if similar else ""
    return BackendError(
        make_printable(name)[:_LONGEST_NAME] or "(without a name)",
        f"there is no backend of this name{hint}",
        f"choose one of {', '.join(known)}",
    )


def _strip_quotes(model: str) -> str:
    """Strip quotation marks that enclose the whole model."""
    if (
        len(model) > 1
        and model[0] == model[-1]
        and model[0] in "\"'"
        and model[0] not in model[1:-1]
    ):
        return model[1:-1]
    return model

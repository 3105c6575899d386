"""Ask a backend, and let nothing pass that would mask the wrong letters.

What comes back is sorted; it lies in the text, has letters in it, and does not overlap. Places
that count bytes, or the units of UTF-16, would leave names half in sight: they are told by places
behind the end, or, where all lie in the text, by names that begin inside words as characters and
at words as bytes.
"""

import math
import operator
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

from tacknamn.backends.errors import BackendError
from tacknamn.backends.protocol import Backend, Mention
from tacknamn.backends.units import counted_in
from tacknamn.errors import Error

__all__ = ["checked", "checked_all"]

LABEL_LENGTH = 64
"""Characters of the longest label; a longer one is not a class, but perhaps a piece of the text."""
_REPORT = "report it to whoever made the backend"


def checked(backend: Backend, text: str) -> list[Mention]:
    """The mentions of a text, from left to right; else a BackendError that says what is wrong.

    >>> checked(backend("spacy"), "Kim met Anna.")    # doctest: +SKIP
    [Mention(start=0, end=3, label='PER', score=1.0), ...]
    """
    with guarded(backend.name):
        found: object = backend.find(text)
        if isinstance(found, Iterable) and not isinstance(found, str | bytes):
            found = list(found)  # what is made on the way may fail, too
    return mentions(backend.name, text, found)


def checked_all(backend: Backend, texts: Sequence[str]) -> Iterator[list[Mention]]:
    """The mentions of each of many texts, with ``find_all`` where the backend has it."""
    if not texts:
        return
    find_all = getattr(backend, "find_all", None)
    if find_all is None:
        yield from (checked(backend, text) for text in texts)
        return
    with guarded(backend.name):
        answers = iter(find_all(texts))
    for text in texts:
        with guarded(backend.name):
            answer = next(answers, None)
        if answer is None:
            raise BackendError(backend.name, "answers fewer texts than it was given", _REPORT)
        yield mentions(backend.name, text, answer)


def mentions(name: str, text: str, found: object) -> list[Mention]:
    """What a backend found, checked and sorted."""
    if not isinstance(found, Iterable) or isinstance(found, str | bytes):
        raise BackendError(name, f"gives {_kind(found)} where spans belong", _REPORT)
    checked_ones = sorted(_mention(name, one) for one in found)
    _check_places(name, text, checked_ones)
    for one, following in pairwise(checked_ones):
        if following.start < one.end:
            raise BackendError(
                name,
                f"gives spans that overlap, {one.start}-{one.end} and "
                f"{following.start}-{following.end}",
                _REPORT,
            )
    return checked_ones


@contextmanager
def guarded(name: str) -> Iterator[None]:
    """Make an error that names the backend of whatever it ends with.

    What another's exception says is not told: it may quote the text."""
    try:
        yield
    except BackendError:
        raise
    except Error as exc:
        raise BackendError(name, str(exc)) from exc
    except MemoryError as exc:
        raise BackendError(
            name, "ran out of memory", "give it shorter texts, or take a smaller model"
        ) from exc
    except (Exception, SystemExit) as exc:
        raise BackendError(
            name,
            f"failed with {_kind(exc)}",
            "what it said is not repeated, since it may quote the text; call the package itself "
            "to see it",
        ) from exc


def _mention(name: str, one: object) -> Mention:
    if not isinstance(one, Sequence) or isinstance(one, str) or len(one) not in (3, 4):
        raise BackendError(name, f"gives {_kind(one)} that is not start, end, label", _REPORT)
    start, end = _whole(name, one[0]), _whole(name, one[1])
    label, score = one[2], 1.0 if len(one) == 3 or one[3] is None else one[3]
    if not isinstance(label, str) or not label.strip() or len(label) > LABEL_LENGTH:
        raise BackendError(name, f"gives {_kind(label)} that is no label", _REPORT)
    return Mention(start, end, label, _score(name, score))


def _whole(name: str, place: object) -> int:
    """A place as a number of Python's; packages give numpy's, too."""
    try:
        if isinstance(place, bool):
            raise TypeError
        return operator.index(place)  # type: ignore[arg-type]  # that is what is tried
    except TypeError:
        raise BackendError(name, f"gives {_kind(place)} as a place", _REPORT) from None


def _score(name: str, score: object) -> float:
    try:
        value = float(score)  # type: ignore[arg-type]  # that is what is tried
    except (TypeError, ValueError, OverflowError):
        value = math.nan
    if isinstance(score, bool | str) or not 0 <= value <= 1:
        raise BackendError(name, "gives a score that is not between 0 and 1", _REPORT)
    return value


def _check_places(name: str, text: str, found: Sequence[Mention]) -> None:
    for one in found:
        if not 0 <= one.start < one.end:
            raise BackendError(name, f"gives a span from {one.start} to {one.end}", _REPORT)
    unit = counted_in(text, [(one.start, one.end) for one in found])
    if unit is not None:
        raise BackendError(name, f"counts {unit} instead of characters", _REPORT)
    for one in found:
        if one.end > len(text):
            raise BackendError(
                name,
                f"gives a span from {one.start} to {one.end} in a text of {len(text)} characters",
                _REPORT,
            )


def _kind(thing: object) -> str:
    return type(thing).__name__

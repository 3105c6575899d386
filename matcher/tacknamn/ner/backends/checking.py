"""Tell whether places count the characters of a text, or its bytes, or its units of UTF-16.

JavaScript and Java count units of UTF-16, Go and Rust bytes of UTF-8; in a text of nothing but
ASCII all are the same. Otherwise a place behind the end of the text is a sign, and so is a span
that begins where no word begins, while every span would be whole words in another unit. A span
that ends inside a word is none: ``Anna`` is found in ``Annas``.
"""

import math
import operator
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, pairwise

from tacknamn.errors import Error
from tacknamn.ner.backends.protocol import Backend, BackendError, NamedMention

__all__ = [
    "detect_unit",
    "find_all_mentions",
    "find_mentions",
]

_UNITS = {"bytes": "utf-8", "units of UTF-16": "utf-16-le"}


def detect_unit(text: str, spans: Sequence[tuple[int, int]]) -> str | None:
    """What spans seem to count instead of characters; None: characters.

    >>> counted_in("Åsa met Bo", [(9, 11)])
    'bytes'
    """
    if not spans or text.isascii():
        return None
    outside = any(end > len(text) for _, end in spans)
    if not outside and all(_is_word_start(text, start) for start, _ in spans):
        return None
    for unit, encoding in _UNITS.items():
        if _are_whole_words(text, spans, _unit_offsets(text, encoding)):
            return unit
    return None


def _unit_offsets(text: str, encoding: str) -> list[int]:
    """Where each character begins in another unit, and where the last one ends."""
    size = 2 if encoding == "utf-16-le" else 1
    sizes = (len(letter.encode(encoding, "surrogatepass")) // size for letter in text)
    return list(accumulate(sizes, initial=0))


def _are_whole_words(text: str, spans: Iterable[tuple[int, int]], places: list[int]) -> bool:
    """Whether all spans, taken as another unit, are whole words."""
    for span in spans:
        start, end = (bisect_left(places, place) for place in span)
        if end >= len(places) or (places[start], places[end]) != span:
            return False  # behind the end, or in the middle of a character
        if not _is_word_start(text, start) or not _is_word_end(text, end):
            return False
    return True


def _is_word_start(text: str, place: int) -> bool:
    return (
        place < len(text)
        and text[place].isalnum()
        and not (place > 0 and text[place - 1].isalnum())
    )


def _is_word_end(text: str, place: int) -> bool:
    return text[place - 1].isalnum() and not (place < len(text) and text[place].isalnum())


# Ask a backend, and let nothing pass that would mask the wrong letters.
#
# What comes back is sorted; it lies in the text, has letters in it, and does not overlap. Places
# that count bytes, or the units of UTF-16, would leave names half in sight: they are told by places
# behind the end, or, where all lie in the text, by names that begin inside words as characters and
# at words as bytes.


LABEL_LENGTH = 64
"""Characters of the longest label; a longer one is not a class, but perhaps a piece of the text."""
_REPORT = "report it to whoever made the backend"


def find_mentions(backend: Backend, text: str) -> list[NamedMention]:
    """The mentions of a text, from left to right; else a BackendError that says what is wrong.

    >>> checked(backend("spacy"), "Kim met Anna.")    # doctest: +SKIP
    [Mention(start=0, end=3, label='PER', score=1.0), ...]
    """
    with guard_backend(backend.name):
        found: object = backend.find(text)
        if isinstance(found, Iterable) and not isinstance(found, str | bytes):
            found = list(found)  # what is made on the way may fail, too
    return check_mentions(backend.name, text, found)


def find_all_mentions(backend: Backend, texts: Sequence[str]) -> Iterator[list[NamedMention]]:
    """The mentions of each of many texts, with ``find_all`` where the backend has it."""
    if not texts:
        return
    find_all = getattr(backend, "find_all", None)
    if find_all is None:
        yield from (find_mentions(backend, text) for text in texts)
        return
    with guard_backend(backend.name):
        answers = iter(find_all(texts))
    for text in texts:
        with guard_backend(backend.name):
            answer = next(answers, None)
        if answer is None:
            raise BackendError(backend.name, "answers fewer texts than it was given", _REPORT)
        yield check_mentions(backend.name, text, answer)


def check_mentions(name: str, text: str, found: object) -> list[NamedMention]:
    """What a backend found, checked and sorted."""
    if not isinstance(found, Iterable) or isinstance(found, str | bytes):
        raise BackendError(name, f"gives {_type_name(found)} where spans belong", _REPORT)
    checked_ones = sorted(_read_mention(name, one) for one in found)
    _check_offsets(name, text, checked_ones)
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
def guard_backend(name: str) -> Iterator[None]:
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
            f"failed with {_type_name(exc)}",
            "what it said is not repeated, since it may quote the text; call the package itself "
            "to see it",
        ) from exc


def _read_mention(name: str, one: object) -> NamedMention:
    if not isinstance(one, Sequence) or isinstance(one, str) or len(one) not in (3, 4):
        raise BackendError(name, f"gives {_type_name(one)} that is not start, end, label", _REPORT)
    start, end = _read_offset(name, one[0]), _read_offset(name, one[1])
    label, score = one[2], 1.0 if len(one) == 3 or one[3] is None else one[3]
    if not isinstance(label, str) or not label.strip() or len(label) > LABEL_LENGTH:
        raise BackendError(name, f"gives {_type_name(label)} that is no label", _REPORT)
    return NamedMention(start, end, label, _read_score(name, score))


def _read_offset(name: str, place: object) -> int:
    """A place as a number of Python's; packages give numpy's, too."""
    try:
        if isinstance(place, bool):
            raise TypeError
        return operator.index(place)  # type: ignore[arg-type]  # that is what is tried
    except TypeError:
        raise BackendError(name, f"gives {_type_name(place)} as a place", _REPORT) from None


def _read_score(name: str, score: object) -> float:
    try:
        value = float(score)  # type: ignore[arg-type]  # that is what is tried
    except (TypeError, ValueError, OverflowError):
        value = math.nan
    if isinstance(score, bool | str) or not 0 <= value <= 1:
        raise BackendError(name, "gives a score that is not between 0 and 1", _REPORT)
    return value


def _check_offsets(name: str, text: str, found: Sequence[NamedMention]) -> None:
    for one in found:
        if not 0 <= one.start < one.end:
            raise BackendError(name, f"gives a span from {one.start} to {one.end}", _REPORT)
    unit = detect_unit(text, [(one.start, one.end) for one in found])
    if unit is not None:
        raise BackendError(name, f"counts {unit} instead of characters", _REPORT)
    for one in found:
        if one.end > len(text):
            raise BackendError(
                name,
                f"gives a span from {one.start} to {one.end} in a text of {len(text)} characters",
                _REPORT,
            )


def _type_name(thing: object) -> str:
    return type(thing).__name__

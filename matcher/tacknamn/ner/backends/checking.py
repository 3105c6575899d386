"""Ask a backend for names, and reject every answer that would mask the wrong characters.

The result is sorted, lies within the text, has no empty spans and no overlaps. Offsets that count
bytes or UTF-16 units instead of characters would leave parts of names visible, so they are
detected. JavaScript and Java count UTF-16 units, Go and Rust count bytes of UTF-8; in pure ASCII
text all of these are the same.
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
    "check_mentions",
    "detect_unit",
    "find_all_mentions",
    "find_mentions",
    "guard_backend",
]

LONGEST_LABEL = 64
"""Characters of the longest label. A longer one is no class; it may be a piece of the text."""
_REPORT = "report it to the authors of the backend"
_UNITS = {"bytes": "utf-8", "units of UTF-16": "utf-16-le"}


def find_mentions(backend: Backend, text: str) -> list[NamedMention]:
    """Find the names in a text, from left to right; raise a BackendError for a bad answer.

    >>> find_mentions(make_backend("spacy"), "Kim met Anna.")    # doctest: +SKIP
    [NamedMention(start=0, end=3, label='PER', score=1.0), ...]
    """
    with guard_backend(backend.name):
        found: object = backend.find(text)
        if isinstance(found, Iterable) and not isinstance(found, str | bytes):
            found = list(found)  # a generator may fail as well
    return check_mentions(backend.name, text, found)


def find_all_mentions(backend: Backend, texts: Sequence[str]) -> Iterator[list[NamedMention]]:
    """Find the names in each of many texts; use ``find_all`` if the backend has it."""
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
            raise BackendError(backend.name, "returned fewer answers than texts", _REPORT)
        yield check_mentions(backend.name, text, answer)


def check_mentions(name: str, text: str, found: object) -> list[NamedMention]:
    """Check and sort what a backend found in a text."""
    if not isinstance(found, Iterable) or isinstance(found, str | bytes):
        raise BackendError(name, f"returned {_type_name(found)} instead of spans", _REPORT)
    mentions = sorted(_read_mention(name, span) for span in found)
    _check_offsets(name, text, mentions)
    for mention, following in pairwise(mentions):
        if following.start < mention.end:
            raise BackendError(
                name,
                f"returned overlapping spans, {mention.start}-{mention.end} and "
                f"{following.start}-{following.end}",
                _REPORT,
            )
    return mentions


@contextmanager
def guard_backend(name: str) -> Iterator[None]:
    """Turn every exception into a BackendError that names the backend.

    The message of a foreign exception is not repeated, because it may quote the text."""
    try:
        yield
    except BackendError:
        raise
    except Error as exc:
        raise BackendError(name, str(exc)) from exc
    except MemoryError as exc:
        raise BackendError(
            name, "ran out of memory", "split the text, or choose a smaller model"
        ) from exc
    except (Exception, SystemExit) as exc:
        raise BackendError(
            name,
            f"failed with {_type_name(exc)}",
            "its message is not shown, because it may quote the text; call the package directly to "
            "see it",
        ) from exc


def _read_mention(name: str, span: object) -> NamedMention:
    if not isinstance(span, Sequence) or isinstance(span, str) or len(span) not in (3, 4):
        what = f"returned {_type_name(span)} instead of start, end and label"
        raise BackendError(name, what, _REPORT)
    start, end = _read_offset(name, span[0]), _read_offset(name, span[1])
    label, score = span[2], 1.0 if len(span) == 3 or span[3] is None else span[3]
    if not isinstance(label, str) or not label.strip() or len(label) > LONGEST_LABEL:
        raise BackendError(name, f"returned {_type_name(label)} that is not a label", _REPORT)
    return NamedMention(start, end, label, _read_score(name, score))


def _read_offset(name: str, offset: object) -> int:
    """Convert an offset to a Python integer; some packages return integers of numpy."""
    try:
        if isinstance(offset, bool):
            raise TypeError
        return operator.index(offset)  # type: ignore[arg-type]  # the type is tested by the call
    except TypeError:
        raise BackendError(name, f"returned {_type_name(offset)} as an offset", _REPORT) from None


def _read_score(name: str, score: object) -> float:
    try:
        value = float(score)  # type: ignore[arg-type]  # the type is tested by the call
    except (TypeError, ValueError, OverflowError):
        value = math.nan
    if isinstance(score, bool | str) or not 0 <= value <= 1:
        raise BackendError(name, "returned a score that is not between 0 and 1", _REPORT)
    return value


def _check_offsets(name: str, text: str, mentions: Sequence[NamedMention]) -> None:
    for mention in mentions:
        if not 0 <= mention.start < mention.end:
            raise BackendError(
                name, f"returned a span from {mention.start} to {mention.end}", _REPORT
            )
    unit = detect_unit(text, [(mention.start, mention.end) for mention in mentions])
    if unit is not None:
        raise BackendError(name, f"counts {unit} instead of characters", _REPORT)
    for mention in mentions:
        if mention.end > len(text):
            raise BackendError(
                name,
                f"returned a span from {mention.start} to {mention.end} in a text of {len(text)} "
                "characters",
                _REPORT,
            )


def _type_name(value: object) -> str:
    return type(value).__name__


def detect_unit(text: str, spans: Sequence[tuple[int, int]]) -> str | None:
    """Detect the unit that spans count instead of characters; None if they count characters.

    Two signs make spans suspect: one ends after the end of the text, or one begins where no word
    begins. They are bytes or UTF-16 units if all of them are whole words in that unit. (A span may
    end inside a word: ``Anna`` in ``Annas``.)

    >>> detect_unit("Åsa met Bo", [(9, 11)])
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
    """The offset of each character in another unit, and that of the end of the text."""
    size = 2 if encoding == "utf-16-le" else 1
    sizes = (len(letter.encode(encoding, "surrogatepass")) // size for letter in text)
    return list(accumulate(sizes, initial=0))


def _are_whole_words(text: str, spans: Iterable[tuple[int, int]], offsets: list[int]) -> bool:
    """Whether all spans, read in another unit, are whole words."""
    for span in spans:
        start, end = (bisect_left(offsets, offset) for offset in span)
        if end >= len(offsets) or (offsets[start], offsets[end]) != span:
            return False  # after the end, or in the middle of a character
        if not _is_word_start(text, start) or not _is_word_end(text, end):
            return False
    return True


def _is_word_start(text: str, offset: int) -> bool:
    return (
        offset < len(text)
        and text[offset].isalnum()
        and not (offset > 0 and text[offset - 1].isalnum())
    )


def _is_word_end(text: str, offset: int) -> bool:
    return text[offset - 1].isalnum() and not (offset < len(text) and text[offset].isalnum())

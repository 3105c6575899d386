"""Process many texts: in batches of limited size, in order, with the results of single calls.

A batch is read, checked, processed and given away before the next one is read. So memory does not
grow with the number of texts, and a generator of texts is read at most one batch ahead.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from math import isnan
from typing import Final, NamedTuple, TypeGuard, TypeVar

from tacknamn.detection.detector import Detector, ScannedText
from tacknamn.errors import InputError
from tacknamn.pipeline.long_texts import is_long
from tacknamn.support.arguments import check_list

__all__ = ["NamedText", "process_many", "read_texts"]

MOST_TEXTS = 512
"""Texts of a batch. With more of them, the cost of a batch no longer matters."""
MOST_CHARACTERS = 1 << 18
"""Characters of a batch, unless a single text has more."""

Result = TypeVar("Result")


class NamedText(NamedTuple):
    """A text, the name of its document, and who wrote it."""

    text: str | None
    name: str = ""
    writer: str | None = None
    """Empty if it is to be known, but is not; None if writers make no difference."""


def read_texts(
    texts: Iterable[str | None],
    ids: Iterable[str] | None = None,
    writers: Iterable[str | None] | None = None,
) -> Iterator[NamedText]:
    """Yield each text with its id and its writer, and check all of them."""
    if isinstance(texts, (str, bytes)):
        raise InputError(
            "texts is one text: call the pseudonymizer itself, or pass a list of texts"
        )
    check_list("texts", texts, "texts")
    for given, what in ((ids, "ids"), (writers, "writers")):
        if isinstance(given, (str, bytes)):
            raise InputError(f"{what} is one id; pass a list with one for each text")
    names = repeat("") if ids is None else iter(ids)
    written_by = repeat(None) if writers is None else iter(writers)
    number = 0
    for number, text in enumerate(texts, 1):
        yield NamedText(
            _read_text(number - 1, text),
            _read_id(names, number - 1, "ids"),
            None if writers is None else _read_writer(written_by, number - 1),
        )
    for given, rest, what in ((ids, names, "ids"), (writers, written_by, "writers")):
        if given is not None and next(rest, _END) is not _END:
            raise InputError(
                f"there are more {what} than texts ({number:,}); give one for each text"
            )


_END: Final = object()
"""The end of ids, which may be None."""


def _read_writer(writers: Iterator[object], position: int) -> str:
    """Return the id of the next writer; nothing if it is not known."""
    known = ("" if _is_missing(writer) else writer for writer in writers)
    return _read_id(known, position, "writers")


def _read_id(ids: Iterator[object], position: int, what: str) -> str:
    """Return the next id. No message quotes it."""
    id = next(ids, _END)
    if id is _END:
        raise InputError(
            f"there are fewer {what} than texts: texts[{position}] has none; give one for each text"
        )
    if not isinstance(id, str):
        raise InputError(
            f"{what}[{position}] must be str, not {type(id).__name__}; convert ids with str()"
        )
    return id


def _read_text(position: int, text: object) -> str | None:
    """Check the type of a text, and return it. No message quotes it."""
    if isinstance(text, str):
        return text
    if _is_missing(text):
        return None
    raise InputError(
        f"texts[{position}] must be str or None, not {type(text).__name__}; "
        "decode bytes, and convert other values, before"
    )


def _is_missing(value: object) -> bool:
    """Whether a value stands for no value: None, NaN, and NA or NaT of pandas, which is not imported."""
    if isinstance(value, float):
        return isnan(value)
    return value is None or type(value).__name__ in ("NAType", "NaTType")


def process_many(
    named: Iterator[NamedText],
    detector: Detector | None,
    process: Callable[[str, NamedText, ScannedText | None], Result],
) -> Iterator[Result | None]:
    """Yield the result of each text in order, and None for each None.

    If reading fails, the results of what was read before are yielded first, as by single calls.

    Args:
        detector: What scans all texts of a batch together; None if they have several languages.
        process: Called with a text, the same with its name, and what the detector found in it.
    """
    problem: Exception | None = None
    while problem is None:
        batch, problem = _read_batch(named)
        scanned: Iterator[ScannedText | None] = repeat(None)
        if detector is not None:
            scanned = iter(
                detector.scan_many([each.text for each in batch if _is_scanned(each.text)])
            )
        for each in batch:
            found = next(scanned) if _is_scanned(each.text) else None
            yield None if each.text is None else process(each.text, each, found)
    if not isinstance(problem, StopIteration):
        raise problem


def _is_scanned(text: str | None) -> TypeGuard[str]:
    """Whether a text is scanned with others. A long one is searched part by part."""
    return text is not None and not is_long(text)


def _read_batch(named: Iterator[NamedText]) -> tuple[list[NamedText], Exception | None]:
    """Read a batch. Return it with what ended the reading: None if there may be more."""
    batch: list[NamedText] = []
    size = 0
    while len(batch) < MOST_TEXTS and size < MOST_CHARACTERS:
        try:
            text = next(named)
        except Exception as exc:  # noqa: BLE001 - whatever the source of the texts raises, later
            return batch, exc
        batch.append(text)
        size += len(text.text or "")
    return batch, None

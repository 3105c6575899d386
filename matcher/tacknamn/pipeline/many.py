"""Process many texts: in batches of limited size, in order, with the results of single calls.

A batch is read, checked, processed and given away before the next one is read. So memory does not
grow with the number of texts, and a generator of texts is read at most one batch ahead.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from typing import NamedTuple, TypeGuard, TypeVar

from tacknamn.detection.detector import Detector, ScannedText
from tacknamn.errors import InputError
from tacknamn.pipeline.long_texts import is_long

__all__ = ["NamedText", "process_many", "read_pairs"]

MOST_TEXTS = 512
"""Texts of a batch. With more of them, the cost of a batch no longer matters."""
MOST_CHARACTERS = 1 << 18
"""Characters of a batch, unless a single text has more."""

Result = TypeVar("Result")


class NamedText(NamedTuple):
    """A text and the name of its document."""

    text: str | None
    name: str


def read_pairs(texts: Iterable[str | None], ids: Iterable[str] | None) -> Iterator[NamedText]:
    """Yield each text with its id, and check both."""
    if isinstance(texts, (str, bytes)):
        raise InputError(
            "texts is one text: call the pseudonymizer itself, or pass a list of texts"
        )
    names = repeat("") if ids is None else iter(ids)
    number = 0
    for number, text in enumerate(texts, 1):
        name = next(names, None)
        if name is None:
            raise InputError(
                f"there are fewer ids than texts: texts[{number - 1}] has none; give one for each text"
            )
        _check_pair(number - 1, text, name)
        yield NamedText(text, name)
    if ids is not None and next(names, None) is not None:
        raise InputError(f"there are more ids than texts ({number:,}); give one for each text")


def _check_pair(position: int, text: object, name: object) -> None:
    """Check the types of a text and its id. No message quotes them."""
    if text is not None and not isinstance(text, str):
        raise InputError(
            f"texts[{position}] must be str or None, not {type(text).__name__}; "
            "decode bytes, and convert other values, before"
        )
    if not isinstance(name, str):
        raise InputError(
            f"ids[{position}] must be str, not {type(name).__name__}; convert ids with str()"
        )


def process_many(
    pairs: Iterator[NamedText],
    detector: Detector | None,
    process: Callable[[str, str, ScannedText | None], Result],
) -> Iterator[Result | None]:
    """Yield the result of each text in order, and None for each None.

    If reading fails, the results of what was read before are yielded first, as by single calls.

    Args:
        detector: What scans all texts of a batch together; None if they have several languages.
        process: Called with a text, its name, and what the detector found in it.
    """
    problem: Exception | None = None
    while problem is None:
        batch, problem = _read_batch(pairs)
        scanned: Iterator[ScannedText | None] = repeat(None)
        if detector is not None:
            scanned = iter(detector.scan_many([text for text, _ in batch if _is_scanned(text)]))
        for text, name in batch:
            found = next(scanned) if _is_scanned(text) else None
            yield None if text is None else process(text, name, found)
    if not isinstance(problem, StopIteration):
        raise problem


def _is_scanned(text: str | None) -> TypeGuard[str]:
    """Whether a text is scanned with others. A long one is searched part by part."""
    return text is not None and not is_long(text)


def _read_batch(pairs: Iterator[NamedText]) -> tuple[list[NamedText], Exception | None]:
    """Read a batch. Return it with what ended the reading: None if there may be more."""
    batch: list[NamedText] = []
    size = 0
    while len(batch) < MOST_TEXTS and size < MOST_CHARACTERS:
        try:
            pair = next(pairs)
        except Exception as exc:  # noqa: BLE001 - whatever the source of the texts raises, later
            return batch, exc
        batch.append(pair)
        size += len(pair.text or "")
    return batch, None

"""Put originals back into pseudonymized texts, by their spans and the vault.

A vault knows which original stands behind a pseudonym in a document. Where several do, as
behind ``000-000 00 00``, the running numbers tell them apart: the first number was given to the
first original, and so on. Where there are not as many numbers as originals (a name that was
misspelt once has the number of the name), the pseudonym stays, and is counted.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacknamn.vault.records import Record

if TYPE_CHECKING:
    from tacknamn.risk.documents import Document, Span

__all__ = ["Originals", "Restored", "originals_of", "restored"]

Originals = Mapping[str, Mapping[tuple[str, str], list[str]]]
"""By document, the originals of each label and pseudonym, in the order of the text."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A text with its originals."""

    text: str
    done: int
    """Spans whose original stands there again."""
    doubtful: int
    """Spans that several originals fit."""

    def __repr__(self) -> str:
        """Without the text, which is somebody's private life."""
        return f"Restored(done={self.done}, doubtful={self.doubtful})"


def originals_of(records: Iterable[Record]) -> Originals:
    """What a vault knows, by document; records of all documents stand under an empty name."""
    found: dict[str, dict[tuple[str, str], list[str]]] = {}
    for one in records:
        key = one.label, one.pseudonym
        found.setdefault(one.document, {}).setdefault(key, []).append(one.original)
    return found


def restored(document: "Document", originals: Originals) -> Restored:
    """A document's text with what stood there before.

    Spans that the vault does not know were only marked, or are another vault's."""
    own = originals.get(document.origin.id, {})
    everywhere = originals.get("", {})
    numbers = _numbers(document)
    pieces: list[str] = []
    at = done = doubtful = 0
    for span in document.spans:
        key = span.label, document.text[span.start : span.end]
        known = own.get(key) or everywhere.get(key) or []
        original = _chosen(known, span, numbers[key])
        if original is None:
            doubtful += len(known) > 1
            continue
        pieces += (document.text[at : span.start], original)
        at = span.end
        done += 1
    return Restored("".join([*pieces, document.text[at:]]), done, doubtful)


def _numbers(document: "Document") -> dict[tuple[str, str], list[int | None]]:
    """The running numbers of each label and pseudonym, in the order of the text."""
    found: dict[tuple[str, str], list[int | None]] = {}
    for span in document.spans:
        numbers = found.setdefault((span.label, document.text[span.start : span.end]), [])
        if span.number not in numbers:
            numbers.append(span.number)
    return found


def _chosen(known: list[str], span: "Span", numbers: list[int | None]) -> str | None:
    if len(known) == 1:
        return known[0]
    return known[numbers.index(span.number)] if known and len(numbers) == len(known) else None

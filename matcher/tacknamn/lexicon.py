"""Look forms up in a bundle: what may this word be, and which forms begin like this?

>>> lexicon = Lexicon.open()                     # doctest: +SKIP
>>> lexicon.lookup("Elena")[0].label             # doctest: +SKIP
<Label.FIRSTNAME_FEMALE: 'firstname_female'>
"""

import heapq
import importlib.util
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from tacknamn.bundle import MANIFEST, Bundle
from tacknamn.errors import BundleError
from tacknamn.fold import fold
from tacknamn.labels import LABELS, Kind, Label, known_label
from tacknamn.near import Near, NearIndex
from tacknamn.sections import Texts

__all__ = ["Candidate", "Lexicon"]

DEFAULT_PROFILE = "default"
DATA_PACKAGE = "tacknamn_data"
"""A package of this name may bring a bundle in its folder ``bundle``."""
_KINDS = tuple(Kind)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing that a form may name."""

    form: str
    """The form as people write it."""
    label: Label
    probability: float
    """Part of the form's uses that mean this; what is left to 1 are ordinary words."""
    count: float
    kind: Kind
    """What the count counts."""
    country: str
    parent: str
    """What it lies in: a municipality, a region, a town."""
    sources: tuple[str, ...]
    """The sources that have it."""


class Lexicon:
    """The entries of one bundle. It may be shared by threads."""

    def __init__(self, bundle: Bundle) -> None:
        self.bundle = bundle
        self._forms = bundle.section("forms")
        self._entries = bundle.section("entries")
        self._strings = bundle.section("strings")
        self._texts = Texts(self._forms)
        self._words = Texts(bundle.section("words"))
        self.near_index = NearIndex(bundle)

    @classmethod
    def open(cls, place: Path | str | None = None) -> "Lexicon":
        """Open the bundle at ``place``, else the first one of the usual places.

        Those are TACKNAMN_DATA, ``build/default`` below the current folder, the user's data
        folder, and an installed package ``tacknamn_data``. A place that is named must have a
        bundle; the others may."""
        place = place or os.environ.get("TACKNAMN_DATA")
        if place:
            return cls(Bundle(Path(place)))
        places = list(_usual_places())
        for folder in places:
            if (folder / MANIFEST).exists():
                return cls(Bundle(folder))
        raise BundleError(
            "no bundle found in " + ", ".join(map(str, places)) + "; make one with "
            "`tacknamn-build fetch` and `tacknamn-build compile`, or say where it is with "
            "TACKNAMN_DATA"
        )

    def lookup(self, form: str) -> list[Candidate]:
        """What ``form`` may be, the likeliest first; empty when it is unknown."""
        with self._sound():
            row = self._texts.find(fold(form))
            return [] if row is None else self._candidates(row)

    def candidates(self, entry: int) -> list[Candidate]:
        """What the form with this number may be: a match knows it by its number."""
        with self._sound():
            return self._candidates(entry)

    def certainty(self, entry: int) -> float:
        """How probable it is that the form with this number is an entry and no other word."""
        with self._sound():
            first, last = self._forms.column("entry")[entry : entry + 2]
            mentions = sum(self._entries.column("mentions")[first:last])
            ordinary = self._forms.column("ordinary")[entry]
        return float(mentions / (mentions + ordinary or 1.0))

    def is_word(self, form: str) -> bool:
        """Whether a list of ordinary Swedish or English words has it."""
        with self._sound():
            return fold(form) in self._words

    def complete(self, prefix: str, label: Label | str | None = None, limit: int = 20) -> list[str]:
        """Forms that begin with ``prefix``, the most mentioned first.

        With a ``label``, only those that may have it."""
        with self._sound():
            rows: Iterable[int] = self._texts.beginning_with(fold(prefix))
            if label is not None:
                bit = 1 << LABELS.index(known_label(label))
                labels = self._forms.column("labels")
                rows = (row for row in rows if labels[row] & bit)
            return [self._display(row) for row in self._most_mentioned(rows, limit)]

    def search(self, form: str, max_edits: int = 2, limit: int = 20) -> list[Near]:
        """Names of one word within ``max_edits`` edits (1 or 2) of ``form``, the likeliest first.

        The first call takes half a second, to index the names."""
        with self._sound():
            found = self.near_index.find(form, max_edits)[:limit]
            entry = self._forms.column("entry")
            label = self._entries.column("label")
            return [
                Near(self._display(row), LABELS[label[entry[row]]], edits, cost, row)
                for row, edits, cost in found
            ]

    @contextmanager
    def _sound(self) -> Iterator[None]:
        """Refuse a bundle of which one file points outside another."""
        try:
            yield
        except IndexError as exc:
            raise BundleError(
                f"{self.bundle.folder}: damaged (a file points outside another one); build it "
                "anew with `tacknamn-build compile`"
            ) from exc

    def _most_mentioned(self, rows: Iterable[int], limit: int) -> list[int]:
        entry = self._forms.column("entry")
        mentions = self._entries.column("mentions")
        return heapq.nsmallest(limit, rows, key=lambda row: (-mentions[entry[row]], row))

    def _display(self, row: int) -> str:
        entry = self._forms.column("entry")[row]
        return self._strings.text(self._entries.column("display")[entry])

    def _candidates(self, row: int) -> list[Candidate]:
        first, last = self._forms.column("entry")[row : row + 2]
        if not first <= last <= self._entries.rows:
            raise IndexError(row)
        mentions = self._entries.column("mentions")[first:last]
        total = sum(mentions) + self._forms.column("ordinary")[row] or 1.0
        return [
            self._candidate(entry, mentions[entry - first] / total) for entry in range(first, last)
        ]

    def _candidate(self, entry: int, probability: float) -> Candidate:
        value = self._entries.column
        text = self._strings.text
        return Candidate(
            form=text(value("display")[entry]),
            label=LABELS[value("label")[entry]],
            probability=probability,
            count=value("count")[entry],
            kind=_KINDS[value("kind")[entry]],
            country=text(value("country")[entry]),
            parent=text(value("parent")[entry]),
            sources=tuple(self._source_names(value("sources")[entry])),
        )

    def _source_names(self, bits: int) -> Iterator[str]:
        for number, name in enumerate(self.bundle.manifest["source_order"]):
            if bits >> number & 1:
                yield name


def _usual_places() -> Iterator[Path]:
    yield Path("build") / DEFAULT_PROFILE
    yield Path(platformdirs.user_data_dir("tacknamn", appauthor=False)) / "build" / DEFAULT_PROFILE
    package = importlib.util.find_spec(DATA_PACKAGE)
    if package is not None and package.origin is not None:
        yield Path(package.origin).parent / "bundle"

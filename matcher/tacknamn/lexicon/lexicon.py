"""Look up forms in a bundle: the candidates of a form, and the forms that begin with a prefix.

>>> lexicon = Lexicon.open()                     # doctest: +SKIP
>>> lexicon.lookup("Elena")[0].label             # doctest: +SKIP
<Label.FIRSTNAME_FEMALE: 'firstname_female'>
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.lexicon.bundle import Bundle, BundleGuard
from tacknamn.lexicon.find_bundle import find_bundle
from tacknamn.lexicon.form_lists import FormLists
from tacknamn.lexicon.label_codes import FIRST_OWN
from tacknamn.lexicon.records import (
    ENGLISH_ADJECTIVE,
    ENGLISH_BASE,
    ENGLISH_NAME,
    ENGLISH_NOUN,
    ENGLISH_ORIGIN,
    ENGLISH_OTHER,
    ENGLISH_SAYS,
    ENGLISH_SMALL,
    PROPER_NOUN,
    Candidate,
    OrdinaryWord,
)
from tacknamn.lexicon.sections import WEIGHT_STEPS, ZIPF_STEPS
from tacknamn.lexicon.word_lists import fold_form
from tacknamn.support.lazy_property import lazy_property
from tacknamn.support.recipes import RecipeReader
from tacknamn.support.reopening import Reopenable

if TYPE_CHECKING:
    import pandas

    from tacknamn.lexicon.listing import LexiconEntry
    from tacknamn.lexicon.near_index import Near, NearIndex
    from tacknamn.lexicon.ranks import RankIndex

__all__ = [
    "ENGLISH_ADJECTIVE",
    "ENGLISH_BASE",
    "ENGLISH_NAME",
    "ENGLISH_NOUN",
    "ENGLISH_ORIGIN",
    "ENGLISH_OTHER",
    "ENGLISH_SAYS",
    "ENGLISH_SMALL",
    "PROPER_NOUN",
    "WEIGHT_STEPS",
    "ZIPF_STEPS",
    "Candidate",
    "Lexicon",
    "OrdinaryWord",
]


class Lexicon(Reopenable, FormLists):
    """The entries of one bundle. Threads may share it."""

    def __init__(self, bundle: Bundle) -> None:
        super().__init__(bundle)
        self.own: Lexicon | None = None
        """The user's entries, which win over those of the bundle."""
        self.allowed: Lexicon | None = None
        """Forms that are never replaced."""

    @lazy_property
    def near_index(self) -> "NearIndex":
        """The index that finds names with similar spelling."""
        from tacknamn.lexicon.near_index import NearIndex  # here: seldom needed

        return NearIndex(self.bundle)

    @lazy_property
    def _ranks(self) -> "RankIndex":
        from tacknamn.lexicon.ranks import RankIndex  # here: seldom needed

        return RankIndex(self.bundle)

    @classmethod
    def open(
        cls,
        path: Path | str | None = None,
        *,
        extra: Iterable[object] = (),
        allow: Iterable[Path | str] = (),
        keep: Iterable[str] = (),
    ) -> "Lexicon":
        """Open the bundle in a folder, or installed lists by their name (``sv``).

        Without ``path``, this is the bundle that TACKNAMN_DATA names, the profile ``default`` in the
        folders where bundles are built, or the lists that are installed
        (:mod:`tacknamn.lexicon.find_bundle`).

        Args:
            extra: Lists of one's own, as :meth:`from_entries` takes them. They win over the bundle.
            allow: Files of forms that are never replaced: one on each line, or a CSV file.
            keep: Further forms that are never replaced.
        """
        return cls(find_bundle(path).open()).add_own(extra, allow, keep)

    @classmethod
    def from_entries(
        cls, entries: object, label: str = "", *, inflected: bool = False
    ) -> "Lexicon":
        """Make a lexicon of one's own entries, without builders.

        Args:
            entries: Tuples (form, label, count, language, country) of which the form is required,
                dicts with these keys, a data frame with these columns, or the path of a CSV file
                with them. A label may be one of ours, or any other word in small letters.
            label: The label of entries without one.
            inflected: Whether Swedish entries are also found in their definite forms.

        >>> lexicon = Lexicon.from_entries([("Norrgården", "ward"), ("Alvedon", "drug", 1200)])
        >>> lexicon.lookup("alvedon")[0].label
        'drug'
        """
        from tacknamn.lexicon.own.reading import read_own_list  # here: seldom needed

        return cls(read_own_list(entries, label, inflected))

    def save(self, folder: Path | str) -> None:
        """Save a lexicon of one's own as a bundle, which :meth:`open` opens at once."""
        from tacknamn.lexicon.own.memory_bundle import MemoryBundle  # here: seldom needed

        if not isinstance(self.bundle, MemoryBundle):
            raise InputError(f"{self.bundle.folder}: is a bundle already; copy the folder")
        self.bundle.save(Path(folder))

    def add_own(
        self, extra: Iterable[object], allow: Iterable[Path | str] = (), keep: Iterable[str] = ()
    ) -> "Lexicon":
        """Return the lexicon with lists of one's own on top; :meth:`open` describes the arguments."""
        extra, allow, keep = (
            _check_list(name, value)
            for name, value in (("extra", extra), ("allow", allow), ("keep", keep))
        )
        added = Lexicon(self.bundle)
        added.own, added.allowed = self.own, self.allowed
        if extra or allow or keep:
            from tacknamn.lexicon.own.reading import read_allowed, read_own_lists  # seldom needed

            added.own = Lexicon(read_own_lists(extra)) if extra else self.own
            added.allowed = Lexicon(read_allowed(allow, keep)) if allow or keep else self.allowed
        return added

    def make_recipe(self) -> dict[str, Any]:
        """Return what opens the same lists in another process."""
        own = None if self.own is None else self.own.make_recipe()
        allowed = None if self.allowed is None else self.allowed.make_recipe()
        return {"bundle": self.bundle.make_recipe(), "own": own, "allowed": allowed}

    @classmethod
    def open_recipe(cls, recipe: RecipeReader) -> Self:
        """Open the lists of a recipe."""
        from tacknamn.lexicon.reopened import reopen_bundle  # here: seldom needed

        lexicon = cls(reopen_bundle(recipe.get_part("bundle")))
        own, allowed = map(recipe.get_optional_part, ("own", "allowed"))
        lexicon.own = None if own is None else Lexicon.open_recipe(own)
        lexicon.allowed = None if allowed is None else Lexicon.open_recipe(allowed)
        return lexicon

    @lazy_property
    def base(self) -> "Lexicon":
        """The lexicon without the user's lists, for what decides by context."""
        has_own = self.own is not None or self.allowed is not None
        return Lexicon(self.bundle) if has_own else self

    def as_overlay(self) -> "Lexicon":
        """Return a list of one's own as an overlay of a bundle without entries."""
        from tacknamn.lexicon.own.reading import make_empty_bundle  # here: seldom needed

        empty = Lexicon(make_empty_bundle())
        empty.own, empty.allowed = self, self.allowed
        return empty

    @property
    def own_labels(self) -> tuple[str, ...]:
        """The labels of the user's entries that are not labels of ours."""
        return self.label_codes.own if self.own is None else self.own.label_codes.own

    @property
    def is_own(self) -> bool:
        """Whether it is a list of one's own: every match is certain, and it has no names to draw."""
        return "own_labels" in self.bundle.manifest

    def lookup(self, form: str) -> list[Candidate]:
        """Return the candidates of ``form``, the likeliest first; empty if it is unknown.

        If the user's entries have the form, only they count."""
        own = self.own.lookup(form) if self.own is not None else []
        if own:
            return own
        with BundleGuard(self.bundle.folder):
            row = self._texts.find(fold_form(form))
            return [] if row is None else self._candidates(row)

    def candidates(self, entry: int) -> list[Candidate]:
        """Return the candidates of the form with this number (:attr:`Match.entry`).

        The user's entries have the numbers after those of the bundle."""
        if self.own is not None and entry >= self._forms.rows:
            return self.own.candidates(entry - self._forms.rows)
        with BundleGuard(self.bundle.folder):
            return self._candidates(entry)

    def read_form(self, entry: int) -> str:
        """Return the folded text of a form."""
        if self.own is not None and entry >= self._forms.rows:
            return self.own.read_form(entry - self._forms.rows)
        with BundleGuard(self.bundle.folder):
            return self._forms.text(entry)

    def certainty(self, entry: int) -> float:
        """Return the probability that the form is an entry and not an ordinary word."""
        if self.own is not None and entry >= self._forms.rows:
            return self.own.certainty(entry - self._forms.rows)
        with BundleGuard(self.bundle.folder):
            _, mentions, ordinary = self._mentions(entry)
            named = sum(mentions)
            return named / (named + ordinary or 1.0)

    def complete(self, prefix: str, label: Label | str | None = None, limit: int = 20) -> list[str]:
        """Return forms that begin with ``prefix``, the most mentioned first.

        With a ``label``, only forms that may have it, those first that are mentioned most as it.
        The user's entries come first."""
        if self.own is not None:
            return self._complete_with_own(self.own, prefix, label, limit)
        return self._complete(prefix, label, limit)

    def _complete_with_own(
        self, own: "Lexicon", prefix: str, label: Label | str | None, limit: int
    ) -> list[str]:
        found: list[str] = []
        for lexicon, complete in ((own, own.complete), (self, self._complete)):
            if label is None or lexicon.label_codes.has_label(label):
                found += complete(prefix, label, limit)
            elif lexicon is self and not own.label_codes.has_label(label):
                self.label_codes.get_code(label)  # an error that lists the labels
        return list(dict.fromkeys(found))[: max(0, limit)]

    def _complete(self, prefix: str, label: Label | str | None, limit: int) -> list[str]:
        with BundleGuard(self.bundle.folder):
            rows = self._texts.find_prefix(fold_form(prefix))
            code = None if label is None else self.label_codes.get_code(label)
            if code is None or code < FIRST_OWN:
                entries: Iterable[int] = self._ranks.find_best(rows, code)
            else:
                entries = self._sort_own_entries(rows, code)
            return [self.read_column(entry, "display") for entry in islice(entries, max(0, limit))]

    def entries(
        self, label: Label | str | None = None, min_probability: float = 0.0
    ) -> "Iterator[LexiconEntry]":
        """Yield the entries of a label, or of all labels, the most mentioned of each label first.

        ``min_probability`` leaves out forms that hardly ever have the label. The user's entries come
        first; their ranks are those in the user's lists."""
        return self._list_entries(None if label is None else [label], min_probability)

    def to_pandas(self, labels: Iterable[Label | str] | None = None) -> "pandas.DataFrame":
        """Return the entries of some labels, or of all labels, as a frame of pandas.

        The columns are the fields of :class:`tacknamn.lexicon.listing.LexiconEntry`."""
        from tacknamn.lexicon.frames import make_frame  # here: seldom needed

        if isinstance(labels, str):
            raise InputError(f"labels must be a list of labels, not a string: labels=[{labels!r}]")
        return make_frame(self._list_entries(None if labels is None else list(labels)))

    def _list_entries(
        self, labels: list[Label | str] | None, least: float = 0.0
    ) -> "Iterator[LexiconEntry]":
        from tacknamn.lexicon.listing import list_entries  # here: seldom needed

        lists = [self] if self.own is None else [self.own, self]
        for label in labels or ():
            if not any(lexicon.label_codes.has_label(label) for lexicon in lists):
                self.label_codes.get_code(label)  # an error that lists the labels
        parts = []
        for lexicon in lists:
            known = lexicon.label_codes
            wanted = [label for label in labels or () if known.has_label(label)]
            codes = known.list_codes() if labels is None else map(known.get_code, wanted)
            parts.append(list_entries(lexicon.bundle, known, codes, lexicon.label_bits(least)))
        return chain.from_iterable(parts)

    def search(self, form: str, max_edits: int = 2, limit: int = 20) -> "list[Near]":
        """Return names of one word within ``max_edits`` edits (1 or 2), the likeliest first."""
        with BundleGuard(self.bundle.folder):
            from tacknamn.lexicon.near_index import Near  # here: seldom needed

            nearest = self.near_index.find(fold_form(form), max_edits)[:limit]
            entry = self._forms.column("entry")
            label = self._entries.column("label")
            return [
                Near(
                    self._display(row),
                    self.label_codes.get_label(label[entry[row]]),
                    edits,
                    cost,
                    row,
                )
                for row, edits, cost in nearest
            ]

    def _sort_own_entries(self, forms: range, code: int) -> list[int]:
        """Return the entries of forms with a label of one's own, the most mentioned first. The index
        of ranks has no tree for such a label, and lists of one's own are short."""
        if not forms:
            return []
        first, last = self._first[forms.start], self._first[forms.stop]
        entries = [entry for entry in range(first, last) if self._labels[entry] == code]
        return sorted(entries, key=lambda entry: (-self._counted[entry], entry))


def _check_list(name: str, value: object) -> list[Any]:
    """Return a list of lists or of forms; a single one, which has parts as well, is an error."""
    is_single = isinstance(value, (str, bytes, Mapping)) or hasattr(value, "columns")
    if is_single or not isinstance(value, Iterable):
        raise InputError(f"{name} must be a list, also for a single one: {name}=[...]")
    return list(value)

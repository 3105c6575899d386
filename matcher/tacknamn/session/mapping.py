"""The mapping of a session: originals and what replaces them, in both directions."""

from collections.abc import Callable

from tacknamn.labels import Label, name_affixes
from tacknamn.replacement.inflection.rendering import render
from tacknamn.replacement.originals import OriginalKey
from tacknamn.replacement.records import NAME_LABELS, PLACE_LABELS
from tacknamn.replacement.settled import SettledDraws
from tacknamn.session.finding import FoundPseudonym, PseudonymFinder
from tacknamn.session.values import PlaceholderTable

__all__ = ["SessionMapping"]

_CAPITALIZED = frozenset(map(str, (*NAME_LABELS, *PLACE_LABELS)))
"""Labels whose names have an initial capital, even where a text writes them in capitals only."""


class SessionMapping:
    """The mapping of a session. Only one thread at a time may use it."""

    def __init__(self, name: str, is_ordinary: Callable[[str], object]) -> None:
        self.settled = SettledDraws(name, is_ordinary)
        self.values = PlaceholderTable()
        self.published: dict[str, tuple[str, OriginalKey]] = {}
        """What each published form of a pseudonym replaced, as it is written there, and the key of its
        original."""
        self.finder = PseudonymFinder()
        self._indexed: set[OriginalKey] = set()

    def __len__(self) -> int:
        return len(self.settled.draws) + len(self.values)

    def index_new(self) -> None:
        """Let the finder know what was drawn since the last call."""
        draws = self.settled.draws
        self.finder.set_placeholders(self.values.names)
        if len(self._indexed) == len(draws):
            return
        for owner, (draw, _, _) in draws.items():
            if owner not in self._indexed:
                self._indexed.add(owner)
                if not draw.is_kept:
                    self.finder.add(owner, draw.base, draw.label)

    def publish(
        self, owner: OriginalKey, form: str, original: str, affixes: tuple[str, ...] = ()
    ) -> None:
        """Note a form of a pseudonym that a text has, and what it replaces.

        The first spelling stays, unless the original is later written as usual."""
        self.finder.add_published(owner, form)
        known, _ = self.published.setdefault(form, (original, owner))
        if known != original and original == self._make_original(owner, form, affixes):
            self.published[form] = original, owner

    def restore(self, text: str, found: FoundPseudonym) -> str | None:
        """Return the original of what was found in a text, in its form; None if it has none."""
        written = text[found.start : found.end]
        if found.owner is None:
            return self.values.find_original(written)
        known = self.published.get(written)
        if known is not None:
            return known[0]
        return self._make_original(found.owner, written, name_affixes(found.affixes))

    def _make_original(self, owner: OriginalKey, written: str, affixes: tuple[str, ...]) -> str:
        """Give the original the form in which its pseudonym is written."""
        draw, label, _ = self.settled.draws[owner]
        base = self.settled.bases[owner]
        if label in _CAPITALIZED and (base.isupper() or base.islower()):
            base = base.title()
        parsed = str(Label.COUNTRY) if label == "country_of_origin" else label
        return render(written, base, affixes, parsed, draw.base).text

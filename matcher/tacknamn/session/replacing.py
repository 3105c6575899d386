"""Replace the spans of a text so that each replacement leads back to one original."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence

from tacknamn.detection.disguises.mapped_text import MappedText
from tacknamn.labels import AFFIX_NAMES, Label
from tacknamn.pipeline.earlier_texts import OpenedScope, ScopeOpener
from tacknamn.pipeline.numbering import Numbering
from tacknamn.pipeline.replacer import UNCHANGED_IS_NO_SPAN, PlannedSpan, Replacer
from tacknamn.profiles.methods import METHODS
from tacknamn.profiles.records import RUNNING_NUMBER, Policy, make_placeholder
from tacknamn.records import Action, Span
from tacknamn.replacement.originals import OriginalKey, ResolvedMention
from tacknamn.replacement.scope import Scope
from tacknamn.session.clashes import Clashes, find_clashes, resolve_clashes
from tacknamn.session.finding import FoundPseudonym
from tacknamn.session.mapping import SessionMapping
from tacknamn.session.values import name_placeholder

__all__ = ["SessionTexts"]

_MOST_ROUNDS = 5
"""How often a text is replaced until nothing clashes. The second round settles nearly all."""
_AFFIXES = frozenset(AFFIX_NAMES.values())
"""Affixes of words. A span may also have notes, such as that a town is abroad."""
Cutter = Callable[[int, int], str]
"""Returns a piece of the text as it was written, by start and end in the text without disguises."""


class SessionTexts:
    """Replaces what was found in a text of a session, as earlier texts settled."""

    def __init__(
        self, mapping: SessionMapping, disguise: tuple[str, MappedText] | None = None
    ) -> None:
        """Prepare to replace.

        Args:
            disguise: The text with its disguises, and the way back to it, if it has some.
        """
        self._mapping = mapping
        self._disguise = disguise

    def read_through(self, original: str, mapped: MappedText) -> "SessionTexts":
        """Return what replaces the spans of a text without its disguises."""
        return SessionTexts(self._mapping, (original, mapped))

    def replace(
        self, text: str, planned: Sequence[PlannedSpan], open_scope: ScopeOpener
    ) -> tuple[list[Span], Scope]:
        """Return the spans of a text and their scope.

        What stays readable must not look like a pseudonym, or it would be restored to something else:
        a later text may have the name that an earlier one got as a pseudonym. So it is replaced as
        well. A pseudonym that cannot be found again, because letters stand next to it, gives way to a
        placeholder."""
        planned = list(_list_reversible(text, planned))
        cut = self._make_cutter(text)
        for _ in range(_MOST_ROUNDS):
            opened = open_scope(list(planned), settled=self._mapping.settled)
            replacer = _SessionReplacer(text, opened, self._mapping, cut)
            spans = list(replacer.replace())
            self._publish(cut, spans, replacer.owners)
            clashes = self._find_clashes(text, spans, replacer.owners)
            if not clashes:
                break
            planned = resolve_clashes(text, planned, clashes, self._mapping)
        return spans, replacer.scope

    def _find_clashes(
        self, text: str, spans: list[Span], owners: dict[int, OriginalKey]
    ) -> Clashes:
        """Find clashes in the text that is published."""
        if self._disguise is None:
            return find_clashes(text, spans, owners, self._mapping)
        original, mapped = self._disguise
        starts = {mapped.map_start(span.start): span.start for span in spans}
        places = mapped.map_places((span.start, span.end) for span in spans)
        moved = [
            span._replace(start=start, end=end)
            for span, (start, end) in zip(spans, places, strict=True)
            if start < end
        ]
        of_starts = {new: owners[old] for new, old in starts.items() if old in owners}
        clashes = find_clashes(original, moved, of_starts, self._mapping)
        return Clashes(
            [_move_back(each, text, mapped) for each in clashes.readable],
            {starts[start] for start in clashes.unfound},
        )

    def _make_cutter(self, text: str) -> Cutter:
        """Return what cuts a piece out of the text as it was written, with its disguises."""
        if self._disguise is None:
            return lambda start, end: text[start:end]
        original, mapped = self._disguise
        return lambda start, end: original[mapped.map_start(start) : mapped.map_end(end)]

    def _publish(self, cut: Cutter, spans: list[Span], owners: dict[int, OriginalKey]) -> None:
        self._mapping.index_new()
        for span in spans:
            if span.start in owners:
                original = cut(span.start, span.end)
                owner, form = owners[span.start], span.replacement
                affixes = tuple(affix for affix in span.affixes if affix in _AFFIXES)
                self._mapping.publish(owner, form, original, affixes)


def _move_back(found: FoundPseudonym, text: str, mapped: MappedText) -> FoundPseudonym:
    """Return the place of something readable in the text without disguises."""
    places = range(len(text) + 1)
    start = bisect_left(places, found.start, key=mapped.map_start)
    end = bisect_left(places, found.end, start, key=mapped.map_end)
    return found._replace(start=start, end=max(end, start + 1))


def _list_reversible(text: str, planned: Iterable[PlannedSpan]) -> Iterator[PlannedSpan]:
    """Yield the spans; what has no pseudonym becomes a numbered placeholder."""
    for detection, policy in planned:
        if policy.action is Action.REPLACE and not _draws_name(policy, detection.label):
            replace = METHODS[policy.method].replace
            original = text[detection.start : detection.end]
            if policy.method == UNCHANGED_IS_NO_SPAN and replace and replace(original) == original:
                continue
            name = name_placeholder(detection.label, policy)
            policy = make_placeholder(f"[{name} {RUNNING_NUMBER}]")
        yield PlannedSpan(detection, policy)


def _draws_name(policy: Policy, label: str) -> bool:
    """Whether a pseudonym is drawn. Postal codes may become zeros, which are those of many."""
    return METHODS[policy.method].is_sampled and (policy.text or label) != Label.ZIP_CODE


class _SessionReplacer(Replacer):
    """Replaces what has no list by the numbered placeholders of a session."""

    def __init__(
        self, text: str, opened: OpenedScope, mapping: SessionMapping, cut: Cutter
    ) -> None:
        super().__init__(text, *opened, Numbering())
        self._cut = cut
        self._values = mapping.values
        self._folded = text.casefold() if "[" in text else ""
        self.owners: dict[int, OriginalKey] = {}
        """What identifies the originals of drawn names, by the start of their spans."""

    def _make_span(self, planned: PlannedSpan) -> Span:
        detection, policy = planned
        if policy.action is not Action.REPLACE:
            return super()._make_span(planned)
        original = self._cut(detection.start, detection.end)
        name = name_placeholder(detection.label, policy)
        placeholder = self._values.get_placeholder(name, original, self._folded)
        return Span(
            detection.start,
            detection.end,
            detection.label,
            placeholder.text,
            placeholder.number,
            (),
            policy.action,
            detection,
            "a numbered placeholder",
        )

    def _draw_span(self, planned: PlannedSpan, mention: ResolvedMention) -> Span:
        pseudonym = self.scope.replace(mention)
        if not pseudonym.draw.is_kept:
            self.owners[planned.detection.start] = mention.original.key
        return super()._draw_span(planned, mention)._replace(number=pseudonym.number)

"""Forms of names: the base of an original, the base of a pseudonym, and the form for each mention.

One rename gives all forms: *Malin* for *Anna*, *Malins* for *Annas*, *MALIN* for *ANNA*. The way back, from
a replacement to its base, is a guess that is checked: a base counts if it gives the replacement again.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tacknamn.labels import AFFIX_NAMES, Label
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.replacement.inflection.affixes import split_affixes
from tacknamn.replacement.inflection.genitives import split_genitive
from tacknamn.replacement.originals import Original, ResolvedMention
from tacknamn.replacement.records import FIRSTNAME_LABELS, NAME_LABELS, UNINFLECTED_LABELS
from tacknamn.replacement.scope import add_affixes, shape_pseudonym
from tacknamn.service.review.records import ReviewAction, ReviewedSpan
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.text.fold import fold

__all__ = ["FormMaker", "is_same_kind"]

_NAMES_OF_PEOPLE = frozenset(("middlename", "initials", "nickname", "username"))
"""Labels without a list that are inflected as first names are."""
_INFLECTED = frozenset(AFFIX_NAMES.values())
_LETTERED = re.compile(r"[A-ZÅÄÖ]{1,3}[- ]\w.*")
"""A-skola: its capital stays, whatever the original has."""
_FIRSTNAMES = frozenset(map(str, FIRSTNAME_LABELS))
_PEOPLE = frozenset(map(str, NAME_LABELS))


def is_same_kind(label: str, other: str) -> bool:
    """Whether two labels may name one person or place: first names of any gender may."""
    return label == other or (label in _FIRSTNAMES and other in _FIRSTNAMES)


_MOST_FORMS = 20
"""Different forms of a person or place that are compared."""
_Form = tuple[object, ...]
"""What the base of a pseudonym is found from: mentions with the same one have the same base."""


def _get_entity(span: ReviewedSpan) -> object:
    return (span.label, span.number) if span.label and span.number else (span.label, span.base)


def _get_form(text: str, span: ReviewedSpan) -> _Form:
    original = text[span.start : span.end]
    return original, span.base, span.affixes, span.replacement, span.new_base, span.action


class FormMaker:
    """Makes forms with the lists of one bundle."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def shape(self, label: str, text: str, base: str, affixes: Iterable[str], new_base: str) -> str:
        """Return a new name in the form of an original.

        Args:
            text: The original as written in the text.
            base: The original without affixes; may be empty.
        """
        inflected = _get_inflected_label(label)
        if inflected is None or not new_base:
            return new_base
        names = tuple(affix for affix in affixes if affix in _INFLECTED)
        if _LETTERED.fullmatch(new_base) and inflected not in _PEOPLE:
            return add_affixes(new_base, names, inflected).text
        original = Original(inflected, base or text, fold(base or text))
        return shape_pseudonym(ResolvedMention(original, text, names), new_base, inflected).text

    def split(self, form: str, label: str) -> tuple[str, tuple[str, ...]]:
        """Split an original into its base and its affixes; a cautious guess, as in ``split_affixes``."""
        inflected = _get_inflected_label(label)
        if inflected is None or (inflected in _PEOPLE and split_genitive(form)[0] == form):
            return form, ()

        def is_known(word: str) -> bool:
            return any(each.label == inflected for each in self._lexicon.lookup(word))

        return split_affixes(form, inflected, is_known)

    def add_bases(self, text: str, spans: Sequence[ReviewedSpan]) -> list[ReviewedSpan]:
        """Return spans with their bases, and with a base for each pseudonym."""
        with_base = [self._add_base(text, span) for span in spans]
        entities: dict[object, dict[_Form, ReviewedSpan]] = {}
        for span in with_base:
            forms = entities.setdefault(_get_entity(span), {})
            forms.setdefault(_get_form(text, span), span)
        chosen = {
            (entity, form): self._choose_new_base(text, list(forms.values()), span)
            for entity, forms in entities.items()
            for form, span in forms.items()
        }
        return [
            replace(span, new_base=chosen[_get_entity(span), _get_form(text, span)])
            for span in with_base
        ]

    def _add_base(self, text: str, span: ReviewedSpan) -> ReviewedSpan:
        if span.base:
            return span
        original = text[span.start : span.end]
        if not span.label or not _INFLECTED.intersection(span.affixes):
            return replace(span, base=original)
        base, _ = self.split(original, span.label)
        if base == original and "gen" in span.affixes:
            base = split_genitive(original)[0] or original
        return replace(span, base=base)

    def _choose_new_base(self, text: str, forms: Sequence[ReviewedSpan], span: ReviewedSpan) -> str:
        """Return the base of a pseudonym: the one that gives most replacements of its entity.

        Args:
            forms: The different forms of the entity.
        """
        if span.action is not ReviewAction.REPLACE:
            return span.base if span.action is ReviewAction.MARK else span.replacement
        others = [form for form in forms[:_MOST_FORMS] if form.action is ReviewAction.REPLACE]
        own = list(self._list_bases(span))
        if len(others) > 1:
            own += [base for other in others for base in self._list_bases(other)]
        fitting = [base for base in dict.fromkeys(own) if self._gives(text, base, span)]
        if not fitting:
            return span.replacement
        return max(
            fitting, key=lambda base: sum(self._gives(text, base, other) for other in others)
        )

    def _list_bases(self, span: ReviewedSpan) -> Iterator[str]:
        """Yield what the base of a replacement may be, the likeliest first."""
        replacement = span.replacement
        if span.new_base:
            yield span.new_base
        if _INFLECTED.intersection(span.affixes):
            for form in (replacement, replacement.title()):
                base, affixes = self.split(form, span.label)
                if affixes:
                    yield base
            if "gen" in span.affixes and (stem := split_genitive(replacement)[0]):
                yield stem
                if replacement.isupper() or replacement.islower():
                    yield stem.title()
        if replacement.isupper() or replacement.islower():
            yield replacement.title()
        yield replacement

    def _gives(self, text: str, base: str, span: ReviewedSpan) -> bool:
        original = text[span.start : span.end]
        return self.shape(span.label, original, span.base, span.affixes, base) == span.replacement


def _get_inflected_label(label: str) -> str | None:
    """Return the label of the lists whose words are inflected like those of a label."""
    if label in _NAMES_OF_PEOPLE:
        return str(Label.FIRSTNAME_UNKNOWN)
    info = load_taxonomy().find(label)
    known = info.lexicon if info is not None else None
    return None if known is None or known in UNINFLECTED_LABELS else str(known)

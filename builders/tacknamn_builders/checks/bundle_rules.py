"""Rules for the sections of a bundle: common words among the names, invented towns that exist."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice

from tacknamn.labels import LABELS, Label
from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.lexicon import PROPER_NOUN, ZIPF_STEPS, Lexicon
from tacknamn_builders.checks.findings import CheckFinding, Severity
from tacknamn_builders.curation.curated_tables import FakeReplacement

__all__ = ["check_fakes", "check_homographs"]

COMMON = 5.5
"""Zipf of very common words, which occur three times in ten thousand words. If one of them is a
name, its matches are mostly wrong unless curation decides what to do with it."""
_WORD_LABELS = (
    Label.PROF,
    Label.EDU,
    Label.FAM,
    Label.NATIONALITY,
    Label.MONTH_WORD,
    Label.DAY,
    Label.AGE_STRING,
)
"""Labels of ordinary words: two is a number, not a name."""
SHOWN = 12
"""Words that a finding shows."""


def check_homographs(bundle: Bundle) -> Iterator[CheckFinding]:
    """Find very common words among the names for which curation has no line.

    A word that is only a proper noun (Stockholm) is no problem."""
    forms, entries = bundle.section("forms"), bundle.section("entries")
    common, parts = forms.column("zipf_sv"), forms.column("pos")
    decided = forms.column("ambiguous")
    first, labels = forms.column("entry"), entries.column("label")
    homographs: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for row in range(forms.rows):
        if common[row] >= COMMON * ZIPF_STEPS and not decided[row] and parts[row] != PROPER_NOUN:
            its_labels = (LABELS[label] for label in labels[first[row] : first[row + 1]])
            names = [label for label in its_labels if label not in _WORD_LABELS]
            if names:
                homographs[names[0]].append((-common[row], forms.text(row)))
    for label, words in sorted(homographs.items()):
        shown = ", ".join(word for _, word in islice(sorted(words), SHOWN))
        message = f"{len(words)} common words, such as {shown}"
        yield CheckFinding("homograph", label, message, Severity.NOTE)


def check_fakes(
    bundle: Bundle, country: str, fakes: Iterable[FakeReplacement]
) -> Iterator[CheckFinding]:
    """Find invented towns that exist in ``country``; those of SVALA's own list may exist."""
    lexicon = Lexicon(bundle)
    for fake in fakes:
        if fake.list != "city" or "SVALA" in fake.reason:
            continue
        for candidate in lexicon.lookup(fake.form):
            if candidate.label is Label.CITY and candidate.country == country:
                where = candidate.parent or country
                sources = ", ".join(candidate.sources)
                message = f"exists in {where} according to {sources}"
                yield CheckFinding("real-fake", fake.form, message)
                break

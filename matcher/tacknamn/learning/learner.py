"""Make lines of what many corrections say, and lay them beside those of an earlier table.

A text is read by itself (:mod:`tacknamn.learning.evidence`). An *addition* is a form that was
marked as X and that no list has as X. An *exclusion* is a form that a list has as X, that was
found as X, and that annotators left unmarked, or marked as something else, in all texts where it
was found. A *relabelling* is both at once. What was marked as X in no text at all may be no
question to these annotators (relatives, professions): then nothing is excluded from X.

A line is written from :data:`MINIMUM` texts on. A form of one text only may be a private person's
rare name; it is counted, not told.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.learning.evidence import CorrectionEvidence, UnmarkedCounter, collect_evidence
from tacknamn.learning.forms import FIRSTNAMES, choose_spelling
from tacknamn.learning.lists import LexiconLists, is_same_list
from tacknamn.learning.notes import write_note
from tacknamn.learning.records import (
    CorrectedText,
    LabelledForm,
    Proposal,
    ProposalKey,
    ProposalKind,
    Witness,
)
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.text.fold import Folded

__all__ = ["MINIMUM", "LearningResult", "learn"]

MINIMUM = 2
"""Texts that a form must be in to be written down."""
MOST_WITNESSES = 500
"""Corrections that are told of a line. More change nobody's mind, and a spreadsheet's cell has
room for 32,767 characters."""


@dataclass(frozen=True, slots=True)
class LearningResult:
    """What came of it."""

    lines: tuple[Proposal, ...]
    """Of the earlier table, with new figures, and new ones; in the order of their forms."""
    new: int
    """How many of them are new."""
    texts: int
    """Different texts that were read."""
    held_back: Counter[tuple[ProposalKind, Label]]
    """Forms of too few texts, of which nothing else is told."""
    unlearnable: Counter[Label]
    """Marks whose forms may not be learnt: with digits, of several names."""
    unused: tuple[Label, ...]
    """Labels that were found and that no annotator ever gave: nothing is excluded from them."""
    unmarked: int
    """Texts in which nothing is marked: were they corrected?"""


def learn(
    corrected: Iterable[CorrectedText],
    pseudonymizer: Pseudonymizer,
    earlier: Iterable[Proposal] = (),
    minimum: int = MINIMUM,
) -> LearningResult:
    """What annotators' corrections teach.

    Args:
        pseudonymizer: Finds what would be found without annotators; its lists are the ones to be
            bettered.
        earlier: The lines of a table that is to be gone on with.
        minimum: Texts from which on a form is told.
    """
    if minimum < 1:
        raise InputError(f"minimum {minimum}: give a number of texts, 1 or more")
    lists = LexiconLists(pseudonymizer.lexicon)
    once = dict.fromkeys(corrected)
    readings = [collect_evidence(one, pseudonymizer.detect(one.text), lists) for one in once]
    _join_genitives(readings)
    return _Learner(lists, readings, tuple(earlier)).learnt(minimum)


def _join_genitives(readings: Sequence[CorrectionEvidence]) -> None:
    """Take *Zorvines* for the genitive of *Zorvine* where that was marked, too."""
    spelt = {name for reading in readings for name in reading.labelled}
    bases = {
        name: base
        for name in spelt
        if name.folded.endswith("s")
        and (base := LabelledForm(Folded(name.folded[:-1].rstrip("':")), name.label)) in spelt
    }
    for reading in readings:
        for name in [one for one in reading.labelled if one in bases]:
            reading.labelled[bases[name]] += reading.labelled.pop(name)
            reading.unlisted[bases[name]] += reading.unlisted.pop(name, 0)
            reading.spelt.pop(name)


class _Learner:
    def __init__(
        self,
        lists: LexiconLists,
        readings: Sequence[CorrectionEvidence],
        earlier: tuple[Proposal, ...],
    ) -> None:
        self._lists = lists
        self._readings = readings
        self._earlier = {line.key: line for line in earlier}
        self._used = frozenset(name.label for one in readings for name in one.labelled)
        self._spelt: dict[LabelledForm, Counter[str]] = defaultdict(Counter)
        self._instead: dict[LabelledForm, set[Label]] = defaultdict(set)
        for one in readings:
            for name, spellings in one.spelt.items():
                self._spelt[name] += spellings
            for name, labels in one.instead.items():
                self._instead[name] |= labels

    def learnt(self, minimum: int) -> LearningResult:
        """All of it."""
        witnesses = self._witnesses()
        held_back: Counter[tuple[ProposalKind, Label]] = Counter()
        lines = []
        for key in sorted({*witnesses, *self._earlier}):
            line = self._line(key, witnesses.get(key, []))
            if key in self._earlier or line.texts >= minimum:
                lines.append(line)
            elif line.texts:
                held_back[key.what, key.name.label] += 1
        marked = {one.corrected.digest for one in self._readings if one.corrected.marks}
        texts = {one.corrected.digest for one in self._readings}
        return LearningResult(
            lines=tuple(sorted(lines, key=lambda line: (line.form, line.label, line.what))),
            new=sum(line.key not in self._earlier for line in lines),
            texts=len(texts),
            held_back=held_back,
            unlearnable=sum((one.unlearnable for one in self._readings), Counter()),
            unused=tuple(sorted(self._unused())),
            unmarked=len(texts - marked),
        )

    def _witnesses(self) -> dict[ProposalKey, list[Witness]]:
        """What each correction says of each line that there may be."""
        added, excluded = _group_by_form(self._added()), _group_by_form(self._excluded())
        unmarked = UnmarkedCounter(added)
        found: dict[ProposalKey, list[Witness]] = defaultdict(list)
        for one in self._readings:
            marked, free = _group_by_form(one.labelled), unmarked.of(one.corrected)
            for form in marked.keys() | free.keys():
                for name in added.get(form, ()):
                    others = [
                        other for other in marked.get(form, ()) if not _is_same_form(other, name)
                    ]
                    against = free[form] + sum(one.labelled[other] for other in others)
                    _add_witness(
                        found, ProposalKey(ProposalKind.ADD, name), one, one.labelled[name], against
                    )
            for form in marked.keys() | {name.folded for name in one.refused}:
                for name in excluded.get(form, ()):
                    others = [other for other in marked.get(form, ()) if _is_same_form(other, name)]
                    against = sum(one.labelled[other] for other in others)
                    _add_witness(
                        found,
                        ProposalKey(ProposalKind.EXCLUDE, name),
                        one,
                        one.refused[name],
                        against,
                    )
        return found

    def _added(self) -> frozenset[LabelledForm]:
        marked = {name for one in self._readings for name in one.labelled}
        return frozenset(
            name
            for name in marked | self._of_earlier(ProposalKind.ADD)
            if ProposalKey(ProposalKind.ADD, name) in self._earlier or not self._lists.has(name)
        )

    def _excluded(self) -> frozenset[LabelledForm]:
        """What is refused, and confirmed by nobody."""
        refused = {name for one in self._readings for name in one.refused}
        used = {name for name in refused if self._is_used(name.label)}
        marked = _group_by_form({name for one in self._readings for name in one.labelled})
        denied = {
            name
            for name in used
            if not any(_is_same_form(other, name) for other in marked.get(name.folded, ()))
        }
        return frozenset(denied | self._of_earlier(ProposalKind.EXCLUDE))

    def _of_earlier(self, what: ProposalKind) -> set[LabelledForm]:
        return {key.name for key in self._earlier if key.what is what}

    def _is_used(self, label: Label) -> bool:
        """Whether annotators ever gave that label, or another one of first names."""
        return label in self._used or (
            label in FIRSTNAMES and not FIRSTNAMES.isdisjoint(self._used)
        )

    def _unused(self) -> set[Label]:
        refused = {name.label for one in self._readings for name in one.refused}
        return {label for label in refused if not self._is_used(label)}

    def _line(self, key: ProposalKey, witnesses: Sequence[Witness]) -> Proposal:
        earlier = self._earlier.get(key)
        line = earlier or Proposal(key.what, self._form(key), key.name.label)
        counted = set(map(_identify_correction, line.witnesses))
        more = [
            one for one in _join_witnesses(witnesses) if _identify_correction(one) not in counted
        ]
        told = (*line.witnesses, *more)[:MOST_WITNESSES]
        line = replace(line, witnesses=told)
        if earlier is None:
            found = any(one.unlisted[key.name] for one in self._readings)
            line = replace(line, note=write_note(line, self._lists, self._instead[key.name], found))
        return line

    def _form(self, key: ProposalKey) -> str:
        if key.what is ProposalKind.ADD:
            return choose_spelling(self._spelt[key.name], key.name.label)
        candidates = self._lists.candidates(key.name.folded)
        return next(one.form for one in candidates if one.label is key.name.label)


def _group_by_form(names: Iterable[LabelledForm]) -> dict[Folded, list[LabelledForm]]:
    found: dict[Folded, list[LabelledForm]] = defaultdict(list)
    for name in names:
        found[name.folded].append(name)
    return found


def _is_same_form(one: LabelledForm, other: LabelledForm) -> bool:
    return one.folded == other.folded and is_same_list(one.label, other.label)


def _add_witness(
    found: dict[ProposalKey, list[Witness]],
    key: ProposalKey,
    reading: CorrectionEvidence,
    mentions: int,
    against: int,
) -> None:
    if mentions or against:
        found[key].append(reading.corrected.witness(mentions, against))


def _identify_correction(one: Witness) -> tuple[str, str, str]:
    """What tells one correction of a text from others."""
    return one.file, one.text, one.annotator


def _join_witnesses(witnesses: Iterable[Witness]) -> list[Witness]:
    """The witnesses in order, each correction once: where a file has a text several times, of
    annotators without names, the places of all are told as one's."""
    found: dict[tuple[str, str, str], Witness] = {}
    for one in sorted(witnesses):
        before = found.setdefault(_identify_correction(one), one)
        found[_identify_correction(one)] = one._replace(
            mentions=max(one.mentions, before.mentions),
            against=max(one.against, before.against),
            date=max(one.date, before.date),
        )
    return list(found.values())

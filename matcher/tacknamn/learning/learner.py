"""Turn the corrections of many texts into proposals, and merge them with an earlier table.

Each text is first compared on its own (:mod:`tacknamn.learning.evidence`). Then forms are judged over
all texts:

- An *addition* is a form that people marked with a label whose list does not contain it. Marks that
  a program made, and that people left as they were, support an addition, but do not make one.
- An *exclusion* is a form that a list contains and that was detected with its label, but that
  annotators left unmarked, or marked with another label, in every text.
- A form whose label changes is both.

If a label was not marked in any text, these annotators may not use it at all (relatives, professions).
Then nothing is excluded from its list.

A line is written if at least :data:`MINIMUM` texts support it. A form in one text only may be the rare
name of a private person; it is counted, but not listed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.learning.evidence import CorrectionEvidence, UnmarkedCounter, collect_evidence
from tacknamn.learning.forms import FIRSTNAMES, choose_spelling
from tacknamn.learning.lists import LexiconLists, is_same_list
from tacknamn.learning.notes import LineRemarks, write_note
from tacknamn.learning.records import (
    CorrectedText,
    LabelledForm,
    Proposal,
    ProposalKey,
    ProposalKind,
    Witness,
)
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.text.fold import Folded

__all__ = ["MINIMUM", "LearningResult", "learn"]

MINIMUM = 2
"""Texts that must support a form before it is listed."""
MOST_WITNESSES = 500
"""Most corrections listed for a line. More would not change a decision, and a cell of a spreadsheet
has room for 32,767 characters."""


@dataclass(frozen=True, slots=True)
class LearningResult:
    """The lines that follow from corrections, and what was left out."""

    lines: tuple[Proposal, ...]
    """The lines of the earlier table with new counts, and the new lines, sorted by form."""
    new: int
    """The number of new lines."""
    texts: int
    """The number of different texts that were read."""
    held_back: Counter[tuple[ProposalKind, Label]]
    """The number of forms in too few texts, which are not listed."""
    unlearnable: Counter[Label]
    """Marks whose forms may not be learnt, such as forms with digits or several names."""
    unused: tuple[Label, ...]
    """Labels that were detected but never marked. Nothing is excluded from their lists."""
    unmarked: int
    """Texts without any mark, which may not have been corrected."""


def learn(
    corrected: Iterable[CorrectedText],
    pseudonymizer: Pseudonymizer,
    earlier: Iterable[Proposal] = (),
    minimum: int = MINIMUM,
) -> LearningResult:
    """Learn from the corrections of annotators.

    Args:
        pseudonymizer: Detects names without the annotators. Its lists are the ones to improve.
        earlier: The lines of a table to continue.
        minimum: Texts that must support a form before it is listed.
    """
    if minimum < 1:
        raise InputError(f"minimum {minimum}: must be a number of texts, 1 or more")
    lists = LexiconLists(pseudonymizer.lexicon)
    texts = dict.fromkeys(corrected)  # each correction once, in order
    evidences = [
        collect_evidence(
            text, pseudonymizer.detect(text.text), lists, _list_proposed(text, pseudonymizer)
        )
        for text in texts
    ]
    _join_genitives(evidences)
    return _Learner(lists, evidences, tuple(earlier)).learn(minimum)


def _list_proposed(
    text: CorrectedText, pseudonymizer: Pseudonymizer
) -> frozenset[tuple[int, int, str]]:
    """List what the program marks in a text that it had pseudonymized before; nothing in others."""
    if not text.is_pseudonymized:
        return frozenset()
    find = load_taxonomy().find
    marked = ((span, find(span.label)) for span in pseudonymizer(text.text).spans)
    return frozenset(
        (span.start, span.end, info.lexicon)
        for span, info in marked
        if info is not None and info.lexicon is not None
    )


def _join_genitives(evidences: Sequence[CorrectionEvidence]) -> None:
    """Count *Zorvines* as the genitive of *Zorvine* if that was marked as well."""
    names = {name for evidence in evidences for name in evidence.labelled}
    bases = {
        name: base
        for name in names
        if name.folded.endswith("s")
        and (base := LabelledForm(Folded(name.folded[:-1].rstrip("':")), name.label)) in names
    }
    for evidence in evidences:
        for name in [name for name in evidence.labelled if name in bases]:
            evidence.labelled[bases[name]] += evidence.labelled.pop(name)
            evidence.unlisted[bases[name]] += evidence.unlisted.pop(name, 0)
            evidence.untouched[bases[name]] += evidence.untouched.pop(name, 0)
            if name in evidence.noted:
                evidence.noted.add(bases[name])
            evidence.spellings.pop(name)


class _Learner:
    """Judges the forms of all corrections together."""

    def __init__(
        self,
        lists: LexiconLists,
        evidences: Sequence[CorrectionEvidence],
        earlier: tuple[Proposal, ...],
    ) -> None:
        self._lists = lists
        self._evidences = evidences
        self._earlier = {line.key: line for line in earlier}
        self._marked = {name for evidence in evidences for name in evidence.labelled}
        self._refused = {name for evidence in evidences for name in evidence.refused}
        self._used = frozenset(name.label for name in self._marked)
        self._spellings: dict[LabelledForm, Counter[str]] = defaultdict(Counter)
        self._instead: dict[LabelledForm, set[Label]] = defaultdict(set)
        for evidence in evidences:
            for name, spellings in evidence.spellings.items():
                self._spellings[name] += spellings
            for name, labels in evidence.instead.items():
                self._instead[name] |= labels

    def learn(self, minimum: int) -> LearningResult:
        """Make the lines of all forms that enough texts support."""
        witnesses = self._collect_witnesses()
        held_back: Counter[tuple[ProposalKind, Label]] = Counter()
        lines = []
        for key in sorted({*witnesses, *self._earlier}):
            line = self._make_line(key, witnesses.get(key, []))
            if key in self._earlier or line.texts >= minimum:
                lines.append(line)
            elif line.texts:
                held_back[key.what, key.name.label] += 1
        evidences = self._evidences
        texts = {evidence.corrected.digest for evidence in evidences}
        marked = {evidence.corrected.digest for evidence in evidences if evidence.corrected.marks}
        return LearningResult(
            lines=tuple(sorted(lines, key=lambda line: (line.form, line.label, line.what))),
            new=sum(line.key not in self._earlier for line in lines),
            texts=len(texts),
            held_back=held_back,
            unlearnable=sum((evidence.unlearnable for evidence in evidences), Counter()),
            unused=tuple(sorted(self._find_unused_labels())),
            unmarked=len(texts - marked),
        )

    def _collect_witnesses(self) -> dict[ProposalKey, list[Witness]]:
        """Collect what each correction says about each possible line."""
        added = _group_by_form(self._find_additions())
        excluded = _group_by_form(self._find_exclusions())
        counter = UnmarkedCounter(added)
        witnesses: dict[ProposalKey, list[Witness]] = defaultdict(list)
        for evidence in self._evidences:
            marked, labelled = _group_by_form(evidence.labelled), evidence.labelled
            # Against an addition count the mentions without a mark and those with another label.
            unmarked = counter.count(evidence.corrected)
            for form in marked.keys() | unmarked.keys():
                for name in added.get(form, ()):
                    others = [other for other in marked.get(form, ()) if not _is_same(other, name)]
                    against = unmarked[form] + sum(labelled[other] for other in others)
                    key = ProposalKey(ProposalKind.ADD, name)
                    _add_witness(witnesses[key], evidence, labelled[name], against)
            # Against an exclusion count the mentions that were marked with its label after all.
            for form in marked.keys() | {name.folded for name in evidence.refused}:
                for name in excluded.get(form, ()):
                    others = [other for other in marked.get(form, ()) if _is_same(other, name)]
                    against = sum(labelled[other] for other in others)
                    key = ProposalKey(ProposalKind.EXCLUDE, name)
                    _add_witness(witnesses[key], evidence, evidence.refused[name], against)
        return {key: listed for key, listed in witnesses.items() if listed}

    def _find_additions(self) -> frozenset[LabelledForm]:
        """Find the forms that people marked and that are in no list, and those of the earlier table."""
        by_people = {
            name
            for evidence in self._evidences
            for name, marks in evidence.labelled.items()
            if marks > evidence.untouched[name]
        }
        return frozenset(
            name
            for name in by_people | self._find_earlier(ProposalKind.ADD)
            if ProposalKey(ProposalKind.ADD, name) in self._earlier or not self._lists.has(name)
        )

    def _find_exclusions(self) -> frozenset[LabelledForm]:
        """Find the forms that were refused and never marked, and those of the earlier table."""
        marked = _group_by_form(self._marked)
        denied = {
            name
            for name in self._refused
            if self._is_used(name.label)
            and not any(_is_same(other, name) for other in marked.get(name.folded, ()))
        }
        return frozenset(denied | self._find_earlier(ProposalKind.EXCLUDE))

    def _find_earlier(self, kind: ProposalKind) -> set[LabelledForm]:
        return {key.name for key in self._earlier if key.what is kind}

    def _is_used(self, label: Label) -> bool:
        """Whether annotators used the label, or another label of first names for one of these."""
        return label in self._used or (
            label in FIRSTNAMES and not FIRSTNAMES.isdisjoint(self._used)
        )

    def _find_unused_labels(self) -> set[Label]:
        return {name.label for name in self._refused if not self._is_used(name.label)}

    def _make_line(self, key: ProposalKey, witnesses: Sequence[Witness]) -> Proposal:
        earlier = self._earlier.get(key)
        line = earlier or Proposal(key.what, self._choose_form(key), key.name.label)
        counted = set(map(_identify_correction, line.witnesses))
        fresh = [
            witness
            for witness in _join_witnesses(witnesses)
            if _identify_correction(witness) not in counted
        ]
        line = replace(line, witnesses=(*line.witnesses, *fresh)[:MOST_WITNESSES])
        if earlier is None:
            remarks = LineRemarks(
                self._instead[key.name],
                any(evidence.unlisted[key.name] for evidence in self._evidences),
                any(key.name in evidence.noted for evidence in self._evidences),
            )
            line = replace(line, note=write_note(line, self._lists, remarks))
        return line

    def _choose_form(self, key: ProposalKey) -> str:
        if key.what is ProposalKind.ADD:
            return choose_spelling(self._spellings[key.name], key.name.label)
        candidates = self._lists.candidates(key.name.folded)
        return next(candidate.form for candidate in candidates if candidate.label is key.name.label)


def _group_by_form(names: Iterable[LabelledForm]) -> dict[Folded, list[LabelledForm]]:
    by_form: dict[Folded, list[LabelledForm]] = defaultdict(list)
    for name in names:
        by_form[name.folded].append(name)
    return by_form


def _is_same(name: LabelledForm, other: LabelledForm) -> bool:
    return name.folded == other.folded and is_same_list(name.label, other.label)


def _add_witness(
    witnesses: list[Witness], evidence: CorrectionEvidence, mentions: int, against: int
) -> None:
    if mentions or against:
        witnesses.append(evidence.corrected.witness(mentions, against))


def _identify_correction(witness: Witness) -> tuple[str, str, str]:
    """Return what identifies a correction of a text."""
    return witness.file, witness.text, witness.annotator


def _join_witnesses(witnesses: Iterable[Witness]) -> list[Witness]:
    """Return the witnesses in order, each correction once.

    If a file contains a text several times without names of annotators, these corrections cannot be
    distinguished. They count as one, with the highest counts."""
    joined: dict[tuple[str, str, str], Witness] = {}
    for witness in sorted(witnesses):
        earlier = joined.setdefault(_identify_correction(witness), witness)
        joined[_identify_correction(witness)] = witness._replace(
            mentions=max(witness.mentions, earlier.mentions),
            against=max(witness.against, earlier.against),
            date=max(witness.date, earlier.date),
        )
    return list(joined.values())

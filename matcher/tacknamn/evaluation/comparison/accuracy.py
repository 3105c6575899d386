"""How right the names are: seed C's precision and recall, and how many names are hidden.

A ``[Name]`` is right where it stands for precisely what a ``[Name]`` of the expected output stands
for: the seed counts *Peter Jackson 's* as wrong where *Peter Jackson* is expected. Each sentence
has a precision and a recall, whose means are those of the sentence level. A sentence in which
nothing was found has no precision, and is left out of that mean. So the seed must have done: its
intersection found little more than half of the names, and yet its mean of 0.884 is that of all
sentences together, 0.888, which neither 0 nor 1 for the many without any ``[Name]`` would give.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tacknamn.evaluation.comparison.sentences import NAME, NamedSentence
from tacknamn.evaluation.run_figures import DocumentMeans
from tacknamn.evaluation.scores import HiddenSpans, Score, score_document
from tacknamn.evaluation.span_lists import ScoredSpan
from tacknamn.ner.backends.protocol import NamedMention

__all__ = ["Accuracy", "measure_accuracy"]


@dataclass(slots=True)
class Accuracy:
    """Figures of all sentences."""

    overall: Score = field(default_factory=Score)
    """Names: right, found, expected."""
    sentence: DocumentMeans = field(default_factory=DocumentMeans)
    """Precision and recall of each sentence, averaged."""
    letters: Score = field(default_factory=Score)
    """The same as overall, of characters without blanks."""
    hidden: HiddenSpans = field(default_factory=HiddenSpans)
    """Names of which nothing is left in sight, whatever else was masked with them."""

    @property
    def hidden_share(self) -> float | None:
        """The share of names of which nothing is left in sight."""
        return self.hidden.whole / self.hidden.gold if self.hidden.gold else None


def measure_accuracy(
    sentences: Sequence[NamedSentence], found: Iterable[Sequence[NamedMention]]
) -> Accuracy:
    """The figures of what was found in each sentence."""
    all_of_it = Accuracy()
    for sentence, mentions in zip(sentences, found, strict=True):
        gold = [ScoredSpan(start, end, NAME) for start, end in sentence.names]
        ours = [ScoredSpan(one.start, one.end, NAME) for one in mentions]
        one = score_document(sentence.text, gold, ours, ours)
        all_of_it.overall += one.exact_any
        all_of_it.letters += one.overlap_any
        all_of_it.hidden += one.hidden.get(NAME, HiddenSpans())
        all_of_it.sentence.add(one.exact_any)
    return all_of_it

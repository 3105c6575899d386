"""Measure how right the found names are, as the masking tool does, and how many are hidden.

A ``[Name]`` is right if it stands for exactly what a ``[Name]`` of the expected output stands for:
the masking tool counts *Peter Jackson 's* as wrong if *Peter Jackson* is expected.

Each sentence has a precision and a recall; their means are the sentence level. A sentence in which
nothing was found has no precision and is left out of that mean. The masking tool's documentation
does not say this, but its figures do: its intersection found little more than half of the names,
and yet its mean of 0.884 is close to the precision of all sentences together, 0.888. Counting the
many sentences without any ``[Name]`` as 0 or 1 would give another mean.
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
    """The figures of all sentences."""

    overall: Score = field(default_factory=Score)
    """Names: right, found, expected."""
    sentence: DocumentMeans = field(default_factory=DocumentMeans)
    """Precision and recall of each sentence, averaged."""
    letters: Score = field(default_factory=Score)
    """The same as overall, for characters without blanks."""
    hidden: HiddenSpans = field(default_factory=HiddenSpans)
    """Names that are completely masked, even if more was masked with them."""

    @property
    def hidden_share(self) -> float | None:
        """The share of names that are completely masked."""
        return self.hidden.whole / self.hidden.gold if self.hidden.gold else None


def measure_accuracy(
    sentences: Sequence[NamedSentence], found: Iterable[Sequence[NamedMention]]
) -> Accuracy:
    """Measure what was found in each sentence."""
    accuracy = Accuracy()
    for sentence, mentions in zip(sentences, found, strict=True):
        gold = [ScoredSpan(start, end, NAME) for start, end in sentence.names]
        ours = [ScoredSpan(mention.start, mention.end, NAME) for mention in mentions]
        scores = score_document(sentence.text, gold, ours, ours)
        accuracy.overall += scores.exact_any
        accuracy.letters += scores.overlap_any
        accuracy.hidden += scores.hidden.get(NAME, HiddenSpans())
        accuracy.sentence.add(scores.exact_any)
    return accuracy

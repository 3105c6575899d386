"""The answer of SVALA's pseudonymization service: a list of sentences, safe for its client.

::

    [[{"string": "Jag", "label": []}, {"string": "bor", "label": []}, {"string": "på",
       "label": []}, {"string": "Skolgatan", "label": ["place", "1"]}, ...]]

The client (SVALA) takes one word of its text for each word of the answer. If a word without a label
follows a labelled word, the client skips words of its text until it reaches the word without a
label. It stores the pseudonym under the labels of the answer, but looks it up under label and
number. Therefore:

- A labelled word carries its label and its number, in this order, and nothing else. With affixes,
  the client would not find the pseudonym and make up one.
- A word without a label is sent as it stands in the text.
- Several words with one pseudonym are sent as one word if the client then skips exactly these
  words. Otherwise each of them is sent as the whole pseudonym with the same labels.
- The last word of the text is never labelled, because the client would crash. Its label is held
  back and reported in :class:`Answer`; an annotator must add it.

Each label without a number gets one, because the client keeps one pseudonym per label and number.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import TypedDict

from tacknamn.svala.records import Graph
from tacknamn.svala.tokens import is_blank, trim_blanks
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import Taxonomy

__all__ = ["Answer", "ServiceWord", "make_service_answer"]

_ENDS = (".", "!", "?")
"""The characters that end a sentence."""
_OTHER = "extra"
"""The label that replaces labels unknown to SVALA."""


class ServiceWord(TypedDict):
    """One word of the answer."""

    string: str
    label: list[str]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of the service, and the labels that it could not send."""

    sentences: tuple[tuple[ServiceWord, ...], ...]
    held_back: tuple[str, ...]
    """The ids of edges whose labels would crash the client: those of the last word."""


def make_service_answer(graph: Graph, taxonomy: Taxonomy | None = None) -> Answer:
    """Make the answer for a text from its graph (:func:`tacknamn.svala.building.build_graph`)."""
    if all(is_blank(token.text) for token in graph.source):
        return Answer((), ())
    plan = _AnswerPlan(graph, _AnswerLabels(graph, taxonomy or load_taxonomy()))
    sentences = tuple(_split_sentences(plan))
    return Answer(sentences, tuple(plan.held_back))


class _AnswerLabels:
    """The label, number and pseudonym of each edge. Edges without a number get one."""

    def __init__(self, graph: Graph, taxonomy: Taxonomy) -> None:
        self._parts = {edge.id: taxonomy.split_labels(edge.labels) for edge in graph.edges}
        self._replacement: dict[str, str] = dict.fromkeys(self._parts, "")
        edge_of = {id: edge.id for edge in graph.edges for id in edge.ids}
        for token in graph.target:
            self._replacement[edge_of[token.id]] += token.text
        # The largest number of each label; numbers that are given here go on from it.
        self._largest: dict[str, int] = {}
        self._given: dict[tuple[str, str], int] = {}
        for id, parts in self._parts.items():
            label = self._get_label(id) or ""
            self._largest[label] = max(self._largest.get(label, 0), parts.number or 0)

    def list_labels(self, id: str) -> list[str]:
        """List what is sent with an edge: nothing, or label and number."""
        label = self._get_label(id)
        if label is None:
            return []
        number = self._parts[id].number
        return [label, str(self._give_number(label, id) if number is None else number)]

    def get_pseudonym(self, id: str) -> str:
        """Return the replacement of an edge, or the label's name if the words were deleted."""
        return trim_blanks(self._replacement[id]) or f"[{self._get_label(id)}]"

    def _get_label(self, id: str) -> str | None:
        parts = self._parts[id]
        return parts.label or (_OTHER if parts.unknown else None)

    def _give_number(self, label: str, id: str) -> int:
        key = label, self.get_pseudonym(id).casefold()
        if key not in self._given:
            self._largest[label] += 1
            self._given[key] = self._largest[label]
        return self._given[key]


@dataclass(slots=True)
class _AnswerPlan:
    """Makes the words of the answer, one after the other."""

    graph: Graph
    labels: _AnswerLabels
    held_back: list[str] = field(default_factory=list)

    def list_words(self) -> Iterator[tuple[ServiceWord, int]]:
        """Yield each word with the index of the last source token that it stands for."""
        edge_of = {id: edge.id for edge in self.graph.edges for id in edge.ids}
        edges = [edge_of[token.id] for token in self.graph.source]
        for id, run in groupby(range(len(edges)), key=lambda index: edges[index]):
            indexes = list(run)
            if not self.labels.list_labels(id):
                yield from map(self._copy_word, indexes)
            elif indexes[-1] == len(edges) - 1:  # the last word must not be labelled
                self.held_back.append(id)
                yield from (self._label_word(id, index) for index in indexes[:-1])
                yield self._copy_word(indexes[-1])
            elif self._skips_exactly(indexes, edges[indexes[-1] + 1]):
                yield self._label_word(id, indexes[-1])
            else:
                yield from (self._label_word(id, index) for index in indexes)

    def _skips_exactly(self, indexes: list[int], next_edge: str) -> bool:
        """Whether the client, given one word for these tokens, goes on after the last of them."""
        following = indexes[-1] + 1
        is_last = following == len(self.graph.source) - 1
        if self.labels.list_labels(next_edge) and not is_last:
            return False
        return self._get_word(following) not in map(self._get_word, indexes[1:])

    def _get_word(self, index: int) -> str:
        return trim_blanks(self.graph.source[index].text)

    def _copy_word(self, index: int) -> tuple[ServiceWord, int]:
        return {"string": self._get_word(index), "label": []}, index

    def _label_word(self, id: str, index: int) -> tuple[ServiceWord, int]:
        pseudonym, labels = self.labels.get_pseudonym(id), self.labels.list_labels(id)
        return {"string": pseudonym, "label": labels}, index

    def is_sentence_end(self, index: int) -> bool:
        """Whether a sentence, or a line, ends with this token."""
        text = self.graph.source[index].text
        return self._get_word(index).endswith(_ENDS) or "\n" in text.lstrip()


def _split_sentences(plan: _AnswerPlan) -> Iterator[tuple[ServiceWord, ...]]:
    sentence: list[ServiceWord] = []
    for word, index in plan.list_words():
        sentence.append(word)
        if plan.is_sentence_end(index):
            yield tuple(sentence)
            sentence = []
    if sentence:
        yield tuple(sentence)

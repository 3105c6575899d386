"""What SVALA's pseudonymization service answers: a list of sentences, safe for its client.

::

    [[{"string": "Jag", "label": []}, {"string": "bor", "label": []}, {"string": "på",
       "label": []}, {"string": "Skolgatan", "label": ["place", "1"]}, ...]]

The client takes one word of its text for each word of the answer. Behind a labelled word that is
followed by one without a label, it swallows words of its text until it meets the latter. It keeps
the pseudonym under the labels as they were sent, but looks it up under label and number. Hence:

- a labelled word carries its label and its number, in this order, and nothing else: with
  affixes, the pseudonym would not be found, and the client would make up one of its own;
- a word without a label is sent as it stands in the text;
- several words with one pseudonym are sent as one where the client swallows precisely these,
  else each as the whole pseudonym with the same labels;
- the last word of the text is never labelled: the client would crash. Its label is held back,
  and the answer says so, for whoever runs the service; an annotator must add it.

Each label without a number gets one, for the client keeps one pseudonym per label and number.
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
"""What a sentence ends in."""
_OTHER = "extra"
"""The label of what has a label that SVALA does not know."""


class ServiceWord(TypedDict):
    """A word of the answer."""

    string: str
    label: list[str]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the service sends, and what it could not send."""

    sentences: tuple[tuple[ServiceWord, ...], ...]
    held_back: tuple[str, ...]
    """Ids of edges whose labels the client would not survive: those of the last word."""


def make_service_answer(graph: Graph, taxonomy: Taxonomy | None = None) -> Answer:
    """The answer for the text whose graph this is (:func:`tacknamn.svala.building.build_graph`)."""
    if all(is_blank(token.text) for token in graph.source):
        return Answer((), ())
    plan = _AnswerPlan(graph, _AnswerLabels(graph, taxonomy or load_taxonomy()))
    sentences = tuple(_split_sentences(plan))
    return Answer(sentences, tuple(plan.held_back))


class _AnswerLabels:
    """The label, number and pseudonym of each edge; edges without a number get one."""

    def __init__(self, graph: Graph, taxonomy: Taxonomy) -> None:
        self._parts = {edge.id: taxonomy.parts(edge.labels) for edge in graph.edges}
        self._string: dict[str, str] = dict.fromkeys(self._parts, "")
        edge_of = {id: edge.id for edge in graph.edges for id in edge.ids}
        for token in graph.target:
            self._string[edge_of[token.id]] += token.text
        self._largest: dict[str, int] = {}
        self._given: dict[tuple[str, str], int] = {}
        for id, parts in self._parts.items():
            label = self._label(id) or ""
            self._largest[label] = max(self._largest.get(label, 0), parts.number or 0)

    def labels(self, id: str) -> list[str]:
        """What to send with an edge: nothing, or label and number."""
        label = self._label(id)
        if label is None:
            return []
        number = self._parts[id].number
        return [label, str(self._new(label, id) if number is None else number)]

    def pseudonym(self, id: str) -> str:
        """What stands for an edge; where the words were deleted, the label's name does."""
        return trim_blanks(self._string[id]) or f"[{self._label(id)}]"

    def _label(self, id: str) -> str | None:
        parts = self._parts[id]
        return parts.label or (_OTHER if parts.unknown else None)

    def _new(self, label: str, id: str) -> int:
        key = label, self.pseudonym(id).casefold()
        if key not in self._given:
            self._largest[label] += 1
            self._given[key] = self._largest[label]
        return self._given[key]


@dataclass(slots=True)
class _AnswerPlan:
    """The words of the answer, one after the other."""

    graph: Graph
    labels: _AnswerLabels
    held_back: list[str] = field(default_factory=list)

    def words(self) -> Iterator[tuple[ServiceWord, int]]:
        """Words, each with the place of the last source token that it stands for."""
        edge_of = {id: edge.id for edge in self.graph.edges for id in edge.ids}
        edges = [edge_of[token.id] for token in self.graph.source]
        for id, run in groupby(range(len(edges)), key=lambda place: edges[place]):
            places = list(run)
            if not self.labels.labels(id):
                yield from map(self._as_it_stands, places)
            elif places[-1] == len(edges) - 1:
                self.held_back.append(id)
                yield from (self._labelled(id, place) for place in places[:-1])
                yield self._as_it_stands(places[-1])
            elif self._swallows(places, edges[places[-1] + 1]):
                yield self._labelled(id, places[-1])
            else:
                yield from (self._labelled(id, place) for place in places)

    def _swallows(self, places: list[int], next_edge: str) -> bool:
        """Whether the client, given one word for these places, goes on behind the last."""
        following = places[-1] + 1
        is_last = following == len(self.graph.source) - 1
        if self.labels.labels(next_edge) and not is_last:
            return False
        return self._text(following) not in map(self._text, places[1:])

    def _text(self, place: int) -> str:
        return trim_blanks(self.graph.source[place].text)

    def _as_it_stands(self, place: int) -> tuple[ServiceWord, int]:
        return {"string": self._text(place), "label": []}, place

    def _labelled(self, id: str, place: int) -> tuple[ServiceWord, int]:
        return {"string": self.labels.pseudonym(id), "label": self.labels.labels(id)}, place

    def ends(self, place: int) -> bool:
        """Whether a sentence, or a line, ends with this token."""
        text = self.graph.source[place].text
        return self._text(place).endswith(_ENDS) or "\n" in text.lstrip()


def _split_sentences(plan: _AnswerPlan) -> Iterator[tuple[ServiceWord, ...]]:
    sentence: list[ServiceWord] = []
    for word, place in plan.words():
        sentence.append(word)
        if plan.ends(place):
            yield tuple(sentence)
            sentence = []
    if sentence:
        yield tuple(sentence)

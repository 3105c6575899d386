"""The answer of SVALA's pseudonymization service: a list of sentences, safe for its client.

::

    [[{"string": "Jag", "label": []}, {"string": "bor", "label": []}, {"string": "på",
       "label": []}, {"string": "Skolgatan", "label": ["place", "1"]}, ...]]

The client (SVALA) takes one word of its text for each word of the answer. If a word without a label
follows a labelled word, the client skips words of its text until it reaches the word without a
label. It stores one pseudonym for each label and number, the last one. Therefore:

- A labelled word carries its label and a number, in this order, and nothing else. With affixes,
  the client would not find the pseudonym and make up one.
- Each pseudonym of a label has a number of its own: *Anna* and *Annas* have different ones, although
  they are one person. A right text is worth more than the identity of numbers.
- A word without a label is sent as it stands in the text.
- Several words with one pseudonym are sent as one word if the client then skips exactly these
  words. Otherwise each is sent with a word of the pseudonym. If the pseudonym has too few words, the
  words that follow are joined to it, up to one at which the client stops.
- Line breaks behind a labelled word are sent with the pseudonym, because the client would lose them.
- The last word of the text is never labelled, because the client would crash. Its label is held
  back and reported in :class:`Answer`; an annotator must add it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypedDict

from tacknamn.errors import InputError
from tacknamn.labels import name_sequence
from tacknamn.svala.records import Graph
from tacknamn.svala.tokens import BLANKS, is_blank, trim_blanks
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import Taxonomy

__all__ = ["Answer", "ServiceWord", "make_service_answer"]

_ENDS = (".", "!", "?")
"""The characters that end a sentence."""
_BREAKS = "\n\r"
_MOST_JOINED = 8
"""Words that are joined to a pseudonym at most."""
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
    joined: tuple[str, ...] = ()
    """The ids of edges whose words were sent with a word before them, and so with its label."""


def make_service_answer(graph: Graph, taxonomy: Taxonomy | None = None) -> Answer:
    """Make the answer for a text from its graph (:func:`tacknamn.svala.building.build_graph`).

    Raises :class:`~tacknamn.errors.InputError` for a text of blanks, which the client cannot show.
    An empty text has an empty answer."""
    if all(is_blank(token.text) for token in graph.source):
        if graph.source:
            raise InputError("the text has only blanks; SVALA needs a word")
        return Answer((), ())
    plan = _AnswerPlan(graph, taxonomy or load_taxonomy())
    sentences = tuple(_split_sentences(plan))
    return Answer(sentences, tuple(plan.held_back), tuple(plan.joined))


class _Numbers:
    """A number for each pseudonym of a label: its own where it has one."""

    def __init__(self, labelled: Iterable[tuple[str, int]]) -> None:
        """Begin with the labels and numbers of the graph (0: none)."""
        self._largest: dict[str, int] = {}
        for label, number in labelled:
            sequence = name_sequence(label)
            self._largest[sequence] = max(self._largest.get(sequence, 0), number)
        self._given: dict[tuple[str, str], int] = {}
        self._taken: set[tuple[str, int]] = set()

    def give(self, label: str, string: str, wanted: int) -> int:
        """Return the number of a pseudonym: ``wanted``, unless another pseudonym has it."""
        if (label, string) not in self._given:
            if not wanted or (label, wanted) in self._taken:
                sequence = name_sequence(label)
                self._largest[sequence] += 1
                wanted = self._largest[sequence]
            self._taken.add((label, wanted))
            self._given[label, string] = wanted
        return self._given[label, string]


class _AnswerPlan:
    """Makes the words of the answer, one after the other."""

    def __init__(self, graph: Graph, taxonomy: Taxonomy) -> None:
        self.held_back: list[str] = []
        self.joined: list[str] = []
        self._texts = [token.text for token in graph.source]
        edge_of = {id: edge.id for edge in graph.edges for id in edge.ids}
        self._edges = [edge_of[token.id] for token in graph.source]
        self._labels: dict[str, tuple[str, int]] = {}
        """Label and number of each edge that has a label; 0 is no number."""
        for edge in graph.edges:
            parts = taxonomy.split_labels(edge.labels)
            if label := parts.label or (_OTHER if parts.unknown else ""):
                self._labels[edge.id] = label, parts.number or 0
        self._pseudonyms = dict.fromkeys(edge_of.values(), "")
        for token in graph.target:
            self._pseudonyms[edge_of[token.id]] += token.text
        self._numbers = _Numbers(self._labels.values())

    def list_words(self) -> Iterator[tuple[ServiceWord, int]]:
        """Yield each word with the index of the last source token that it stands for."""
        last = len(self._edges) - 1
        index = 0
        while index <= last:
            id = self._edges[index]
            end = self._find_end(index)
            if id not in self._labels:
                yield self._copy_word(index), index
                end = index
            elif index == last:
                self.held_back.append(id)
                yield self._copy_word(index), index
            else:
                if end == last:  # the last word must not be labelled
                    end -= 1
                words, end = self._label_words(id, index, end)
                yield from words
            index = end + 1

    def _find_end(self, start: int) -> int:
        """Return the index of the last token of the edge's run that begins here."""
        end = start
        while end + 1 < len(self._edges) and self._edges[end + 1] == self._edges[start]:
            end += 1
        return end

    def _label_words(
        self, id: str, start: int, end: int
    ) -> tuple[list[tuple[ServiceWord, int]], int]:
        """Return the words for the tokens of an edge, and the index of the last token."""
        pseudonym = self._get_pseudonym(id)
        if start == end or self._stops_after(start, end):
            return [(self._label_word(id, pseudonym, end), end)], end
        parts = pseudonym.split(" ")
        size = end - start + 1
        if len(parts) >= size:
            parts[size - 1 :] = [" ".join(parts[size - 1 :])]
        elif (further := self._find_stop(start, end)) is not None:
            joined = pseudonym + self._get_blanks(end) + self._write_following(end + 1, further)
            return [(self._label_word(id, trim_blanks(joined), further), further)], further
        else:
            parts = [pseudonym] * size
        words = [
            (self._label_word(id, part, index), index) for index, part in enumerate(parts, start)
        ]
        return words, end

    def _stops_after(self, start: int, end: int) -> bool:
        """Whether the client, given one word for these tokens, goes on after the last of them."""
        following = end + 1
        is_copied = self._is_copied(following)
        return is_copied and self._get_word(following) not in map(
            self._get_word, range(start + 1, end + 1)
        )

    def _find_stop(self, start: int, end: int) -> int | None:
        """Return the first token from ``end`` on after which the client would go on."""
        for further in range(end + 1, min(len(self._edges) - 1, end + 1 + _MOST_JOINED)):
            is_whole = self._edges[further] != self._edges[further + 1]
            if (is_whole or self._is_copied(further)) and self._stops_after(start, further):
                return further
        return None

    def _is_copied(self, index: int) -> bool:
        """Whether a token is sent without a label, as it stands in the text."""
        return self._edges[index] not in self._labels or index == len(self._edges) - 1

    def _write_following(self, start: int, end: int) -> str:
        """Return the words that are joined to the pseudonym before them."""
        text = ""
        while start <= end:
            id = self._edges[start]
            if id in self._labels:
                self.joined.append(id)
                run_end = min(self._find_end(start), end)
                text += self._get_pseudonym(id) + self._get_blanks(run_end)
                start = run_end
            else:
                text += self._texts[start]
            start += 1
        return text

    def _get_pseudonym(self, id: str) -> str:
        """Return the replacement of an edge, or the label's name if the words were deleted."""
        return trim_blanks(self._pseudonyms[id]) or f"[{self._labels[id][0]}]"

    def _get_word(self, index: int) -> str:
        return trim_blanks(self._texts[index])

    def _get_blanks(self, index: int) -> str:
        """Return the blanks after a token."""
        text = self._texts[index]
        return text[len(text.rstrip(BLANKS)) :]

    def _copy_word(self, index: int) -> ServiceWord:
        return {"string": self._get_word(index), "label": []}

    def _label_word(self, id: str, string: str, index: int) -> ServiceWord:
        label, number = self._labels[id]
        blanks = self._get_blanks(index)
        if any(character in blanks for character in _BREAKS):
            string += blanks
        return {"string": string, "label": [label, str(self._numbers.give(label, string, number))]}

    def is_sentence_end(self, index: int) -> bool:
        """Whether a sentence, or a line, ends with this token."""
        text = self._texts[index]
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

"""Find out which source tokens each span takes with it, and what stands for them."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from tacknamn.svala.blanks import ends_in_blank, is_blank, padded
from tacknamn.svala.records import Edge, Graph, Span
from tacknamn.svala.texts import starts_of

__all__ = ["Group", "gathered"]


@dataclass(slots=True)
class Group:
    """Source tokens that are rewritten together."""

    places: set[int]
    """Which tokens of the source."""
    spans: list[Span]
    """From left to right."""
    text: str = ""
    """What stands for them in the target."""


def gathered(graph: Graph, spans: list[Span]) -> list[Group]:
    """The groups of a graph whose ``spans``, from left to right, are replaced."""
    gathering = _Gathering(graph)
    for span in spans:
        gathering.take(span)
    return gathering.filled()


class _Gathering:
    def __init__(self, graph: Graph) -> None:
        self._source = graph.source
        self._starts = starts_of(graph.source)
        self._edge_of = {id: edge for edge in graph.edges for id in edge.ids}
        self._edges = {edge.id: edge for edge in graph.edges}
        self._place_of = {token.id: place for place, token in enumerate(graph.source)}
        self._owner: dict[int, Group] = {}

    def take(self, span: Span) -> None:
        """Let a span take its tokens, unless it touches what an annotator has settled."""
        first = bisect_right(self._starts, span.start) - 1
        last = bisect_right(self._starts, span.end - 1) - 1
        places = set(range(first, last + 1))
        own = self._edges.get(span.edge or "")
        of_own = self._sources(own) if own is not None else set()
        if places <= of_own or not any(map(self._is_settled, places)):
            self._claim(places, [span])

    def filled(self) -> list[Group]:
        """The groups with their texts; they grow until each text ends in a blank."""
        for place in sorted(self._owner):
            group = self._owner[place]
            while not group.text:
                group = self._grown(group)
        unique = {id(group): group for group in self._owner.values()}
        return sorted(unique.values(), key=lambda group: min(group.places))

    def _grown(self, group: Group) -> Group:
        """The group with its text, or with a neighbour that it needs and without a text."""
        text = "".join(self._piece(place, group.spans) for place in sorted(group.places))
        last = max(group.places)
        if is_blank(text) and (more := self._beside(group.places)):
            return self._claim(more | group.places, group.spans)
        if last + 1 == len(self._source):
            ends_in_space = self._source[-1].text.endswith(" ")
            text = text if ends_in_space and ends_in_blank(text) else padded(text)
        elif not ends_in_blank(text):
            if more := self._unended(last + 1):
                return self._claim(more | group.places, group.spans)
            text += " "
        group.text = text or " "
        return group

    def _beside(self, places: set[int]) -> set[int]:
        """Tokens that take up what is nothing but blanks: those before it, else those behind it.

        Those behind it that are to be blank, too, come along at once."""
        more, behind = set(), max(places) + 1
        while behind in self._owner and self._is_free(behind) and is_blank(self._now(behind)):
            more.add(behind)
            behind += 1
        before = min(places) - 1
        return more | set(filter(self._is_free, [before if self._is_free(before) else behind]))

    def _unended(self, place: int) -> set[int]:
        """The tokens from ``place`` to the first that ends in a blank."""
        more: set[int] = set()
        while self._is_free(place):
            more.add(place)
            if ends_in_blank(self._now(place)):
                break
            place += 1
        return more

    def _now(self, place: int) -> str:
        """What stands for a token by now."""
        owner = self._owner.get(place)
        return self._piece(place, owner.spans if owner else [])

    def _piece(self, place: int, spans: list[Span]) -> str:
        """What stands for one token: its text with the spans in it replaced."""
        begin, end = self._starts[place], self._starts[place + 1]
        text, at, found = self._source[place].text, begin, []
        number = bisect_right(spans, begin, key=lambda span: span.end)
        while number < len(spans) and spans[number].start < end:
            span = spans[number]
            if span.start >= begin:
                found += [text[at - begin : span.start - begin], span.replacement]
            at = min(span.end, end)
            number += 1
        return "".join([*found, text[at - begin :]])

    def _claim(self, places: set[int], spans: list[Span]) -> Group:
        """A group of these tokens, all that their edges connect, and the groups it meets."""
        found = Group(set(), list(spans))
        for place in places:
            found.places |= self._sources(self._edge_of[self._source[place].id])
        met = {id(one): one for one in self._met(found.places)}
        for one in met.values():
            found.places |= one.places
            found.spans += one.spans
        found.spans = sorted(dict.fromkeys(found.spans), key=lambda span: span.start)
        self._owner |= dict.fromkeys(found.places, found)
        return found

    def _met(self, places: set[int]) -> Iterator[Group]:
        return (self._owner[place] for place in places if place in self._owner)

    def _sources(self, edge: Edge) -> set[int]:
        return {self._place_of[id] for id in edge.ids if id in self._place_of}

    def _is_settled(self, place: int) -> bool:
        edge = self._edge_of[self._source[place].id]
        return edge.manual or bool(edge.labels)

    def _is_free(self, place: int) -> bool:
        return 0 <= place < len(self._source) and not self._is_settled(place)

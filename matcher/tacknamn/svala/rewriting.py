"""Find out which source tokens each span takes with it, and what stands for them."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tacknamn.svala.alignment import sort_ids
from tacknamn.svala.records import Edge, Graph, GraphSpan, Token, TokenIds, make_edge_id
from tacknamn.svala.texts import list_starts
from tacknamn.svala.tokens import has_final_blank, is_blank, pad_text, split_tokens

__all__ = [
    "TokenGroup",
    "group_tokens",
    "rewrite_target",
]


@dataclass(slots=True)
class TokenGroup:
    """Source tokens that are rewritten together."""

    places: set[int]
    """Which tokens of the source."""
    spans: list[GraphSpan]
    """From left to right."""
    text: str = ""
    """What stands for them in the target."""


def group_tokens(graph: Graph, spans: list[GraphSpan]) -> list[TokenGroup]:
    """The groups of a graph whose ``spans``, from left to right, are replaced."""
    gathering = _TokenGathering(graph)
    for span in spans:
        gathering.take(span)
    return gathering.filled()


class _TokenGathering:
    def __init__(self, graph: Graph) -> None:
        self._source = graph.source
        self._starts = list_starts(graph.source)
        self._edge_of = {id: edge for edge in graph.edges for id in edge.ids}
        self._edges = {edge.id: edge for edge in graph.edges}
        self._place_of = {token.id: place for place, token in enumerate(graph.source)}
        self._owner: dict[int, TokenGroup] = {}

    def take(self, span: GraphSpan) -> None:
        """Let a span take its tokens, unless it touches what an annotator has settled."""
        first = bisect_right(self._starts, span.start) - 1
        last = bisect_right(self._starts, span.end - 1) - 1
        places = set(range(first, last + 1))
        own = self._edges.get(span.edge or "")
        of_own = self._sources(own) if own is not None else set()
        if places <= of_own or not any(map(self._is_settled, places)):
            self._claim(places, [span])

    def filled(self) -> list[TokenGroup]:
        """The groups with their texts; they grow until each text ends in a blank."""
        for place in sorted(self._owner):
            group = self._owner[place]
            while not group.text:
                group = self._grown(group)
        unique = {id(group): group for group in self._owner.values()}
        return sorted(unique.values(), key=lambda group: min(group.places))

    def _grown(self, group: TokenGroup) -> TokenGroup:
        """The group with its text, or with a neighbour that it needs and without a text."""
        text = "".join(self._piece(place, group.spans) for place in sorted(group.places))
        last = max(group.places)
        if is_blank(text) and (more := self._beside(group.places)):
            return self._claim(more | group.places, group.spans)
        if last + 1 == len(self._source):
            ends_in_space = self._source[-1].text.endswith(" ")
            text = text if ends_in_space and has_final_blank(text) else pad_text(text)
        elif not has_final_blank(text):
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
            if has_final_blank(self._now(place)):
                break
            place += 1
        return more

    def _now(self, place: int) -> str:
        """What stands for a token by now."""
        owner = self._owner.get(place)
        return self._piece(place, owner.spans if owner else [])

    def _piece(self, place: int, spans: list[GraphSpan]) -> str:
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

    def _claim(self, places: set[int], spans: list[GraphSpan]) -> TokenGroup:
        """A group of these tokens, all that their edges connect, and the groups it meets."""
        found = TokenGroup(set(), list(spans))
        for place in places:
            found.places |= self._sources(self._edge_of[self._source[place].id])
        met = {id(one): one for one in self._met(found.places)}
        for one in met.values():
            found.places |= one.places
            found.spans += one.spans
        found.spans = sorted(dict.fromkeys(found.spans), key=lambda span: span.start)
        self._owner |= dict.fromkeys(found.places, found)
        return found

    def _met(self, places: set[int]) -> Iterator[TokenGroup]:
        return (self._owner[place] for place in places if place in self._owner)

    def _sources(self, edge: Edge) -> set[int]:
        return {self._place_of[id] for id in edge.ids if id in self._place_of}

    def _is_settled(self, place: int) -> bool:
        edge = self._edge_of[self._source[place].id]
        return edge.manual or bool(edge.labels)

    def _is_free(self, place: int) -> bool:
        return 0 <= place < len(self._source) and not self._is_settled(place)


# Put new words into the target of a graph, and connect them.


@dataclass(frozen=True, slots=True)
class _TargetChange:
    """What becomes of a group."""

    old: tuple[int, ...]
    """Places of the target tokens that go, in their order."""
    new: tuple[Token, ...]
    last: int
    """Place of the group's last source token."""


def rewrite_target(graph: Graph, groups: list[TokenGroup]) -> Graph:
    """``graph`` with each group's text in the target, connected by one edge."""
    supply = TokenIds(token.id for token in (*graph.source, *graph.target))
    edge_of = {id: edge for edge in graph.edges for id in edge.ids}
    place_of = {token.id: place for place, token in enumerate(graph.target)}
    changes, edges = [], {edge.id: edge for edge in graph.edges}
    for group in groups:
        ids = [graph.source[place].id for place in sorted(group.places)]
        gone = {edge_of[id].id: edge_of[id] for id in ids}
        old = sorted(place_of[id] for edge in gone.values() for id in edge.ids if id in place_of)
        alone = len(old) == len(graph.target)
        new = _make_tokens(group.text, [graph.target[place] for place in old], alone, supply)
        changes.append(_TargetChange(tuple(old), new, max(group.places)))
        edge = _make_group_edge(group, (*ids, *(word.id for word in new)))
        for one in gone:
            del edges[one]
        edges[edge.id] = edge
    target = _build_target(graph, changes, edge_of, place_of)
    return replace(graph, target=target, edges=tuple(edges.values()))


def _make_tokens(text: str, old: list[Token], alone: bool, supply: TokenIds) -> tuple[Token, ...]:
    """The words of a text as tokens: the old ones, where they are the same.

    Blanks make a token only where there is no other in the target."""
    words = () if is_blank(text) and not alone else split_tokens(text)
    if words == tuple(token.text for token in old):
        return tuple(old)
    return tuple(Token(supply.id("t"), word) for word in words)


def _make_group_edge(group: TokenGroup, ids: Iterable[str]) -> Edge:
    sorted_ids = sort_ids(ids)
    comments = dict.fromkeys(span.comment for span in group.spans if span.comment)
    return Edge(
        make_edge_id(sorted_ids),
        sorted_ids,
        tuple(dict.fromkeys(label for span in group.spans for label in span.labels)),
        any(span.manual for span in group.spans),
        "\n\n".join(comments) or None,
    )


def _build_target(
    graph: Graph, changes: list[_TargetChange], edge_of: dict[str, Edge], place_of: dict[str, int]
) -> tuple[Token, ...]:
    """The target with each change where its first old token stood."""
    gone = {place for change in changes for place in change.old}
    new_at: dict[int, list[Token]] = {}
    for change in changes:
        place = change.old[0] if change.old else _find_next_place(graph, change, edge_of, place_of)
        new_at.setdefault(place, []).extend(change.new)
    found: list[Token] = []
    for place, token in enumerate(graph.target):
        found += new_at.get(place, [])
        if place not in gone:
            found.append(token)
    return (*found, *new_at.get(len(graph.target), []))


def _find_next_place(
    graph: Graph, change: _TargetChange, edge_of: dict[str, Edge], place_of: dict[str, int]
) -> int:
    """Where the words belong that had none before them: before those of the next source token."""
    for token in graph.source[change.last + 1 :]:
        places = [place_of[id] for id in edge_of[token.id].ids if id in place_of]
        if places:
            return min(places)
    return len(graph.target)

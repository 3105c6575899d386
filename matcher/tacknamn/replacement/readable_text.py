"""Find what of a text stays readable when its mentions are replaced.

Pseudonyms avoid the names that a reader of the result sees. They must not avoid what was replaced: a
pseudonym that is never one of the originals of its text says which names those can be.
"""

from collections.abc import Iterable, Iterator

from tacknamn.matching.match import Match
from tacknamn.replacement.originals import ResolvedMention
from tacknamn.replacement.records import Mention
from tacknamn.support.splice import join_pieces

__all__ = ["BETWEEN", "cut_mentions", "cut_pieces"]

BETWEEN = "\n"
"""Separates what stood before and after a piece, so that two words do not become one."""


def cut_pieces(text: str, pieces: Iterable[tuple[int, int]]) -> str:
    """Return a text without pieces, which are given by start and end, sorted by start.

    >>> cut_pieces("Anna bor i Lund.", [(0, 4), (11, 15)])
    '\\n bor i \\n.'
    """
    return join_pieces(_list_kept(text, pieces), BETWEEN)


def _list_kept(text: str, pieces: Iterable[tuple[int, int]]) -> Iterator[str]:
    position = 0
    for start, end in pieces:
        yield text[position:start] if start > position else ""
        position = max(position, end)
    yield text[position:]


def cut_mentions(
    texts: Iterable[str], mentions: Iterable[Match | Mention | ResolvedMention]
) -> list[str]:
    """Return texts without the mentions in them. Those without offsets are in the order of the
    text."""
    mentions = list(mentions)
    return [cut_pieces(text, sorted(_find_places(text, mentions))) for text in texts]


def _find_places(
    text: str, mentions: Iterable[Match | Mention | ResolvedMention]
) -> Iterator[tuple[int, int]]:
    position = 0
    for mention in mentions:
        if isinstance(mention, Match):
            if mention.text is text:
                yield mention.start, mention.end
        elif mention.text:
            start = text.find(mention.text, position)
            if start < 0:
                start = text.find(mention.text)
            if start >= 0:
                position = start + len(mention.text)
                yield start, position

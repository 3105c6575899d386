"""Find what of a text stays readable when its mentions are replaced.

Pseudonyms avoid the names that a reader of the result sees. They must not avoid what was replaced: a
pseudonym that is never one of the originals of its text says which names those can be.
"""

from collections.abc import Iterable, Iterator, Sequence

from tacknamn.matching.match import Match
from tacknamn.replacement.originals import ResolvedMention, list_guarded_words
from tacknamn.replacement.pools import split_words
from tacknamn.replacement.records import Mention
from tacknamn.support.splice import join_pieces, join_some
from tacknamn.text.fold import fold
from tacknamn.text.windows import LONGEST_AT_ONCE, cut_parts

__all__ = [
    "BETWEEN",
    "Readable",
    "cut_mentions",
    "cut_pieces",
    "list_words",
    "list_words_between",
    "split_if_long",
]

Readable = Sequence[str] | frozenset[str]
"""What stays readable: texts, or the words of long texts (:func:`list_words`)."""
BETWEEN = "\n"
"""Separates what stood before and after a piece, so that two words do not become one."""


def cut_pieces(text: str, pieces: Iterable[tuple[int, int]]) -> str:
    """Return a text without pieces, which are given by start and end, sorted by start.

    >>> cut_pieces("Anna bor i Lund.", [(0, 4), (11, 15)])
    '\\n bor i \\n.'
    """
    return join_pieces(_list_kept(text, pieces), BETWEEN)


def list_words_between(text: str, pieces: Iterable[tuple[int, int]]) -> frozenset[str]:
    """Return the words of what :func:`cut_pieces` leaves of a long text, without making that.

    >>> sorted(list_words_between("Anna bor i Lund.", [(0, 4), (11, 15)]))
    ['bor', 'i']
    """
    return list_words(join_some(_list_kept(text, pieces), BETWEEN))


def list_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the guarded words of long texts. A list of them all would fill the memory."""
    words: set[str] = set()
    for text in texts:
        for start, end in cut_parts(text):
            words.update(list_guarded_words(split_words(fold(text[start:end]))))
    return frozenset(words)


def split_if_long(texts: Sequence[str]) -> Readable:
    """Return texts, or their words if they are long: searching all of them would need a copy."""
    return list_words(texts) if sum(map(len, texts)) > LONGEST_AT_ONCE else texts


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

"""Put the originals into an answer, also while it is still arriving."""

from typing import NamedTuple

from tacknamn.session.mapping import SessionMapping
from tacknamn.support.splice import splice

__all__ = ["OpenReply", "ReplyStream", "RestoredReply", "restore_reply"]


class RestoredReply(NamedTuple):
    """An answer with its originals."""

    text: str
    restored: int
    """How many pseudonyms and placeholders were replaced by their originals."""

    def __repr__(self) -> str:
        """Leave out the text, which contains personal information."""
        return f"RestoredReply(restored={self.restored})"


class OpenReply(NamedTuple):
    """Where an answer is that is being restored."""

    before: str
    """The last character that was given out, or nothing."""
    rest: str
    """What was not given out yet."""
    restored: int

    def __repr__(self) -> str:
        """Leave out the text, which may contain personal information."""
        return f"OpenReply(restored={self.restored})"


def restore_reply(mapping: SessionMapping, text: str) -> RestoredReply:
    """Restore a whole answer."""
    stream = ReplyStream(mapping)
    text = stream.feed(text) + stream.finish()
    return RestoredReply(text, stream.restored)


class ReplyStream:
    """Restores an answer that arrives in parts.

    All pseudonyms are found in one pass, so that an original that is also the pseudonym of another one is
    not replaced again. Text is given out as soon as it cannot be the beginning of a pseudonym."""

    def __init__(self, mapping: SessionMapping) -> None:
        self._mapping = mapping
        self._text = ""
        """What is not given out yet, after one character that was."""
        self._done = 0
        self.restored = 0
        """How many were restored so far."""

    def pause(self) -> OpenReply:
        """Return what :meth:`resume` needs to go on, in another process as well."""
        return OpenReply(self._text[: self._done], self._text[self._done :], self.restored)

    def resume(self, open: OpenReply) -> None:
        """Go on where another stream of the same session paused."""
        self._text, self._done = open.before + open.rest, len(open.before)
        self.restored = open.restored

    def feed(self, part: str) -> str:
        """Return what a further part of the answer settles; it may be nothing."""
        return self._restore(part, False)

    def finish(self) -> str:
        """Return what is left at the end of the answer."""
        return self._restore("", True)

    def _restore(self, part: str, is_whole: bool) -> str:
        text = self._text + part
        places = self._mapping.finder.find(text, self._done, is_whole)
        replacements = [
            (found.start - self._done, found.end - self._done, original)
            for found in places.found
            if (original := self._mapping.restore(text, found)) is not None
        ]
        self.restored += len(replacements)
        settled = text[self._done : places.open]
        # A word is found only at its beginning, which the character before it shows.
        before = max(places.open - 1, 0)
        self._text, self._done = text[before:], places.open - before
        return splice(settled, replacements)

"""A session: texts that share their pseudonyms, and answers that are restored."""

from collections.abc import Iterable, Iterator, Mapping
from threading import RLock
from typing import Any, Self

from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import ENGLISH_SMALL, PROPER_NOUN, Lexicon
from tacknamn.pipeline.document import Document
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.profiles.profile import Profile
from tacknamn.replacement.key_sources import KeySource
from tacknamn.session.mapping import SessionMapping
from tacknamn.session.replacing import SessionTexts
from tacknamn.session.restoring import ReplyStream, RestoredReply, restore_reply
from tacknamn.session.stored import draw_name, read_mapping, write_mapping

__all__ = ["SESSION_PROFILE", "Session"]

SESSION_PROFILE = "session"
"""The built-in profile for texts that come back."""


class Session:
    """Texts that share their pseudonyms. Threads may share it; they take turns.

    An original has one pseudonym in all texts, and no two originals share one. What a profile replaces
    by something else becomes a placeholder with a running number: ``[phone_nr 1]``."""

    def __init__(
        self,
        source: Lexicon | Pseudonymizer,
        profile: str | Profile = SESSION_PROFILE,
        *,
        seed: int | None = None,
        key: KeySource | None = None,
        policies: Mapping[str, str] | None = None,
        language: str = "",
    ) -> None:
        """Begin a session without texts.

        Args:
            source: The lists, or a pseudonymizer. It may serve many sessions, and the other settings
                are then its own.
            profile: ``session``, or another one; see :class:`Pseudonymizer` for all settings.
        """
        if isinstance(source, Pseudonymizer):
            if (profile, seed, key, policies, language) != (SESSION_PROFILE, None, None, None, ""):
                raise InputError("a pseudonymizer has its own settings; leave the others out")
            self._pseudonymizer = source
        else:
            self._pseudonymizer = Pseudonymizer(
                source, profile, seed, key, policies=policies, language=language
            )
        self._lock = RLock()
        self._mapping = SessionMapping(draw_name(), self._is_ordinary)

    def __len__(self) -> int:
        """Return the number of originals."""
        return len(self._mapping)

    def __repr__(self) -> str:
        """Leave out the mapping, which contains personal information."""
        return f"Session({len(self)} originals)"

    def anonymize(self, text: str, name: str = "") -> Document:
        """Replace what identifies people in a text, as in all texts of the session."""
        with self._lock:
            return self._pseudonymizer.continue_texts(text, SessionTexts(self._mapping), name)

    def restore(self, text: str) -> RestoredReply:
        """Put the originals into an answer; an inflected pseudonym gets an inflected original."""
        with self._lock:
            return restore_reply(self._mapping, text)

    def restore_stream(self, parts: Iterable[str]) -> Iterator[str]:
        """Restore an answer while it arrives. Its parts may end anywhere, even within a name.

        The result is that of :meth:`restore` for the whole answer, cut in other places."""
        stream = ReplyStream(self._mapping)
        for part in parts:
            with self._lock:
                restored = stream.feed(part)
            if restored:
                yield restored
        if rest := stream.finish():
            yield rest

    def open_stream(self) -> ReplyStream:
        """Return what restores an answer part by part, for callers that are not iterators."""
        return ReplyStream(self._mapping)

    def dump(self) -> dict[str, Any]:
        """Return the mapping as plain data for JSON. It contains the originals: encrypt it."""
        with self._lock:
            return write_mapping(self._mapping)

    @classmethod
    def load(cls, data: Any, source: Lexicon | Pseudonymizer, **settings: Any) -> Self:
        """Continue a session that :meth:`dump` stored.

        Args:
            source: As for a new session. Other settings are allowed: what is settled stays.
        """
        session = cls(source, **settings)
        read_mapping(data, session._mapping)
        return session

    def _is_ordinary(self, folded: str) -> bool:
        """Whether a name is also a word, which an answer may contain without naming anyone."""
        word = self._pseudonymizer.lexicon.word(folded)
        if word is None:
            return False
        return bool(word.pos & ~PROPER_NOUN or word.english & ENGLISH_SMALL)

"""What a writer is: a file's head, one piece for each document, a tail.

Pieces depend on nothing but their document, so that several processes can make them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacknamn.formats.inputs import Input

if TYPE_CHECKING:
    from tacknamn.pseudonymizing.document import Document

__all__ = ["Writer"]


def _nothing(first: Input | None) -> str:
    return ""


def _silent(document: "Document") -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes documents in one format."""

    piece: Callable[["Document", Input], str]
    """What stands for one document."""
    head: Callable[[Input | None], str] = _nothing
    """What stands before the first one; it is given that one's input, None where there is none."""
    tail: Callable[[Input | None], str] = _nothing
    """What stands behind the last one; it is given the *first* one's input, like ``head``."""
    warnings: Callable[["Document"], tuple[str, ...]] = _silent
    """What the format could not hold of a document, for those who run the program."""
    keeps: bool = False
    """Whether it writes what is no document, too, where it was read from its own format."""

    def __call__(self, document: "Document", input: Input) -> str:
        """What stands for one document; nothing for what is none, in another format."""
        return "" if input.kept and not self.keeps else self.piece(document, input)

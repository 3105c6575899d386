"""The answer of SVALA's pseudonymization service: a list of sentences, on one line."""

import json
from typing import TYPE_CHECKING

from tacknamn.formats.inputs import Input
from tacknamn.formats.writers import Writer
from tacknamn.svala import service_answer

if TYPE_CHECKING:
    from tacknamn.pseudonymizing.document import Document

__all__ = ["WRITER"]


_HELD_BACK = (
    "the last word has a label that SVALA would not survive; it was held back, and the word "
    "stands as it was: look at it"
)


def _piece(document: "Document", input: Input) -> str:
    return json.dumps(service_answer(document.graph).sentences, ensure_ascii=False) + "\n"


def _warnings(document: "Document") -> tuple[str, ...]:
    """SVALA does not survive a label on the last word: an annotator must add it there."""
    held_back = service_answer(document.graph).held_back
    return (_HELD_BACK,) if held_back else ()


WRITER = Writer(_piece, warnings=_warnings)

"""Write the review document (E7, step 3): what would be read of an anonymised text.

Direct and quasi-identifiers are ``*****``. Confidential attributes stand in clear text, marked:
``[Kurdish: ETHNIC]``; those that are masked all the same are marked, too: ``[*****: HEALTH]``.
Whoever reviews looks for identifiers and confidential attributes that were forgotten, and asks
whether the person could be found out.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tacknamn.tab.records import Confidential, IdentifierType, Mention

__all__ = ["STARS", "Part", "parts_of", "review_text"]

STARS = "*****"
"""What stands for every masked mention, however long: its length would tell something."""


class Part(NamedTuple):
    """A stretch of the review document."""

    text: str
    """What is read there: never what is masked."""
    mention: Mention | None
    """What it is, where it is masked or confidential; None for the text between."""


def parts_of(text: str, mentions: Sequence[Mention]) -> Iterator[Part]:
    """The review document in parts, from left to right."""
    at = 0
    for mention in mentions:
        masked = mention.identifier_type is not IdentifierType.NO_MASK
        if not masked and mention.confidential_status is Confidential.NOT_CONFIDENTIAL:
            continue
        if at < mention.start:
            yield Part(text[at : mention.start], None)
        yield Part(STARS if masked else text[mention.start : mention.end], mention)
        at = mention.end
    if at < len(text):
        yield Part(text[at:], None)


def review_text(text: str, mentions: Sequence[Mention]) -> str:
    """The review document as plain text."""
    return "".join(_plain(part) for part in parts_of(text, mentions))


def _plain(part: Part) -> str:
    if part.mention is None or part.mention.confidential_status is Confidential.NOT_CONFIDENTIAL:
        return part.text
    return f"[{part.text}: {part.mention.confidential_status.value}]"

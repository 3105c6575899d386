"""Mentions for tests of combining, written short, and sets of characters to hold them against."""

import re
from collections.abc import Iterable, Mapping, Sequence

from tacknamn.ner.backends.protocol import NamedMention

__all__ = ["covered", "mention", "mentions_of", "runs", "written"]

_SHORT = re.compile(r"(?s)(.*?)(?:#(\d+))?(?: ([A-Z]{3,})(?: ([\d.]+))?)?")


def mention(text: str, short: str) -> NamedMention:
    """What ``Kim#2 LOC 0.3`` says: the second Kim, as a place, with this score."""
    found = _SHORT.fullmatch(short)
    assert found is not None
    form, number, label, score = found.groups()
    places = [place.start() for place in re.finditer(re.escape(form), text)]
    start = places[int(number or 1) - 1]
    return NamedMention(start, start + len(form), label or "PER", float(score or 1))


def mentions_of(text: str, shorts: Mapping[str, Sequence[str]]) -> dict[str, list[NamedMention]]:
    """What several backends found."""
    return {name: sorted(mention(text, one) for one in each) for name, each in shorts.items()}


def written(text: str, mentions: Sequence[NamedMention], placeholder: str = "[Name]") -> str:
    """The text with a placeholder for each mention."""
    for one in reversed(mentions):
        text = text[: one.start] + placeholder + text[one.end :]
    return text


def covered(mentions: Iterable[NamedMention], label: str | None = None) -> set[int]:
    """The places of all characters in mentions, as the masking tool has them."""
    return {
        place
        for one in mentions
        if label in (None, one.label)
        for place in range(one.start, one.end)
    }


def runs(places: set[int], label: str = "PER") -> list[NamedMention]:
    """Places that follow on one another, as mentions."""
    found: list[NamedMention] = []
    for place in sorted(places):
        if found and found[-1].end == place:
            found[-1] = found[-1]._replace(end=place + 1)
        else:
            found.append(NamedMention(place, place + 1, label))
    return found

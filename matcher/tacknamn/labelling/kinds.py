"""Words that say what a name names, before it, behind it or glued to it (``institutions.tsv``).

*vårdcentralen Lyckorna*, *en firma som heter Nordic Clean*; *Hylte vårdcentral*, *Hallens SK*;
*Matteuskyrkan*.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

__all__ = [
    "Kind",
    "ends_in",
    "is_kind_alone",
    "kind_before",
    "kind_behind",
    "label_of_ending",
    "label_of_kind",
    "label_of_last",
]

SHORTEST_KIND = 5
"""Letters of a word that others may end in: *skola*; shorter ones end too much else."""
SHORTEST_HEAD = 2
"""Letters before a glued ending: *Sjukhuset* alone names none."""
_REACH = 44
_NEXT = re.compile(r"(?: (?:[a-zåäö]+(?:ska|iska|sta|ala)|nya|gamla))? ([^\W\d_]+)(?![\w-])")
"""What may stand behind a name: an adjective (*tekniska*), and the word that says what it is."""
_QUOTES = " \"'“”’"
_CALLED = frozenset(("called", "heter", "hette", "kallas", "kallades", "named", "namn"))
_CALLED_SO = re.compile(
    r"(?<![\w-])([^\W\d_]+),?(?: (?:som|that|which)(?: \w+)?)?"
    r"(?: (?:heter|hette|kallas|kallades|vid namn|(?:is )?called|named)) [\"'“”’]?\Z"
)
"""What may stand between it and the name: *som heter*, *vid namn*."""


class Kind(NamedTuple):
    """A word that says what a name beside it names."""

    label: str
    start: int
    end: int
    """Where the word stands in the text."""
    inside: bool
    """Whether the word is part of the name."""


def kind_behind(text: str, end: int) -> Kind | None:
    """The word that says what the name that ends here names."""
    found = _NEXT.match(text, end) if text[end : end + 1] == " " else None
    if found is None:
        return None
    word = found.group(1)
    label = _kinds("team").get(word) or label_of_kind(word)
    return Kind(label, found.start(1), found.end(), True) if label else None


def kind_before(text: str, start: int) -> Kind | None:
    """The word that says what the name that starts here names."""
    first = max(0, start - _REACH)
    words = text[first:start].rstrip(_QUOTES).rsplit(None, 1)
    last = words[-1] if words else ""
    if last.lower() in _CALLED:
        found = _CALLED_SO.search(text, first, start)
        return _kind_of(text, found.start(1), found.end(1), start) if found else None
    if not last or not text.endswith(last + " ", first, start):
        return None
    return _kind_of(text, start - 1 - len(last), start - 1, start)


def _kind_of(text: str, first: int, end: int, start: int) -> Kind | None:
    """The kind that a word before a name says; ``start`` is where the name does."""
    word = text[first:end]
    lowered = word.lower()
    adjacent = start - end == 1
    if adjacent and (label := _kinds("title").get(lowered)):
        return Kind(label, first, end, True)
    label = _front(lowered)
    if not label or (adjacent and lowered == word and lowered in _bare()):
        return None
    return Kind(label, first, end, adjacent and lowered != word)


@lru_cache(maxsize=4096)
def _front(lowered: str) -> str:
    return _kinds("front").get(lowered) or _of_compound(lowered, "front")


def label_of_kind(word: str) -> str:
    """The label of names that this word stands behind: *vårdcentral*; empty where it is none."""
    lowered = word.lower()
    return _kinds("behind").get(lowered) or _of_compound(lowered, "behind")


def label_of_ending(word: str) -> str:
    """The label of a name that ends like this: *Matteuskyrkan*; empty where it tells none."""
    return ends_in(word, "glued")


def ends_in(word: str, where: str) -> str:
    """The label of the endings of that sort that a word has, with something before them."""
    lowered = word.lower()
    return next(
        (
            label
            for kind, label in _kinds(where).items()
            if lowered.endswith(kind) and len(lowered) >= len(kind) + SHORTEST_HEAD
        ),
        "",
    )


def label_of_last(words: str) -> str:
    """The label that the last word of a name of several words gives it: *Karolinska sjukhuset*,
    *Hyde Park*."""
    before, _, last = words.rpartition(" ")
    return (_kinds("team").get(last) or label_of_kind(last)) if before else ""


def is_kind_alone(word: str) -> bool:
    """Whether a word says what something is and names nothing: *Sjukhuset*, *SFI*."""
    lowered = word.lower()
    return word in _kinds("never") or any(
        lowered in _kinds(where) for where in ("behind", "front", "glued")
    )


@lru_cache(maxsize=8)
def _kinds(where: str) -> dict[str, str]:
    lines = Path(__file__).with_name("institutions.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines[1:])
    return {word: label for label, at, words, _ in rows if at == where for word in words.split()}


@lru_cache(maxsize=1)
def _bare() -> frozenset[str]:
    """Kinds that take *som heter* before a name, for alone they are other words: *by*, *å*."""
    indefinite = ("city", "geo")
    return frozenset(
        word
        for word, label in _kinds("front").items()
        if label in indefinite and not word.endswith(("n", "et"))
    )


@lru_cache(maxsize=4096)
def _of_compound(word: str, where: str) -> str:
    """The label of a word that ends like one that says what it is: *trafikskola*."""
    kinds = _kinds(where).items()
    return next(
        (label for kind, label in kinds if len(kind) >= SHORTEST_KIND and word.endswith(kind)), ""
    )

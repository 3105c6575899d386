"""Join what a line break divides: names with a hyphen at the end of a line, and addresses.

*Zetter-⏎qvist* is *Zetterqvist*; *Anna-⏎Karin* and *070-⏎174 06 05* keep their hyphen. A hyphen that
stands for a word left out (*mor-⏎och farföräldrar*) joins nothing, and neither does one between a
listed name and an ordinary word (*Hej Anna-⏎vi ses*).
"""

from collections.abc import Iterator

from tacknamn.detection.disguises.listed_names import ListedNames
from tacknamn.detection.disguises.mapped_text import Edit
from tacknamn.detection.patterns.electronic import TOP_LEVEL_DOMAINS
from tacknamn.support.expressions import compile_lazily

__all__ = ["find_broken_lines"]

_BREAK = r"[ \t\r]*\n[ \t]*"
_HYPHENATED = compile_lazily(
    rf"(?<![^\W_])(?P<before>[^\W_]+)(?P<hyphen>[-\u00ad\u2010]){_BREAK}(?=(?P<after>[^\W_]+))"
)
_ADDRESS = compile_lazily(
    rf"(?<=\w)(?P<at>{_BREAK})(?=@[\w-]+\.\w)|(?<=\w@)(?P<domain>{_BREAK})(?=[\w-]+\.\w)"
    rf"|(?<=\w\.)(?P<ending>{_BREAK})(?=(?:{'|'.join(TOP_LEVEL_DOMAINS)})(?!\w))"
)
_LOCAL = compile_lazily(r"[\w.+-]@(?:[\w-]+\.)+\Z")
_LONGEST_DOMAIN = 255
_LEFT_OUT = frozenset(
    ("and", "eller", "o", "och", "or", "resp", "respektive", "samt", "till", "to")
)
"""Words after a hyphen that stands for a word left out."""


def find_broken_lines(text: str, names: ListedNames) -> list[Edit]:
    """Return the edits that join what line breaks divide."""
    return sorted([*_join_words(text, names), *_join_addresses(text)])


def _join_words(text: str, names: ListedNames) -> Iterator[Edit]:
    for match in _HYPHENATED.finditer(text):
        before, after = match["before"], match["after"]
        start = match.start("hyphen")
        if after in _LEFT_OUT:
            continue
        if after[0].islower() and before[-1].isalpha():
            if not _is_divided(before, after, names):
                continue
        elif match["hyphen"] != "\u00ad":
            start += 1  # Anna-Karin, 070-174
        yield Edit(start, match.end(), "")


def _is_divided(before: str, after: str, names: ListedNames) -> bool:
    """Return whether two parts are one word."""
    if names.is_name(before + after) or names.is_word(before + after):
        return True
    return not (names.is_name(before) and names.is_word(after))


def _join_addresses(text: str) -> Iterator[Edit]:
    for match in _ADDRESS.finditer(text):
        is_ending = match["ending"] is not None
        start = match.start()
        if not is_ending or _LOCAL.search(text, max(0, start - _LONGEST_DOMAIN), start):
            yield Edit(*match.span(), "")

"""Replace parts of a text and leave everything between them as it is."""

from collections.abc import Iterable

__all__ = ["splice"]


def splice(text: str, replacements: Iterable[tuple[int, int, str]]) -> str:
    """Replace ``text[start:end]`` for each (start, end, replacement).

    The replacements are sorted and do not overlap; their positions are those of ``text``.

    >>> splice("Elena bor i Umeå.", [(0, 5, "Anna"), (12, 16, "Kiruna")])
    'Anna bor i Kiruna.'
    """
    pieces: list[str] = []
    done = 0
    for start, end, replacement in replacements:
        pieces += (text[done:start], replacement)
        done = end
    pieces.append(text[done:])
    return "".join(pieces)

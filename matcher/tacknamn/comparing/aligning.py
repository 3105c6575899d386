"""Find what each ``[Name]`` of an expected output stands for in its sentence.

Both are read as words and signs, so that blanks do not matter: the seed's own table has
*inventors, including* beside *inventors , including*. Where an output can be read in several ways
(*Kim and Bo and Al* as ``[Name] and [Name]``), names are as short as they can be, from the left.
"""

import re
from collections.abc import Sequence

from tacknamn.reporting.json_lines import Wrong

__all__ = ["TAG", "places"]

TAG = "[Name]"
"""What the seed puts in place of a name."""
_TOKEN = re.compile(r"\w+|[^\w\s]")


def places(sentence: str, expected: str) -> list[tuple[int, int]]:
    """Where the names of the sentence stand; what does not fit it is Wrong.

    >>> places("Kim Ek met Bo 's aunt .", "[Name] met [Name]'s aunt.")
    [(0, 6), (11, 13)]
    """
    line = _Line(sentence)
    first, *others = (_TOKEN.findall(part) for part in expected.split(TAG))
    at = line.behind(first, 0)
    found = []
    for number, words in enumerate(others, 1):
        end = line.last(words) if number == len(others) else line.next(words, at + 1)
        if end <= at:
            raise _unlike()
        found.append((line.tokens[at].start(), line.tokens[end - 1].end()))
        at = end + len(words)
    if at != len(line.tokens):
        raise _unlike()
    return found


class _Line:
    """The tokens of a sentence, with blanks between, so that searching for several is one search."""

    def __init__(self, sentence: str) -> None:
        self.tokens = list(_TOKEN.finditer(sentence))
        self._text = _joined([one.group() for one in self.tokens])
        self._places = [0]
        for one in self.tokens:
            self._places.append(self._places[-1] + len(one.group()) + 1)
        self._numbers = {place: number for number, place in enumerate(self._places)}

    def behind(self, words: Sequence[str], at: int) -> int:
        """The token behind the words, which must stand at one."""
        if words and not self._text.startswith(_joined(words), self._places[at]):
            raise _unlike()
        return at + len(words)

    def next(self, words: Sequence[str], at: int) -> int:
        """The first token from which on the words stand."""
        if at > len(self.tokens):
            raise _unlike()
        found = self._text.find(_joined(words), self._places[at]) if words else self._places[at]
        if found < 0:
            raise _unlike()
        return self._numbers[found]

    def last(self, words: Sequence[str]) -> int:
        """The token from which on the words stand at the end."""
        if words and not self._text.endswith(_joined(words)):
            raise _unlike()
        return len(self.tokens) - len(words)


def _joined(words: Sequence[str]) -> str:
    return " ".join(["", *words, ""])


def _unlike() -> Wrong:
    return Wrong(
        f"its expected output is not its sentence with {TAG} in place of names; mend or drop it"
    )

"""Read the numbers that everybody calls (112, 1177): they identify nobody.

The same digits are postal codes, flats and lines, so a word beside them must speak of calling
or of help; the words stand in ``word_groups.tsv``.
"""

from collections.abc import Iterator

from tacknamn.detection.patterns.context import SentenceContext
from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.rulebook import propose
from tacknamn.detection.patterns.word_groups import get_word_group
from tacknamn.records import Alternative

__all__ = ["find_public_numbers"]

_NUMBERS = get_word_group("everybodys")
_FIRST_PARTS = _NUMBERS | {number[:3] for number in _NUMBERS}
_CALLING_WORDS = get_word_group("calling")
_SURE = frozenset(("1177",))
"""Of such numbers those that are seldom anything else."""
_BEFORE, _BEHIND = 5, 3
"""Words beside the number among which the one that speaks for it stands."""
_NO_NUMBER_WORDS = get_word_group("no_call")


def find_public_numbers(stretch: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    """The reading of one run, or of two parted by a blank (113 13)."""
    if stretch.parts[0] not in _FIRST_PARTS or len(stretch.parts) > 2:
        return
    if stretch.digits not in _NUMBERS or stretch.shape not in _list_shapes(stretch.digits):
        return
    before = context.words_before[-_BEFORE:]
    if not _NO_NUMBER_WORDS.isdisjoint(before[-1:]):
        return
    beside = {*before, *context.words_behind[:_BEHIND]}
    if stretch.digits in _SURE or not _CALLING_WORDS.isdisjoint(beside):
        yield propose("everybodys_number", stretch.start, stretch.end)


def _list_shapes(digits: str) -> tuple[str, ...]:
    return (str(len(digits)), f"3 {len(digits) - 3}")

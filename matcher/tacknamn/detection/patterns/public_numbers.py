"""Find public numbers that identify no person: 112, 1177.

The same digits may be postal codes, flats and bus lines, so a word nearby must speak of calling
or of help. The words are in ``word_groups.tsv``.
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
"""Public numbers that are seldom anything else."""
_BEFORE, _AFTER = 5, 3
"""Words before and after the number in which a word of calling must be."""
_NO_NUMBER_WORDS = get_word_group("no_call")


def find_public_numbers(sequence: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    """Find a public number: one run, or two with a space between them (113 13)."""
    if sequence.parts[0] not in _FIRST_PARTS or len(sequence.parts) > 2:
        return
    if sequence.digits not in _NUMBERS or sequence.shape not in _list_shapes(sequence.digits):
        return
    before = context.words_before[-_BEFORE:]
    if not _NO_NUMBER_WORDS.isdisjoint(before[-1:]):
        return
    nearby = {*before, *context.words_after[:_AFTER]}
    if sequence.digits in _SURE or not _CALLING_WORDS.isdisjoint(nearby):
        yield propose("everybodys_number", sequence.start, sequence.end)


def _list_shapes(digits: str) -> tuple[str, ...]:
    return (str(len(digits)), f"3 {len(digits) - 3}")

"""Find numbers: apply the rules to every sequence of digits, and weigh them by the sentence."""

from collections.abc import Iterator

from tacknamn.detection.patterns.ages import find_ages_in_digits
from tacknamn.detection.patterns.contact_numbers import (
    NUMBER_WORDS,
    find_indian_zip_codes,
    find_line_numbers,
    find_nordic_zip_codes,
    find_phone_numbers,
    find_public_numbers,
    find_register_numbers,
    find_zip_codes,
    find_zip_codes_abroad,
    read_line_words,
)
from tacknamn.detection.patterns.dates_and_amounts import (
    find_any_numbers,
    find_full_dates,
    find_harmless_numbers,
    find_joined_years,
    find_run_dates,
    find_short_dates,
    find_spelled_dates,
    find_years,
)
from tacknamn.detection.patterns.digit_sequences import (
    LONGEST_NUMBER,
    DigitRun,
    DigitSequence,
    group_runs,
    list_sequences,
)
from tacknamn.detection.patterns.house_numbers import find_house_numbers, may_be_house_number
from tacknamn.detection.patterns.identifiers import (
    find_accounts,
    find_driving_licences,
    find_foreign_identity_numbers,
    find_iban,
    find_identity_numbers,
    find_plates,
)
from tacknamn.detection.patterns.rulebook import WORD, SentenceContext, get_word_group, weigh
from tacknamn.records import Alternative
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["drop_covered_runs", "find_numbers"]

FEW, MANY = 3, 5
"""Digits. With fewer than the first, only ages, days and line numbers are possible; from the second
on, telephone and account numbers are."""
LEAST, ENOUGH = 10, 30
"""Least strength of an alternative that is kept, and the strength that ends the search from a run,
which is that of plain digits. Rules that need a cue word start below the first."""
SHARED = 13
"""Characters after a number in which the "år" of a list may follow: 5, 7 och 9 år."""
REACH = 40
"""Characters before one or two digits in which a word may give them a meaning."""
_MEANINGFUL_WORDS = (
    get_word_group("being")
    | get_word_group("age_verb")
    | get_word_group("age_noun")
    | read_line_words()
    | get_word_group("birth")
    | get_word_group("since")
    | get_word_group("travel")
    | {"m", "s", "im", "iam", "hes", "shes", "month", "day", "månad"}
)
"""Words before one or two digits that may make them an age, a line or a year. M and s are from
contractions of "am" and "is": I'm, she's."""
_BEARER_WORDS = get_word_group("bearer")
_TELLING = ("år", "månad", "vecko", "month", "week", " bus", " tram", " 1/2")
"""Words after one or two digits that may make them an age or a line."""


def find_numbers(normalized: NormalizedText, runs: list[DigitRun]) -> Iterator[Alternative]:
    """Yield the alternatives for runs of digits."""
    for group, gaps in group_runs(normalized.text, runs):
        first = 0
        while first < len(group):
            alternatives = _find_from_run(normalized, group, gaps, first)
            if not alternatives:
                first += 1
                continue
            yield from alternatives
            best = max(alternatives, key=lambda other: (other.strength, other.end - other.start))
            # Continue after a strong number; from inside a weak one, search from its next run.
            first += 1
            while best.strength >= ENOUGH and first < len(group) and group[first][0] < best.end:
                first += 1


def drop_covered_runs(runs: list[DigitRun], addresses: list[Alternative]) -> Iterator[DigitRun]:
    """Yield the runs that no e-mail or web address covers."""
    spans = iter(sorted((address.start, address.end) for address in addresses))
    span = next(spans, None)
    for run in runs:
        while span and span[1] <= run[0]:
            span = next(spans, None)
        if not span or run[1] <= span[0]:
            yield run


def _find_from_run(
    normalized: NormalizedText, group: list[DigitRun], gaps: list[str], first: int
) -> list[Alternative]:
    """Apply the rules to every sequence that begins with one run, and weigh their alternatives."""
    alternatives: list[Alternative] = []
    start, end = group[first]
    if end - start > LONGEST_NUMBER or (
        len(group) == 1 and end - start < FEW and _is_plain_count(normalized, start, end)
    ):
        return alternatives
    sentence = SentenceContext(normalized, start, end)
    for sequence in list_sequences(normalized, group, gaps, first):
        context = sentence.extend_to(sequence.end)
        for alternative in _apply_rules(sequence, context):
            alternatives.append(weigh(alternative, context))
    return [alternative for alternative in alternatives if alternative.strength >= LEAST]


def _is_plain_count(normalized: NormalizedText, start: int, end: int) -> bool:
    """Whether nothing around one or two digits can make them an age, a line, a plate or a year.

    This quick test comes first because most such numbers are counts (2 bilar), and the rules would
    spend more time on them than on all other numbers together."""
    lowered = normalized.lowered
    after = lowered[end : end + 2]
    if after[-1:] == "y" or after[:1].isalpha() or after[:1] in (")", ":", "½"):
        return False
    if any(word in lowered[end : end + SHARED] for word in _TELLING):
        return False
    before = lowered[max(0, start - 2) : start]
    if before[-1:] not in (" ", "(", "\n", "") or (before == ", " and after[:1] in (",", ".")):
        return False
    if may_be_house_number(normalized.text, lowered, start, end):
        return False
    words = WORD.findall(lowered, max(0, start - REACH), start)
    last = words[-1] if words else ""
    if last in ("på", "of", "o", "och", "and") and not _BEARER_WORDS.isdisjoint(
        words
    ):  # en son på 9
        return False
    return (
        last not in NUMBER_WORDS
        and last not in _BEARER_WORDS
        and _MEANINGFUL_WORDS.isdisjoint(words)
    )


def _apply_rules(sequence: DigitSequence, context: SentenceContext) -> list[Alternative]:
    """Apply the rules that a sequence of this length and shape may satisfy."""
    count = len(sequence.parts)
    found: list[Alternative] = []
    if count > 1 or len(sequence.parts[0]) >= FEW:  # one or two digits alone are not enough
        found += find_harmless_numbers(sequence, context)
        found += find_any_numbers(sequence)
        found += find_public_numbers(sequence, context)
        found += find_register_numbers(sequence, context)
    if count == 1:
        found += _apply_single_run_rules(sequence, context)
    elif count == 2:
        found += find_short_dates(sequence)
        found += find_joined_years(sequence, context)
        found += find_zip_codes(sequence)
        found += find_indian_zip_codes(sequence)
        found += find_zip_codes_abroad(sequence)
    elif count == 3:
        found += find_full_dates(sequence)
    if len(sequence.digits) >= MANY:
        found += find_phone_numbers(sequence)
        found += find_driving_licences(sequence, context)
        found += find_accounts(sequence)
        found += find_foreign_identity_numbers(sequence)
        found += find_identity_numbers(sequence)
    return found


def _apply_single_run_rules(sequence: DigitSequence, context: SentenceContext) -> list[Alternative]:
    found: list[Alternative] = []
    length = len(sequence.parts[0])
    if length <= FEW:
        found += find_ages_in_digits(sequence, context)
        found += find_line_numbers(sequence, context)
    if length < FEW:
        found += find_spelled_dates(sequence, context)
    if length <= MANY - 1:
        found += find_house_numbers(sequence, context)
    if length > 1 and sequence.normalized.text[sequence.start - 1 : sequence.start].isalpha():
        found += find_iban(sequence)
    if length in (2, 4):
        found += find_years(sequence, context)
    if length == 4 and sequence.start > 1:
        found += find_nordic_zip_codes(sequence)
    if length == MANY:
        found += find_zip_codes(sequence)
    if length == 6:
        found += find_indian_zip_codes(sequence)
    if length in (6, 8):
        found += find_run_dates(sequence)
    if length != 4:
        found += find_plates(sequence)
    return found

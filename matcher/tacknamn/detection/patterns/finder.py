"""Find ages, dates, numbers, addresses and names with typical endings, by their shape.

    for finding in find_patterns("Ring Bo på 070-123 45 67, han fyller arton."):
        finding.label, finding.rule, finding.trigger    # phone_nr mobile ring, age_string ...

Two passes over the text find where rules may apply: an automaton of literals (month words,
endings of names, ``@``, ``://``) and a search for runs of digits. There the rules propose
alternatives. The strongest alternatives that do not overlap become findings; the alternatives
that they displace are kept in them.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from tacknamn.detection.cues.literals import Literal, LiteralMatch, LiteralScanner
from tacknamn.detection.patterns import (
    ages,
    codes,
    coordinates,
    electronic,
    months,
    name_endings,
    spoken_digits,
    street_names,
)
from tacknamn.detection.patterns.digit_sequences import find_runs
from tacknamn.detection.patterns.machine_addresses import FEWEST_COLONS, find_machine_addresses
from tacknamn.detection.patterns.months import list_misspelling_pieces
from tacknamn.detection.patterns.number_finder import drop_covered_runs, find_numbers
from tacknamn.detection.patterns.rulebook import get_word_group, propose
from tacknamn.errors import InputError
from tacknamn.records import HARMLESS_RULES, Alternative, Finding
from tacknamn.text.languages import LANGUAGES
from tacknamn.text.normalized_text import NormalizedText, OffsetMap, normalize_text

__all__ = ["find_patterns", "list_pattern_literals"]

LEAST_STRENGTH = 40
"""Least strength of a finding. A run of three digits or more needs none."""
LEAST_RUN = 3
"""Digits in a row that are always found (sms4science rule B3)."""

LiteralFinder = Callable[[NormalizedText, int, int], Iterator[Alternative]]
"""Called with the offsets of a literal; proposes alternatives around it."""


def find_patterns(
    text: str,
    language: str = "sv",
    hits: Sequence[LiteralMatch] | None = None,
    lowered: str | None = None,
) -> list[Finding]:
    """Return the findings in a text, from left to right and without overlaps.

    Rules of both languages apply to every text, because learners mix languages. ``language``
    decides where a word is a month in only one of them (May, mars).

    Args:
        hits: The literals of the rules, if they were found before.
        lowered: The argument of :func:`normalize_text`.
    """
    if language not in LANGUAGES:
        raise InputError(
            f"no patterns for the language {language!r}; choose one of {', '.join(LANGUAGES)}"
        )
    runs = find_runs(text)
    if hits is not None and not hits and not runs:
        return []
    normalized, offsets = normalize_text(text, language, lowered)
    alternatives: list[Alternative] = []
    if hits is None or hits:
        alternatives += _find_at_literals(normalized, hits)
    if runs and normalized.text is not text:  # composed
        runs = find_runs(normalized.text)
    if not alternatives and not runs:
        return []
    if runs:
        addresses = [proposed for proposed in alternatives if proposed.rule in _ADDRESSES]
        free = list(drop_covered_runs(runs, addresses))
        alternatives += find_numbers(normalized, free)
        alternatives += codes.find_codes(normalized, free)
        alternatives += coordinates.find_coordinates(normalized, free)
        if normalized.text.count(":") >= FEWEST_COLONS:
            alternatives += find_machine_addresses(normalized)
    chosen = [
        choice
        for choice in _choose_strongest(alternatives)
        if _is_finding(choice[0], normalized.text)
    ]
    if runs:
        chosen = _add_bare_runs(chosen, runs)
    return [_make_finding(best, others, offsets) for best, others in chosen]


_ADDRESSES = frozenset(("email", "url", "bare_url"))
"""Rules whose digits no other rule reads."""
_WEB = frozenset(("url", "bare_url"))
"""Rules whose findings reach to the next space."""


@lru_cache(maxsize=1)
def _build_scanner() -> LiteralScanner:
    return LiteralScanner(list_pattern_literals())


def list_pattern_literals() -> tuple[Literal, ...]:
    """Return the literals, each with the functions that search around it."""
    finders: dict[str, list[LiteralFinder]] = {}
    for finder, words in (*_FINDERS, (months.find_misspelt_months, list_misspelling_pieces())):
        for word in words:
            finders.setdefault(word, []).append(finder)
    return tuple(
        Literal(word, "pattern", tuple(of_word), endings=None, within=True)
        for word, of_word in finders.items()
    )


def _find_ages_before_year_word(
    normalized: NormalizedText, start: int, end: int
) -> Iterator[Alternative]:
    """Call the finder without the space or hyphen that the literal begins with."""
    if normalized.lowered[start] == " " and normalized.lowered[end : end + 1].isalnum():
        return iter(())
    return ages.find_ages_before_year_word(
        normalized, start + (not normalized.lowered[start].isalpha()), end
    )


def _find_ages_after_verb(
    normalized: NormalizedText, start: int, end: int
) -> Iterator[Alternative]:
    """Call the finder without the spaces around the verb, and only for whole words."""
    lowered = normalized.lowered
    start += not lowered[start].isalpha()
    end -= lowered[end - 1] == " "
    if (start and lowered[start - 1].isalnum()) or lowered[end : end + 1].isalnum():
        return iter(())
    return ages.find_ages_after_verb(normalized, start, end)


_SOON_WORDS = ("snart", "nu", "just", "bara", "nyss", "redan", "soon", "now", "almost")
_BEING_VERBS = (
    *(
        " är ",
        " e ",
        " va ",
        " var ",
        " blev ",
        " are ",
        " were ",
        " blir ",
        " am ",
        " is ",
        " was ",
    ),
    *("'m ", "’m ", "'s ", "’s "),
)
_FINDERS: tuple[tuple[LiteralFinder, tuple[str, ...]], ...] = (
    (months.find_months, months.MONTHS),
    (months.find_weekdays, months.WEEKDAYS),
    (
        months.find_day_numbers,
        tuple(f"{word} {digit}" for word in ("den", "the") for digit in range(10)),
    ),
    (months.find_weekday_numbers, ("dag den ", "dagen den ")),
    (months.find_year_nouns, tuple(f" en {tens}" for tens in months.YEAR_NOUNS)),
    (months.find_birth_years, ("född", "föddes", "födda", "fött", "born in")),
    (months.find_year_words, ("nittonhundra", "artonhundra", "tvåtusen", "tjugohundra")),
    (
        _find_ages_before_year_word,
        (" år", " års ålder", "åring", "årig", "årsdag", " years", "-year", " bast"),
    ),
    (_find_ages_after_verb, (*sorted(get_word_group("age_verb")), *_BEING_VERBS)),
    (ages.find_ages_in_answers, ("ålder", "gammal är", "gamla är", "how old", " age", "\nage")),
    (ages.find_ages_after_comma, tuple(f", {word} " for word in _SOON_WORDS)),
    (electronic.find_addresses, ("@",)),
    (electronic.find_spelled_addresses, ("(at)", "[at]", "(a)", "snabel-a", "(snabel-a)")),
    (electronic.find_urls, ("://", "www.")),
    (electronic.find_bare_urls, tuple(f".{ending}" for ending in electronic.TOP_LEVEL_DOMAINS)),
    (electronic.find_bare_urls, tuple(f".{ending}/" for ending in electronic.PATH_DOMAINS)),
    (
        electronic.find_spoken_addresses,
        (
            " dot ",
            " punkt ",
            "(dot)",
            "[dot]",
            "{dot}",
            "<dot>",
            "(punkt)",
            "[punkt]",
            "{punkt}",
            "(.)",
            "[.]",
            "{.}",
        ),
    ),
    (codes.find_underscored_names, ("_",)),
    (codes.find_placeholders, ("[", "<")),
    (coordinates.find_degrees, ("°", "º")),
    (spoken_digits.find_spoken_digits, spoken_digits.list_pairs()),
    (electronic.find_user_names, tuple(sorted(get_word_group("username")))),
    (name_endings.find_glued_names, tuple(name_endings.GLUED_ENDINGS)),
    (
        name_endings.find_names_before_endings,
        tuple(f" {word}" for word in name_endings.SEPARATE_ENDINGS),
    ),
    (street_names.find_framed_streets, street_names.FRAMES),
    (street_names.find_prefixed_streets, street_names.PREFIXES),
    (street_names.find_prefixed_nature, street_names.NATURE_WORDS),
    (street_names.find_abbreviated_streets, street_names.ABBREVIATED),
    (street_names.find_english_streets, street_names.ENGLISH_WORDS),
    (street_names.find_numbered_streets, street_names.NUMBERED),
    (street_names.find_wards, street_names.WARDS),
    (street_names.find_grounds, street_names.GROUNDS),
)
"""Which function searches at which literals. A literal only says where to search."""


def _find_at_literals(
    normalized: NormalizedText, hits: Sequence[LiteralMatch] | None
) -> Iterator[Alternative]:
    """Yield the alternatives that the rules propose at the literals.

    Nothing inside a web address is searched again, so that a text of repeated ``https://`` takes
    linear time."""
    reach = 0
    for match in _build_scanner().scan(normalized.lowered, hits):
        literal, at = match.literal, match.at
        end = at + len(literal.text)
        if end <= reach:
            continue
        for finder in literal.value:
            for alternative in finder(normalized, at, end):
                yield alternative
                if alternative.rule in _WEB:
                    reach = max(reach, alternative.end)


ChosenAlternative = tuple[Alternative, list[Alternative]]
"""An alternative, and the weaker ones that it displaced."""


def _choose_strongest(alternatives: list[Alternative]) -> list[ChosenAlternative]:
    """Choose the strongest alternatives without overlap, each with those that it displaced."""
    chosen: list[ChosenAlternative] = []
    cluster: list[Alternative] = []
    cluster_end = 0
    # A cluster is a row of alternatives in which each overlaps an earlier one.
    for alternative in sorted(set(alternatives), key=lambda other: (other.start, other.end)):
        if cluster and alternative.start >= cluster_end:
            chosen += _choose_in_cluster(cluster)
            cluster = []
        cluster.append(alternative)
        cluster_end = max(cluster_end, alternative.end)
    return chosen + _choose_in_cluster(cluster)


def _choose_in_cluster(cluster: list[Alternative]) -> list[ChosenAlternative]:
    """Take the alternatives by strength; each displaces the weaker ones that overlap it."""
    if len(cluster) == 1:
        return [(cluster[0], [])]
    starts: list[int] = []
    chosen: list[ChosenAlternative] = []
    for alternative in sorted(cluster, key=_sort_key):
        # Those chosen so far are in order of the text, so only the last one that begins before the
        # end of this one can overlap it.
        position = bisect_left(starts, alternative.end)
        if position and chosen[position - 1][0].end > alternative.start:
            chosen[position - 1][1].append(alternative)
        else:
            starts.insert(position, alternative.start)
            chosen.insert(position, (alternative, []))
    return chosen


def _sort_key(alternative: Alternative) -> tuple[int, int, int, str]:
    """Order by strength, then by length, both descending, then by offset and rule."""
    start, end = alternative.start, alternative.end
    return -alternative.strength, start - end, start, alternative.rule


def _add_bare_runs(
    chosen: list[ChosenAlternative], runs: list[tuple[int, int]]
) -> list[ChosenAlternative]:
    """Add every run of three digits or more, or the rest of one, that no chosen alternative covers
    (sms4science rule B3)."""
    bare: list[ChosenAlternative] = []
    first = 0
    for start, end in runs:
        # Skip what ends before the run, then take the gaps between what overlaps it.
        while first < len(chosen) and chosen[first][0].end <= start:
            first += 1
        free, index = start, first
        if end - start < LEAST_RUN:
            continue
        while index < len(chosen) and chosen[index][0].start < end:
            bare += _make_bare_run(free, chosen[index][0].start)
            free = chosen[index][0].end
            index += 1
        bare += _make_bare_run(free, end)
    return sorted(chosen + bare) if bare else chosen


def _make_bare_run(start: int, end: int) -> list[ChosenAlternative]:
    return [(propose("other", start, end), [])] if end > start else []


def _is_finding(alternative: Alternative, text: str) -> bool:
    """Whether an alternative is strong enough, and not a harmless number of one or two digits."""
    if alternative.strength < LEAST_STRENGTH or alternative.rule in HARMLESS_RULES:
        runs = find_runs(text[alternative.start : alternative.end])
        return any(end - start >= LEAST_RUN for start, end in runs)
    return True


def _make_finding(best: Alternative, others: list[Alternative], offsets: OffsetMap) -> Finding:
    """Make a finding with offsets of the original text. Of the others it keeps one for each label
    and rule."""
    seen = {(best.label, best.rule)}
    lost = []
    for other in others:
        if (other.label, other.rule) not in seen:
            seen.add((other.label, other.rule))
            start, end = offsets.to_original(other.start), offsets.to_original(other.end)
            lost.append(other._replace(start=start, end=end))
    return Finding(
        offsets.to_original(best.start),
        offsets.to_original(best.end),
        best.label,
        best.rule,
        best.trigger,
        tuple(lost),
        best.checked,
    )

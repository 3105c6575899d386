"""Decide from the sentence whether a number is an age, and by which rule.

"25 år" is an age unless a word nearby says that it is a duration. A bare 25 is an age only where a
person is that old (han är 25, min granne, som är 84) or is described so (en son på 9). The words
are in ``word_groups.tsv``.
"""

import re

from tacknamn.detection.patterns.age_subjects import (
    BEARER_WORDS,
    BEING_WORDS,
    CLAUSE_BEGIN_WORDS,
    CLAUSE_WORDS,
    END,
    PERSON_WORDS,
    PRONOUN_WORDS,
    WHO_WORDS,
    PossibleAge,
    has_name,
    is_about_person,
    is_age_of_person,
    is_behind_bearer,
    is_capital,
    is_of_earlier_person,
    is_thing,
)
from tacknamn.detection.patterns.ages_beside_persons import (
    AND_WORDS,
    AT_ONCE,
    HAVING_WORDS,
    LONGEST_LIST,
    SEX_WORDS,
    WHEN,
    is_beside_name,
    is_in_bare_row,
    is_in_named_row,
    is_in_row,
    is_next_relative,
    is_repeated,
)
from tacknamn.detection.patterns.general_ages import is_general_age
from tacknamn.detection.patterns.number_words import read_cardinal
from tacknamn.detection.patterns.rulebook import WORD, SentenceContext, get_word_group
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = [
    "ADVERB_WORDS",
    "AGE_VERB_WORDS",
    "BETWEEN",
    "FOLLOWING",
    "NEXT",
    "choose_age_rule",
    "ends_clause",
    "next_word",
]

ADVERB_WORDS = get_word_group("adverb")
_AGE_NOUN_WORDS = get_word_group("age_noun")
AGE_VERB_WORDS = get_word_group("age_verb")
_WE_WORDS = frozenset(("we", "vi"))
_BOTH_WORDS = frozenset(("both", "båda", "bägge"))
_WHEN_WORDS = get_word_group("when")
_UNSEEN_WORDS = get_word_group("unseen")
_NOT_WORDS = frozenset(
    ("inte", "aldrig", "ej", "icke", "knappt", "not", "never", "fick", "fått", "fött")
)
_DAY_BEFORE_WORDS = get_word_group("day_before")
_DURATION_BEFORE_WORDS = get_word_group("duration_before")
_DURATION_AFTER_WORDS = get_word_group("duration_after")
_CONTRACTIONS = compile_lazily("['’]([ms])(?![a-z])")
"""I'm, he's. No age follows the s of a genitive."""
_WRITTEN_OUT = {"m": " am", "s": " is"}
_CONTRACTED_WORDS = {
    "im": ("i", "am"),
    "iam": ("i", "am"),
    "hes": ("he", "is"),
    "shes": ("she", "is"),
}
"""Learners leave the apostrophe out."""
_JOINTS = (",", *sorted(AND_WORDS))
_THEY_WORDS = frozenset(("de", "dom", "they"))
_OF_WORDS = frozenset(("på", "of"))
_OF_AGE_WORDS = frozenset(("of", "av"))
_BETWEEN_WORDS = frozenset(("mellan", "between"))
NEXT = re.compile(r"\s+([^\W\d_]+)")
FOLLOWING = compile_lazily(r"[ \u00a0]+([^\W\d_]+)")
"""The next word of the same sentence: "fem år sedan", but not "fem år. Sedan"."""
_LISTED = compile_lazily(
    r"(?<!\d)(?<!\d )(?:\d{1,3}\s?(?:,|och|o|and|eller|or|resp\.?|respektive)\s?){1,4}\Z"
)
"""Numbers that share one "år"; not the end of a postal code (411 38, 23 år)."""
_STREETS = tuple(
    word
    for rule, _, words in read_table(__file__, "endings.tsv")
    if rule == "street"
    for word in words.split()
)
BETWEEN = 6
"""Words before the number that are read, adverbs included."""
_THEN = compile_lazily(
    r"\s[a-zåäö]+(?:de|te|r|g|k|v|dd)\s(?:jag|hon|han|hen|vi)(?!\w)|,\s(?:i|she|he|we)\s"
)
"""After "mellan 18 och 25 år": what a person did then."""
_GOES_ON_ABOUT = compile_lazily(
    r"\s(?:han|hon|jag|he|she|vi|min|mitt)\s(?:är|e|har|går|bor|gillar|heter|jobbar|is|has|lives|likes|works)\s"
)
"""The next sentence of a text without full stops: kevin är 13 han är kul."""
_SENTENCE_ENDS = compile_lazily(r"(?:[.!?](?!\d)|\Z)")
_LONG = compile_lazily(r"\s(?:lång|long|bort|kvar)")
_GOES_ON = frozenset(
    ("är", "var", "bor", "går", "jobbar", "studerar", "som", "har", "is", "was", "has")
)
_LEFT_OVER = compile_lazily(r"månad|\bkvar\b|month|\bleft\b")
_STAYED = compile_lazily(r"\s(?:här|hos|i\s(?:sverige|landet|stan|skolan))\b")
"""After "jag är 2 år", which learners write to say how long they have been in a place."""


def choose_age_rule(context: SentenceContext, age: PossibleAge) -> str:
    """Return the rule for digits that makes the number an age of a person in particular, or an empty
    string."""
    rule = _choose_age_rule(context, age)
    return "" if rule and is_general_age(context) else rule


def _choose_age_rule(context: SentenceContext, age: PossibleAge) -> str:
    before, words = _read_words_before(context)
    last = words[-1] if words else ""
    second = words[-2] if len(words) > 1 else ""
    # Verbs and nouns of age decide alone: fyller 25, en ålder av 25, fyller år den 27 (a day).
    if last in _DAY_BEFORE_WORDS:
        return ""
    if last in _AGE_NOUN_WORDS or (last in _OF_AGE_WORDS and second in _AGE_NOUN_WORDS):
        return "age_turned"
    if not AGE_VERB_WORDS.isdisjoint(words[-2:]):
        return "age_turned"
    is_being = last in BEING_WORDS or (
        second in BEING_WORDS
        and (last in PRONOUN_WORDS or (age.has_years and is_capital(age, before, last)))
    )
    if (
        is_beside_name(age, before, words)
        or is_repeated(context, words, age)
        or is_next_relative(context, before, words, age)
        or is_in_bare_row(context, before, age)
        or is_in_named_row(context, before, words, age)
    ):
        return "age_is"
    if not (is_being or age.has_years or last in _OF_WORDS or age.has_months):
        return ""
    if is_being and is_thing(words):
        return ""
    # Everything else depends on the words on both sides.
    after = age.text[age.end : age.end + AT_ONCE].lower()
    following = next_word(after)
    if is_being:
        if age.has_years and following not in _DURATION_AFTER_WORDS:
            return "" if _STAYED.match(after) or _LONG.match(after) else "age_turned"
        if age.has_months:
            is_person = second in _THEY_WORDS or is_about_person(age, words)
            return "age_is" if is_person and END.match(after) else ""
        who = [*words[-2:-1], ""][0]
        is_both = who in _THEY_WORDS and not _BOTH_WORDS.isdisjoint(context.words_before[-2:])
        if who in _WE_WORDS or is_both:
            return "age_is" if _is_of_us(context, age, words, after) else ""
        is_person = is_about_person(age, words) or is_of_earlier_person(context, words, after)
        return "age_is" if is_person and _is_stated(words, after) else ""
    if last in _OF_WORDS and _is_called(age, words):
        return "age_of" if age.has_years or ends_clause(after) else ""
    if not age.has_years or following in _DURATION_AFTER_WORDS:
        return ""
    if last in _BETWEEN_WORDS:
        return "age_years" if _THEN.match(after) else ""
    if last in HAVING_WORDS:
        return "age_has" if _has_age(age, second, after, following) else ""
    if last in _DURATION_BEFORE_WORDS:
        return ""
    if (
        last in SEX_WORDS
        or (last in BEARER_WORDS and following in _GOES_ON and before.endswith(last))
    ) or (is_behind_bearer(age, before, words) and (ends_clause(after) or following in _GOES_ON)):
        return "age_years"
    is_of_person = is_age_of_person(before, words, age) or is_in_row(context, before, age)
    return "age_years" if ends_clause(after) and is_of_person else ""


def _read_words_before(context: SentenceContext) -> tuple[str, list[str]]:
    """Return the sentence before the number, and its last words without adverbs. Numbers that are
    listed together with this one (5, 7 och 9 år) are left out."""
    before, words = context.before.rstrip(), context.words_before
    if words and words[-1] in _CONTRACTED_WORDS:
        return before, [*words[-BETWEEN:-1], *_CONTRACTED_WORDS[words[-1]]]
    if "m" in words[-BETWEEN:] or "s" in words[-BETWEEN:]:
        before = _CONTRACTIONS.sub(lambda match: _WRITTEN_OUT[match.group(1)], before)
        words = WORD.findall(before)
    if before.endswith(_JOINTS):
        listed = _LISTED.search(context.before, max(0, len(context.before) - LONGEST_LIST))
        if listed and not context.before[: listed.start()].rstrip().endswith(_STREETS):
            before = before[: listed.start()].rstrip()
            words = WORD.findall(before)
        elif len(words) > 1 and words[-1] in AND_WORDS and read_cardinal(words[-2]) is not None:
            words = words[:-2]
    words = [word for word in words[-BETWEEN:] if word not in ADVERB_WORDS]
    if words[-1:] in (["mellan"], ["between"]) and words[-2:-1] and words[-2] in BEING_WORDS:
        words.pop()
    return before, words


def next_word(after: str) -> str:
    match = FOLLOWING.match(after)
    return match.group(1) if match else ""


def _is_of_us(context: SentenceContext, age: PossibleAge, words: list[str], after: str) -> bool:
    """Whether "we" have an age rather than a number: we are both 28, vi var 15 när, We were thirteen."""
    if not _BOTH_WORDS.isdisjoint(context.words_before[-2:]):
        return _is_stated(words, after)
    if words[-1] not in ("were", "var"):
        return False
    if WHEN.match(after):
        return True
    digits = age.text[age.start : age.end]
    is_many = digits >= "10" if digits.isdigit() else age.value >= 10
    return words[-2:] == ["we", "were"] and is_many and _SENTENCE_ENDS.match(after) is not None


def _is_stated(words: list[str], after: str) -> bool:
    """Whether the clause ends after the number, or may go on with anything: min farmor som är 84
    bor här, när jag var 15 kom vi."""
    if ends_clause(after) or WHO_WORDS.intersection(words[-2:-1]) or _GOES_ON_ABOUT.match(after):
        return True
    return words[-1] in ("var", "was", "blev", "blir", "became") and not _WHEN_WORDS.isdisjoint(
        words[-3:-2]
    )


def _is_called(age: PossibleAge, words: list[str]) -> bool:
    """Whether "på" follows a person (en pojke på, min son Emir på) and does not begin a time span
    in which something happened or did not happen (inte sett min bror på)."""
    if [*words[-2:-1], ""][0] not in BEARER_WORDS and not (
        [*words[-3:-2], ""][0] in BEARER_WORDS and has_name(age, words[-1])
    ):
        return False
    clause: list[str] = []
    for word in words[::-1]:
        if word in CLAUSE_BEGIN_WORDS:
            break
        clause.append(word)
    # Jag träffade en kvinna på 70 år: a person who is introduced has an age.
    is_introduced = words[-3:-2] in (["en"], ["ett"], ["a"]) and words[-2] in BEARER_WORDS
    return (_NOT_WORDS if is_introduced else _UNSEEN_WORDS).isdisjoint(clause)


def _has_age(age: PossibleAge, who: str, after: str, following: str) -> bool:
    """Whether a person "has" years, as in Spanish and French: hon har 25 år."""
    if who not in PERSON_WORDS or age.value < 2 or _LEFT_OVER.search(after):
        return False
    ends = bool(END.match(after)) or following in AND_WORDS or following == "men"
    return ends and age.text[age.end - 1] not in ("s", "S")


def ends_clause(after: str) -> bool:
    following = NEXT.match(after)
    return bool(END.match(after)) or (following is not None and following.group(1) in CLAUSE_WORDS)

"""Find codes of letters and digits, and find them whole: LK19 XBT, KB-2024-07, solros_92.

The search begins at a run of digits. It reads the word around the run, and a short word in capitals
before it (QQ 12 34 56 C, B 4410-21). Codes with a known shape are postal codes, identity numbers and
number plates of other countries, and cases of Swedish courts. Behind a word that names a number
(ärende, ref, passnummer), any code is one. What is left is a record (RTG-2024-118834), a user name
(solros92), or an ordinary word (covid-19, mp3, 1990-talet), which stays.
"""

import re
from collections.abc import Iterator

from tacknamn.detection.patterns.contact_numbers import (
    is_kind_word,
    is_register_word,
    read_line_words,
)
from tacknamn.detection.patterns.digit_sequences import DigitRun
from tacknamn.detection.patterns.months import MONTHS
from tacknamn.detection.patterns.rulebook import (
    NEAR_AFTER,
    NEAR_BEFORE,
    SentenceContext,
    get_word_group,
    propose,
    weigh,
)
from tacknamn.records import Alternative
from tacknamn.support.expressions import compile_lazily
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["find_codes", "find_placeholders", "find_underscored_names"]

_DOCUMENT_WORDS = get_word_group("document")
_LINK_WORDS = get_word_group("register_link")
_MEASURE_WORDS = get_word_group("measure")
_NO_CODE_WORDS = get_word_group("no_code")
_TRAVEL_WORDS = get_word_group("travel")
_UNIT_WORDS = get_word_group("unit")

LEAST = 40
"""Least strength of an alternative, cue words included."""
_LONGEST = 40
_WORD_BEFORE = compile_lazily(r"[\w/&-]{1,40}\Z")
_CAPITALS_BEFORE = compile_lazily(r"(?<![\w&/-])[A-ZÅÄÖ]{1,5} \Z")
_LONGEST_CAPITALS = 8
"""Characters of a word in capitals, with those around it."""
_JOINTS = ("-", "/", "#", "_", "&")

# Codes with a known shape

_STATES = (
    "A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|"
    "T[NX]|UT|V[AT]|W[AIVY]"
)
_BIRTH_DAY = r"(?:19|20)?\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]|6[1-9]|[78]\d|9[01])"
"""Year, month and day; the days of coordination numbers are greater by sixty."""
_SHAPES = tuple(
    (rule, compile_lazily(rf"(?:{expression})(?!\w)"))
    for rule, expression in (
        # The last letters of British postal codes are none of C I K M O V, so no mg or km.
        ("zip_british", r"[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2}"),
        (
            "zip_british_small",
            r"[a-z]{1,2}\d[a-z\d]? \d(?!st|nd|rd|th|hr|ft|lb|gb|px|dl|tr)[abd-hjlnp-uw-z]{2}",
        ),
        ("zip_irish", r"[AC-FHKNPRTV-Y](?:\d\d|6W) ?(?=\d{0,3}[A-Z])[\dAC-FHKNPRTV-Y]{4}"),
        ("zip_irish", r"[ac-fhknprtv-y](?:\d\d|6w) (?=[a-z]*\d)(?=\d*[a-z])[\dac-fhknprtv-y]{4}"),
        ("zip_canadian", r"(?!T\dN\dM)[ABCEGHJ-NPR-TVXY]\d[A-Z] ?\d[A-Z]\d"),
        ("zip_american", rf"(?:{_STATES}),? (?P<code>\d{{5}}(?:-\d{{4}})?)"),
        ("zip_dutch", r"[1-9]\d{3} [A-Z]{2}(?=,? [A-Z][a-z])"),
        ("insurance_number", r"[A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D]"),
        ("insurance_number", r"[a-z]{2} ?\d\d ?\d\d ?\d\d ?[a-d]"),
        (
            "reserve_number",
            rf"{_BIRTH_DAY}[-+]?(?=[A-ZÅÄÖ\d]{{4}}(?!\w))(?:[A-ZÅÄÖ]+\d|\d+[A-ZÅÄÖ])[A-ZÅÄÖ\d]*",
        ),
        ("mac_address", r"[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5}"),
        ("mac_address", r"[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}"),
        ("foreign_identity", r"\d{7}[A-W][A-IW]?|[A-Z]{5}\d{4}[A-Z]|[STFG]\d{7}[A-Z]"),
        ("foreign_identity", r"\d{8}-?[A-Z]|[XYZ]-?\d{7}-?[A-Z]|\d{6}[-+A]\d{3}[A-Z]"),
        ("foreign_identity", r"[A-Z]{6}\d\d[A-Z]\d\d[A-Z]\d{3}[A-Z]"),
        ("plate_foreign", r"[A-Z]{2}\d\d ?[A-Z]{3}|\d{2,3}-[A-Z]{1,2}-\d{1,6}"),
        ("plate_foreign", r"\d{2,3}-[a-z]{1,2}-\d{2,6}"),
        ("plate_any", r"\d{3} ?[A-Z]{3}|\d[A-Z]{3}\d{3}|[A-Z]{3}[- ]?\d{4}|[A-Z]{2} ?\d{5}"),
        ("plate_any", r"[A-ZÄÖÜ]{1,3}[- ][A-Z]{1,2} ?\d{1,4}|[a-z]{2}\d\d ?[a-z]{3}"),
        ("court_case", r"(?:[ABEFHKMPRTUÄÖ]|FT|UM|PM[BTÄÖ]) \d{3,6}-\d{2}(?! ?\d)"),
        ("document_code", r"[A-Z]{1,2} ?\d{5,8}"),
    )
)
"""The shapes, each with its rule. The piece named ``code`` is hidden, or else all that matches."""

# Codes behind a word that names them

_NAMED = compile_lazily(r"[^\W_][\w/.:&-]*")
_REST = compile_lazily(r"(?: \d{2,}[\w/-]*){1,3}")
"""The part behind a blank, if there are less than three digits before it: HT-55 120, KS 2023/118."""
_SHORT_OF_WORD = ("s/n ", "s/n: ", "sn: ")
_FEWEST_DIGITS, _FEWEST_CHARACTERS = 3, 5
"""Of a code. Without that many digits it must have that many characters: QX4T9Z."""
_BATCH = compile_lazily(
    r"(?<!\w)(?:batch|lot)(?:[- ]?(?:nr|nummer|no|number))?\.?(?: (?:på|för|av|of|for) \w{1,20})?(?::| är| is)? ?\Z"
)
"""Before the number of a batch of a vaccine, which identifies no person."""
_MOST_BETWEEN = 3
"""Words from the naming word to the code: passet har nummer."""

# Records and user names

_LINE = compile_lazily(r"(?:[A-Za-z]{1,2}\d{1,3}|\d{1,3}[A-Za-z])(?![\w-])")
_LINE_AFTER = compile_lazily(r" (?:bus|tram|train|bussen|spårvagnen)(?!\w)")
_LETTERS = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d+")
_SEPARATOR = compile_lazily("[-/&]")
_TUMOUR = compile_lazily(r"[cp]?T\d\w?N\d\w?M\d")
_EVENT = compile_lazily(
    r"(?:[A-ZÅÄÖ]{2,5}[- ]?(?:19|20)\d\d|(?:19|20)\d\d-[A-Z]{1,4}|[A-Z]{1,4}-?(?:19|20)\d\d)\Z"
)
"""VM2022, HT-2023, NJA 2005, 1996-VI: a year, which other rules find."""
_RECORD_DIGITS = 4
"""Fewest digits of a record with hyphens; others are names of things (F-16, BMW-320)."""
_GLUED_CAPITALS = 5
"""Fewest characters of a record in capitals without hyphens."""
_RUN_DIGITS = 6
"""Fewest digits of a record in small letters: u2207754."""
_LONGEST_LETTERS = 3
"""Most letters before those digits."""
_USER_NAME = compile_lazily(r"([^\W\d_]{4,20})\d{2,4}\Z")
_TAGGED_NAME = compile_lazily(r"[\w.]{2,32}#\Z")
_TAG = 4
"""Digits of the number behind a user name: kattis#4471."""
_UNDERSCORED = compile_lazily(r"[\w.-]{1,30}\Z")
_PLACEHOLDER = compile_lazily(
    r"\[[a-z]+(?:_[a-z]+)* \d{1,4}\]|<[A-Z]+(?:_[A-Z]+)*_(?:\d{1,4}|[A-Z]+)>"
)
_SURE = 200
"""The strength of what is certain."""
_PUNCTUATION = ".,:;!?()\"'"
_UNDERSCORED_REST = compile_lazily(r"[\w.-]{0,30}")


def find_codes(normalized: NormalizedText, runs: list[DigitRun]) -> Iterator[Alternative]:
    """Find the codes around runs of digits, and weigh them by the sentence."""
    text, reach = normalized.text, -1
    for first, last in runs:
        if not _may_be_code(text, first, last):
            continue
        before = _WORD_BEFORE.search(text, max(0, first - _LONGEST), first)
        start = before.start() if before else first
        while not text[start].isalnum():
            start += 1
        if start <= reach:
            continue
        reach = start
        for alternative in _find_at(normalized, start, last):
            if alternative.strength >= LEAST:
                yield alternative


def _may_be_code(text: str, first: int, last: int) -> bool:
    """Whether a letter or a hyphen touches the run, or a capital stands near it."""
    before, after = text[first - 1 : first], text[last : last + 1]
    if before.isalpha() or after.isalpha() or before in _JOINTS or after in _JOINTS:
        return True
    return (before == " " and text[first - 2 : first - 1].isupper()) or (
        after == " "
        and (text[last + 1 : last + 2].isupper() or text[last + 1 : last + 2].isdigit())
    )


def _find_at(normalized: NormalizedText, start: int, last: int) -> Iterator[Alternative]:
    """Find the code that begins at ``start``, or at the word in capitals before it."""
    text = normalized.text
    capitals = _CAPITALS_BEFORE.search(text, max(0, start - _LONGEST_CAPITALS), start)
    if capitals and not _is_name_of_number(capitals.group().strip().lower()):
        begins: tuple[int, ...] = (capitals.start(), start)
    else:
        begins = (start,)
    for begin in begins:
        context = SentenceContext(normalized, begin, last)
        for rule, expression in _SHAPES:
            match = expression.match(text, begin)
            if match:
                span = match.span("code" if "code" in expression.groupindex else 0)
                yield weigh(propose(rule, *span), context)
        line = _LINE.match(text, begin)
        if line and (_is_line(context, line.group()) or _LINE_AFTER.match(text, line.end())):
            yield propose("transport_code", *line.span())
        is_batch = "batch" in context.before or "lot" in context.before
        if is_batch and _BATCH.search(context.before):
            batch = _NAMED.match(text, begin, begin + _LONGEST)
            if batch:
                yield propose("isbn", begin, begin + len(batch.group().rstrip(".:/&-")))
            return
        rule = _choose_naming_rule(context)
        if rule:
            yield from _find_named(normalized, begin, rule)
    yield from _find_unnamed(normalized, start, last)


def _is_name_of_number(word: str) -> bool:
    return (
        is_register_word(word)
        or is_kind_word(word)
        or word in _LINK_WORDS
        or word in get_word_group("no_plate")
    )


def _is_line(context: SentenceContext, code: str) -> bool:
    """Whether the word before names a line (bus X30), or "take the" does, behind which a road may
    stand as well (the M25)."""
    words = context.words_before[-2:]
    if words and words[-1] in read_line_words():
        return True
    return words[1:] == ["the"] and words[0] in _TRAVEL_WORDS and code[0] in "XxNn"


def _choose_naming_rule(context: SentenceContext) -> str:
    """Return the rule of a code behind a word that names it, or an empty string."""
    if context.before.endswith(_SHORT_OF_WORD):
        return "register_code"
    words = context.words_before[: -_MOST_BETWEEN - 1 : -1]
    for word in words:
        if word in _DOCUMENT_WORDS:
            return "document_named"
        if is_register_word(word) or is_kind_word(word):
            named = context.before.rindex(word) + len(word)
            return "" if _DIGITS.search(context.before, named) else "register_code"
        if word not in _LINK_WORDS:
            return ""
    return ""


def _find_named(normalized: NormalizedText, begin: int, rule: str) -> Iterator[Alternative]:
    match = _NAMED.match(normalized.text, begin, begin + _LONGEST)
    if match is None or normalized.text[match.end() : match.end() + 1].isalnum():
        return
    end = begin + len(match.group().rstrip(".:/&-"))
    if _count_digits(normalized.text[begin:end]) < _FEWEST_DIGITS:
        rest = _REST.match(normalized.text, end)
        end = rest.end() if rest else end
    code = normalized.text[begin:end]
    if _LETTERS.search(code) and not _is_common(code) and _is_long(code) and not _EVENT.match(code):
        yield propose(rule, begin, end)


def _is_long(code: str) -> bool:
    digits = _count_digits(code)
    return digits >= _FEWEST_DIGITS or (digits > 0 and len(code) >= _FEWEST_CHARACTERS)


def _is_common(code: str) -> bool:
    """Whether the first letters are those of a thing or unit, or the code is an ordinary compound:
    covid-19, 500mg, 1990-talet, 100-metersloppet."""
    letters = _LETTERS.findall(code)
    first = letters[0].lower() if letters else ""
    if first in _NO_CODE_WORDS or first in _MEASURE_WORDS or _TUMOUR.match(code):
        return True
    if not code[0].isdigit():
        return False
    return first in _UNIT_WORDS or any(len(word) > 2 and word.islower() for word in letters)


def _count_digits(code: str) -> int:
    return sum(map(len, _DIGITS.findall(code)))


def _find_unnamed(normalized: NormalizedText, start: int, last: int) -> Iterator[Alternative]:
    """Find a record or a user name by the shape of its letters and digits."""
    text = normalized.text
    tagged = _TAGGED_NAME.search(text, max(0, last - _LONGEST), start)
    if tagged and last - start == _TAG and not text[last : last + 1].isalnum():
        yield propose("user_tag", tagged.start(), last)
        return
    match = _NAMED.match(text, start, start + _LONGEST)
    if match is None or text[match.end() : match.end() + 1].isalnum():
        return
    token = match.group().rstrip(".:/&-")
    if "_" in token or "." in token or ":" in token:  # user names, addresses, ordinals (528:an)
        return
    rule = "" if _is_common(token) else _choose_shape_rule(token)
    if rule:
        yield propose(rule, start, start + len(token))


def _choose_shape_rule(token: str) -> str:
    letters, digits = _LETTERS.findall(token), _count_digits(token)
    if not letters or not digits or _EVENT.match(token):
        return ""
    upper = token.upper() == token
    if _SEPARATOR.search(token):
        small = max(map(len, letters)) == 1
        return "record" if digits >= _RECORD_DIGITS and (upper or small) else ""
    groups = len(_DIGITS.findall(token))
    if groups > 1 and len(letters) > 1 and digits >= _FEWEST_DIGITS and len(token) > _RUN_DIGITS:
        return "record"
    if upper and len(token) >= _GLUED_CAPITALS and digits >= _FEWEST_DIGITS:
        return "record_glued"
    if len(letters) == 1 and len(letters[0]) <= _LONGEST_LETTERS and digits >= _RUN_DIGITS:
        return "record_glued" if token[0].isalpha() else ""
    name = _USER_NAME.match(token)
    if name and not upper and not name.group(1).lower().endswith(MONTHS):
        return "user_name"
    return ""


def find_placeholders(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find the placeholder of a session (*[phone_nr 1]*) or of Presidio (*<PERSON_1>*). Without a
    label it stays, with its words and numbers."""
    match = _PLACEHOLDER.match(normalized.text, start)
    if match is not None:
        yield Alternative(start, match.end(), "", "placeholder", strength=_SURE)


def find_underscored_names(
    normalized: NormalizedText, start: int, end: int
) -> Iterator[Alternative]:
    """Find the user name around an underscore: nova_77. Blanks to fill in (_____) are none.

    Near a word for such names (insta, konto) it is surely one; else it may be an identifier."""
    text = normalized.text
    before = _UNDERSCORED.search(text, max(0, start - _LONGEST), start)
    rest = _UNDERSCORED_REST.match(text, end)
    if before is None or rest is None:
        return
    name = text[before.start() : rest.end()]
    first = before.start() + len(name) - len(name.lstrip("_.-"))
    last = rest.end() - len(name) + len(name.rstrip("_.-"))
    if first < start and last > end and "__" not in name:
        context = SentenceContext(normalized, first, last)
        near = [*context.before.split()[-NEAR_BEFORE:], *context.after.split()[: NEAR_AFTER + 1]]
        named = get_word_group("username_near")
        is_named = any(word.strip(_PUNCTUATION) in named for word in near)
        yield propose("named_user" if is_named else "underscored", first, last)

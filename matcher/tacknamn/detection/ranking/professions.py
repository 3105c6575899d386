"""Separate the professions of the writer's family and friends from those only mentioned (A6).

*Min mamma är läkare* says something about a person, *läkaren sa att jag ska vila* does not, unless
the text says who that is: *läkaren heter Eva*, *min chef Eva Berg*. A title before a name (*kurator
Eva Berg*, *vår lärare Eva*) says no more than the name. After words of learning, a profession is an education: *utbildad sjuksköterska*, *pluggar till tandläkare*.
"""

import re
from typing import Final

from tacknamn.detection.ranking.label_groups import MIDDLENAME, PERSONS
from tacknamn.detection.ranking.rules import EDUCATED, LIST, ROLE
from tacknamn.detection.ranking.type_words import is_type_word
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily

__all__ = ["settle_professions"]

_REACH: Final = 48
"""Characters before a profession that are read: most of a sentence."""
_NAMES: Final = PERSONS | {MIDDLENAME, "initials", "nickname"}
_SENTENCE: Final = compile_lazily(r"[.!?\n:]")
_IS: Final = compile_lazily(
    r"\b(?:är|var|som|bli|blir|blev|blivit|varit|vara|yrke\w*|job+a?\w*|arbet\w*|anställ\w*|ska|vill"
    r"|she'?s|he'?s|i['’]?m|they'?re|she’s|he’s|am|is|are|was|were|be|become|became|as|work\w*|job)\b"
    r"(?:\W+(?!(?:att|av|from|för|från|hos|med|men|när|och|om|på|than|till|utan|with|än)\b)\w+){0,3}"
    r"\W+\Z"
)
"""A word that says what a person is, and up to three words after it: *är en mycket bra*, but not
*är svårt för*."""
_MARRIED: Final = compile_lazily(
    r"\b(?:gift|sambo|ihop|tillsammans|förlovad|married) (?:med|to) \w+ \Z"
)
_ANYBODY: Final = compile_lazily(
    r"(?<!min )(?<!nes )(?<!din )\bman (?:kan|måste|ska|får|vill|bör|behöver|skulle|blir)\b"
    r"|\b(?:måste|kan|ska|får|bör) man\b"
)
"""What holds for everybody: *man kan bli läkare*."""
_TRAINED: Final = compile_lazily(
    r"\b(?:utbilda\w*(?: (?:sig|mig))?(?: till| som)?|utbildning\w* (?:till|som)"
    r"|(?:examen|kurs|program\w*) (?:som|till)|(?:studera|plugga|läs)\w*(?: \w+){0,4} till"
    r"|legitimera\w*|certifiera\w*|train(?:ed|ing) (?:as|to be)|study(?:ing)? to (?:be|become))"
    r"(?: en| ett| an?)?\W+\Z"
)
_DEFINITE: Final = ("aren", "arna", "erna", "isten", "kan", "chefen", "orn", "ören")
"""Endings of professions of people who are only mentioned: *läste en bok till läkaren*."""
_ASIDE: Final = compile_lazily(
    r",? \((?:\w+ )?|, (?:(?:en|ett|an?|vår|min|our|my|som är|tidigare|f\.?d\.?|pensionerad|leg\.?) )?"
    r"(?:\w+ )?"
)
"""Between a person's name and a profession: *Ingegerd, en pensionerad bibliotekarie*."""
_AFTER_NUMBER: Final = compile_lazily(r", ")
"""Between a person's number and a profession: *840502-2396, tandhygienist*."""
_BETWEEN: Final = frozenset((", ", " och ", " eller ", " and ", " or ", "/"))
_DESCRIBED: Final = compile_lazily(
    r"\b(?:(?:\d{1,3}|\w+)[- ]?(?:årig|åriga|åring|year[- ]old)|pensionera[dt]\w*|arbetslös|retired"
    r"|unemployed|man|kvinna|kille|tjej|pojke|flicka|woman|guy|girl),? (?:\d{1,3},? )?"
    r"(?:(?:fd|f\.d\.|före detta|tidigare|pensionera[dt]\w*|former|retired) )?\Z"
)
"""A description of a person right before a profession: *58-årig städerska*, *kvinna 46 kock*."""
_FIELD: Final = compile_lazily(
    r"(?:yrke|yrken|arbete|jobb|sysselsättning|utbildning|yrkeserfarenhet|erfarenhet|bakgrund|titel"
    r"|befattning|anställning|tidigare|därefter|sedan|senast|nu|occupation|profession|job|work|title"
    r"|education|position|formerly|previously)(?:: ?|,? )\Z"
)
"""What stands before a profession in a form or a list: *Yrke: svetsare*, *därefter lärare*."""
_NAMED: Final = compile_lazily(
    r",? (?:(?:som|who|that) )?(?:(?:is|was) )?(?:heter|hette|heeter|hetter|kallas|kallades|called"
    r"|named|presentera\w* sig|vid namn|namn)\b",
    re.IGNORECASE,
)
"""What stands between a person's profession and the name."""
_WILL_BE: Final = compile_lazily(
    r" (?:will be|is|är|blir|var|was) (?:Mr |Mrs |Ms |dr |Dr )?(?=[A-ZÅÄÖ][a-zåäö])"
)
"""The same without a word for calling: *your manager will be Ann*."""
_FROM: Final = compile_lazily(
    r",? (?:som )?(?:är|var|kommer|kom|is|was|comes|came)(?: också| själv| egentligen| also)?"
    r" (?:från|from) "
)
"""What says where a person comes from: *kocken är också från Lima*."""
_BEFORE_NAME: Final = compile_lazily(
    r"(?: |, |: | \()(?:(?:dr|doktor|mr|mrs|ms|miss|smt|shri|sir|herr|fru|fröken)\.? )?",
    re.IGNORECASE,
)
"""What stands between a profession and the name of that person."""
_ENGLISH: Final = "english"
"""The rule of English professions."""
_POSSESSED: Final = compile_lazily(
    r"\b(?:min|mitt|vår|er|din|ditt|hans|hennes|deras|my|our|his|her|their|your)(?: \w+)? \Z"
)
"""What stands before a profession of a person who belongs to somebody: *min chef*."""
_TEACHERS: Final = ("lärare", "lärarinna", "mentor", "handledare", "fröken")
"""Who teaches the writer; every learner has some, so the word identifies no person."""
_ONE_OF_THEM: Final = compile_lazily(r"(?:en|ett|an?) (?:\w+ )?\Z")
"""What stands before a person of whom the text says more later: *bokade en tekniker*."""
_DROPPED: Final = frozenset((" ", " as ", " som "))
"""What stands between a relative and a profession if the verb is left out: *och farmor sömmerska*."""
_NUMBERS: Final = frozenset(("personid_nr", "date_digits", "age_digits", "age_string", "phone_nr"))


def settle_professions(text: str, detections: list[Detection]) -> list[Detection]:
    """Return the detections, with professions under the rule that fits, and without types of
    schools: *gymnasiet* is no education."""
    settled: list[Detection] = []
    for index, detection in enumerate(detections):
        if detection.label == "prof":
            following = detections[index + 1] if index + 1 < len(detections) else None
            settled.append(_settle(text, detection, settled, following))
        elif detection.label != "edu" or not is_type_word(
            text[detection.start : detection.end], "school"
        ):
            settled.append(detection)
    return _tie_earlier_mentions(text, settled)


def _settle(
    text: str, profession: Detection, before: list[Detection], following: Detection | None
) -> Detection:
    """Return a profession under the rule that fits.

    Args:
        before: The settled detections before it.
        following: The detection after it.
    """
    start = max(0, profession.start - _REACH)
    words = _SENTENCE.split(text[start : profession.start])[-1].lower()
    trained = _TRAINED.search(words)
    is_definite = _is_definite(text, profession)
    if trained is not None and not is_definite:
        trigger = trained.group().strip()
        return profession._replace(label="edu", rule=EDUCATED, trigger=trigger)
    if cue := _find_tie(text, profession, following):
        return profession._replace(trigger=profession.trigger or cue)
    if is_definite:
        return profession._replace(rule=ROLE)
    if before:
        last = before[-1]
        between = text[last.end : profession.start]
        # In a list, a profession is what the one before it is: är läkare och forskare.
        if between in _BETWEEN:
            if last.rule == EDUCATED:
                return profession._replace(label="edu", rule=EDUCATED, trigger=last.trigger)
            if last.label == "prof":
                return profession._replace(rule=last.rule) if last.rule == ROLE else profession
        if _is_said_of(text, last, profession):
            return profession._replace(trigger=text[last.start : last.end].lower())
    is_somebody = _IS.search(words) or _MARRIED.search(words)
    if is_somebody and not _ANYBODY.search(words):
        return profession
    return profession._replace(rule=ROLE)


def _find_tie(text: str, profession: Detection, following: Detection | None) -> str:
    """Return the words around a profession that tie it to a person of the text."""
    before = text[max(0, profession.start - _REACH) : profession.start].lower()
    if tie := _DESCRIBED.search(before) or _FIELD.search(before):
        return tie.group().strip(" ,:")
    if (
        following is not None
        and following.label in _NAMES
        and _is_of_interest(text, profession, before)
        and _BEFORE_NAME.fullmatch(text, profession.end, following.start)
    ):
        return text[following.start : following.end].lower()
    tie = (
        _NAMED.match(text, profession.end)
        or _WILL_BE.match(text, profession.end)
        or _FROM.match(text, profession.end)
    )
    return tie.group().strip(" ,").lower() if tie else ""


def _is_of_interest(text: str, profession: Detection, before: str) -> bool:
    """Return whether a profession before a name says more of that person than the name: *min chef
    Eva Berg*, but not *kurator Eva Berg*, *vår lärare Eva*."""
    if profession.rule == _ENGLISH:
        return True
    is_teacher = _get_base(text, profession).endswith(_TEACHERS)
    return not is_teacher and _POSSESSED.search(before) is not None


def _is_said_of(text: str, person: Detection, profession: Detection) -> bool:
    """Return whether a profession describes the person right before it."""
    if person.label in _NAMES:
        return _ASIDE.fullmatch(text, person.end, profession.start) is not None
    if person.label in _NUMBERS:
        return _AFTER_NUMBER.fullmatch(text, person.end, profession.start) is not None
    return person.label == "fam" and text[person.end : profession.start] in _DROPPED


def _tie_earlier_mentions(text: str, detections: list[Detection]) -> list[Detection]:
    """Return the detections, with each profession that introduces a person of whom the text says
    more later: *bokade en tekniker. Teknikern heter Ove*."""
    tied = {
        _get_base(text, detection)
        for detection in detections
        if detection.label == "prof" and detection.rule != ROLE and _is_definite(text, detection)
    }
    if not tied:
        return detections
    return [
        detection._replace(rule=LIST, trigger=_get_base(text, detection))
        if detection.label == "prof"
        and detection.rule == ROLE
        and _get_base(text, detection) in tied
        and _ONE_OF_THEM.search(text, max(0, detection.start - _REACH), detection.start)
        else detection
        for detection in detections
    ]


def _is_definite(text: str, profession: Detection) -> bool:
    form = text[profession.start : profession.end].lower()
    return "def" in profession.affixes or form.endswith(_DEFINITE)


def _get_base(text: str, profession: Detection) -> str:
    return (profession.base or text[profession.start : profession.end]).lower()

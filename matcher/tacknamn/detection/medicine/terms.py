"""Recognize drugs, eponyms, scales, abbreviations and products, which are no names.

``drugs.tsv``, ``eponyms.tsv``, ``abbreviations.tsv`` and ``products.tsv`` list words by kind, in lower
case; ``endings.tsv`` lists the endings of substances. Many of these words are names as well: *Norton* is
a scale after *enligt*, and a man elsewhere. What decides depends on the kind:

- a drug is a term, unless a word that introduces persons stands before it;
- a disease is a term, unless a title or a first name stands before it (*dr Parkinson*);
- an eponym that is a common surname is a term only next to a medical word (*positiv Hawkins*);
- an abbreviation is a term if it is written in capitals;
- any word that no list has is a term before a dose (*Xyzol 20 mg*).
"""

import re
from functools import lru_cache
from typing import Final

from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = ["find_kind", "is_drug", "is_letter_of_term", "is_medical_term", "is_scale"]

_TABLES: Final = ("drugs.tsv", "eponyms.tsv", "abbreviations.tsv", "products.tsv")
_BEFORE, _AFTER = 24, 28
"""Characters around a word that are read."""
WORDS_KEPT: Final = 1 << 14
"""Words whose kind is remembered."""
SHORTEST_SUBSTANCE: Final = 7
"""Letters of the shortest word that is known by the ending of a substance."""
SHORTEST_WITH_S: Final = 5
"""Letters of the shortest word that may be a genitive: *Tourettes*."""
LONGEST_WORD: Final = 40
"""Letters of the longest word that is looked up: a text may have words of a million letters."""
SHORTEST_ABBREVIATION: Final = 3
"""Letters of the shortest abbreviation outside notes. Two letters mean too much elsewhere:
*SK 1420*."""
MOST_CAPITALS, LONGEST_HEAD = 5, 3
"""Letters of the longest abbreviation that a note may invent, and of those in compounds."""
_TAILS: Final = (
    "cyst", "drän", "fraktur", "förband", "katet", "klämma", "mask", "metod", "nagel", "niv", "operera",
    "plast", "platta", "prote", "prov", "reflex", "resekt", "score", "skala", "skruv", "snitt", "spray",
    "stam", "stift", "suturer", "sutur", "syndrom", "tecken", "test", "tub", "tumör", "utred", "vinkel",
)  # fmt: skip
"""How words end that name a thing by its inventor: *Exeter-stam*."""

_TESTS: Final = ("test", "testet", "skala", "skalan", "tecken", "score", "index", "reflex")
"""What a hyphen joins to a name in notes: *Svensson-test*."""
_DOSE: Final = re.compile(
    r"(?:[ -](?:depot|retard|mite|comp|forte|novum|brus|junior|vet|[A-Z]))?[ ,:]{0,2}\d+(?:[.,]\d+)?"
    r"(?:[-–/]\d+(?:[.,]\d+)?)?\s?"
    r"(?:mg|ml|g|gram|mikrog\w*|mcg|µg|μg|ug|ie|e|mmol|puff\w*|%|tabl?\w*|st|kaps\w*|droppar|[x*]\s?\d|"
    r"\+\s?\d)(?!\w)",
    re.IGNORECASE,
)
"""A dose behind a word: *Furix 40 mg*, *Stesolid 5 mg/ml*, *Waran 1 x 1*."""
_FORM_BEFORE: Final = compile_lazily(
    r"(?:\b(?:t|tab|tabl|tablett|tabletter|inj|injektion|inf|kaps|kapsel|kapslar|supp|mixt|susp|kräm|"
    r"salva|gel|spray|ögondroppar|inhal|inhalation|plåster|depåplåster|medicinen|läkemedlet|preparatet|"
    r"läkemedel|medicin|vaccinet|insatt på|insätter|sätter in|sätter ut|utsättning av|insättning av|"
    r"ordineras?|recept på|skrev ut|utskrivet|behandlas? med|behandlad med|behandling med|lindas med|"
    r"premed|premedicinering|allergisk mot|överkänslig mot|överkänslighet mot|tål ej|dos|doser)\.?:? )\Z",
    re.IGNORECASE,
)
"""A form of drugs, or what is done with a drug, before a word: *Tabl Furix*, *insatt på Zoloft*."""
_SIGN_BEFORE: Final = compile_lazily(
    r"(?:\b(?:mb|m|morbus|misst|misstänkt|känd|diagnosen|typ|tecken|test|testet|positiv|positivt|"
    r"positiva|negativ|negativt|negativa|pos|neg|ad modum|a\.m|skala|skalan|syndromet|sjukdomen|"
    r"diagnosticerad med|enl skala)\.?:? |\b(?:a m|ej|utesluta|uteslut|utreda) )\Z",
    re.IGNORECASE,
)
"""What stands before eponyms: *Mb Parkinson*, *positiv Hawkins*."""
_SIGN_AFTER: Final = compile_lazily(
    r"(?:s|'s|’s)?(?:[- ](?:tecken\w*|tests?\w*|prov|sjukdom\w*|sjuka\w*|syndrom\w*|sarkom\w*|lymfom\w*|"
    r"fraktur\w*|kontraktur\w*|cysta\w*|thyr\w*|tyreo\w*|encefalo\w*|demens\w*|anemi\w*|purpura|pares\w*|"
    r"skala\w*|skattning\w*|scores?|poäng\w*|index\w*|klassifikation\w*|manöver\w*|grepp\w*|kateter\w*|"
    r"drän\w*|snitt\w*|operation\w*|plastik\w*|stift\w*|resektion\w*|bedömning\w*|reflex\w*|"
    r"disease|syndrome|sign|scale|palsy|uteslut\w*|sym|taget|tagen|instabil\w*|planeras|bokas|utförd?t?|"
    r"genomförd?t?|kriteri\w*|stadium|knee score|hip score|"
    r"pos|neg|positiv[ta]?|negativ[ta]?|ua|u\.a\.|bilat\w*|(?:grad|typ|klass|stadium) (?:[0-9IVX]+|[A-D])[a-d]?|"
    r"[A-D][0-9]?[- ]fraktur\w*)(?!\w)|[: =]{1,3}\d+(?:[-–/,]\d+)? ?(?:p|poäng)(?!\w)|\?)"
)
"""What stands behind them: *Murphys tecken*, *Norton 17 p*."""
_NUMBER_AFTER: Final = compile_lazily(
    r"[: =]{1,3}[<>≥≤]?\d{1,2}(?:[-–/,.]\d{1,2})?(?! ?(?:år|mån|v )|\d|[/.-]\d)|"
    r" (?:[A-GIV]{1,3}|RPE|CR10)(?!\w)"
)
"""In notes: *Norton 20*, *Katz A*, *Garden III*."""
_NOUN_AFTER: Final = compile_lazily(
    r"(?:(?:s|'s|’s)?[- ](?:triangel\w*|n(?:a?e)vus\w*|dystrofi\w*|stria\w*|ligament\w*|fistel\w*|hernia\w*|"
    r"noduli|teknik\w*|koncept\w*|pegboard|protokoll\w*|kriteri\w*|klassifikation\w*|gradering\w*|manöver\w*|"
    r"syndrom\w*|tecken|test(?:et)?|skala\w*|index\w*|score|neuropati\w*|artropati\w*|atrofi\w*|ataxi\w*|"
    r"prov|reflex\w*|grad (?:I{1,3}|IV|[1-4])|stadium (?:I{1,3}|IV|[1-4]))"
    r"| (?:neg|pos|I{1,3}|IV)|(?: |: )\d{1,3}/\d{1,3})(?!\w)"
)
"""Nouns, results and grades behind the name of a sign, a test or a scale."""
_THING_AFTER: Final = compile_lazily(
    r"[- ](?:kräm\w*|salva\w*|gel|lotion|schampo|droppar|mixtur|spray|rullstol\w*|rollator\w*|madrass\w*|"
    r"korsett\w*|ortos\w*|kateter\w*|pump\w*|sond\w*|kanyl\w*)(?!\w)"
)
"""Forms of drugs, and aids, behind a brand. A genitive may be the name of who owns them."""
_SCALE_ENDINGS: Final = (
    "test",
    "testet",
    "skala",
    "skalan",
    "score",
    "index",
    "skattning",
    "visus",
)
_GRADE_AFTER: Final = compile_lazily(r" (?:I{1,3}|I?V|VI)(?!\w)")
"""In notes, also at the start of a sentence: *Melanom Clark III*."""
_BY_BEFORE: Final = compile_lazily(
    r"\b(?:enligt|enl|hade|har|haft|fått|utför|test av) \Z", re.IGNORECASE
)
"""In notes: *enligt Borg*."""
_PERSON_BEFORE: Final = compile_lazily(
    r"(?:\b(?:heter|hette|kallas|kallad|dr|doktor|läkare|läk|öl|ssk|usk|dsk|sköterska|herr|fru|fröken|"
    r"mr|mrs|ms|miss|prof|professor|syster|bror|brodern|systern|mamma|pappa|son|sonen|dotter|dottern|"
    r"maken|makan|maka|make|sambon|sambo|fru|frun|hustrun|min vän|namnet|hej|"
    r"hejsan|familjen|patienten|kollega|kollegan|chefen|handläggare|kurator|psykolog)\.?:? )\Z",
    re.IGNORECASE,
)
"""What introduces a person."""
_PERSON_OR_NAME: Final = (
    r"(?:\b(?:[Dd]r|[Dd]oktor|[Ll]äkare|[Ll]äk|[Öö]l|[Ss]sk|[Uu]sk|[Dd]sk|[Hh]err|[Ff]ru|[Hh]eter|[Pp]sykolog|"
    r"[Kk]urator|[Hh]andläggare|[Ss]on|[Ss]onen|[Dd]otter|[Dd]ottern|[Mm]ake|[Mm]aken|[Mm]akan)\.?|"
    r"\b(?!(?:Mb|Misst|Känd|Positiv|Negativ|Pos|Neg|Op|Pat|Enl|Enligt|Ej|Test|Tecken|Morbus|Typ|Ingen|Inga) )"
    r"([A-ZÅÄÖ][a-zåäöé]+)) "
)
"""What introduces a person, or is a first name, before a foreign surname."""
_AFTER_PERSONS: Final = (
    r"(?:, [A-ZÅÄÖ]| (?:ringer|ringde|kommer|kom|informera\w*|närvarande|berättar|uppger|säger|mår|söker|"
    r"bor|arbetar|jobbar|kontaktas|meddela\w*|önskar|vill|har|är|var|får|tar|går|med|tränar|hämta\w*|besöker|"
    r"sover|äter|dricker|skriver|hälsar|hjälper|sköter|lever|känner|upplever|tycker|tror|förnekar|beskriver|"
    r"anger|sitter|ligger|undrar|följer|samtycker|själv|hem|inkom\w*|avböjer|tackar|mobilisera\w*|"
    r"fru|hustru|make|maka|dotter|son|mamma|pappa|syster|bror)\b)"
)
"""What persons do, behind a name."""
_CAPITALS_BEFORE: Final = compile_lazily(r"(?<!\w)[A-ZÅÄÖ]{3,}[ -]\Z")
_CAPITALS_AFTER: Final = compile_lazily(r"[ -][A-ZÅÄÖ]{3,}(?!\w)")
_AT_BEFORE: Final = compile_lazily(r"(?<!\w)(?:på|hos|vid|åt|från|för|av|i) \Z", re.IGNORECASE)
"""What stands before employers rather than abbreviations: *jobbar på GKN*."""
_MEDICINE_IS_CALLED: Final = compile_lazily(r"(?:medicin|läkemed|tablett|drug|preparat)\w* \w+ \Z")
_NAME_BEFORE: Final = compile_lazily(r"(?<![.!?:\n] )(?<!\A)\b[A-ZÅÄÖ][a-zåäöé]+ \Z")
"""A capitalized word directly before, within a sentence: *James Parkinson*."""
_ANY_NAME_BEFORE: Final = compile_lazily(r"(?<!\w)([A-ZÅÄÖ][a-zåäöé]+) \Z")
_SMALL_WORD: Final = compile_lazily(r" ([a-zåäö]+)")
_NUMERAL: Final = frozenset("IVX")
_GRADED: Final = frozenset(("abbreviation", "scale", "disease", "eponym", "foreign_eponym"))
"""Kinds of words that a letter may follow as a grade."""
_DEFINITE_AFTER: Final = compile_lazily(r" [a-zåäö]+(?:et|en|na|ar|or|n)\b")
"""A part of the body behind an instruction: *Linda benet*."""
_CURRICULUM_YEAR: Final = compile_lazily(r" ?\d\d(?!\d)")
"""Behind the short name of a curriculum: *Lgr 22*."""
_CAR_AFTER: Final = compile_lazily(r" (?:[A-Z]{1,3}\d{1,3}|\d{3}|\w*bil|\w*cykel|\w*moped)(?!\w)")
"""A model behind a car, or what it is: *Volvo V60*."""
_CAR_BEFORE: Final = compile_lazily(
    r"(?:\b(?:(?:\w*bil(?:en)?|\w*cykel|\w*cykeln|moped|mopeden)(?: av märket| \(|,)|min|sin|din|vår|er|hans|hennes|deras|en|ny|nya|gammal|gamla|röd|röda|vit|vita|svart|svarta|"
    r"blå|grå|kör|körde|köpt|köpte|sålde|säljer|mammas|pappas|svärmors|svärfars|morfars|farfars|"
    r"brorsans|syrrans|grannens|chefens) )\Z",
    re.IGNORECASE,
)
"""What stands before cars and things: *svärmors kia*."""


def is_medical_term(
    text: str,
    start: int,
    end: int,
    is_name: bool = False,
    is_note: bool = False,
    is_listed: bool = False,
) -> bool:
    """Return whether a word is a drug, an eponym or another term of medicine, and so no name.

    Args:
        is_name: Whether the lists have exactly this word as a name of a person or a place.
        is_note: Whether the text is a note of a hospital.
        is_listed: Whether the lists have it, if only as a company.

    >>> is_medical_term("Furix 40 mg", 0, 5), is_medical_term("Hej Norton", 4, 10)
    (True, False)
    """
    if end - start > LONGEST_WORD:
        return False
    kind = find_kind(text[start:end].lower())
    has_hyphen = text[start - 1 : start] == "-" or text[end : end + 1] == "-"
    if has_hyphen and _is_of_compound(text, start, end, is_note):
        return True
    if not kind:
        if not is_listed and "-" in text[start:end] and _is_abbreviated_compound(text, start, end):
            return True
        if is_note and not is_listed and _is_of_note(text, start, end):
            return True
        if is_note and _is_before_term(text, start, end, is_name):
            return True
        return not is_name and text[end : end + 1] in (" ", ":", ",") and _has_dose(text, end)
    return _JUDGES[kind](text, start, end, is_name, is_note)


def is_letter_of_term(text: str, start: int, end: int, is_note: bool) -> bool:
    """Return whether letters that look like initials belong to a term: *E. coli*, and in notes *Katz
    B* and numerals (*Tanner III*)."""
    following = _SMALL_WORD.match(text, end)
    if following and find_kind(following.group(1)) == "germ":
        return True
    if not is_note:
        return False
    letters = text[start:end]
    if len(letters) > 1 and _NUMERAL.issuperset(letters):
        return True
    words = text[max(0, start - _BEFORE) : start].split()
    if not words:
        return False
    kind = find_kind(words[-1].lower())
    return kind in _GRADED and (kind not in ("abbreviation", "scale") or words[-1].isupper())


def _is_of_compound(text: str, start: int, end: int, is_note: bool) -> bool:
    """Return whether a hyphenated word is a term, of which the lists know a part: *Solu-Cortef*,
    *Salter-Harris*, and in notes *U-alb*."""
    first, last = start, end
    while (
        first
        and (text[first - 1].isalnum() or text[first - 1] == "-")
        and end - first < LONGEST_WORD
    ):
        first -= 1
    while (
        last < len(text)
        and (text[last].isalnum() or text[last] == "-")
        and last - start < LONGEST_WORD
    ):
        last += 1
    word = text[first:last]
    if _read_kinds().get(word.lower()) in (
        "drug",
        "product",
        "disease",
        "foreign_eponym",
        "abbreviation",
        "scale",
    ):
        return True
    head, _, tail = word.partition("-")
    if not is_note or not tail.islower():
        return False
    return (len(head) <= LONGEST_HEAD and head[:1].isupper()) or tail in _TESTS


def _is_abbreviated_compound(text: str, start: int, end: int) -> bool:
    """Return whether a word is an abbreviation with a common noun: *DFA-kedjan*, but not the
    workplace in *på GKN-fabriken*."""
    head, _, tail = text[start:end].partition("-")
    return (
        tail.islower()
        and head.isupper()
        and 1 < len(head) <= MOST_CAPITALS
        and not _AT_BEFORE.search(text, max(0, start - _BEFORE), start)
    )


def is_drug(word: str) -> bool:
    """Return whether a word in lower case is a drug, and hardly ever anything else."""
    return len(word) <= LONGEST_WORD and find_kind(word) in ("drug", "product", "germ")


def _is_of_note(text: str, start: int, end: int) -> bool:
    """Return whether a word that no table has is an abbreviation or a compound of a note: *OGTT*,
    *FiO*, *LS-rygg*. Words in capitals
    next to others may be a heading or a name in capitals."""
    word = text[start:end]
    head, hyphen, tail = word.partition("-")
    if hyphen:
        return tail.islower() and (len(head) <= LONGEST_HEAD or tail.startswith(_TAILS))
    if len(word) > MOST_CAPITALS or _AT_BEFORE.search(text, max(0, start - _BEFORE), start):
        return False
    if word.isupper():
        return not (_CAPITALS_BEFORE.search(text, max(0, start - _BEFORE), start)
                    or _CAPITALS_AFTER.match(text, end))  # fmt: skip
    return any(map(str.isupper, word[1:])) and not word.startswith(("Mc", "Mac", "De", "Di"))


def _is_before_term(text: str, start: int, end: int, is_name: bool) -> bool:
    """Return whether the words around an unknown one make it a term of a note: *Calots triangel*,
    *Dermol kräm*, *Deauville 2/5*, and headings (*Narkos:*)."""
    before = text[max(0, start - _BEFORE) : start]
    if _PERSON_BEFORE.search(before) or _ANY_NAME_BEFORE.search(before):
        return False
    if _NOUN_AFTER.match(text, end):
        return True
    if text[end - 1] != "s" and _THING_AFTER.match(text, end):
        return True
    return text[end : end + 1] == ":" and not is_name


def is_scale(before: str) -> bool:
    """Return whether the text before a number ends with a scale or a test: *HAD 11/9*, *klocktest 2/5*."""
    words = before.split()
    if not words or not before.endswith((" ", ": ")):
        return False
    word = words[-1].rstrip(":").lower()
    return len(word) <= LONGEST_WORD and (
        word.endswith(_SCALE_ENDINGS) or find_kind(word) in ("scale", "foreign_eponym")
    )


def _has_dose(text: str, end: int) -> bool:
    return _DOSE.match(text, end) is not None


def _is_drug(text: str, start: int, end: int, is_name: bool, is_note: bool) -> bool:
    if not is_name or _has_dose(text, end) or _follows_drug(text, start):
        return True
    before = text[max(0, start - _BEFORE) : start]
    if _PERSON_BEFORE.search(before) and not _MEDICINE_IS_CALLED.search(before):
        return False
    return not _NAME_BEFORE.search(before) or bool(_FORM_BEFORE.search(before))


def _follows_drug(text: str, start: int) -> bool:
    before = text[max(0, start - _BEFORE) : start].rstrip().rpartition(" ")[2]
    return bool(before) and is_drug(before.lower())


def _is_doubtful_drug(text: str, start: int, end: int, is_name: bool, is_note: bool) -> bool:
    if is_note and text[end : end + 1] == "-" and text[end + 1 : end + 2].islower():
        return True  # Exeter-stam
    before = text[max(0, start - _BEFORE) : start]
    return _has_dose(text, end) or bool(_FORM_BEFORE.search(before))


def _is_disease(text: str, start: int, end: int, is_name: bool, is_note: bool) -> bool:
    before = text[max(0, start - _BEFORE) : start]
    if _SIGN_BEFORE.search(before) or _SIGN_AFTER.match(text, end):
        return True
    return not (_PERSON_BEFORE.search(before) or _NAME_BEFORE.search(before))


def _is_eponym(text: str, start: int, end: int, is_name: bool, is_note: bool) -> bool:
    before = text[max(0, start - _BEFORE) : start]
    if _PERSON_BEFORE.search(before):
        return False
    if _SIGN_AFTER.match(text, end) or _SIGN_BEFORE.search(before):
        return True
    if text[end - 1] == "s" and _SIGN_AFTER.match(text, end - 1):
        return True
    if is_note and _GRADE_AFTER.match(text, end):
        return True
    name = _ANY_NAME_BEFORE.search(before)
    if not is_note or (name and not find_kind(name.group(1).lower())):
        return False
    return bool(_NUMBER_AFTER.match(text, end) or _BY_BEFORE.search(before))


def _is_abbreviation(text: str, start: int, end: int, is_name: bool, is_note: bool) -> bool:
    head, hyphen, _ = text[start:end].partition("-")
    if hyphen and not head.isupper():  # Al-Sayed
        return False
    is_long = end - start >= SHORTEST_ABBREVIATION
    if _has_inner_capital(text, start, end):  # PEth has small letters, too
        return is_note or (not is_name and is_long)
    return text[start].islower() and not is_name and is_long


def _is_foreign_eponym(text: str, start: int, end: int, is_name: bool, is_note: bool) -> bool:
    if _is_eponym(text, start, end, is_name, is_note):
        return True
    if not is_note or _is_heading(text, start, end):
        return False
    return not _names_a_person(text, text[start:end].removesuffix("s"))


def _names_a_person(text: str, word: str) -> bool:
    """Return whether a text gives a person this surname anywhere."""
    form = re.escape(word)
    if re.search(rf"(?<!\w){form}s?{_AFTER_PERSONS}", text):
        return True
    if any(
        not find_kind(after.group(1).lower())
        for after in re.finditer(rf"(?<!\w){form} ([A-ZÅÄÖ][a-zåäöé]+)", text)
    ):
        return True  # Rolando Perez
    if re.search(rf"(?<!\w)[A-ZÅÄÖ]{{3,}} {form.upper()}(?!\w)", text):
        return True  # ANNA NEER
    befores = re.finditer(rf"{_PERSON_OR_NAME}{form}s?(?!\w)", text)
    return any(not name.group(1) or not find_kind(name.group(1).lower()) for name in befores)


def _is_heading(text: str, start: int, end: int) -> bool:
    """Return whether a word stands alone at the beginning or the end of a line, as names do."""
    line_start = text[max(0, start - 3) : start].rstrip(" /")
    line_end = text[end : end + 2].lstrip(" .")
    return (not line_start or line_start.endswith("\n")) and (
        not line_end or line_end.startswith(("\n", ","))
    )


def _is_state(text: str, start: int, end: int, is_name: bool, is_note: bool) -> bool:
    return is_note and text[start].islower()


def _is_suffix(text: str, start: int, end: int, is_name: bool, is_note: bool) -> bool:
    return _follows_drug(text, start)


def _has_inner_capital(text: str, start: int, end: int) -> bool:
    return any(map(str.isupper, text[start + 1 : end]))


def _is_law(text: str, start: int, end: int, is_name: bool, is_note: bool) -> bool:
    return _has_inner_capital(text, start, end) or _CURRICULUM_YEAR.match(text, end) is not None


def _is_note_word(text: str, start: int, end: int, is_name: bool, is_note: bool) -> bool:
    return is_note or (not is_name and text[start:end].partition("-")[0].isupper())


def _is_verb(text: str, start: int, end: int, is_name: bool, is_note: bool) -> bool:
    return is_note and _DEFINITE_AFTER.match(text, end) is not None


def _is_product(text: str, start: int, end: int, is_name: bool, is_note: bool) -> bool:
    if is_name:
        return False
    return _follows_drug(text, start) or _is_disease(text, start, end, is_name, is_note)


def _is_brand(text: str, start: int, end: int, is_name: bool, is_note: bool) -> bool:
    before = text[max(0, start - _BEFORE) : start]
    return bool(_CAR_BEFORE.search(before)) or _CAR_AFTER.match(text, end) is not None


_JUDGES: Final = {
    "drug": _is_drug,
    "germ": _is_drug,
    "doubtful_drug": _is_doubtful_drug,
    "disease": _is_disease,
    "eponym": _is_eponym,
    "abbreviation": _is_abbreviation,
    "scale": _is_abbreviation,
    "note_word": _is_note_word,
    "verb": _is_verb,
    "law": _is_law,
    "foreign_eponym": _is_foreign_eponym,
    "state": _is_state,
    "suffix": _is_suffix,
    "product": _is_product,
    "brand": _is_brand,
}
"""By kind of word, what decides whether it is a term where it stands."""


@lru_cache(maxsize=WORDS_KEPT)
def find_kind(word: str) -> str:
    """Return the kind of a word in lower case, of its genitive, or of the part before a hyphen;
    empty if it is no word of the tables."""
    kinds = _read_kinds()
    kind = kinds.get(word, "")
    if not kind and word[-1:] == "s" and len(word) >= SHORTEST_WITH_S:
        kind = kinds.get(word[:-1].rstrip("'’:"), "")
    if not kind and "-" in word:
        kind = kinds.get(word.partition("-")[0], "")
        kind = "" if kind in _NOT_IN_COMPOUNDS else kind
    if not kind and len(word) >= SHORTEST_SUBSTANCE and word.endswith(_read_endings()):
        return "product"
    return kind


_NOT_IN_COMPOUNDS: Final = frozenset(
    ("eponym", "foreign_eponym", "brand", "doubtful_drug", "state", "suffix")
)
"""Kinds of words that may be names in compounds: *Werner-Larsson*."""


@lru_cache(maxsize=1)
def _read_endings() -> tuple[str, ...]:
    return tuple(word for (words,) in read_table(__file__, "endings.tsv") for word in words.split())


@lru_cache(maxsize=1)
def _read_kinds() -> dict[str, str]:
    """Read the kind of each word of the tables; of several, the first."""
    kinds: dict[str, str] = {}
    for name in _TABLES:
        for kind, words in read_table(__file__, name):
            for word in words.split():
                kinds.setdefault(word, kind)
    return kinds

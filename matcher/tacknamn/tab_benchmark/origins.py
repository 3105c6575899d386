"""Find to which people, nation, language or belief a person belongs (E1, DEM; E6).

Groups of the lists are found wherever they stand; groups that no list has by the words around them:
*of Almvik origin*, *converted to Almvikism*, *who is Almviki*. These words also say which kind of group
it is.
"""

import re
from collections.abc import Iterator

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.cues import TabCue, load_kinds, load_words
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_origins"]

ORIGIN, GROUP = 52, 64
"""Strengths. A nationality yields to an organisation that begins with it; a group after its cue
wins against a name of the lists."""
_X = r"[^\W\d_a-zß-öø-ÿ][\w’'-]*"
"""A word with a capital."""
_GROUP = rf"{_X}(?:[ \u00a0-]{_X})?"
_ORIGIN_OF = re.compile(
    r"\bof (?:(?:mixed|partly|partial|part|half|ethnic|mainly|both) )*"
    rf"(?P<groups>{_GROUP}(?:(?:,| and| or|/)[ \u00a0]{_GROUP})*)[ \u00a0](?:ethnic |national )?"
    r"(?:origins?|ethnicity|descent|ancestry|extraction|heritage|stock|parentage|roots|blood|"
    r"background|lineage)\b"
)
"""*of Almvik origin*, *of mixed Almvik and Pamvik descent*"""
_ETHNIC = re.compile(
    rf"\b[Ee]thnic(?:ally)?[ \u00a0](?P<before>{_X})"
    rf"|\b(?P<after>{_GROUP}) (?:by (?:ethnicity|ethnic origin|descent|birth)|ethnic origin|ethnicity)\b"
    rf"|\b(?P<self>identif(?:y|ies|ied|ying)(?: (?:himself|herself|themselves))? as (?:an? )?{_X})"
)
_MEMBER_OF = re.compile(
    rf"\b(?:the|an?|his|her|their) (?P<group>{_GROUP}) (?:ethnic |religious |national |linguistic )?"
    r"(?P<kind>communit(?:y|ies)|minorit(?:y|ies)|tribe|clan|people|caste|ethnic group|sect|faith|"
    r"religion|believers?|denomination|creed|converts?|belief|beliefs|confession|worshippers?)\b"
)
_BELIEF = re.compile(
    r"\b(?:convert(?:ed|s|ing)? (?:from \w+ )?to|conversions? to|adherents? (?:of|to)|followers? of|"
    r"believers? in|profess(?:es|ed|ing)|practi[sc](?:es|ed|ing)|devout|observant|pious|"
    r"(?:baptised|baptized|raised|brought up|born|ordained) (?:as )?an?|worshipped as an?|"
    rf"embraced|faith (?:is|was)|religion (?:is|was)) (?P<before>{_GROUP})"
    rf"|\b(?P<after>{_GROUP}) by (?:religion|faith|belief|confession|denomination)\b"
)
_WHO_IS = re.compile(
    r"\b(?:who|applicants?|he|she|they|wife|husband|mother|father|parents|family|brother|sister|"
    r"couple) (?:is|are|was|were|being)(?: both| also)?(?P<article> an?)? "
    r"(?P<adjective>(?:practi[sc]ing|devout|active|committed|non-practi[sc]ing|self-declared|"
    r"orthodox|strict|observant|believing|ethnic|converted|baptised|pious|lapsed) )?"
    rf"(?P<group>{_X}(?:[ \u00a0-]{_X})?)(?=[,.;)]|[ \u00a0](?:and|who|by|but|since|as|from|"
    r"belonging)\b)"
)
_APPOSED = re.compile(
    r"\b(?:applicants?|father|mother|husband|wife|brother|sister|son|daughter|partner), an? (?P<adjective>(?:practi[sc]ing|devout|active|committed|ethnic|"
    rf"converted|baptised) )?(?P<group>{_X}(?:[ \u00a0-]{_X})?)(?=,)"
)
"""*The applicant, an Almviki, refused.*"""
_LANGUAGE = re.compile(
    r"\b(?:(?:native|first|second|mother) (?:language|tongue)(?: (?:is|was|being|of))?|"
    r"(?:speaks?|spoke|speaking|understands?|understood)(?: only| little| no| some| fluent| both)?|"
    rf"fluent in|speakers? of|knowledge of|proficient in|command of) (?P<before>{_X})"
    rf"|\b(?!(?:Her|His|Their|The|My|Its|Our) )(?P<after>{_X}) (?:mother tongue|native speakers?|speakers?)\b"
)
_NATIONAL = re.compile(
    r"\b(?:a|an)[ \u00a0]([^\W\d_a-z][\w-]*(?:[ \u00a0][^\W\d_a-z][\w-]*)?)"
    r"[ \u00a0](?:national|citizen)\b"
)
_ADJECTIVE = re.compile(r".{2,}(?:i|ian|ean|ish|ese|ic|ist|ite|an|ari|er)s?$")
"""What a word for a group looks like that no article precedes."""
_SERVICE = re.compile(
    r"\b(?:serv|milit|pray|worship|relig|faith|god|church|mosque|temple|priest|belie|conscien|"
    r"baptis|sabbath|ritual|preach|pilgrim|bible|koran|quran|sermon|synagogue|blasphem|fasting|"
    r"oath|veil|headscarf|turban|diet|meat|pork)"
)
"""Words of a sentence that speaks of a belief, not of an origin."""
_COMPOUND_BEFORE = re.compile(
    r"(?<![\w’'‑-])((?!(?:non|anti|pro|inter|trans|pan|post|pre)[-‑])[^\W\d]+[-‑])$"
)
_COMPOUND_AFTER = re.compile(
    r"[-‑](?:born|speaking|educated|raised|based|descended|[^\W\d_a-z]\w+)"
)
OTHER_KINDS = ("org_words", "org_head", "demonym", "title", "legal_reference", "opening")
"""Kinds of words that name no group."""
SMALL_GROUPS = frozenset(("black", "asian", "african", "caucasian", "travellers", "hispanic"))
DESCRIPTIONS = frozenset(("mixed-race", "mixed race", "dark-skinned", "african-american"))
"""Groups that need no capital."""
RELIGIOUS = frozenset(
    (
        *("sect", "faith", "religion", "believer", "believers", "denomination", "creed", "convert"),
        *("converts", "belief", "beliefs", "confession", "worshipper", "worshippers"),
    )
)
LONGEST_SENTENCE = 120
"""Most characters of a sentence that are read for words of a belief."""
SURE = 0.9
"""Probability of a first name that stands for no group."""


def find_origins(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find nationalities, peoples, languages and convictions."""
    yield from _find_listed(annotated)
    for match in _NATIONAL.finditer(annotated.text):
        yield _make_origin(*match.span(1), "nationality", ORIGIN)
    for match in annotated.search_near("origin_cue", _ORIGIN_OF, 90, 0):
        for group in re.finditer(_GROUP, match["groups"]):
            start = match.start("groups")
            yield _make_origin(start + group.start(), start + group.end(), "ethnic", GROUP)
    for match in annotated.search_near("ethnic_cue", _ETHNIC, 50, 40):
        yield _make_last_word(annotated, match, "ethnic")
    for match in annotated.search_near("member_cue", _MEMBER_OF, 70, 0):
        yield from _find_member(annotated, match)
    for match in annotated.search_near("belief_cue", _BELIEF, 50, 50):
        yield from _find_believer(annotated, match)
    for match in annotated.search_near("language_cue", _LANGUAGE, 40, 40):
        yield from _find_speaker(annotated, match)
    for pattern in (_WHO_IS, _APPOSED):
        for match in annotated.match_at("described_cue", pattern, 60):
            yield from _find_described(annotated, match)


def _make_origin(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.DEM, rule, strength)


def _find_listed(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find the groups of the lists: a Polish journalist, of Kurdish origin."""
    for cue in annotated.cues["demonym"]:
        if annotated.text[cue.start].isupper():
            yield _make_origin(*_extend_compound(annotated, cue), "nationality", ORIGIN)
    for cue in annotated.cues["ethnic"]:
        small = cue.word in SMALL_GROUPS
        is_sure = annotated.text[cue.start].isupper() or cue.word in DESCRIPTIONS
        if is_sure or (small and _is_before_person(annotated, cue.end)):
            yield _make_origin(*_extend_compound(annotated, cue), "ethnic", ORIGIN + 1)
    for detection in annotated.detections:
        if (
            detection.label in ("ethnicity", "language")
            and annotated.text[detection.start].isupper()
        ):
            yield _make_origin(detection.start, detection.end, "nationality", ORIGIN)


def _extend_compound(annotated: AnnotatedText, cue: TabCue) -> tuple[int, int]:
    """Extend a group to its compound: *naturalized-French*, *Turkish-born*."""
    before = _COMPOUND_BEFORE.search(annotated.text_before(cue.start, 24))
    after = _COMPOUND_AFTER.match(annotated.text, cue.end)
    return (
        cue.start - (len(before.group(1)) if before else 0),
        after.end() if after else cue.end,
    )


def _is_before_person(annotated: AnnotatedText, end: int) -> bool:
    word = re.match(r"[ \u00a0]([a-z]+)", annotated.lowered[end : end + 20])
    return word is not None and word.group(1) in load_words("demonym_after")


def _make_last_word(annotated: AnnotatedText, match: re.Match[str], rule: str) -> Markable:
    """Make a markable of the group that a pattern found."""
    group = "before" if match["before"] else "after" if match["after"] else "self"
    start, end = match.span(group)
    if group == "self":
        start = end - len(match["self"].rsplit(" ", 1)[-1])
    return _make_origin(start, end, rule, GROUP)


def _find_member(annotated: AnnotatedText, match: re.Match[str]) -> Iterator[Markable]:
    """Find a group by the word after it: a people, unless it is known as a belief."""
    start, end = match.span("group")
    name = annotated.lowered[start:end]
    if _is_other(name):
        return
    is_belief = match["kind"] in RELIGIOUS or _is_of(name, "belief")
    if not is_belief and match["kind"] == "people" and not _is_of(name, "ethnic"):
        return
    yield _make_origin(start, end, "belief" if is_belief else "ethnic", GROUP)


def _is_other(name: str) -> bool:
    """Whether a word belongs to an organisation or a nation, and to no group."""
    return not load_kinds(*OTHER_KINDS).isdisjoint(name.split(" "))


def _is_of(name: str, kind: str) -> bool:
    """Whether a list has a group or one of its words, also in the plural."""
    words = load_kinds(kind, f"{kind}_group")
    return any(
        form in words or form.removesuffix("s") in words for form in (name, *name.split(" "))
    )


def _find_believer(annotated: AnnotatedText, match: re.Match[str]) -> Iterator[Markable]:
    start, end = match.span("before" if match["before"] else "after")
    name = annotated.lowered[start:end]
    if not _is_other(name):
        yield _make_origin(start, end, "politics" if _is_of(name, "politics") else "belief", GROUP)


def _find_speaker(annotated: AnnotatedText, match: re.Match[str]) -> Iterator[Markable]:
    start, end = match.span("before" if match["before"] else "after")
    name = annotated.lowered[start:end]
    if name in load_words("demonym"):
        yield _make_origin(start, end, "nationality", ORIGIN)
    elif not _is_other(name):
        yield _make_origin(start, end, "language", GROUP)


def _find_described(annotated: AnnotatedText, match: re.Match[str]) -> Iterator[Markable]:
    """Find a group that a sentence says a person belongs to: *who is Almviki*."""
    start, end = match.span("group")
    name = annotated.lowered[start:end]
    if _is_other(name) or annotated.text[start:end].isupper():
        return
    listed = next((kind for kind in ("belief", "ethnic", "politics") if _is_of(name, kind)), "")
    has_article = match.re is _APPOSED or match["article"] is not None
    if not listed and not has_article and not _ADJECTIVE.match(name):
        return
    if not listed and _is_name(annotated, start, end):
        return
    yield _make_origin(start, end, listed or _guess_kind(annotated, match), GROUP)


def _is_name(annotated: AnnotatedText, start: int, end: int) -> bool:
    """Whether the engine is sure of a first name or a title before a name."""
    return any(
        detection.label.startswith("firstname") and detection.probability > SURE
        for detection in annotated.detections_between(start, end)
    )


def _guess_kind(annotated: AnnotatedText, match: re.Match[str]) -> str:
    """Guess whether an unknown group is a belief or a people, by the words of the sentence."""
    if (match["adjective"] or "").strip() not in ("", "ethnic", "active", "committed"):
        return "belief"
    end = match.end("group")
    sentence = annotated.lowered[match.start() : end + LONGEST_SENTENCE].partition(". ")[0]
    if (match["adjective"] or "").strip() != "ethnic" and _SERVICE.search(sentence):
        return "belief"
    return "ethnic"

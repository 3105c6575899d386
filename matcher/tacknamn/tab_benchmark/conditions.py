"""Find health (E1, DEM; E6, HEALTH): diagnoses of the lists, others by endings and cues, injuries."""

import re
from collections.abc import Iterator
from functools import lru_cache

import ahocorasick

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.occupations import extend_to_words
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_conditions"]

CONDITION, PREGNANT = 57, 79
"""Strengths. The months of a pregnancy are no duration."""
SHORTEST = 6
"""Fewest letters of a word that is a disease by its ending."""
_CONDITION = re.compile(
    r"[ \u00a0]([\w’'‑-]+(?:[ \u00a0](?!(?:and|which|who|when|in|at|on|since|from|but|that|as|for|"
    r"after|by|och|som|i|sedan|efter)\b)[\w’'‑-]+){0,5})"
)
"""The words up to the next function word, which begins a new phrase."""
_ARTICLES = frozenset(("a", "an", "the", "his", "her", "their", "en", "ett"))
ENDINGS = (
    *("itis", "osis", "aemia", "opathy", "plegia", "paresis", "phrenia", "lepsy", "haemophilia"),
    *("hemophilia", "penia", "dystrophy", "sclerosis", "carcinoma", "lymphoma", "melanoma"),
    *("myeloma", "glaucoma", "trachoma", "haematoma", "hematoma", "sarcoma", "blastoma"),
    *("fibroma", "adenoma", "algia", "uria", "rrhagia", "rrhoea", "rrhea", "ectomy", "plasia"),
    *("claustrophobia", "agoraphobia", "photophobia", "hydrophobia", "oedema", "leukemia"),
    *("anemia", "ischemia", "septicemia", "hypoxia", "ataxia", "aphasia", "dysphasia", "apnoea"),
    *("apnea", "thyroidism", "somnia", "malacia", "iasis", "amnesia", "epilepsy", "dementia"),
)
"""Endings of words for diseases, which form new words freely."""
NO_CONDITIONS = frozenset(
    (
        *("diagnosis", "prognosis", "hypnosis", "metamorphosis", "osmosis", "apotheosis"),
        *("symbiosis", "nostalgia", "sympathy", "empathy", "apathy", "antipathy", "telepathy"),
        *("homeopathy", "homoeopathy", "osteopathy", "naturopathy", "oasis"),
        *("mitosis", "meiosis"),
    )
)
"""Words with such an ending that are no disease."""
_PART = (
    r"(?:jaw|nose|rib|ribs|arm|arms|leg|legs|wrist|wrists|ankle|ankles|finger|fingers|thumb|toe|toes|"
    r"skull|neck|back|spine|vertebra|vertebrae|hip|pelvis|knee|knees|kneecap|shoulder|"
    r"shoulder blade|collarbone|collar bone|clavicle|elbow|hand|hands|foot|feet|heel|tooth|teeth|"
    r"cheekbone|eardrum|eardrums|eye|eyes|eye socket|retina|spleen|liver|kidney|kidneys|lung|lungs|"
    r"bladder|appendix|ligament|ligaments|tendon|tendons|meniscus|disc|disk|femur|tibia|fibula|"
    r"humerus|radius|ulna|sternum|breastbone|tailbone|heart|head|face|stomach|abdomen|chest|thigh|"
    r"thighs|bone|bones|muscle|muscles|organ|organs|artery|nerve|nerves|brain)"
)
_INJURY = re.compile(
    r"\b(?:broken|fractured|dislocated|sprained|slipped|ruptured|torn|amputated|crushed|shattered|"
    r"perforated|punctured|collapsed|herniated|prolapsed|inflamed|paralysed|paralyzed|missing|"
    r"detached|damaged|swollen|enlarged|weak|cracked|burst|severed|withered|deformed)"
    rf"(?: (?:left|right|upper|lower|big|little|front|two|three))* {_PART}\b"
    r"|\b(?:fractures?|dislocation|amputation|rupture|contusions?|lacerations?|inflammation|"
    rf"paralysis|loss|cancer) (?:of|to) (?:the |his |her |both |one |an? )?(?:left |right )?{_PART}\b"
    r"|\b(?:gunshot|gun-shot|bullet|stab|knife|shrapnel|head|spinal|spine|brain|knee|back|eye|neck)"
    r" (?:wounds?|injury|injuries|trauma)\b"
    r"|\b(?:heart|kidney|liver|lung|lungs|thyroid|skin|eye|blood|bowel|spinal|spine|gastric|bone|"
    r"autoimmune|hereditary|genetic|mental|psychiatric|venereal|sexually transmitted|cardiac)"
    r" (?:condition|disorder|disorders|complaint|complaints|ailment|defect|problems?|transplant|"
    r"diseases?|failure)\b"
    r"|\b[a-z]+[’']s (?:disease|syndrome|palsy|lymphoma|sarcoma|chorea|ataxia)\b"
)
"""An injury or an illness of a part of the body, or a disease with the name of its discoverer."""
_PREGNANT = re.compile(
    r"\b(?:(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|several|[a-z]+teen|twelve|"
    r"eleven|twenty|thirty)[ -](?:months?|weeks?)[’']?[ -])?(?:heavily |visibly )?pregnant\b"
)


@lru_cache(maxsize=1)
def _build_endings() -> ahocorasick.Automaton:
    automaton = ahocorasick.Automaton()
    for ending in ENDINGS:
        automaton.add_word(ending, len(ending))
    automaton.make_automaton()
    return automaton


def find_conditions(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find illnesses, injuries and pregnancies."""
    for cue in annotated.cues["condition"]:
        yield _make_condition(
            extend_to_words(annotated, cue.start, "condition_before"), cue.end, CONDITION
        )
    yield from _find_cued(annotated)
    for start, end in _find_by_ending(annotated.lowered):
        yield _make_condition(extend_to_words(annotated, start, "condition_before"), end, CONDITION)
    for match in annotated.search_near("injury_cue", _INJURY, 40, 50, lowered=True):
        yield _make_condition(*match.span(), CONDITION)
    for match in annotated.search_near("pregnant", _PREGNANT, 30, 0, lowered=True):
        yield _make_condition(*match.span(), PREGNANT)


def _make_condition(start: int, end: int, strength: int) -> Markable:
    return Markable(start, end, EntityType.DEM, "condition", strength)


def _find_cued(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find what follows words such as *diagnosed with*."""
    for cue in annotated.cues["condition_cue"]:
        match = _CONDITION.match(annotated.lowered, cue.end, cue.end + 80)
        if match is None:
            continue
        start, end = match.span(1)
        first = annotated.lowered[start:end].split(" ", 1)
        if first[0] in _ARTICLES:
            start += len(first[0]) + 1
        end = start + len(annotated.lowered[start:end].rstrip(" \u00a0"))
        if start < end:
            yield _make_condition(start, end, CONDITION)


def _find_by_ending(lowered: str) -> Iterator[tuple[int, int]]:
    """Find words that end like a disease."""
    for last, length in _build_endings().iter(lowered):
        end = last + 1
        if lowered[end : end + 1].isalnum():
            continue
        start = end - length
        while start and (lowered[start - 1].isalpha() or lowered[start - 1] == "-"):
            start -= 1
        if end - start >= SHORTEST and lowered[start:end] not in NO_CONDITIONS:
            yield start, end

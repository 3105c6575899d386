"""Whole texts as learners write them: reviews, news, facts, and private lives among them.

``cases/harmless_texts`` contains them, with ``{Leyla|firstname_female}`` for a name that may
identify the writer and ``{Johan|firstname_male|left}`` for a harmless one. The first kind must never
be called harmless; few of the second kind may be missed.
"""

import re
from pathlib import Path

import pytest

from tacknamn.detection.harmless.always import HarmlessSettings
from tacknamn.detection.harmless.finder import find_harmless
from tacknamn.records import Detection
from tests.test_harmless import read_case

TEXTS = sorted((Path(__file__).parent / "cases" / "harmless_texts").glob("*.txt"))
CONTEXT = HarmlessSettings(frozenset(["SE"]), frozenset(["europa"]), context=True)
KNOWN_LOSSES = {
    "30-class-news": ["2020"],
}
"""Names that only "Det var vårt hus som brann" after an article ties to the writer: the only known
losses."""
NEEDS_LISTS = {
    "23-facts-then-home": ["Turkiet", "Turkiet"],
    "38-religion-customs": ["Egypten"],
}
"""Names that are kept if the lists say that Izmit lies in Turkiet; here there are no lists."""
MOST_MISSED = 0.05
"""The greatest share of harmless names that are missed, of all texts together."""


def judge(path: Path) -> tuple[str, list[Detection], list[bool], list[bool]]:
    """Return a text, its detections, which are harmless, and which were found to be."""
    text, detections, gold = read_case(path.read_text(encoding="utf-8"))
    return text, detections, gold, find_harmless(text, detections, CONTEXT)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_no_name_that_may_identify_the_writer_is_harmless(path: Path) -> None:
    text, detections, gold, harmless = judge(path)
    lost = [
        text[detection.start : detection.end]
        for detection, expected, actual in zip(detections, gold, harmless, strict=True)
        if actual and not expected
    ]
    allowed = KNOWN_LOSSES | NEEDS_LISTS
    assert lost == allowed.get(path.stem, [])


def test_few_harmless_names_are_missed() -> None:
    missed = total = 0
    for path in TEXTS:
        _, _, gold, harmless = judge(path)
        total += sum(gold)
        pairs = zip(gold, harmless, strict=True)
        missed += sum(expected and not actual for expected, actual in pairs)
    assert total > 600
    assert missed <= MOST_MISSED * total


def test_the_country_of_a_kept_town_is_kept() -> None:
    path = next(path for path in TEXTS if path.stem == "23-facts-then-home")
    text, detections, _ = read_case(path.read_text(encoding="utf-8"))
    detections = [
        each._replace(country="TR") if text[each.start : each.end] in ("Turkiet", "Izmit") else each
        for each in detections
    ]
    harmless = find_harmless(text, detections, CONTEXT)
    assert not any(is_so for each, is_so in zip(detections, harmless, strict=True) if each.country)


def test_a_text_is_about_others_only_as_far_as_its_review_goes() -> None:
    review = "Filmen handlar om {Bo|firstname_male} i {Paris|city}. Regissören är bra.\n\n"
    own = "Jag heter {Ali|firstname_male} och bor i {Lund|city}. {Eva|firstname_female} är snäll."
    text, detections, _ = read_case(review + own)
    assert find_harmless(text, detections, CONTEXT) == [True, True, False, False, False]


@pytest.mark.parametrize(
    "tied",
    [
        "min bror {Bo|firstname_male}",
        "min bästa vän som heter {Bo|firstname_male}",
        "{Bo|firstname_male}, min äldsta bror,",
        "jag och {Bo|firstname_male}",
        "{Bo|firstname_male} och jag",
        "mina bröder {Ali|firstname_male} och {Bo|firstname_male}",
    ],
)
def test_a_person_tied_to_the_writer_is_kept_even_in_a_review(tied: str) -> None:
    text, detections, _ = read_case(
        f"Huvudpersonen {{Bo|firstname_male}} är snäll. Filmen såg {tied}."
    )
    assert not any(find_harmless(text, detections, CONTEXT))


@pytest.mark.parametrize(
    "tied",
    [
        "Huvudpersonen {Bo|firstname_male} är snäll",
        "Filmen handlar om en pojke som heter {Bo|firstname_male}",
        "{Bo|firstname_male} spelas av {Elof|firstname_male} {Alm|surname}",
        "I rollen som {Bo|firstname_male} ser vi {Elof|firstname_male}",
    ],
)
def test_a_character_is_harmless_where_the_writer_speaks_too(tied: str) -> None:
    text, detections, _ = read_case(f"{tied}. Jag grät när {{Bo|firstname_male}} dog i filmen.")
    assert all(find_harmless(text, detections, CONTEXT))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_the_texts_are_as_long_as_essays(path: Path) -> None:
    text = re.sub(r"[{}]|\|[a-z_|]+", "", path.read_text(encoding="utf-8"))
    assert 30 <= len(text.split()) <= 250

"""Whole texts as learners write them: reviews, news, facts, and the writer's life among them.

``cases/revealing_texts`` holds them, ``{Leyla|firstname_female}`` for what points at the writer
and ``{Johan|firstname_male|left}`` for what does not. What points must stay found; what does not
may be found too often, as long as that is seldom.
"""

import re
from pathlib import Path

import pytest

from tacknamn.detection.harmless.always import HarmlessSettings
from tacknamn.detection.harmless.finder import find_harmless
from tacknamn.records import Detection
from tests.test_revealing import parted

TEXTS = sorted((Path(__file__).parent / "cases" / "revealing_texts").glob("*.txt"))
CONTEXT = HarmlessSettings(frozenset(["SE"]), frozenset(["europa"]), context=True)
LEFT_ALL_THE_SAME = {
    "30-class-news": ["Filipstad", "4", "februari", "Filipstad", "2020"],
}
"""What points at the writer only by "Det var vårt hus som brann", after an article about it:
the only kind that is known to be lost."""
NEEDS_LISTS = {
    "23-facts-then-home": ["Turkiet", "Turkiet"],
    "38-religion-customs": ["Egypten"],
}
"""What is kept where the lists tell that Izmit lies in Turkiet; here the pieces have no list."""
TOLD_AT_MOST = 0.10
"""Share of what points at nobody that is found nevertheless, of all texts together."""


def judged(path: Path) -> tuple[str, list[Detection], list[bool], list[bool]]:
    """A text, its pieces, which are to be left, and which were."""
    text, found, gold = parted(path.read_text(encoding="utf-8"))
    return text, found, gold, find_harmless(text, found, CONTEXT)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_nothing_that_points_at_the_writer_is_left(path: Path) -> None:
    text, found, gold, left = judged(path)
    lost = [
        text[one.start : one.end]
        for one, leave, was in zip(found, gold, left, strict=True)
        if was and not leave
    ]
    allowed = LEFT_ALL_THE_SAME | NEEDS_LISTS
    assert lost == allowed.get(path.stem, [])


def test_little_that_points_at_nobody_is_found() -> None:
    told = gold_left = 0
    for path in TEXTS:
        _, _, gold, left = judged(path)
        gold_left += sum(gold)
        told += sum(leave and not was for leave, was in zip(gold, left, strict=True))
    assert gold_left > 200
    assert told <= TOLD_AT_MOST * gold_left


def test_the_country_of_a_town_that_is_kept_is_kept() -> None:
    path = next(path for path in TEXTS if path.stem == "23-facts-then-home")
    text, found, _ = parted(path.read_text(encoding="utf-8"))
    found = [
        one._replace(country="TR") if text[one.start : one.end] in ("Turkiet", "Izmit") else one
        for one in found
    ]
    left = find_harmless(text, found, CONTEXT)
    assert not any(was for one, was in zip(found, left, strict=True) if one.country)


def test_a_text_is_about_others_only_as_far_as_its_review_goes() -> None:
    review = "Filmen handlar om {Bo|firstname_male} i {Paris|city}. Regissören är bra.\n\n"
    own = "Jag heter {Ali|firstname_male} och bor i {Lund|city}. {Eva|firstname_female} är snäll."
    text, found, _ = parted(review + own)
    assert find_harmless(text, found, CONTEXT) == [True, True, False, False, False]


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
def test_whoever_is_tied_to_the_writer_is_kept_even_in_a_review(tied: str) -> None:
    text, found, _ = parted(f"Huvudpersonen {{Bo|firstname_male}} är snäll. Filmen såg {tied}.")
    assert not any(find_harmless(text, found, CONTEXT))


@pytest.mark.parametrize(
    "tied",
    [
        "Huvudpersonen {Bo|firstname_male} är snäll",
        "Filmen handlar om en pojke som heter {Bo|firstname_male}",
        "{Bo|firstname_male} spelas av {Elof|firstname_male} {Alm|surname}",
        "I rollen som {Bo|firstname_male} ser vi {Elof|firstname_male}",
    ],
)
def test_a_character_is_left_where_the_writer_speaks_too(tied: str) -> None:
    text, found, _ = parted(f"{tied}. Jag grät när {{Bo|firstname_male}} dog i filmen.")
    assert all(find_harmless(text, found, CONTEXT))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_the_texts_are_as_long_as_essays(path: Path) -> None:
    text = re.sub(r"[{}]|\|[a-z_|]+", "", path.read_text(encoding="utf-8"))
    assert 70 <= len(text.split()) <= 250

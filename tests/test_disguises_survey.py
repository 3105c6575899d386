"""The survey of a text: the compiled one says the same as one search for each kind."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tacknamn.detection.disguises.survey import (
    ALIKE,
    BROKEN,
    ENCODED,
    GLUED,
    INVISIBLE,
    SPACED,
    STYLED,
    UNCASED,
    survey_slowly,
)
from tacknamn.support import compiled

COMPILED = pytest.mark.skipif(compiled.disguises is None, reason="nothing was compiled")
SIGNS = (
    "abćŽǅÅåßÿ÷×019%AFg-.,@ \t\r\n\u00a0\u00ad\u034f\u061c\u200e\u2010\u2013\ufe0f\uff21\u2122\u24b6\ufb01"
    "❤ᴀᴬɪʰʻⅯꭰꓮꜱ🅰🅋⒜محกხ王ᄀ가אаΑ\u0660\u0301\U0001d400\U000e0041\U00020000\ud800"
)


@COMPILED
@example("\u115f")  # a letter without width, which the fuzzer found
@given(st.text(st.sampled_from(SIGNS), max_size=24) | st.text(max_size=12))
@example("1.1.1.1.1.1")
@example("12 1 1 1 1 1 1 1")
@example("anna@ \r\n\tmail.se")
def test_the_compiled_survey_is_that_of_the_expressions(text: str) -> None:
    assert compiled.disguises.survey(text) == survey_slowly(text)


@pytest.mark.parametrize("survey", [pytest.param("native", marks=COMPILED), "portable"])
@pytest.mark.parametrize(
    ("text", "bits"),
    [
        ("", 0),
        (
            "Jag heter Anna Åkesson-Ek, bor i \u201dLund\u201d – tel. 070-174 06 05. \n\nHej\n- en",
            0,
        ),
        ("An\u200ena", INVISIBLE),
        ("I \u2764\ufe0f U", 0),
        ("\uff21nna", STYLED),
        ("محمد", UNCASED),
        ("\u0661\u0662", 0),
        ("გიორგი", UNCASED),
        ("Иван", ALIKE),
        ("\u1d00nna", ALIKE),
        ("\u1d2c\u207f\u207f\u1d43", STYLED),
        ("\U0001f170", STYLED),
        ("A\u0301sa", 0),
        ("annaEk", GLUED),
        ("McDonald iPhone BoEk", 0),
        ("Zetter-\nqvist", BROKEN),
        ("en - \n sak", 0),
        ("anna@\nmail.se", BROKEN),
        ("mail.\r\nse", BROKEN),
        ("Slut.\nBörjan", 0),
        ("Anna%20Ek", ENCODED),
        ("50% av", 0),
        ("0 7 0 1 7 4", SPACED),
        ("07 01 74 06 05, 1 2 3", 0),
    ],
)
def test_each_kind_has_its_bit(survey: str, text: str, bits: int) -> None:
    looked = compiled.disguises.survey if survey == "native" else survey_slowly
    assert looked(text) == bits


def test_only_text_is_surveyed() -> None:
    if compiled.disguises is not None:
        with pytest.raises(TypeError, match="must be str"):
            compiled.disguises.survey(b"Anna")  # type: ignore[arg-type]

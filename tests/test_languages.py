"""The language of a text: what it seems to be, what it is read in, and when users are warned."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.errors import InputError
from tacknamn.text import languages
from tacknamn.text.languages import choose_language, describe_mismatch, recognize_language
from tests.policies_lists import make_bundle

SWEDISH = (
    "Jag heter Anna och bor i Lund. Det är en liten stad men jag trivs för att det finns mycket att "
    "göra och så har jag inte långt till skolan."
)
LEARNER = "jag hetter anna ock jag bo i lund . det er en liten stad men jag tycke om den för att det är bra"
ENGLISH = (
    "My name is Anna and I live in Lund. It is a small town but I like it because there is a lot to "
    "do and it is not far to my school."
)
OTHERS = {
    "German": "Ich wohne mit meiner Schwester in der Stadt, und das ist nicht so gut für mich, weil "
    "es zu laut ist.",
    "Danish": "Jeg bor i København og er meget glad for det, men jeg kan ikke tale så godt dansk, og "
    "hvad skal jeg gøre nu? Der er også noget jeg ikke har lært efter kurset.",
    "Somali": "Waxaan ku noolahay magaalada oo waa meel fiican, laakiin waxaa jira dad badan oo aan "
    "la hadlin, iyo in ay soo noqdaan.",
    "Arabic": "أنا من مدينة صغيرة في هذا البلد و كل يوم كان لا يوجد عمل بعد ذلك هو ما كان على هذه",
}


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("languages") / "bundle"))


@pytest.mark.parametrize(("text", "language"), [(SWEDISH, "sv"), (LEARNER, "sv"), (ENGLISH, "en")])
def test_a_paragraph_is_enough(text: str, language: str) -> None:
    assert recognize_language(text) == language
    assert recognize_language(text.upper()) == language


@pytest.mark.parametrize("text", ["", "Anna", "Anna, Lund", "070-123 45 67", "i", "🙂 " * 50])
def test_too_little_text_says_nothing(text: str) -> None:
    assert recognize_language(text) == ""
    assert recognize_language(text, "sv") == "sv"
    assert describe_mismatch(text, "en") == ""
    assert choose_language(text, "en") == "en"


def test_an_english_sentence_in_a_swedish_text_is_no_other_language() -> None:
    assert describe_mismatch(f"{SWEDISH} {SWEDISH} Min vän sa: {ENGLISH[:40]}", "sv") == ""


@pytest.mark.parametrize("name", OTHERS)
def test_other_languages_are_named_in_a_warning(name: str) -> None:
    warning = describe_mismatch(OTHERS[name], "sv")
    assert warning.startswith(f"a text seems to be {name}, which Täcknamn does not read")


def test_the_warning_names_the_option() -> None:
    assert "--lang en" in describe_mismatch(ENGLISH, "sv")
    assert "--lang sv" in describe_mismatch(SWEDISH, "en")
    assert describe_mismatch(SWEDISH, "sv") == describe_mismatch(ENGLISH, "en") == ""


def test_documents_carry_the_warning(lexicon: Lexicon) -> None:
    assert "English" in Pseudonymizer(lexicon, seed=7)(ENGLISH).warnings[-1]
    assert Pseudonymizer(lexicon, seed=7)(SWEDISH).warnings == ()


def test_auto_reads_each_text_in_its_own_language(lexicon: Lexicon) -> None:
    both = Pseudonymizer(lexicon, seed=7, language="auto")
    for text, language in ((SWEDISH, "sv"), (ENGLISH, "en"), (SWEDISH, "sv"), ("Anna", "sv")):
        document = both(text)
        assert (document.language, document.warnings) == (language, ())
        assert document.text == Pseudonymizer(lexicon, seed=7, language=language)(text).text
        assert both.detect(text) == Pseudonymizer(lexicon, language=language).detect(text)


def test_a_profile_can_ask_for_auto(lexicon: Lexicon, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        'format = 1\ndescription = "ours"\nothers = "mark"\nfinders = ["lists"]\nlanguage = "auto"\n',
        encoding="utf-8",
    )
    assert Pseudonymizer(lexicon, profile=path)(ENGLISH).language == "en"


@pytest.mark.parametrize("language", ["de", "SV", "swedish", "e" * 10_000])
def test_an_unknown_language_is_an_error_with_a_suggestion(lexicon: Lexicon, language: str) -> None:
    with pytest.raises(InputError, match=r"there is no language .*[Tt]here are") as caught:
        Pseudonymizer(lexicon, language=language)
    assert len(str(caught.value)) < 200


@given(
    st.lists(
        st.sampled_from([*SWEDISH.split(), *ENGLISH.split(), *OTHERS["Danish"].split(), "Łódź"])
    )
)
def test_the_count_of_foreign_words_only_shortens_the_decision(words: list[str]) -> None:
    text = " ".join(words)
    for asked in ("sv", "en"):
        expected = (
            not languages._is_plainly(text, asked) and recognize_language(text, asked) != asked
        )
        assert bool(describe_mismatch(text, asked)) == expected

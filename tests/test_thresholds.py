"""Thresholds by label: a higher one leaves more in the text, a lower one finds more."""

from pathlib import Path

import pytest

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.detection.thresholds import THRESHOLD_LABELS
from tacknamn.errors import InputError
from tacknamn.profiles.reader import read_profile
from tests.policies_lists import make_bundle
from tests.running_command import detect, under

TEXTS = (
    "Jag heter Anna och bor i Lund. Min bror Erik bor på Storgatan 12 i Malmö.",
    "I dag såg vi Berg på torget. Lund är fint. Där bor Anna Berg.",
    "jag träffade anna i lund och berg kom också",
)


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("thresholds") / "bundle"))


def find(lexicon: Lexicon, text: str, **thresholds: float) -> list[tuple[int, str, float]]:
    detections = Pseudonymizer(lexicon, thresholds=thresholds).detect(text)
    return [(each.start, each.label, each.probability) for each in detections]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("label", ["firstname_female", "surname", "city"])
def test_a_higher_threshold_leaves_what_is_less_probable(
    lexicon: Lexicon, text: str, label: str
) -> None:
    every = find(lexicon, text)
    for least in (0.3, 0.9, 1.0):
        kept = find(lexicon, text, **{label: least})
        assert kept == [each for each in every if each[1] != label or each[2] >= least]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("label", ["firstname_female", "surname", "city"])
def test_a_lower_threshold_finds_all_that_was_found_and_more(
    lexicon: Lexicon, text: str, label: str
) -> None:
    before = {start for start, _, _ in find(lexicon, text)}
    assert before <= {start for start, _, _ in find(lexicon, text, **{label: 0.0})}


def test_a_low_threshold_finds_names_that_are_rather_words(lexicon: Lexicon) -> None:
    text = "det var ett berg"
    assert find(lexicon, text) == []
    ((start, label, probability),) = find(lexicon, text, surname=0.0)
    assert (start, label) == (12, "surname")
    assert probability < 0.27
    assert find(lexicon, text, surname=probability + 0.01) == []


@pytest.mark.parametrize(
    ("label", "least", "message"),
    [
        ("surnam", 0.5, "did you mean surname"),
        ("age_digits", 0.5, "no label with a probability"),
        ("", 0.5, "no label with a probability"),
        ("x" * 10_000, 0.5, "no label with a probability"),
        ("surname", 1.01, "must be from 0 to 1"),
        ("surname", -0.1, "must be from 0 to 1"),
        ("surname", float("nan"), "must be from 0 to 1"),
        ("surname", float("inf"), "must be from 0 to 1"),
    ],
)
def test_wrong_thresholds_are_errors(
    lexicon: Lexicon, label: str, least: float, message: str
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        Pseudonymizer(lexicon, thresholds={label: least})
    assert len(str(caught.value)) < 400


def own_profile(folder: Path, thresholds: str) -> Path:
    path = folder / "own.toml"
    path.write_text(
        'format = 1\ndescription = "ours"\nothers = "mark"\nfinders = ["lists"]\n[thresholds]\n'
        + thresholds,
        encoding="utf-8",
    )
    return path


def test_profiles_have_thresholds_and_calls_change_them(lexicon: Lexicon, tmp_path: Path) -> None:
    path = own_profile(tmp_path, "surname = 0.9\ncity = 1\n")
    assert read_profile(path).thresholds == {"surname": 0.9, "city": 1.0}
    changed = Pseudonymizer(lexicon, profile=path, thresholds={"city": 0.5}).profile
    assert changed.thresholds == {"surname": 0.9, "city": 0.5}


@pytest.mark.parametrize(
    ("thresholds", "message"),
    [
        ("surnam = 0.9", "thresholds.surnam: 'surnam' is no label"),
        ("surname = 9", "thresholds.surname: the threshold of surname must be from 0 to 1"),
        ('surname = "0.9"', "thresholds.surname: must be a number"),
        ("surname = true", "thresholds.surname: must be a number"),
        ("surname = nan", "thresholds.surname: the threshold of surname must be"),
    ],
)
def test_wrong_thresholds_of_a_profile_name_file_and_key(
    tmp_path: Path, thresholds: str, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        read_profile(own_profile(tmp_path, thresholds))
    assert message in str(caught.value)


def test_every_label_with_a_threshold_exists() -> None:
    from tacknamn.labels import LABELS

    assert set(THRESHOLD_LABELS) <= set(LABELS)


def test_the_option_is_read_and_checked(tmp_path: Path, data: Path) -> None:
    text = b"Jag heter Karin och bor i Lund."
    here = under(tmp_path, data)
    every = detect("--threshold", "firstname_female=0.5", given=text, **here)
    assert b"firstname_female" in every.stdout
    for value, message in {
        "surname": "write LABEL=NUMBER",
        "surname=much": "write LABEL=NUMBER",
        "surnam=0.5": "did you mean surname",
        "surname=2": "must be from 0 to 1",
    }.items():
        done = detect("--threshold", value, given=text, **here)
        assert (done.returncode, done.stdout) == (2, b"")
        assert message in done.stderr.decode() and "heter" not in done.stderr.decode()

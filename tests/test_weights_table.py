"""The table of weights: every bundle has one, and a damaged one is refused."""

from collections.abc import Callable
from math import exp
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn import Lexicon
from tacknamn.detection.detector import Detector
from tacknamn.detection.ranking.rows import KINDS
from tacknamn.detection.ranking.weights_table import COLUMNS, MOST, format_weights, read_weights
from tacknamn.errors import BundleError
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.text.languages import LANGUAGES
from tacknamn_builders.bundle.weights_table import WEIGHTS_FOLDER, join_weights_tables
from tests.detection_lists import make_bundle
from tests.golden_build import build

HEAD = "\t".join(COLUMNS)
GOOD = "sv\tprevious bor\t0.5\t1.5\t-2.000"


@pytest.fixture(scope="module")
def golden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("golden") / "golden")


def table_of(folder: Path, *lines: str) -> Path:
    path = folder / "weights.tsv"
    path.write_text("\n".join([HEAD, *lines]) + "\n", "utf-8")
    return path


def test_a_bundle_has_the_weights_of_every_language(golden: Path) -> None:
    assert {path.stem for path in WEIGHTS_FOLDER.glob("*.tsv")} == set(LANGUAGES)
    assert (golden / "weights.tsv").read_text("utf-8") == join_weights_tables()
    for language in LANGUAGES:
        weights, links = read_weights(golden / "weights.tsv", language)
        assert len(weights) > 1000 and links["beside"]["first"]["surname"] > 10


def test_the_tables_of_two_languages_differ(golden: Path) -> None:
    first, second = (read_weights(golden / "weights.tsv", language) for language in LANGUAGES)
    assert first != second


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_names_its_gold_texts_and_is_sorted(language: str) -> None:
    lines = (WEIGHTS_FOLDER / f"{language}.tsv").read_text("utf-8").splitlines()
    comments = [line for line in lines if line.startswith("#")]
    assert comments[0].startswith(f"# tacknamn-build fit {language} ")
    files = [word.partition("=")[0] for word in comments[0].split()[4:]]
    assert [line.split()[1] for line in comments[2:]] == files
    assert all(len(line.split()[3]) == 64 for line in comments[2:])
    head, *rows = lines[len(comments) :]
    assert head == HEAD
    features = [row.split("\t")[1] for row in rows]
    plain = [feature for feature in features if not feature.startswith("link ")]
    assert features[: len(plain)] == plain == sorted(set(plain))
    links = features[len(plain) :]
    assert links == sorted(set(links))


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_of_a_table_have_known_kinds(golden: Path, language: str) -> None:
    _, links = read_weights(golden / "weights.tsv", language)
    assert links.keys() <= {"beside", "comma", "and"}
    for of_link in links.values():
        for first, seconds in of_link.items():
            assert {first, *seconds} <= set(KINDS.values())


def test_a_language_without_weights_has_none(tmp_path: Path) -> None:
    assert read_weights(table_of(tmp_path, GOOD), "en") == ({}, {})


def test_links_are_factors_and_others_logarithms(tmp_path: Path) -> None:
    path = table_of(tmp_path, GOOD, "sv\tlink and place none\t-1.5")
    assert read_weights(path, "sv") == (
        {"previous bor": (0.5, 1.5, -2.0)},
        {"and": {"place": {"none": exp(-1.5)}}},
    )


numbers = st.floats(-MOST, MOST)
names = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=9)


@given(
    weights=st.dictionaries(names, st.tuples(numbers, numbers, numbers)),
    links=st.dictionaries(
        st.tuples(*[st.sampled_from(sorted(set(KINDS.values())))] * 3), numbers, max_size=5
    ),
)
def test_a_written_table_is_read_back(
    tmp_path_factory: pytest.TempPathFactory,
    weights: dict[str, tuple[float, float, float]],
    links: dict[tuple[str, str, str], float],
) -> None:
    path = table_of(tmp_path_factory.mktemp("t"), *format_weights("sv", weights, links))
    read, read_links = read_weights(path, "sv")
    for name, vector in weights.items():
        assert read.get(name, (0.0, 0.0, 0.0)) == pytest.approx(vector, abs=0.00051)
    for (link, first, second), value in links.items():
        factor = read_links.get(link, {}).get(first, {}).get(second, 1.0)
        assert factor == pytest.approx(exp(value), rel=0.00051)


def test_zero_has_no_sign() -> None:
    written = format_weights(
        "sv", {"next bor": (-0.0004, 0.5, -0.0)}, {("beside", "first", "place"): -0.0}
    )
    assert list(written) == ["sv\tnext bor\t0.000\t0.500\t0.000"]


BAD_LINES = {
    "a column is missing": "sv\tprevious bor\t0.5\t1.5",
    "a column too many": "sv\tprevious bor\t0.5\t1.5\t1\t1",
    "no feature": "sv",
    "an empty line": "",
    "no number": "sv\tprevious bor\t0.5\t1.5\tmuch",
    "not a number": "sv\tprevious bor\t0.5\tnan\t1",
    "infinite": "sv\tprevious bor\t0.5\tinf\t1",
    "larger than a number can be": "sv\tprevious bor\t1e999\t0\t1",
    "too large": "sv\tprevious bor\t40.001\t0\t1",
    "too small": "sv\tprevious bor\t-41\t0\t1",
    "of endless digits": f"sv\tprevious bor\t{'9' * 100_000}\t0\t1",
    "a link without a kind": "sv\tlink beside first\t1",
    "a link of three": "sv\tlink beside first first first\t1",
    "a link without a number": "sv\tlink beside first surname",
    "a link with two": "sv\tlink beside first surname\t1\t1",
    "a link that is too heavy": "sv\tlink beside first surname\t1000",
}


@pytest.mark.parametrize("line", BAD_LINES.values(), ids=BAD_LINES)
def test_a_damaged_line_is_one_error_that_says_what_to_do(line: str, tmp_path: Path) -> None:
    with pytest.raises(BundleError, match=r"weights\.tsv is no table of weights.*rebuild it"):
        read_weights(table_of(tmp_path, GOOD, line, GOOD), "sv")


def folder_instead(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGES: dict[str, Callable[[Path], object]] = {
    "missing": Path.unlink,
    "binary": lambda path: path.write_bytes(bytes(range(256)) * 40),
    "UTF-16": lambda path: path.write_text(path.read_text("utf-8"), "utf-16"),
    "a column more": lambda path: path.write_text(
        path.read_text("utf-8").replace("\nsv\tletters ", "\nsv\tletters\t", 1), "utf-8"
    ),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:-9]),
    "a folder": folder_instead,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_bundle_with_a_damaged_table_is_refused(
    damage: Callable[[Path], object], tmp_path: Path
) -> None:
    bundle = make_bundle(tmp_path / "bundle")
    damage(bundle / "weights.tsv")
    with pytest.raises(BundleError, match="rebuild it"):
        Pseudonymizer(Lexicon.open(bundle))


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_table_that_is_damaged_after_its_check_is_refused_or_read(
    damage: Callable[[Path], object], tmp_path: Path
) -> None:
    lexicon = Lexicon.open(make_bundle(tmp_path / "bundle"))
    damage(tmp_path / "bundle" / "weights.tsv")
    try:
        Detector(lexicon).detect("Jag heter Anna.")
    except BundleError as exc:
        assert "is no table of weights" in str(exc)
    else:
        assert damage is DAMAGES["cut short"]  # within the last line's number

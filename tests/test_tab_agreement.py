"""Two annotators of court rulings are compared: agreement, and every difference once (E7)."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.evaluation.tab_agreement import compare_annotators
from tacknamn.evaluation.tab_pairs import AnnotatedPair, pair_mentions
from tacknamn.tab_benchmark.records import Confidentiality, EntityType, IdentifierType
from tacknamn.tab_benchmark.standoff import Annotation, StandoffDocument, write_standoff
from tests.reports import PageReader, call_here, is_error

TEXT = "Ms Liv Almvik, a Yazidi stonemason, came to Hexham. Ms Almvik left Hexham in 1998."
PRIVATE = "Almvik"
Run = Callable[..., subprocess.CompletedProcess[str]]


def _mark(
    word: str,
    identifier: str,
    kind: str,
    entity: str,
    status: str = "NOT_CONFIDENTIAL",
    last: bool = False,
) -> Annotation:
    start = TEXT.rindex(word) if last else TEXT.index(word)
    return Annotation(
        start,
        start + len(word),
        EntityType(kind),
        IdentifierType(identifier),
        entity,
        Confidentiality(status),
    )


ANNA = (
    _mark("Ms Liv Almvik", "DIRECT", "PERSON", "e1"),
    _mark("Yazidi", "QUASI", "DEM", "e2", "ETHNIC"),
    _mark("stonemason", "QUASI", "DEM", "e3"),
    _mark("Hexham", "QUASI", "LOC", "e4"),
    _mark("Ms Almvik", "DIRECT", "PERSON", "e1", last=True),
    _mark("Hexham", "QUASI", "LOC", "e4", last=True),
    _mark("1998", "QUASI", "DATETIME", "e5"),
)
BO = (
    _mark("Liv Almvik", "DIRECT", "PERSON", "x1"),  # without the title
    _mark("Yazidi", "QUASI", "DEM", "x2"),  # no status
    _mark("Hexham", "NO_MASK", "ORG", "x4"),  # another type and decision
    _mark("Ms Almvik", "DIRECT", "PERSON", "x1", last=True),
    _mark("Hexham", "QUASI", "LOC", "x5", last=True),  # another entity
    _mark("1998", "QUASI", "DATETIME", "x6"),
)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    both = StandoffDocument("001-1", TEXT, {"anna": ANNA, "bo": BO})
    third = StandoffDocument("001-2", TEXT, {"anna": ANNA, "bo": ANNA, "eva": BO})
    for name, documents in {
        "both": [both],
        "three": [both, third],
        "anna": [StandoffDocument("001-1", TEXT, {"anna": ANNA})],
        "bo": [StandoffDocument("001-1", TEXT, {"bo": BO})],
        "other": [StandoffDocument("001-9", TEXT, {"bo": BO})],
        "changed": [StandoffDocument("001-1", f"{TEXT} ", {"bo": BO})],
    }.items():
        Path(f"{name}.json").write_text(write_standoff(documents), "utf-8")
    return lambda *arguments: call_here("tacknamn.cli.agreement", arguments, capfd)


def test_every_difference_is_listed_once_without_its_text(run: Run) -> None:
    done = run("anna.json", "bo.json")
    assert (done.returncode, done.stderr) == (0, "")
    rows = [
        line.split("\t")[1:] for line in done.stdout.splitlines() if line.startswith("differences")
    ]
    assert rows == [
        ["001-1", "0", "13", "boundaries", "0-13", "3-13"],
        ["001-1", "17", "23", "confidential status", "ETHNIC", "NOT_CONFIDENTIAL"],
        ["001-1", "24", "34", "missing", "DEM QUASI", ""],
        ["001-1", "44", "50", "entity", "2 mentions", "1 mentions"],
        ["001-1", "44", "50", "entity type", "LOC", "ORG"],
        ["001-1", "44", "50", "identifier type", "QUASI", "NO_MASK"],
        ["001-1", "67", "73", "entity", "2 mentions", "1 mentions"],
    ]
    assert PRIVATE not in done.stdout and "stonemason" not in done.stdout
    assert "stonemason" in run("anna.json", "bo.json", "--show").stdout


def test_agreement_is_counted(run: Run) -> None:
    data = json.loads(run("both.json", "--json", "--html", "page.html").stdout)
    assert data["annotators"] == ["anna", "bo"]
    assert data["mentions"] == [7, 6]
    shares = {name: (share["part"], share["of"]) for name, share in data["agreement"].items()}
    assert shares == {
        "same place": (10, 13),
        "same place and type": (8, 13),
        "entity type": (4, 5),
        "identifier type": (4, 5),
        "confidential status": (4, 5),
        "entity": (3, 5),
    }
    # 19 words and marks: 7 masked by both, 3 by anna alone, 9 by neither.
    assert data["kappa"]["masked"] == pytest.approx(_kappa(7, 3, 0, 9), abs=1e-9)
    page = Path("page.html").read_text("utf-8")
    PageReader(page)
    assert PRIVATE not in page


def _kappa(both: int, first: int, second: int, neither: int) -> float:
    size = both + first + second + neither
    observed = (both + neither) / size
    ours, theirs = (both + first) / size, (both + second) / size
    expected = ours * theirs + (1 - ours) * (1 - theirs)
    return (observed - expected) / (1 - expected)


def test_two_of_several_annotators_are_chosen(run: Run) -> None:
    chosen = ("--annotator", "anna", "--annotator", "bo")
    data = json.loads(run("three.json", *chosen, "--json").stdout)
    assert data["documents"] == 2
    assert {difference["doc_id"] for difference in data["differences"]} == {"001-1"}
    files = ("anna.json", "bo.json")
    assert run(*files, *chosen, "--json").stdout == run(*files, "--json").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("three.json",), "annotations by 3 annotators (anna, bo, eva); give a second file, or"),
        (("anna.json",), "annotations by 1 annotators (anna); give a second file, or"),
        (("three.json", "--annotator", "anna"), "--annotator: give it twice"),
        (("both.json", "--annotator", "anna", "--annotator", "eva"), "by both anna and eva"),
        (("anna.json", "other.json"), "have no doc_id in common"),
        (("anna.json", "changed.json"), "have different texts"),
        (("both.json", "bo.json"), "choose one with --annotator: anna, bo"),
    ],
)
def test_what_cannot_be_compared_is_one_error(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    is_error(PRIVATE, run(*arguments), message)


PLACES = st.lists(st.integers(0, len(TEXT)), max_size=12, unique=True).map(sorted)


@st.composite
def marked(draw: st.DrawFn) -> tuple[Annotation, ...]:
    places = draw(PLACES)
    return tuple(
        Annotation(
            start,
            end,
            draw(st.sampled_from(list(EntityType)[:2])),
            draw(st.sampled_from(list(IdentifierType))),
            draw(st.sampled_from("ab")),
        )
        for start, end in zip(places[::2], places[1::2], strict=False)
    )


@given(marked(), marked())
def test_each_mention_is_in_one_pair(
    first: tuple[Annotation, ...], second: tuple[Annotation, ...]
) -> None:
    pairs = pair_mentions(AnnotatedPair("1", TEXT, first, second))
    assert sorted(ours for ours, _ in pairs if ours) == sorted(first)
    assert sorted(theirs for _, theirs in pairs if theirs) == sorted(second)
    for ours, theirs in pairs:
        if ours is not None and theirs is not None:
            assert max(ours.start, theirs.start) < min(ours.end, theirs.end)
    same = {each[:2] for each in first} & {each[:2] for each in second}
    assert {(pair.start, pair.end) for pair in pairs if pair.is_same_place} == same


@given(marked(), marked())
def test_the_order_of_annotators_does_not_matter(
    first: tuple[Annotation, ...], second: tuple[Annotation, ...]
) -> None:
    ahead = compare_annotators(("a", "b"), [AnnotatedPair("1", TEXT, first, second)])
    back = compare_annotators(("b", "a"), [AnnotatedPair("1", TEXT, second, first)])
    assert ahead.shares == back.shares
    assert [each[:4] for each in ahead.differences] == [each[:4] for each in back.differences]
    assert not compare_annotators(("a", "b"), [AnnotatedPair("1", TEXT, first, first)]).differences

"""`tacknamn evaluate --tab` prints the benchmark's measures, and refuses files that do not fit."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.tab_benchmark.measures import MaskedRanges, measure_masking
from tacknamn.tab_benchmark.records import EntityType, IdentifierType
from tacknamn.tab_benchmark.standoff import Annotation, StandoffDocument, write_standoff
from tests.reports import call_here, is_error
from tests.tab_slow_measures import measure_slowly

TEXT = "Mr Elsa Ek, no. 12/98, of Lund's court (the 'Sale'), left Norway's coast on 3 May."
PRIVATE = "Elsa Ek"
OFFSETS = st.tuples(st.integers(0, len(TEXT) - 1), st.integers(1, 20)).map(
    lambda each: (each[0], min(sum(each), len(TEXT)))
)
MENTIONS = st.builds(
    Annotation,
    start=st.just(0),
    end=st.just(1),
    entity_type=st.sampled_from(list(EntityType)[:3]),
    identifier_type=st.sampled_from(list(IdentifierType)),
    entity_id=st.sampled_from("abc"),
)


@st.composite
def documents(draw: st.DrawFn, id: str = "1") -> StandoffDocument:
    annotators = {}
    for name in draw(st.sampled_from(["", "x", "xy", "xyz"])):
        mentions = draw(st.lists(st.tuples(MENTIONS, OFFSETS), max_size=8))
        annotators[name] = tuple(
            mention._replace(start=start, end=end) for mention, (start, end) in mentions
        )
    return StandoffDocument(id, TEXT, annotators)


@given(documents("1"), documents("2"), st.lists(OFFSETS, max_size=6), st.lists(OFFSETS, max_size=6))
def test_the_measures_agree_with_their_slow_twin(
    first: StandoffDocument,
    second: StandoffDocument,
    masked: list[tuple[int, int]],
    more: list[tuple[int, int]],
) -> None:
    ranges = {"1": masked, "2": more}
    slow = measure_slowly([first, second], ranges)
    fast = measure_masking(
        [first, second], [MaskedRanges(id, tuple(listed)) for id, listed in ranges.items()]
    )
    found: dict[str, float | None] = {
        "mention recall": _value(fast.mentions, "ALL"),
        "token recall": _value(fast.tokens, "ALL"),
        "mention precision": _value(fast.precision, "mentions"),
        "token precision": _value(fast.precision, "tokens"),
    }
    found |= {f"entity recall {kind}": _value(fast.entities, kind) for kind in ("DIRECT", "QUASI")}
    types = {name.split()[2] for name in slow if name.startswith("token recall ")}
    found |= {f"token recall {type}": _value(fast.tokens_by_type, type) for type in types}
    assert {name: value and round(value, 9) for name, value in found.items()} == {
        name: value and round(value, 9) for name, value in slow.items()
    }


def _value(ratios: dict[str, Any], key: str) -> float | None:
    ratio = ratios.get(key)
    return None if ratio is None else ratio.value


def _mention(start: int, end: int, identifier: str, type: str, entity: str) -> Annotation:
    return Annotation(start, end, EntityType(type), IdentifierType(identifier), entity)


GOLD = StandoffDocument(
    "001-1",
    TEXT,
    {
        "annotator1": (
            _mention(0, 10, "DIRECT", "PERSON", "e1"),
            _mention(16, 21, "DIRECT", "CODE", "e2"),
            _mention(26, 38, "QUASI", "ORG", "e3"),
            _mention(76, 81, "QUASI", "DATETIME", "e4"),
            _mention(58, 64, "NO_MASK", "LOC", "e5"),
        )
    },
    dataset_type="dev",
)
RANGES = {"001-1": [[3, 10], [16, 21], [26, 30], [58, 64]]}


@pytest.fixture
def run(files: Path, capfd: pytest.CaptureFixture[str]) -> Any:
    return lambda *arguments: call_here("tacknamn.cli.evaluate", ["--tab", *arguments], capfd)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.json").write_text(write_standoff([GOLD]), "utf-8")
    (tmp_path / "ranges.json").write_text(json.dumps(RANGES), "utf-8")
    masked = tuple(
        _mention(start, end, "QUASI", "MISC", f"m{start}") for start, end in RANGES["001-1"]
    )
    predicted = StandoffDocument("001-1", TEXT, {"tacknamn": masked})
    (tmp_path / "predicted.json").write_text(write_standoff([predicted]), "utf-8")
    return tmp_path


def test_the_benchmarks_measures_are_printed(run: Any, files: Path) -> None:
    for predicted in ("ranges.json", "predicted.json"):
        done = run("gold.json", predicted)
        assert done.returncode == 0, done.stderr
        lines = dict(
            line.split("\t")[1:3]
            for line in done.stdout.splitlines()
            if line.startswith("benchmark")
        )
        assert lines == {
            "entity recall, direct identifiers": "1.000",
            "entity recall, quasi-identifiers": "0.000",
            "mention recall": "0.500",
            "token recall": "0.600",
            "mention precision": "0.750",
            "token precision": "0.833",
            "weighted token precision": lines["weighted token precision"],
        }


def test_the_same_measures_are_json_and_a_page(run: Any, files: Path) -> None:
    done = run("gold.json", "ranges.json", "--json", "--html", "p.html")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["entities"]["DIRECT"] == {"value": 1.0, "part": 2, "whole": 2}
    assert data["precision"]["tokens"]["value"] == pytest.approx(5 / 6)
    page = (files / "p.html").read_text("utf-8")
    assert "Entity recall" in page and PRIVATE not in page


def test_a_folder_of_files_is_a_prediction(run: Any, files: Path) -> None:
    (files / "out").mkdir()
    (files / "predicted.json").rename(files / "out" / "001-1.json")
    whole = run("gold.json", "ranges.json", "--json")
    assert run("gold.json", "out", "--json").stdout == whole.stdout


def test_gold_documents_without_a_prediction_are_left_out_with_a_warning(
    run: Any, files: Path
) -> None:
    """As the benchmark's script does; the warning says how many."""
    other = StandoffDocument("001-2", TEXT, GOLD.annotations, dataset_type="dev")
    (files / "both.json").write_text(write_standoff([GOLD, other]), "utf-8")
    done = run("both.json", "ranges.json", "--json")
    assert json.loads(done.stdout)["documents"] == 1
    assert "1 of 2 documents of GOLD are not in PREDICTED" in done.stderr


def test_overlaps_in_gold_are_counted_and_reported(run: Any, files: Path) -> None:
    inside = (*GOLD.annotations["annotator1"], _mention(3, 7, "DIRECT", "PERSON", "e1"))
    (files / "gold.json").write_text(
        write_standoff([StandoffDocument("001-1", TEXT, {"annotator1": inside})]), "utf-8"
    )
    done = run("gold.json", "ranges.json")
    assert done.returncode == 0
    assert "in 1 document of GOLD, mentions of one annotator overlap" in done.stderr


BAD: list[tuple[Any, str]] = [
    ({"001-1": [[5, 3]]}, "predicted.json, document 1: not a list of masked ranges"),
    ({"001-1": [[0, 5, 7]]}, "not a list of masked ranges"),
    ({"001-1": 5}, "not a list of masked ranges"),
    ({"001-1": [[0, 999]]}, "outside of the gold text"),
    ({"001-7": []}, "not in the gold file"),
    ([{"doc_id": "001-1"}], 'predicted.json, document 1: its "text" is missing'),
    ([], "PREDICTED has no documents"),
]


@pytest.mark.parametrize(("content", "message"), BAD, ids=lambda value: str(value)[:40])
def test_a_bad_prediction_is_one_error(run: Any, files: Path, content: Any, message: str) -> None:
    (files / "predicted.json").write_text(json.dumps(content), "utf-8")
    done = run("gold.json", "predicted.json", "--html", "p.html")
    is_error(PRIVATE, done, message)
    assert not (files / "p.html").exists()


def test_options_for_span_lists_are_refused(run: Any, files: Path) -> None:
    done = run("gold.json", "ranges.json", "--map", "coarse")
    assert done.returncode == 2 and "--tab goes with --json and --html only" in done.stderr
    done = run("gold.json")
    assert done.returncode == 2 and "give GOLD and PREDICTED" in done.stderr

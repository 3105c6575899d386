"""Recall and precision as the benchmark counts them (E8)."""

import json
from pathlib import Path
from typing import Any

import pytest

from tacknamn.errors import InputError
from tacknamn.reports.tab_measures import build_measure_sections
from tacknamn.tab_benchmark.measures import Measures, export_measures, measure_masking
from tacknamn.tab_benchmark.records import EntityType, IdentifierType
from tacknamn.tab_benchmark.standoff import Annotation, StandoffDocument

CASES = json.loads(
    (Path(__file__).parent / "cases" / "tab_measures.json").read_text(encoding="utf-8")
)


def _document(text: str, by_annotator: dict[str, list[Any]], id: str = "1") -> StandoffDocument:
    annotations = {
        name: tuple(
            Annotation(start, end, EntityType(kind), IdentifierType(identifier), entity)
            for start, end, kind, identifier, entity in seen
        )
        for name, seen in by_annotator.items()
    }
    return StandoffDocument(id, text, annotations)


def _predicted(text: str, places: list[list[int]], id: str = "1") -> StandoffDocument:
    seen = [[start, end, "MISC", "QUASI", f"e{start}"] for start, end in places]
    return _document(text, {"tacknamn": seen}, id)


def _measured(case: dict[str, Any]) -> Measures:
    gold = _document(case["text"], case["gold"])
    return measure_masking([gold], [_predicted(case["text"], case["predicted"])])


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["about"]))
def test_measures(case: dict[str, Any]) -> None:
    data = json.loads(json.dumps(export_measures(_measured(case))))
    for name in ("entities", "mentions", "tokens", "precision"):
        shares = {key: [share["part"], share["whole"]] for key, share in data[name].items()}
        shares = {key: share for key, share in shares.items() if not key.startswith("weighted")}
        assert shares == case[name], name


def test_a_rare_token_weighs_more() -> None:
    text = "Ek Ek Ek Ek Ek Ek Ek Almvik"
    gold = _document(text, {"a": [[21, 27, "PERSON", "DIRECT", "e1"]]})
    rare = measure_masking([gold], [_predicted(text, [[0, 2], [21, 27]])]).precision
    assert rare["tokens"].value == 0.5
    assert (rare["weighted_tokens"].value or 0) > 0.9
    assert (rare["weighted_mentions"].value or 0) > 0.9


def test_types_are_distinguished() -> None:
    text = "Elsa Ek left Lund."
    gold = _document(
        text, {"a": [[0, 7, "PERSON", "DIRECT", "e1"], [13, 17, "LOC", "QUASI", "e2"]]}
    )
    measures = measure_masking([gold], [_predicted(text, [[13, 17]])])
    assert measures.mentions_by_type["PERSON"].value == 0
    assert measures.tokens_by_type["LOC"].value == 1


def test_of_nothing_there_is_no_figure() -> None:
    assert measure_masking([], []).entities == {}


def test_a_document_that_was_not_predicted_has_nothing_masked() -> None:
    gold = _document("Elsa", {"a": [[0, 4, "PERSON", "DIRECT", "e1"]]})
    assert measure_masking([gold], []).entities["ALL"].value == 0


def test_a_document_that_gold_has_not_is_refused() -> None:
    with pytest.raises(InputError, match="doc_id"):
        measure_masking([], [_predicted("Elsa", [])])


def test_another_text_is_refused_without_quoting_it() -> None:
    gold = _document("Elsa", {})
    with pytest.raises(InputError, match="differs from the gold text") as caught:
        measure_masking([gold], [_predicted("Eva", [])])
    assert "Eva" not in str(caught.value)


def test_a_report_tells_every_figure() -> None:
    sections = build_measure_sections(_measured(CASES[0]))
    assert [section.name for section in sections] == [
        "benchmark", "recall", "recall_by_type", "precision",
    ]  # fmt: skip
    assert ("entities", "ALL", 1.0, 2, 2) in sections[1].rows
    assert {row[1] for row in sections[2].rows} == {"PERSON", "LOC"}
    assert len(sections[3].rows) == 4

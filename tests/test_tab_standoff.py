"""The benchmark's files are read and written, and errors are reported without the text."""

import json
from pathlib import Path
from typing import Any

import pytest

from tacknamn.errors import InputError
from tacknamn.tab_benchmark.standoff import build_standoff, write_standoff
from tacknamn.tab_benchmark.standoff_reading import read_standoff
from tests.tab_making import make_mentions

TEXT = "The applicant, Ms Liv Almvik, came on 3 May 1998."
SECRET = "Liv Almvik"


def _mention(**changes: Any) -> dict[str, Any]:
    return {
        "entity_type": "PERSON",
        "entity_mention_id": "1_a1_em1",
        "start_offset": 15,
        "end_offset": 28,
        "span_text": "Ms Liv Almvik",
        "edit_type": "check",
        "identifier_type": "DIRECT",
        "entity_id": "1_a1_e1",
        "confidential_status": "NOT_CONFIDENTIAL",
    } | changes


def _document(*mentions: Any, **changes: Any) -> dict[str, Any]:
    return {
        "annotations": {"annotator1": {"entity_mentions": list(mentions)}},
        "dataset_type": "dev",
        "doc_id": "001-1",
        "meta": {"year": 1998},
        "quality_checked": True,
        "task": "Task: Annotate the document",
        "text": TEXT,
    } | changes


def _file(folder: Path, content: Any) -> Path:
    file = folder / "tab.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


def test_what_is_read_is_written_again(tmp_path: Path) -> None:
    content = [_document(_mention())]
    assert json.loads(write_standoff(read_standoff(_file(tmp_path, content)))) == content


def test_writing_is_repeatable(tmp_path: Path) -> None:
    documents = read_standoff(_file(tmp_path, [_document(_mention())]))
    written = write_standoff(documents)
    file = tmp_path / "again.json"
    file.write_text(written, encoding="utf-8")
    assert write_standoff(read_standoff(file)) == written


def test_annotations_become_a_file_that_is_read(tmp_path: Path) -> None:
    mentions = make_mentions(TEXT)
    file = tmp_path / "made.json"
    made = build_standoff(mentions, "001-1", TEXT, SECRET)
    file.write_text(write_standoff([made]), encoding="utf-8")
    (document,) = read_standoff(file)
    assert document == made
    seen = document.annotations["tacknamn"]
    assert [TEXT[annotation.start : annotation.end] for annotation in seen] == [
        "Ms Liv Almvik",
        "3 May 1998",
    ]
    assert [annotation.entity_id for annotation in seen] == [
        "001-1_tacknamn_e1",
        "001-1_tacknamn_e2",
    ]


def test_what_published_files_leave_out_or_add_is_no_fault(tmp_path: Path) -> None:
    mention = _mention(related_mentions=["1_a1_em2"])
    for name in ("confidential_status", "edit_type", "entity_mention_id", "span_text"):
        del mention[name]
    content = _document(mention, more=1)
    for name in ("quality_checked", "meta", "task", "dataset_type"):
        del content[name]
    (document,) = read_standoff(_file(tmp_path, content))
    (annotation,) = document.annotations["annotator1"]
    assert annotation.confidential_status == "NOT_CONFIDENTIAL"
    assert not document.quality_checked


def test_every_annotator_is_kept(tmp_path: Path) -> None:
    both = {name: {"entity_mentions": [_mention()]} for name in ("annotator1", "annotator10")}
    (document,) = read_standoff(_file(tmp_path, [_document(annotations=both)]))
    assert list(document.annotations) == ["annotator1", "annotator10"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (7, "document 1: not a JSON object"),
        ([_document(), _document(text=None)], 'document 2: its "text"'),
        (_document(annotations=[]), '"annotations"'),
        (
            _document(annotations={"annotator1": []}),
            'annotator "annotator1": its "entity_mentions"',
        ),
        (_document(doc_id=None), '"doc_id"'),
        (_document(_mention(), 5), "mention 2: not a JSON object"),
        (_document(_mention(start_offset=-1)), "mention 1: start_offset"),
        (_document(_mention(end_offset=len(TEXT) + 1)), f"<= {len(TEXT)}"),
        (_document(_mention(start_offset=True)), "mention 1: start_offset"),
        (_document(_mention(end_offset=15)), "0 <= start < end"),
        (_document(_mention(entity_type="NAME")), "entity_type is not one of PERSON"),
        (_document(_mention(identifier_type="SOME")), "identifier_type is not one of DIRECT"),
        (_document(_mention(confidential_status="X")), "confidential_status is not one of BELIEF"),
        (
            _document(_mention(start_offset=14, end_offset=27)),
            "mention 1: its span_text is not the",
        ),
        (_document(_mention(span_text=5)), "mention 1: its span_text is not the"),
        (
            _document(_mention(), _mention(start_offset=18, span_text=SECRET)),
            'annotator "annotator1": mention 2 lies inside mention 1',
        ),
        (
            _document(
                _mention(start_offset=18, span_text=SECRET),
                _mention(end_offset=21, span_text="Ms Liv"),
            ),
            "mention 1 overlaps mention 2",
        ),
        (_document(_mention(), _mention()), "mention 2 lies inside mention 1"),
        (
            [_document(), _document(doc_id="2"), _document()],
            "document 3: its doc_id is that of document 1",
        ),
        (_document(annotations={"": {"entity_mentions": []}}), "an annotator has no name"),
        (_document(annotations={" ": {"entity_mentions": []}}), "an annotator has no name"),
    ],
)
def test_faults_are_reported_without_the_text(tmp_path: Path, content: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_standoff(_file(tmp_path, content))
    assert message in str(caught.value)
    assert "tab.json" in str(caught.value)
    assert SECRET not in str(caught.value)


def test_what_published_files_have_is_read_on_request(tmp_path: Path) -> None:
    """One of 3,409 mentions of the published files lies inside another."""
    inside = _mention(start_offset=18, span_text="Almvik, Liv")
    (document,) = read_standoff(_file(tmp_path, [_document(_mention(), inside)]), strict=False)
    assert len(document.annotations["annotator1"]) == 2


def test_line_ends_of_a_span_may_be_blanks(tmp_path: Path) -> None:
    content = _document(_mention(), text=TEXT.replace("Ms Liv", "Ms\nLiv"))
    assert read_standoff(_file(tmp_path, content))


@pytest.mark.parametrize(
    "raw", [b"", b"[", b"\xff\xfe", b"[" * 100_000, b'[{"meta": NaN}]', b"{}\n{}"]
)
def test_what_is_no_json_is_refused(tmp_path: Path, raw: bytes) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(raw)
    with pytest.raises(InputError, match=r"bad\.json"):
        read_standoff(file)


def test_half_a_character_can_be_written(tmp_path: Path) -> None:
    (document,) = read_standoff(
        _file(tmp_path, _document(text="\ud800 and so on, with more of it."))
    )
    assert "\\ud800" in write_standoff([document]).encode("utf-8").decode("utf-8")


def test_records_do_not_show_the_text() -> None:
    made = build_standoff(make_mentions(TEXT), "001-1", TEXT, SECRET)
    assert SECRET not in repr(made)
    assert SECRET not in repr(make_mentions(TEXT, {"Liv": "firstname_female"}))

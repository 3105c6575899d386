"""The loop of E7 on files: annotate, correct, review, and write standoff JSON again."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tacknamn.tab_benchmark.records import Confidentiality, EntityType, IdentifierType
from tacknamn.tab_benchmark.standoff import Annotation, StandoffDocument, write_standoff
from tests.reports import PageReader, call_here, is_error

TEXT = "The applicant, Ms Liv Almvik, is a <Yazidi> stonemason and lives in Hexham."
PRIVATE = "Almvik"
Run = Callable[..., subprocess.CompletedProcess[str]]


def _annotate(word: str, identifier: str, kind: str, entity: str, status: str = "") -> Annotation:
    start = TEXT.index(word)
    return Annotation(
        start,
        start + len(word),
        EntityType(kind),
        IdentifierType(identifier),
        f"001-61807_{entity}",
        Confidentiality(status or "NOT_CONFIDENTIAL"),
        f"001-61807_m{start}",
        "correct",
    )


CORRECTED = (
    _annotate("Ms Liv Almvik", "DIRECT", "PERSON", "e1"),
    _annotate("Yazidi", "NO_MASK", "DEM", "e2", "ETHNIC"),
    _annotate("stonemason", "QUASI", "DEM", "e3"),
    _annotate("Hexham", "NO_MASK", "LOC", "e4"),
)
OTHER = CORRECTED[:1]


def _document(id: str = "001-61807", **annotators: tuple[Annotation, ...]) -> StandoffDocument:
    task = "Task: Annotate the document to anonymise the following person: Liv Almvik"
    marked = annotators or {"anna": CORRECTED}
    return StandoffDocument(id, TEXT, marked, task, "dev", {"year": 1998}, True)


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], data: Path
) -> Run:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        words = ["--data", str(data), "--quiet", *arguments]
        return call_here("tacknamn.cli.pseudonymize", words, capfd)

    return run


def _save(*documents: StandoffDocument, name: str = "gold.json") -> str:
    Path(name).write_text(write_standoff(documents or [_document()]), "utf-8")
    return name


def test_the_annotations_alone_decide_what_is_masked(run: Run) -> None:
    """Hexham stays, whatever the lists say, because the annotator left it."""
    done = run("--from", "tab", _save(), "--format", "text")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "The applicant, *****, is a <Yazidi> ***** and lives in Hexham."


def test_the_review_page_is_made_from_the_corrected_annotations(run: Run) -> None:
    page = run("--from", "tab", _save(), "--format", "review").stdout
    PageReader(page)
    assert "Review of 001-61807" in page
    assert PRIVATE not in page and "stonemason" not in page and "Hexham" in page
    assert '<mark class="confidential">Yazidi <span class="tag">' in page and "ETHNIC" in page
    assert page.count("an annotator decided so") == 4


def test_a_file_of_many_documents_is_one_review_page(run: Run) -> None:
    page = run("--from", "tab", _save(_document("001-1"), _document("001-2")), "--format", "review")
    PageReader(page.stdout)
    assert page.stdout.count("<!DOCTYPE") == 1
    assert "Review of 001-1<" in page.stdout and "Review of 001-2<" in page.stdout


def test_what_is_read_is_written_again(run: Run) -> None:
    both = _save(_document("001-1"), _document("001-2", anna=OTHER))
    done = run("--from", "tab", both, "--format", "tab")
    assert done.stdout == Path(both).read_text("utf-8")
    changed = json.loads(run("--from", "tab", both, "--dataset-type", "test").stdout)
    assert [document["dataset_type"] for document in changed] == ["test", "test"]


def test_a_text_gets_the_name_of_its_file_without_the_ending(run: Run) -> None:
    for name in ("001-61807.txt", "001-61808.txt"):
        Path(name).write_text(TEXT, "utf-8")
    arguments = ("--profile", "tab", "--lang", "en", "--dataset-type", "train", "--format", "tab")
    (document,) = json.loads(run("001-61807.txt", *arguments).stdout)
    assert (document["doc_id"], document["dataset_type"]) == ("001-61807", "train")
    (mention, *_) = document["annotations"]["tacknamn"]["entity_mentions"]
    assert mention["entity_mention_id"] == "001-61807_tacknamn_em1"
    run(
        "001-61807.txt",
        "001-61808.txt",
        "--profile",
        "tab",
        "--lang",
        "en",
        "--format",
        "review",
        "-o",
        "masked",
    )
    assert sorted(path.name for path in Path("masked").iterdir() if path.suffix) == [
        "001-61807_review.html",
        "001-61808_review.html",
    ]
    assert "Review of 001-61807<" in Path("masked/001-61807_review.html").read_text("utf-8")


def test_json_lines_become_one_list(run: Run) -> None:
    lines = [json.dumps({"id": f"001-{number}", "text": TEXT}) for number in (1, 2, 3)]
    Path("texts.jsonl").write_text("\n".join(lines), "utf-8")
    done = run("texts.jsonl", "--profile", "tab", "--format", "tab", "--lang", "en")
    assert [document["doc_id"] for document in json.loads(done.stdout)] == [
        "001-1",
        "001-2",
        "001-3",
    ]
    assert (
        run("texts.jsonl", "--profile", "tab", "--format", "tab", "-j", "2", "--lang", "en").stdout
        == done.stdout
    )


def test_one_of_several_annotators_is_chosen(run: Run) -> None:
    file = _save(_document(anna=CORRECTED, bo=OTHER))
    chosen = run("--from", "tab", file, "--annotator", "bo", "--format", "text")
    assert chosen.stdout == "The applicant, *****, is a <Yazidi> stonemason and lives in Hexham."
    written = json.loads(run("--from", "tab", file, "--annotator", "bo").stdout)
    assert list(written[0]["annotations"]) == ["bo"]
    is_error(PRIVATE, run("--from", "tab", file), "annotations by 2 annotators", "anna, bo")
    is_error(PRIVATE, run("--from", "tab", file, "--annotator", "eva"), "no annotations by eva")


def test_options_for_standoff_need_standoff(run: Run) -> None:
    Path("a.txt").write_text(TEXT, "utf-8")
    is_error(PRIVATE, run("a.txt", "--dataset-type", "dev"), "--dataset-type: is for standoff JSON")
    is_error(PRIVATE, run("a.txt", "--annotator", "anna"), "--annotator: is for standoff JSON")
    is_error(
        PRIVATE, run("a.txt", "--format", "tab", "--dataset-type", "a b"), "--dataset-type: give"
    )


def _change(**changes: Any) -> list[dict[str, Any]]:
    content: list[dict[str, Any]] = json.loads(
        write_standoff([_document("001-1"), _document("001-2")])
    )
    content[1]["annotations"]["anna"]["entity_mentions"][1] |= changes
    return content


BAD: list[tuple[Any, str]] = [
    (_change(start_offset=9999), "document 2: annotator \"anna\", mention 2: start_offset"),
    (_change(start_offset=35), "mention 2: its span_text is not the text at its offsets"),
    (_change(start_offset=15, end_offset=20, span_text=TEXT[15:20]), "mention 2 lies inside mention 1"),
    (_change(start_offset=20, end_offset=34, span_text=TEXT[20:34]), "mention 2 overlaps mention 1"),
    (_change(entity_type="NAME"), "mention 2: entity_type is not one of PERSON"),
    (_change(identifier_type="MASK"), "mention 2: identifier_type is not one of DIRECT"),
    (_change(confidential_status="X"), "mention 2: confidential_status is not one of BELIEF"),
    ([*_change(), _change()[0]], "document 3: its doc_id is that of document 1"),
    ([{**_change()[0], "annotations": {"": {"entity_mentions": []}}}], "an annotator has no name"),
    ({"001-1": [[0, 5]]}, "document 1: its \"text\" is missing"),
    ("[", "not JSON"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "message"), BAD, ids=lambda value: str(value)[-40:])
@pytest.mark.parametrize("format", ["tab", "text", "review", "jsonl"])
def test_bad_standoff_is_one_error_and_nothing_is_written(
    run: Run, content: Any, message: str, format: str
) -> None:
    Path("bad.json").write_text(content if content == "[" else json.dumps(content), "utf-8")
    is_error(PRIVATE, run("--from", "tab", "bad.json", "--format", format), message, "bad.json")
    done = run("--from", "tab", "bad.json", "--format", format, "-o", "out")
    assert done.returncode == 2
    assert not [path for path in Path("out").rglob("*") if path.is_file() and path.name[0] != "."]

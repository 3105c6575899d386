"""The list of documents, figures of the folder, exports, settings."""

import io
import json
import re
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tacknamn.essays.store import EssayStore
from tacknamn.formats.registry import read_inputs
from tacknamn.service.review.overview import ListRequest, Overview
from tacknamn.service.review.tools import ToolBox
from tacknamn.service.review.turns import Turns
from tacknamn.service.state import ServiceState
from tacknamn.svala.checking import check_graph_file
from tests.service.review.annotator import Annotator, free
from tests.service.review.conftest import TEXT
from tests.timing import quickest, seconds

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
PATIENCE = 20.0
FIRST_ANSWER = 0.3


def wait_for(look: Callable[[], Any]) -> Any:
    """Ask until there is an answer."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if (answer := look()) is not None:
            return answer
        time.sleep(0.05)
    raise AssertionError("no answer in time")


def wait_for_rows(page: Annotator, **query: Any) -> Any:
    """The list, once all of it was read."""

    def look() -> Any:
        answer = page.search(**query)
        is_known = all(row["least"] is not None for row in answer["documents"])
        return answer if is_known else None

    return wait_for(look)


def get_names(answer: Any) -> list[str]:
    return [row["name"] for row in answer["documents"]]


def test_the_list_is_there_at_once_and_its_figures_follow(lasting_page: Annotator) -> None:
    first = lasting_page.search()
    assert get_names(first) == ["e1", "e2", "e3"]
    assert (
        first["documents"][0] | {"version": 0, "done": False, "error": ""} == first["documents"][0]
    )
    assert (first["total"], first["done"], first["next"]) == (3, 0, None)
    rows = wait_for_rows(lasting_page)["documents"]
    assert (rows[0]["words"], rows[0]["spans"]) == (12, 4)
    assert rows[0]["labels"] == {"city": 2, "firstname_female": 2}
    assert rows[2]["least"] == 1.0
    assert 0 < rows[0]["least"] < 1


def test_the_least_certain_comes_first_and_what_is_done_last(lasting_page: Annotator) -> None:
    wait_for_rows(lasting_page)
    assert get_names(lasting_page.search(sort="unsure"))[-1] == "e3"
    lasting_page.save(lasting_page.load("e1"), done=True)
    rows = wait_for_rows(lasting_page, sort="unsure")
    assert get_names(rows)[-1] == "e1"
    assert rows["done"] == 1
    states = lasting_page.search(sort="state")
    assert get_names(states) == ["e2", "e3", "e1"]
    assert states["documents"][2] | {"version": 1, "done": True} == states["documents"][2]


def test_the_list_is_read_in_pages_and_searched(page: Annotator, folder: Path) -> None:
    for number in range(10, 35):
        (folder / f"Åsa {number}.txt").write_text("x", "utf-8")
    seen: list[str] = []
    after = ""
    while True:
        answer = page.search(limit=10, after=after)
        seen += get_names(answer)
        if answer["next"] is None:
            break
        after = answer["next"]
    assert seen == sorted(seen)
    assert len(seen) == len(set(seen)) == 28
    assert get_names(page.search(find="ÅSA 2")) == [f"Åsa {n}" for n in range(20, 30)]
    assert page.load("Åsa 20")["original"] == "x"
    for query in ({"limit": "x"}, {"limit": 5000}, {"limit": 0}, {"sort": "size"}):
        page.search(422, **query)
    page.search(404, after="Åsa 20")


@pytest.mark.parametrize("sort", ["name", "state"])
def test_the_neighbours_of_a_document_are_found(page: Annotator, sort: str) -> None:
    names = get_names(page.search(sort=sort))
    middle = page.find_id(names[1])
    assert get_names(page.search(sort=sort, limit=1, after=middle)) == [names[2]]
    previous = page.search(sort=sort, limit=1, before=middle)
    assert (get_names(previous), previous["next"]) == ([names[0]], None)
    assert get_names(page.search(sort=sort, limit=1, before=page.find_id(names[0]))) == []


@pytest.mark.slow
@pytest.mark.parametrize("sort", ["name", "unsure", "state"])
def test_ten_thousand_documents_are_listed_at_once(
    state: ServiceState, folder: Path, sort: str
) -> None:
    for number in range(10_000):
        (folder / f"d{number:05}.txt").touch()
    tools = ToolBox(state.settings).get(state.engines)
    overview = Overview(EssayStore(folder), "", Turns(state.queue), lambda: tools)

    def list_first() -> None:
        answer = overview.list_rows(overview.read_folder(), ListRequest(sort=sort))
        assert (len(answer["documents"]), answer["total"]) == (200, 10_003)

    assert quickest(lambda: seconds(list_first), FIRST_ANSWER) < FIRST_ANSWER


def test_a_broken_document_has_an_error_in_the_list(lasting_page: Annotator, folder: Path) -> None:
    (folder / "bad.json").write_text('{"source": []}', "utf-8")
    rows = wait_for_rows(lasting_page)["documents"]
    assert rows[0]["name"] == "bad"
    assert "target" in rows[0]["error"]
    assert get_names(wait_for_rows(lasting_page, sort="unsure"))[-1] == "bad"


def test_figures_count_what_persons_changed(lasting_page: Annotator) -> None:
    doc = lasting_page.load("e1")
    amina, goteborg, aminas, _ = doc["spans"]
    goteborg |= {"label": "region"}
    new = lasting_page.make(doc, "syster", "fam")
    spans = [amina, goteborg, aminas, free(doc, "Lund"), *new]
    spans.sort(key=lambda span: span["start"])
    lasting_page.save(doc, spans=spans)

    def look() -> Any:
        answer = lasting_page.get("/figures")
        return answer if answer["risk"] and sum(answer["certainty"]) == 8 else None

    figures = wait_for(look)
    labels = {row["label"]: row for row in figures["labels"]}
    assert labels["region"]["changed"] == labels["fam"]["added"] == labels["city"]["freed"] == 1
    assert (
        labels["firstname_female"] | {"spans": 2, "replaced": 2, "added": 0, "changed": 0}
        == (labels["firstname_female"])
    )
    assert figures["documents"] == {"total": 3, "done": 0}
    assert figures["agreement"] is None
    assert figures["risk"]["format"] == "tacknamn-risk"
    assert figures["risk"]["documents"] == 3
    assert "Amina" not in json.dumps(figures["risk"])


def test_two_annotators_are_compared(open_page: Callable[..., Annotator]) -> None:
    anna, bo = open_page(user="anna"), open_page(user="bo")
    doc = anna.load("e1")
    anna.save(doc)
    doc["spans"][1]["label"] = "region"
    bo.save(doc, spans=doc["spans"][:3])
    bo.save(bo.load("e2"))
    agreement = anna.get("/figures", users="anna,bo")["agreement"]
    assert agreement["users"] == ["anna", "bo"]
    # Of 14 words and full stops they differ on two. By chance, they would agree on (2 * 2 + 10 * 11) / 14.
    assert agreement["kappa"] == pytest.approx((12 / 14 - 114 / 196) / (1 - 114 / 196))
    # Of four pieces two have the same label; of the 56 pairs of labels, 42 differ by chance.
    assert agreement["alpha"] == pytest.approx(1 - 7 * 4 / 42)
    assert agreement["differences"] == [
        {"id": anna.find_id("e1"), "start": 26, "end": 34, "a": "city", "b": "region"},
        {"id": anna.find_id("e1"), "start": 56, "end": 60, "a": "city", "b": ""},
    ]
    assert agreement["labels"] == [
        {"label": "city", "both": 0, "first": 2, "second": 0},
        {"label": "firstname_female", "both": 2, "first": 2, "second": 2},
        {"label": "region", "both": 0, "first": 0, "second": 1},
    ]
    anna.get("/figures", 422, users="anna")
    assert anna.get("/figures", users=",bo")["agreement"]["kappa"] is None


@pytest.mark.parametrize(
    "format", ["svala", "text", "jsonl", "xml", "tab", "table", "corrections", "html"]
)
def test_a_document_is_written_in_every_format(
    page: Annotator, tmp_path: Path, format: str
) -> None:
    doc = page.load("e1")
    doc["spans"][0] |= {"comment": "vem?", "notes": ["OBS!"]}
    saved = page.save(doc)["doc"]
    response = page.client.get(f"/review/api{page.find_path('e1', '/export')}?format={format}")
    assert response.status_code == 200
    assert response.headers["content-disposition"].startswith('attachment; filename="e1')
    name = response.headers["content-disposition"].split('"')[1]
    file = tmp_path / name
    file.write_bytes(response.content)
    new_name = saved["spans"][0]["replacement"]
    if format in ("svala", "text", "jsonl", "xml"):  # the internal note stays in graphs of work
        assert ("vem?" in file.read_text("utf-8")) == (format == "svala")
    if format == "svala":
        assert not check_graph_file(str(file)).has_errors
    if format in ("text", "jsonl", "xml"):
        [read] = [each for each in read_inputs(file) if not each.is_trailer]
        assert read.text.startswith(f"Jag heter {new_name} och")
    if format == "table":
        assert f"firstname_female\tAmina\t{new_name}\t2\n" in file.read_text("utf-8")
    if format == "html":
        assert "unsafe-inline" in response.headers["content-security-policy"]
        assert new_name in file.read_text("utf-8")


def test_learn_reads_the_corrections(
    page: Annotator, folder: Path, tmp_path: Path, data: Path
) -> None:
    texts = ["Vi såg Zorvine igår.", "Anna träffade Zorvine hemma."]
    for number, text in enumerate(texts):
        (folder / f"z{number}.txt").write_text(text, "utf-8")
        doc = page.load(f"z{number}")
        page.save(doc, spans=page.make(doc, "Zorvine", "surname"), done=True)
    response = page.client.post("/review/api/export", json={"format": "corrections"})
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        [name] = archive.namelist()
        archive.extract(name, tmp_path)
    command = [sys.executable, "-m", "tacknamn", "learn", name, "-o", "learnt.tsv",
               "--data", str(data)]  # fmt: skip
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8")
    lines = (tmp_path / name).read_text("utf-8").splitlines()
    assert [json.loads(line)["text"] for line in lines] == texts
    assert result.returncode == 0, result.stderr
    assert "Zorvine\tsurname" in (tmp_path / "learnt.tsv").read_text("utf-8")


def test_documents_that_are_done_are_exported_as_one_file(page: Annotator, folder: Path) -> None:
    assert page.post("/export", {"format": "text"}, 422)["status"] == 422
    for id in ("e1", "e2"):
        page.save(page.load(id), done=True)
    response = page.client.post("/review/api/export", json={"format": "text"})
    assert response.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["e1.txt", "e2.txt"]
    ids = [page.find_id(name) for name in ("e1", "e2")]
    joined = page.client.post("/review/api/export", json={"format": "table", "ids": ids})
    with zipfile.ZipFile(io.BytesIO(joined.content)) as archive:
        assert archive.namelist() == ["documents-table.tsv"]
    (folder / "bad.json").write_text("{}", "utf-8")
    response = page.client.post(
        "/review/api/export", json={"format": "svala", "ids": [ids[0], page.find_id("bad")]}
    )
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        assert archive.namelist() == ["e1.json", "not-exported.txt"]
    page.post("/export", {"format": "text", "ids": ["nothing"]}, 404)
    page.post("/export", {"format": "doc"}, 422)


def test_names_that_show_a_person_are_not_names_of_files(page: Annotator, folder: Path) -> None:
    (folder / "Amina Berg.txt").write_text(TEXT, "utf-8")
    response = page.client.get(f"/review/api{page.find_path('Amina Berg', '/export')}?format=jsonl")
    id = json.loads(response.text)["id"]
    assert re.fullmatch("document-[1-4]", id)
    assert f'filename="{id}.jsonl"' in response.headers["content-disposition"]


def test_numbers_of_files_are_not_in_the_order_of_names(page: Annotator, folder: Path) -> None:
    names = [f"Amina {chr(ord('A') + at)}" for at in range(20)]
    for name in names:
        (folder / f"{name}.txt").write_text(TEXT, "utf-8")
        page.save(page.load(name), done=True)

    def export() -> list[str]:
        response = page.client.post("/review/api/export", json={"format": "text"})
        with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
            return archive.namelist()

    numbered = [
        page.client.get(f"/review/api{page.find_path(name, '/export')}?format=text").headers[
            "content-disposition"
        ]
        for name in names
    ]
    assert len(set(numbered)) == 20 and numbered != sorted(numbered)
    assert export() == sorted(export()) and len(export()) == 20


def test_settings_hold_for_documents_without_a_version(page: Annotator) -> None:
    settings = page.get("/settings")
    assert (settings["profile"], settings["language"], settings["key"]) == ("swell", "sv", "")
    assert {"name": "city", "group": "geographic", "kind": "main", "swedish": "ort",
            "english": "city"} in settings["labels"]  # fmt: skip
    page.save(page.load("e2"))
    changed = page.send("PUT", "/settings", {"policies": {"city": "mark", "surname": ""}})
    assert changed["policies"] == {"city": "mark"}
    actions = {span["label"]: span["action"] for span in page.load("e1")["spans"]}
    assert actions == {"firstname_female": "replace", "city": "mark"}
    assert {span["label"]: span["action"] for span in page.load("e2")["spans"]}["city"] == "replace"
    strict = page.send("PUT", "/settings", {"policies": {}, "thresholds": {"city": 1.0}})
    assert strict["thresholds"] == {"city": 1.0}
    doc = page.load("e1")
    assert "city" not in {span["label"] for span in doc["spans"]}
    assert {suspect["reason"] for suspect in doc["suspects"]} == {
        "below the threshold of its label"
    }
    assert page.send("PUT", "/settings", {"profile": "mask", "thresholds": {}})["profile"] == "mask"


@pytest.mark.parametrize(
    "body",
    [{"profile": "none"}, {"profile": "/etc/passwd"}, {"language": "xx"}, {"key": "other.key"},
     {"policies": {"city": "nonsense"}}, {"policies": {"nonsense": "keep"}},
     {"thresholds": {"city": 2}}, {"thresholds": {"email": 0.5}}, {"unknown": 1}],
)  # fmt: skip
def test_wrong_settings_change_nothing(page: Annotator, body: Any) -> None:
    before = page.get("/settings")
    page.send("PUT", "/settings", body, 422)
    assert page.get("/settings") == before

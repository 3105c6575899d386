"""Rename, draw again, add spans by hand, apply to the folder."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tacknamn.replacement.keys import write_key
from tacknamn.service.review.equal_words import find_equal_words
from tests.service.review.annotator import Annotator, free

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize(
    ("label", "new", "mentions", "expected"),
    [
        (
            "firstname_female",
            "Malin",
            [("Anna", "Anna", []), ("Annas", "Anna", ["gen"]), ("ANNA", "Anna", []),
             ("anna", "Anna", []), ("Anna's", "Anna", ["gen"])],
            ["Malin", "Malins", "MALIN", "malin", "Malin's"],
        ),
        ("surname", "Berg", [("Anderssons", "Andersson", ["gen"])], ["Bergs"]),
        ("firstname_male", "Lars", [("Eriks", "Erik", ["gen"])], ["Lars"]),
        ("city", "Malmö", [("Lund", "Lund", []), ("lundabor", "Lund", ["pl"]),
                           ("Lundaborna", "Lund", ["def", "pl"])],
         ["Malmö", "malmöbor", "Malmöborna"]),
        ("school", "B-skola", [("Kungsskolan", "Kungsskola", ["def"])], ["B-skolan"]),
        ("nickname", "Putte", [("Lillans", "Lillan", ["gen"])], ["Puttes"]),
        ("phone_nr", "000-00", [("070-123", "070-123", [])], ["000-00"]),
    ],
)  # fmt: skip
def test_one_rename_gives_all_forms(
    page: Annotator, label: str, new: str, mentions: Any, expected: list[str]
) -> None:
    body = [{"text": text, "base": base, "affixes": affixes} for text, base, affixes in mentions]
    answer = page.post("/forms", {"label": label, "newBase": new, "mentions": body})
    assert answer["replacements"] == expected


def test_bases_of_pseudonyms_are_found_again(page: Annotator, folder: Path) -> None:
    (folder / "n.txt").write_text("Jag heter Amina. Aminas hund. AMINA skrek.", "utf-8")
    doc = page.load("n")
    assert {span["newBase"] for span in doc["spans"]} == {doc["spans"][0]["replacement"]}
    forms = page.post("/forms", {
        "label": "firstname_female", "newBase": "Malin",
        "mentions": [{"text": text, "base": span["base"], "affixes": span["affixes"]}
                     for text, span in zip(["Amina", "Aminas", "AMINA"], doc["spans"], strict=True)],
    })["replacements"]  # fmt: skip
    assert forms == ["Malin", "Malins", "MALIN"]
    for span, form in zip(doc["spans"], forms, strict=True):
        span |= {"replacement": form, "newBase": "wrong"}
    saved = page.save(doc)["doc"]
    assert [span["newBase"] for span in saved["spans"]] == ["Malin"] * 3


@pytest.mark.parametrize(
    "label", ["firstname_female", "surname", "city", "country", "school", "age_digits"]
)
def test_another_pseudonym_is_drawn_and_never_one_to_avoid(page: Annotator, label: str) -> None:
    base = "12" if label == "age_digits" else "Amina"
    seen: list[str] = []
    for _ in range(3):
        body = {"id": page.find_id("e1"), "label": label, "base": base, "avoid": seen}
        drawn = page.post("/draw", body)["newBase"]
        assert drawn == page.post("/draw", body)["newBase"]
        assert drawn not in seen
        seen.append(drawn)


def test_no_pseudonym_is_readable_in_the_text(page: Annotator, folder: Path) -> None:
    body = {"id": page.find_id("e1"), "label": "firstname_female", "base": "Amina", "avoid": []}
    first = page.post("/draw", body)["newBase"]
    doc = page.save(page.load("e1"), spans=[])["doc"]
    (folder / "d.txt").write_text(f"{doc['original']} {first} {first}s bok", "utf-8")
    page.save(page.load("d"), spans=[])
    assert page.post("/draw", {**body, "id": page.find_id("d")})["newBase"] != first


def test_nothing_is_drawn_where_nothing_fits(page: Annotator) -> None:
    body = {"id": page.find_id("e1"), "base": "x", "avoid": ["email@dot.com"]}
    assert "write" in page.post("/draw", {**body, "label": "email"}, 422)["detail"]
    assert "write" in page.post("/draw", {**body, "label": "prof"}, 422)["detail"]
    page.post("/draw", {**body, "label": "nonsense"}, 422)


def test_with_a_key_a_new_span_gets_the_pseudonym_of_all_documents(
    open_page: Callable[..., Annotator], tmp_path: Path, folder: Path
) -> None:
    key = tmp_path / "k.key"
    write_key(key)
    page = open_page(key_file=key)
    assert page.get("/settings")["key"] == "k.key"
    (folder / "k.txt").write_text("Vi såg Amina.", "utf-8")
    drawn = {span["newBase"] for id in ("e1", "k") for span in page.load(id)["spans"]
             if span["base"] == "Amina"}  # fmt: skip
    assert len(drawn) == 1
    doc = page.save(page.load("k"), spans=[])["doc"]
    [made] = page.make(doc, "Amina")
    assert {made["replacement"]} == drawn


def test_a_span_made_by_hand_joins_the_entity_of_its_base(page: Annotator) -> None:
    doc = page.load("e1")
    amina, _, aminas, _ = doc["spans"]
    doc["spans"] = [amina]
    [made] = page.make(doc, "Aminas")
    expected = {
        name: aminas[name] for name in ("label", "number", "affixes", "replacement", "base")
    }
    assert {name: made[name] for name in expected} == expected
    assert (made["by"], made["accepted"]) == ("person", True)


def test_a_new_entity_gets_the_next_number_and_a_name_of_its_own(page: Annotator) -> None:
    doc = page.load("e1")
    [made] = page.make(doc, "syster", "firstname_female")
    assert made["number"] == 2
    assert made["newBase"] not in {span["newBase"] for span in doc["spans"]}
    assert made["replacement"].islower()


def test_two_new_spans_of_one_word_are_one_entity(page: Annotator, folder: Path) -> None:
    (folder / "z.txt").write_text("Zuhayra kom. Vi såg Zuhayras hund.", "utf-8")
    doc = page.load("z")
    body = {"id": page.find_id("z"), "original": doc["original"], "spans": [], "pieces": [
        {"start": 20, "end": 28, "label": "firstname_female"},
        {"start": 0, "end": 7, "label": "firstname_female"}]}  # fmt: skip
    first, second = page.post("/spans", body)["spans"]
    assert (first["number"], second["number"]) == (1, 1)
    assert (second["base"], second["affixes"]) == ("Zuhayra", ["gen"])
    assert second["replacement"].startswith(first["newBase"])


@pytest.mark.parametrize(
    ("piece", "label"), [("Lund", "city"), ("Amina", "firstname_female"), ("namn", "extra")]
)
def test_a_label_is_proposed(page: Annotator, piece: str, label: str) -> None:
    doc = page.load("e3" if piece == "namn" else "e1")
    doc["spans"] = []
    assert page.make(doc, piece)[0]["label"] == label


def test_spans_of_another_text_are_refused(page: Annotator) -> None:
    doc = page.load("e1")
    body = {"id": doc["id"], "original": doc["original"] + "x", "pieces": [], "spans": []}
    page.post("/spans", body, 409)


def test_why_names_rule_cue_and_candidates(page: Annotator) -> None:
    why = page.post(page.find_path("e1", "/why"), {"start": 10, "end": 15})
    assert (why["rule"], why["policy"], why["checked"]) == ("list", "draw", None)
    assert why["candidates"][0]["label"] == "firstname_female"
    assert why["candidates"][0]["sources"]
    nothing = page.post(page.find_path("e1", "/why"), {"start": 0, "end": 3})
    assert (nothing["rule"], nothing["probability"]) == ("", 0.0)
    page.post(page.find_path("e1", "/why"), {"start": 3, "end": 3}, 422)


def test_equal_words_are_found_in_any_case() -> None:
    text = "LUND, lund och Lund-trakten; Lunds; Lu\u00adnd."
    assert [text[a:b] for a, b in find_equal_words(text, "Lund")] == ["LUND", "lund", "Lu\u00adnd"]
    assert list(find_equal_words("i Stora  Gatan", "stora gatan")) == [(2, 14)]


def test_a_decision_is_applied_to_the_folder(page: Annotator) -> None:
    page.save(page.load("e3"), done=True)
    answer = page.post("/apply", {"form": "lund", "action": "free", "except": page.find_id("e1")})
    assert answer == {
        "changed": [{"id": page.find_id("e2"), "version": 1, "spans": 1}],
        "conflicts": [],
    }
    actions = {span["base"]: span["action"] for span in page.load("e2")["spans"]}
    assert actions["Lund"] == "free"
    assert actions["Erik"] == "replace"
    assert page.load("e1")["version"] == 0
    again = page.post("/apply", {"form": "Lund", "action": "free", "except": page.find_id("e1")})
    assert again["changed"] == []


def test_a_replacement_for_the_folder_is_inflected(page: Annotator) -> None:
    answer = page.post(
        "/apply",
        {"form": "Eriks", "label": "firstname_male", "action": "replace", "replacement": "Karl"},
    )
    assert [each["id"] for each in answer["changed"]] == [page.find_id("e2")]
    spans = page.load("e2")["spans"]
    assert [span["replacement"] for span in spans if span["by"] == "person"] == ["Karls"]


def test_documents_that_are_done_are_left_alone_unless_asked(page: Annotator) -> None:
    doc = page.save(page.load("e2"), done=True)["doc"]
    decision = {"form": "Lund", "action": "mark", "label": "city"}
    assert [each["id"] for each in page.post("/apply", decision)["changed"]] == [page.find_id("e1")]
    asked = page.post("/apply", {**decision, "done": True})
    assert [(each["id"], each["version"]) for each in asked["changed"]] == [
        (doc["id"], doc["version"] + 1)
    ]


def test_words_within_a_larger_span_stay(page: Annotator, folder: Path) -> None:
    (folder / "s.txt").write_text("Sankta Anna och Anna", "utf-8")
    doc = page.load("s")
    page.save(doc, spans=[free(doc, "Sankta Anna")])
    [changed] = page.post("/apply", {"form": "Anna", "action": "mark", "label": "extra"})["changed"]
    assert (changed["id"], changed["spans"]) == (doc["id"], 1)
    assert [span["action"] for span in page.load("s")["spans"]] == ["free", "mark"]

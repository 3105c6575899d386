"""From sampler and vault to report: what they leave is what the report reads."""

import json
from pathlib import Path
from typing import Any

import pytest

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.matcher import Matcher
from tacknamn.replacement.sampler import Sampler
from tacknamn.risk.assessment import Questions, RiskReport, assess
from tacknamn.risk.originals import OriginalIndex
from tacknamn.risk.readers import read_documents
from tacknamn.text.fold import fold
from tests.golden_build import build

TEXTS = {
    "essay-1": "Anna och Erik bor i Göteborg. Annas mor heter Maria.",
    "essay-2": "Erik Andersson bor i Köpenhamn med Maria.",
}


@pytest.fixture(scope="module")
def matcher(tmp_path_factory: pytest.TempPathFactory) -> Matcher:
    return Matcher(Lexicon.open(build(tmp_path_factory.mktemp("build") / "golden")))


def pseudonymized(matcher: Matcher, id: str, text: str) -> dict[str, Any]:
    """A line of a span file, with originals."""
    scope = Sampler(matcher.lexicon, seed=1).scope(text)
    made, spans, at = "", [], 0
    for match in matcher.match(text):
        name = scope.replace(match)
        made += text[at : match.start]
        spans.append(
            {"start": len(made), "end": len(made) + len(name.text), "label": str(name.label),
             "number": name.number, "affixes": list(name.affixes), "pool": name.pool,
             "original": match.form}
        )  # fmt: skip
        made += name.text
        at = match.end
    return {"id": id, "text": made + text[at:], "spans": spans}


@pytest.fixture(scope="module")
def lines(matcher: Matcher) -> list[dict[str, Any]]:
    return [pseudonymized(matcher, id, text) for id, text in TEXTS.items()]


def reported(
    matcher: Matcher,
    lines: list[dict[str, Any]],
    file: Path,
    originals: OriginalIndex | None = None,
) -> RiskReport:
    file.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return assess(read_documents([file]), matcher, Questions(quasi=("prof",)), originals)


def test_what_the_sampler_replaced_is_clean(
    matcher: Matcher, lines: list[dict[str, Any]], tmp_path: Path
) -> None:
    report = reported(matcher, lines, tmp_path / "essays.jsonl")
    assert not report.leaks
    assert report.pseudonyms.same_document.count == 0
    figures = {figures_of_label.label: figures_of_label for figures_of_label in report.labels}
    assert figures["city"].entities == 2
    assert all(figure.draws and figure.anonymity for figure in figures.values())


def test_a_mention_that_was_overlooked_is_a_leak(
    matcher: Matcher, lines: list[dict[str, Any]], tmp_path: Path
) -> None:
    overlooked = [lines[0], lines[1] | {"spans": lines[1]["spans"][:-1]}]
    report = reported(matcher, overlooked, tmp_path / "essays.jsonl")
    assert report.leaks
    assert report.leftovers.found.count == 1


def test_the_vault_tells_what_the_files_tell(
    matcher: Matcher, lines: list[dict[str, Any]], tmp_path: Path
) -> None:
    pytest.importorskip("cryptography")
    from tacknamn.replacement.records import Record
    from tacknamn.vault.vault import Vault

    vault = Vault.open(tmp_path / "essays.vault", bytes(range(32)), create=True)
    for line in lines:
        for span in line["spans"]:
            form = line["text"][span["start"] : span["end"]]
            if not span["affixes"]:
                vault.add(Record(span["label"], span["original"], form, line["id"]))
    originals = OriginalIndex()
    for record in vault:
        originals.add(record.label, fold(record.original), fold(record.pseudonym), record.document)
    bare = [
        line | {"spans": [span | {"original": None} for span in line["spans"]]} for line in lines
    ]
    with_originals = reported(matcher, lines, tmp_path / "with_originals.jsonl")
    kept = reported(matcher, bare, tmp_path / "bare.jsonl", originals)
    assert kept.labels == with_originals.labels
    assert kept.pseudonyms.corpus.count == with_originals.pseudonyms.corpus.count

"""What `check` and `diff` read of a bundle may be forged with right checksums: one error each."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import MANIFEST
from tacknamn_builders.checks.findings import Severity
from tacknamn_builders.checks.run import run_checks
from tacknamn_builders.releasing.diff import compare_bundles
from tests.making import profile


def forge(folder: Path, name: str, content: bytes) -> None:
    """Put other content into a file, and sign it."""
    (folder / name).write_bytes(content)
    manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    sha256 = hashlib.sha256(content).hexdigest()
    manifest["files"][name] = {"size": len(content), "sha256": sha256}
    (folder / MANIFEST).write_text(json.dumps(manifest), "utf-8")


def refused(folder: Path, good: Path) -> None:
    for use in (
        lambda: check(folder),
        lambda: compare_bundles(good, folder),
        lambda: compare_bundles(folder, good),
    ):
        with pytest.raises(BundleError, match=r"tacknamn-build compile|build the bundle again"):
            use()


def check(folder: Path) -> None:
    run_checks(folder, profile(1), {}, {})


ROWS = {
    "a row that is short": lambda text: text + b"Ask\tsurname\n",
    "a row that is long": lambda text: text.rstrip(b"\n") + b"\tmore\n",
    "a count in words": lambda text: text.replace(b"\t18000\t", b"\tmany\t"),
    "a count that is none": lambda text: text.replace(b"\t18000\t", b"\tnan\t"),
    "no UTF-8": lambda text: text.replace("ö".encode(), b"\xff"),
    "a huge field": lambda text: text + b"a" * 200_000 + b"\n",
    "other columns": lambda text: text.replace(b"form", b"from", 1),
    "nothing": lambda text: b"",
    "a NUL": lambda text: text.replace(b"Berg", b"B\0erg") + b"\0\n",
}


@pytest.mark.parametrize("what", ROWS)
def test_a_forged_lexicon_is_one_error(what: str, copy: Path, good: Path) -> None:
    change: Callable[[bytes], bytes] = ROWS[what]
    before = (copy / "lexicon.tsv").read_bytes()
    assert change(before) != before
    forge(copy, "lexicon.tsv", change(before))
    refused(copy, good)


SAMPLINGS = [
    b"", b"{", b"{}", b"[1]", b"5", b"\xff", b"[" * 50_000, b"9" * 5000,
    b'{"names": [], "cities": {}, "country": "SE"}',
    b'{"names": {}, "cities": 5, "country": "SE"}',
    b'{"names": {}, "cities": {}, "country": []}',
    b'{"names": {}, "cities": {"SE": 5}, "country": "SE"}',
    b'{"names": {"surname": ["Ek"]}, "cities": {}, "country": "SE"}',
    b'{"names": {"surname": [-1]}, "cities": {}, "country": "SE"}',
    b'{"names": {"surname": [true]}, "cities": {}, "country": "SE"}',
    b'{"names": {"surname": [99]}, "cities": {}, "country": "SE"}',
]  # fmt: skip


@pytest.mark.parametrize("content", SAMPLINGS, ids=lambda content: str(content[:50]))
def test_forged_lists_to_draw_from_are_one_error(content: bytes, copy: Path, good: Path) -> None:
    forge(copy, "sampling.json", content)
    refused(copy, good)


MANIFESTS: list[dict[str, Any]] = [
    {"counts": 5},
    {"counts": {}},
    {"counts": {"entries": 3, "forms": 3, "labels": {"city": "one"}}},
    {"sources": {"s0": 3}},
    {"sources": {"s0": {"records": "many"}}},
    {"profile": 5},
]


@pytest.mark.parametrize("facts", MANIFESTS, ids=str)
def test_a_forged_manifest_is_one_error(facts: dict[str, Any], copy: Path, good: Path) -> None:
    manifest = json.loads((copy / MANIFEST).read_text("utf-8"))
    for name, value in facts.items():
        both = isinstance(value, dict) and isinstance(manifest[name], dict) and name == "sources"
        manifest[name] = value if not both else _changed(manifest[name], value)
    (copy / MANIFEST).write_text(json.dumps(manifest), "utf-8")
    refused(copy, good)


def _changed(sources: dict[str, Any], forged: dict[str, Any]) -> dict[str, Any]:
    facts = forged["s0"]
    return {"s0": sources["s0"] | facts if isinstance(facts, dict) else facts}


def test_promised_coverage_that_nobody_measured_is_noted(good: Path) -> None:
    references = {"women": "svensktext-names", "surnames": "swell-names"}
    promised = profile(1, least={"women": 0.9, "surnames": 0.7}, references=references)
    steps: list[str] = []
    report = run_checks(good, promised, {}, {}, steps.append)
    assert "measuring coverage" not in steps
    (note,) = [finding for finding in report.findings if finding.rule == "coverage"]
    assert note.severity is Severity.NOTE
    assert note.place == "svensktext-names, swell-names"
    assert "--mirror DIR" in note.message
    assert not report.failed


def test_the_steps_of_a_check_are_told(good: Path) -> None:
    told: list[str] = []
    run_checks(good, profile(1), {}, {}, told.append)
    assert len(told) >= 3

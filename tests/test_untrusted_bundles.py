"""Whatever a bundle holds: an answer, or one error that says what to do.

The fuzzers in tests/fuzz look for what is not so; what they have found stands here.
"""

import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import MANIFEST, Bundle
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.matcher import Matcher
from tests.damaging import change_manifest
from tests.engines import ENGINES, needs_native
from tests.fuzz import forged
from tests.fuzz.bundle_parts import Parts


@pytest.mark.slow
def test_forged_bundles_end_in_our_errors_only() -> None:
    cases, opened, finding = forged.run(seconds=60, number=40)
    assert finding is None, str(finding)
    assert opened > 5 and cases > opened


@pytest.mark.full
@pytest.mark.parametrize("seed", [1, 2])
def test_many_forged_bundles_end_in_our_errors_only(seed: int) -> None:
    _, _, finding = forged.run(seconds=150, seed=seed)
    assert finding is None, str(finding)


@pytest.mark.parametrize(
    "change",
    [
        lambda m: m.pop("code"),
        lambda m: m.pop("counts"),
        lambda m: m["counts"].update(labels=[]),
        lambda m: m["counts"]["labels"].update(city="many"),
        lambda m: m["sources"]["s0"].pop("vintage"),
        lambda m: m["sources"].update(s0=None),
        lambda m: m.update(skipped=[7]),
        lambda m: m["sources"]["s0"].update(records=float("nan")),
        lambda m: m["sources"]["s0"].update(records=float("inf")),
        lambda m: m.update(profile="\ud800"),
    ],
)
def test_a_manifest_that_cannot_be_told_is_refused(
    change: Callable[[dict[str, Any]], object], copy: Path
) -> None:
    change_manifest(copy, change)
    with pytest.raises(BundleError, match=r"manifest\.json: .*rebuild it"):
        Bundle(copy)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
@pytest.mark.parametrize("name", [MANIFEST, "table.bin", "lexicon.tsv"])
def test_a_pipe_in_the_place_of_a_file_does_not_hang(name: str, copy: Path) -> None:
    (copy / name).unlink()
    os.mkfifo(copy / name)
    if name != MANIFEST:
        change_manifest(copy, lambda m: m["files"][name].update(size=0))
    with pytest.raises(BundleError, match=name):
        Bundle(copy)


def test_an_endless_manifest_is_refused(copy: Path) -> None:
    with (copy / MANIFEST).open("r+b") as file:
        file.truncate(1 << 30)
    with pytest.raises(BundleError, match="not the manifest"):
        Bundle(copy)


@pytest.mark.parametrize("place", ["", ".", "..", "/", "a\0b", "x" * 5000])
def test_a_folder_without_a_bundle_is_told_whatever_its_name(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    with pytest.raises(BundleError):
        Bundle(Path(place))


def forge(folder: Path, section: str, column: str, data: bytes) -> Lexicon:
    """Put other numbers into a column, and let the rest of the bundle agree."""
    parts = Parts.read(folder)
    columns, rows = parts.columns(section), parts.rows(section)
    assert columns is not None and rows is not None
    size = len(columns[column])
    parts.put(section, rows, {**columns, column: bytearray((data * size)[:size])})
    parts.settle_manifest()
    parts.write(folder)
    return Lexicon(Bundle(folder))


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -1.0])
@pytest.mark.parametrize(
    ("section", "column", "letter"),
    [("entries", "mentions", "f"), ("entries", "count", "d"), ("forms", "ordinary", "f")],
)
def test_counts_that_cannot_be_are_refused(
    copy: Path, section: str, column: str, letter: str, number: float
) -> None:
    forged_one = forge(copy, section, column, struct.pack(f"<{letter}", number))
    with pytest.raises(BundleError, match="a count is not a valid number"):
        forged_one.lookup("Hans")


@pytest.mark.parametrize("entry", [0, 5, 2**32 - 1])
def test_a_form_without_senses_is_refused(copy: Path, entry: int) -> None:
    forged_one = forge(copy, "forms", "entry", struct.pack("<I", entry))
    with pytest.raises(BundleError, match="points outside"):
        forged_one.lookup("Hans")
    for match in Matcher(forged_one).match("Hans bor i Gothenburg"):
        with pytest.raises(BundleError, match="points outside"):
            _ = match.base


@needs_native
@pytest.mark.parametrize("slots", [b"\xff" * 64, b"\1\0\0\0" * 16, b"\0\0\0\x80" * 16])
def test_a_table_of_lies_gives_no_false_hits(copy: Path, slots: bytes) -> None:
    forged_one = forge(copy, "table", "bucket", slots)
    assert Matcher(forged_one, "native").match("Hans bor i Gothenburg. " * 50) == []


def test_texts_that_overlap_do_not_fill_the_memory(copy: Path) -> None:
    """Rows that all hold the whole text: the portable engine would unfold each of them."""
    forms = Bundle(copy, verify=False).section("forms")
    whole = len(forms.data("text"))
    offsets = [0, whole] * (forms.rows // 2 + 1)
    forged_offsets = struct.pack(f"<{forms.rows + 1}I", *offsets[: forms.rows + 1])
    with pytest.raises(BundleError, match=r"forms\.bin.*overlap"):
        Matcher(forge(copy, "forms", "offset", forged_offsets), "portable").match("Hans")


@pytest.mark.parametrize("engine", ENGINES)
def test_inflections_of_nothing_are_refused_or_not_found(copy: Path, engine: str) -> None:
    matcher = Matcher(forge(copy, "inflections", "base", b"\xff"), engine)
    try:
        assert matcher.match("läraren") == []
    except BundleError as exc:
        assert "inflections.bin" in str(exc)

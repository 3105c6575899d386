"""``sampling.json`` is untrusted: whatever stands in it, a draw is a name or one clear error."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tacknamn.errors import BundleError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.replacement.records import DRAWN_LABELS, Mention
from tacknamn.replacement.sampler import Sampler
from tests.sampling_lists import make_bundle
from tests.test_damaged_lists import forge

LUND = Mention("Lund", "city", "Lund")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_bundle(tmp_path / "default")


def draw_all(folder: Path) -> None:
    """Draw from every list that there is."""
    sampler = Sampler(Lexicon.open(folder), seed=1, weighted=True)
    scope = sampler.scope([LUND])
    scope.replace(LUND)
    for label in DRAWN_LABELS:
        sampler.draw(label)
        sampler.draw(label, town="Lund")
        scope.replace(Mention("Storgatan", label, "Storgatan"))
    sampler.draw("city", country="DK")


WHOLE = [
    b"", b"{", b"{}", b"[1]", b"5", b"\xff", b"[" * 50_000, b"9" * 5000, b"null",
    b'{"names": {}, "cities": {}, "country": "SE"}',
    b'{"names": [], "cities": {}, "streets": {}, "zip_codes": {}, "fakes": {}, "country": "SE"}',
]  # fmt: skip


@pytest.mark.parametrize("content", WHOLE, ids=lambda content: str(content[:40]))
def test_what_is_no_table_of_lists_is_refused(folder: Path, content: bytes) -> None:
    forge(folder, "sampling.json", content)
    with pytest.raises(BundleError, match=r"sampling\.json: damaged.*tacknamn-build compile"):
        draw_all(folder)


LISTS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "no country": lambda lists: lists.pop("country"),
    "a country that is a list": lambda lists: lists.update(country=["SE"]),
    "a country that steers a terminal": lambda lists: lists.update(country="\x1b[31m"),
    "rows outside the entries": lambda lists: lists["names"]["surname"].append(1 << 40),
    "rows before the entries": lambda lists: lists["cities"]["SE"].append(-1),
    "rows that are true": lambda lists: lists["streets"]["Lund"].append(True),
    "rows that are fractions": lambda lists: lists["zip_codes"]["Lund"].append(1.5),
    "rows that are words": lambda lists: lists["names"]["firstname_male"].append("Erik"),
    "a list that is a number": lambda lists: lists["names"].update(surname=5),
    "an area that is no number": lambda lists: lists["telephone_areas"].update(Lund="046; rm"),
    "an area that is a list": lambda lists: lists["telephone_areas"].update(Lund=[46]),
    "a fake that is a word": lambda lists: lists["fakes"]["street"].append("Storgatan"),
    "a fake without form": lambda lists: lists["fakes"]["street"].append({"gender": ""}),
    "an empty fake": lambda lists: lists["fakes"].update(street=[{"form": " ", "gender": ""}]),
    "a fake that rings": lambda lists: lists["fakes"]["street"].append(
        {"form": "a\x07", "gender": ""}
    ),
    "half a character": lambda lists: lists["fakes"]["street"].append(
        {"form": "\ud800", "gender": ""}
    ),
    "fakes that are a table": lambda lists: lists["fakes"].update(street={}),
}


@pytest.mark.parametrize("what", LISTS)
def test_a_damaged_list_is_refused_when_it_is_used(folder: Path, what: str) -> None:
    lists = json.loads((folder / "sampling.json").read_text("utf-8"))
    LISTS[what](lists)
    forge(folder, "sampling.json", json.dumps(lists).encode())
    with pytest.raises(BundleError, match=r"sampling\.json: damaged"):
        draw_all(folder)


HARMLESS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "rows of other labels": lambda lists: lists["names"].update(
        surname=lists["cities"]["SE"], firstname_male=[0, 0, 0]
    ),
    "no lists at all": lambda lists: [
        lists[table].clear() for table in ("names", "cities", "streets", "zip_codes", "fakes")
    ],
    "no telephone areas, as in the first bundles": lambda lists: lists.pop("telephone_areas"),
    "a pattern without a letter": lambda lists: lists["fakes"].update(
        pattern_sv_school=[{"form": "skola", "gender": ""}]
    ),
    "another country": lambda lists: lists.update(country="XX"),
}


@pytest.mark.parametrize("what", HARMLESS)
def test_odd_lists_still_give_something(folder: Path, what: str) -> None:
    lists = json.loads((folder / "sampling.json").read_text("utf-8"))
    HARMLESS[what](lists)
    forge(folder, "sampling.json", json.dumps(lists).encode())
    draw_all(folder)


def test_a_bundle_that_was_replaced_meanwhile_is_not_mixed_up(folder: Path, tmp_path: Path) -> None:
    lexicon = Lexicon.open(folder)
    other = make_bundle(tmp_path / "other", surname=("Ek",))
    (folder / "sampling.json").write_bytes((other / "sampling.json").read_bytes())
    with pytest.raises(BundleError, match="open the bundle again"):
        Sampler(lexicon, seed=1).draw("surname")


def test_lists_that_have_gone_are_told(folder: Path) -> None:
    lexicon = Lexicon.open(folder)
    (folder / "sampling.json").unlink()
    with pytest.raises(BundleError, match=r"sampling\.json: cannot be read"):
        Sampler(lexicon, seed=1).draw("surname")


def test_making_a_sampler_reads_nothing(folder: Path) -> None:
    lexicon = Lexicon.open(folder)
    (folder / "sampling.json").unlink()
    Sampler(lexicon, seed=1)

"""The index of ranks finds what a search through all forms finds, and a damaged one is refused."""

import struct
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.errors import BundleError
from tacknamn.labels import LABELS
from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.ranks import ABSENT, SPAN
from tacknamn.text.fold import fold
from tests.fuzz.bundle_parts import Parts
from tests.making import bundle, entry
from tests.timing import quickest, seconds

COUNTS = [0, 3, 3, 500, 90_000]
USED = ["surname", "city", "firstname_male"]


def complete_slowly(lexicon: Lexicon, prefix: str, label: str | None, limit: int) -> list[str]:
    """Look at every form: the slow twin of Lexicon.complete."""
    forms, entries = map(lexicon.bundle.section, ("forms", "entries"))
    first, mentions = forms.column("entry"), entries.column("mentions")
    found = []
    for row in range(forms.rows):
        if forms.text(row).startswith(fold(prefix)):
            fitting = [
                entry
                for entry in range(first[row], first[row + 1])
                if label is None or LABELS[entries.column("label")[entry]] == label
            ]
            if fitting:
                found.append((-mentions[fitting[0]], row, fitting[0]))
    return [lexicon.read_column(entry, "display") for _, _, entry in sorted(found)[:limit]]


@pytest.mark.slow
@settings(max_examples=15)
@given(st.randoms(use_true_random=False), st.integers(1, 2500))
def test_ranked_completion_agrees_with_a_search_of_all_forms(
    tmp_path_factory: pytest.TempPathFactory, chance: Random, number: int
) -> None:
    letters = "aåbö𝔘 "
    records = [
        entry(
            f"x{''.join(chance.choices(letters, k=chance.randint(1, 5)))}y",
            chance.choice(USED),
            chance.choice(COUNTS),
        )
        for _ in range(number)
    ]
    lexicon = Lexicon.open(bundle(tmp_path_factory.mktemp("any") / "b", [records]))
    for prefix in ("", "x", "xa", "xåb", "x𝔘", "z"):
        for label in (None, *USED, "day"):
            for limit in (0, 1, 10, 5000):
                expected = complete_slowly(lexicon, prefix, label, limit)
                assert lexicon.complete(prefix, label, limit) == expected


@pytest.mark.parametrize("number", [0, 1, SPAN - 1, SPAN, SPAN + 1, SPAN**2, SPAN**2 + 1])
def test_an_index_of_any_size_has_all_forms(number: int, tmp_path: Path) -> None:
    names = [
        f"Ab{chr(97 + at // 676)}{chr(97 + at // 26 % 26)}{chr(97 + at % 26)}"
        for at in range(number)
    ]
    lexicon = Lexicon.open(bundle(tmp_path / "b", [[entry(name, "city", 5) for name in names]]))
    assert lexicon.complete("", limit=number + 1) == names
    assert lexicon.complete("ab", "city", limit=number + 1) == names
    assert lexicon.complete("", "surname") == []


def test_a_label_ranks_by_the_mentions_as_that_label(tmp_path: Path) -> None:
    records = [
        entry("Anna", "firstname_female", 290_000),
        entry("Anna", "city", 12),
        entry("Arvika", "city", 14_000),
    ]
    lexicon = Lexicon.open(bundle(tmp_path / "b", [records]))
    assert lexicon.complete("a") == ["Anna", "Arvika"]
    assert lexicon.complete("a", "city") == ["Arvika", "Anna"]


# ---- damage -------------------------------------------------------------------------------


def damage(folder: Path, maxima: list[float]) -> Lexicon:
    """Put other maxima into the index of a bundle, and let its manifest agree."""
    parts = Parts.read(folder)
    data = bytearray(struct.pack(f"<{len(maxima)}f", *maxima))
    parts.put("ranks", len(maxima), {"maximum": data})
    parts.settle_manifest()
    parts.write(folder)
    return Lexicon(Bundle(folder))


def read_maxima(folder: Path) -> list[float]:
    return list(Bundle(folder).section("ranks").column("maximum"))


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), 1e30, 0.5, ABSENT])
def test_a_maximum_that_disagrees_is_refused(wrong: float, copy: Path) -> None:
    with pytest.raises(BundleError, match=r"ranks\.bin.*damaged.*rebuild"):
        damage(copy, [wrong] * len(read_maxima(copy))).complete("g")


@pytest.mark.parametrize("nodes", [0, 1, 26])
def test_an_index_of_other_lists_is_refused(nodes: int, copy: Path) -> None:
    with pytest.raises(BundleError, match=r"ranks\.bin.*other lists.*rebuild"):
        damage(copy, read_maxima(copy)[:1] * nodes).complete("g")


@pytest.mark.parametrize("column", ["entry", "label", "mentions"])
def test_an_index_of_damaged_entries_ends_in_our_error_or_an_answer(
    column: str, copy: Path
) -> None:
    parts = Parts.read(copy)
    section = "forms" if column == "entry" else "entries"
    columns, rows = parts.columns(section), parts.rows(section)
    assert columns is not None and rows is not None
    size = len(columns[column])
    for data in (b"\xff", b"\0", b"\1\0\0\0"):
        parts.put(section, rows, {**columns, column: bytearray((data * size)[:size])})
        parts.settle_manifest()
        parts.write(copy)
        for label in (None, "city"):
            with suppress(BundleError):
                assert len(Lexicon(Bundle(copy)).complete("", label)) <= 20


# ---- speed --------------------------------------------------------------------------------


def test_the_ten_best_of_many_thousand_forms_take_half_a_millisecond(tmp_path: Path) -> None:
    names = ("".join(letters) for letters in product("aeiou", "bdfgk", "aeiou", "lmnrs", "aeio"))
    records = [
        entry(f"{name}{end}", "surname", 7 * number % 1009)
        for number, name in enumerate(names)
        for end in ("", "by", "dal", "fors")
    ]
    lexicon = Lexicon.open(bundle(tmp_path / "b", [records]))
    lexicon.complete("a")  # opens the index

    def complete_often() -> None:
        for _ in range(20):
            lexicon.complete("a", limit=10)

    assert quickest(lambda: seconds(complete_often), 0.01) / 20 < 0.0005

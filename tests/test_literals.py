"""Literals: the compiled scanner finds what the portable one and a slow search find."""

import gc
import tracemalloc
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.detection.cues.literals import (
    LONGEST,
    Literal,
    LiteralMatch,
    PortableScanner,
    Scanner,
    build_scanner,
)
from tacknamn.detection.literal_pass import list_literals
from tacknamn.support import compiled
from tacknamn.text.languages import LANGUAGES

COMPILED = pytest.mark.skipif(compiled.literals is None, reason="nothing was compiled")
ENGINES = [pytest.param("native", marks=COMPILED), "portable"]
LETTERS = "aåkos ²½3_-.\n\x00ß’ıé北\U00010400\U0001d518\ud800\u0301"
ENDINGS = st.none() | st.frozensets(st.text("aosß²", max_size=2), max_size=3)
LITERALS = st.builds(
    Literal, st.text(LETTERS, min_size=1, max_size=4), st.just("kind"), st.just(()), ENDINGS,
    st.booleans(),
)  # fmt: skip
GROUPS = st.dictionaries(
    st.sampled_from("abc"), st.lists(LITERALS, max_size=6).map(tuple), min_size=1
).filter(lambda groups: any(groups.values()))
TEXTS = st.text(LETTERS, max_size=40)


def find_slowly(
    groups: Mapping[str, tuple[Literal, ...]], text: str
) -> dict[str, Sequence[LiteralMatch]]:
    """Try every literal at every offset."""
    matches = {
        group: [
            match
            for end in range(len(text) + 1)
            for at in range(end)
            for literal in literals
            for match in match_slowly(literal, text, at, end)
        ]
        for group, literals in groups.items()
    }
    return {group: of_group or () for group, of_group in matches.items()}


def match_slowly(literal: Literal, text: str, at: int, end: int) -> Iterable[LiteralMatch]:
    if text[at:end] != literal.text:
        return
    start, last = at, end
    while start and at - start < LONGEST and text[start - 1].isalpha():
        start -= 1
    if text[end : end + 1].isalpha():
        while last < len(text) and last - end < LONGEST and is_letter(text[last]):
            last += 1
    if (start == at or literal.within) and (
        literal.endings is None or text[end:last] in literal.endings
    ):
        yield LiteralMatch(start, last, at, literal)


def is_letter(character: str) -> bool:
    """Return what the expression for letters says."""
    return character.isalnum() and not character.isdecimal()


@pytest.mark.parametrize("engine", ENGINES)
@given(groups=GROUPS, text=TEXTS)
def test_both_find_what_a_slow_search_finds(
    engine: str, groups: dict[str, tuple[Literal, ...]], text: str
) -> None:
    assert build_scanner(groups, engine).scan(text) == find_slowly(groups, text)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("letters", [LONGEST - 1, LONGEST, LONGEST + 1, 300])
def test_a_long_word_is_read_in_part(engine: str, letters: int) -> None:
    literal = Literal("ko", "kind", endings=None, within=True)
    groups = {"group": (literal,)}
    for text in ("a" * letters + "ko", "ko" + "å" * letters, "b" * letters + "ko" + "c" * letters):
        assert build_scanner(groups, engine).scan(text) == find_slowly(groups, text)


@pytest.fixture(scope="module", params=LANGUAGES)
def scanners(request: pytest.FixtureRequest) -> tuple[Scanner, Scanner, tuple[str, ...]]:
    """The scanners of the package's literals, and the literals."""
    groups = list_literals(request.param)
    texts = tuple(literal.text for literals in groups.values() for literal in literals)
    return build_scanner(groups), PortableScanner(groups), texts


@COMPILED
@given(data=st.data())
def test_the_literals_of_the_package_are_found_alike(
    scanners: tuple[Scanner, Scanner, tuple[str, ...]], data: st.DataObject
) -> None:
    native, portable, texts = scanners
    piece = st.sampled_from(texts) | st.text(LETTERS, max_size=3) | st.sampled_from(" .enats")
    text = "".join(data.draw(st.lists(piece, max_size=30)))
    assert native.scan(text) == portable.scan(text)
    several = [text, "", text[::-1]]
    assert native.scan_many(several) == portable.scan_many(several)


@pytest.mark.parametrize("engine", ENGINES)
def test_no_literals_find_nothing(engine: str) -> None:
    groups = {"empty": (), "other": (Literal("ko", "kind"),)}
    assert build_scanner(groups, engine).scan("") == {"empty": (), "other": ()}
    assert build_scanner(groups, engine).scan("\x00\ud800") == {"empty": (), "other": ()}


@COMPILED
@pytest.mark.parametrize(
    "literals",
    [
        [Literal("ko", "kind")],
        ("ko",),
        (("ko", "kind", (), None),),
        (("", "kind", (), None, False),),
        ((b"ko", "kind", (), None, False),),
        (("ko", "kind", (), {""}, False),),
        (("ko", "kind", (), frozenset([1]), False),),
        (("ko", "kind", (), None, 1),),
        (Literal("".join(map(chr, range(200))), "kind"),),
    ],
)
def test_wrong_literals_are_refused(literals: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        compiled.literals.Scanner({"group": literals}, LiteralMatch)


@COMPILED
def test_other_types_are_refused() -> None:
    with pytest.raises(ValueError):
        compiled.literals.Scanner({}, dict)  # type: ignore[type-var]
    with pytest.raises(TypeError):
        compiled.literals.Scanner({}, LiteralMatch).scan(b"ko")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        compiled.literals.Scanner({}, LiteralMatch).scan_many(["ko", b"ko"])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        compiled.literals.Scanner({}, LiteralMatch).scan_many(("ko",))  # type: ignore[arg-type]


@pytest.mark.slow
@COMPILED
def test_no_memory_is_lost() -> None:
    groups = {"group": (Literal("ko", "kind", endings=frozenset(["", "n", "rna"])),)}
    text = "ko kon korna " * 2000

    def work() -> None:
        for _ in range(20):
            build_scanner(groups, "native").scan(text)
            with pytest.raises(TypeError):
                compiled.literals.Scanner({"group": ((*groups["group"], "ko"),)}, LiteralMatch)

    work()
    tracemalloc.start()
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    work()
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert after - before < 20000


@pytest.mark.parametrize("engine", ENGINES)
def test_threads_share_a_scanner(engine: str) -> None:
    scanner = build_scanner({"group": (Literal("ko", "kind"), Literal("o k", "kind"))}, engine)
    texts = ["ko " * (40000 + number) for number in range(4)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(scanner.scan, texts))
    assert [len(of_text["group"]) for of_text in found] == [40000 + number for number in range(4)]

"""Near forms: both engines agree with distances and costs counted out by hand."""

from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple, Protocol, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.lexicon import near_portable
from tacknamn.lexicon.near_costs import (
    CLASSES,
    DOUBLED,
    PLAIN,
    RULES,
    TRANSPOSED,
    compute_cost,
    load_cost_tables,
)
from tacknamn.lexicon.near_table import LONGEST, MOST_FORMS, NearForms, NearTable, pack_forms

try:
    from tacknamn import _near
except ImportError:
    _near = None  # type: ignore[assignment]

COMPILED = pytest.mark.skipif(_near is None, reason="nothing was compiled")
ENGINES = [pytest.param("native", marks=COMPILED), "portable"]
ANY_COST = 1 << 30
LETTERS = "aåcehkmoöst-π北\U00010400\U0001d518\ud800"
WORDS = st.text(LETTERS, max_size=10) | st.sampled_from(
    ["", "a", "sten", "å" * 61, "o" * 62, "k" * 63, "k" * 64, "k" * 65, "st" * 40]
)
FORMS = st.lists(WORDS.filter(lambda word: len(word) <= LONGEST), unique=True, max_size=12)


class Found(NamedTuple):
    number: int
    edits: int
    cost: int


class Engine(Protocol):
    def find(
        self, words: Sequence[str], edits: int, most_cost: int, rivals: bool, /
    ) -> list[list[Found]]: ...


class Index(NamedTuple):
    engine: Engine
    edits: int


def table(forms: Sequence[str], rivals: int = 0) -> NearTable:
    """The forms numbered by their place; the last ones may be rivals."""
    entries = array("i", range(len(forms)))
    entries[len(forms) - rivals :] = array("i", [-1] * rivals)
    return pack_forms(NearForms(forms, entries, bytes(len(forms))))


def opened(engine: str, made: NearTable) -> Engine:
    if engine == "native":
        costs = load_cost_tables()
        return _near.Index(made, costs.letters, costs.pack(), Found)
    return near_portable.PortableNearSearcher(made, Found)


def index(engine: str, forms: Sequence[str], edits: int, rivals: int = 0) -> Index:
    return Index(opened(engine, table(forms, rivals)), edits)


def found(made: Index, words: Sequence[str], most_cost: int = ANY_COST) -> list[list[Found]]:
    return made.engine.find(words, made.edits, most_cost, True)


@cache
def slow_distance(one: str, other: str) -> int:
    """Optimal string alignment, as its definition says."""
    if not one or not other:
        return len(one) + len(other)
    ways = [
        slow_distance(one[:-1], other) + 1,
        slow_distance(one, other[:-1]) + 1,
        slow_distance(one[:-1], other[:-1]) + (one[-1] != other[-1]),
    ]
    if len(one) > 1 and len(other) > 1 and one[-2:] == other[-1] + other[-2]:
        ways.append(slow_distance(one[:-2], other[:-2]) + 1)
    return min(ways)


def slow_cost(one: str, other: str) -> int:
    """The cheapest of all ways, each tried."""

    def gap(word: str, place: int) -> int:
        letter, known = word[place], [PLAIN]
        for near in (place - 1, place + 1):
            if 0 <= near < len(word):
                known.append(DOUBLED if word[near] == letter else rule(letter, word[near]))
        return min(known)

    def rule(letter: str, beside: str) -> int:
        named = [
            r.cost for r in RULES if r.kind == "next_to" and letter + beside in r.letters.split()
        ]
        return min(named, default=PLAIN)

    @cache
    def between(i: int, j: int) -> int:
        ways = [0] if i == j == 0 else []
        if i:
            ways.append(between(i - 1, j) + gap(one, i - 1))
        if j:
            ways.append(between(i, j - 1) + gap(other, j - 1))
        if i and j:
            same = 0 if one[i - 1] == other[j - 1] else PLAIN
            named = load_cost_tables().substitution.get((one[i - 1], other[j - 1]), PLAIN)
            ways.append(between(i - 1, j - 1) + min(same, named))
        if i > 1 and j and (one[i - 2 : i], other[j - 1]) in load_cost_tables().exchange:
            ways.append(
                between(i - 2, j - 1) + load_cost_tables().exchange[one[i - 2 : i], other[j - 1]]
            )
        if j > 1 and i and (other[j - 2 : j], one[i - 1]) in load_cost_tables().exchange:
            ways.append(
                between(i - 1, j - 2) + load_cost_tables().exchange[other[j - 2 : j], one[i - 1]]
            )
        if i > 1 and j > 1 and one[i - 2 : i] == other[j - 1] + other[j - 2]:
            ways.append(between(i - 2, j - 2) + TRANSPOSED)
        return min(ways)

    return between(len(one), len(other))


def by_hand(forms: Sequence[str], word: str, edits: int) -> list[tuple[int, ...]]:
    """Every form compared with the word: number, edits, cost, the cheapest first."""
    hits = []
    for number, form in enumerate(forms):
        if word and abs(len(word) - len(form)) <= edits:
            distance = slow_distance(word, form)
            if distance <= edits:
                hits.append((number, distance, slow_cost(word, form)))
    return sorted(hits, key=lambda hit: (hit[2], hit[0]))


@pytest.mark.parametrize("engine", ENGINES)
@given(forms=FORMS, words=st.lists(WORDS, max_size=4), edits=st.sampled_from([1, 2]))
@settings(deadline=None, max_examples=150)
def test_every_near_form_is_found_and_no_other(
    engine: str, forms: list[str], words: list[str], edits: int
) -> None:
    words += forms[:2]
    expected = [by_hand(forms, word, edits) for word in words]
    assert found(index(engine, forms, edits), words) == expected


@st.composite
def misspelt(draw: st.DrawFn) -> tuple[list[str], str]:
    """Forms, and one of them with up to three edits."""
    forms = draw(st.lists(st.text("abcåäöhks𝔘", min_size=3, max_size=12), min_size=1, max_size=20))
    word = draw(st.sampled_from(forms))
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, max(0, len(word) - 1)))
        letter = draw(st.sampled_from("aåhsk𝔘"))
        one, two = word[place : place + 1], word[place + 1 : place + 2]
        edit = draw(st.sampled_from([letter, letter + one, "", two + one + two[:0]]))
        rest = word[place + 2 :] if edit == two + one and two else word[place + 1 :]
        word = word[:place] + edit + rest
    return sorted(set(forms)), word


@pytest.mark.parametrize("engine", ENGINES)
@given(case=misspelt(), edits=st.sampled_from([1, 2]))
@settings(deadline=None, max_examples=250)
def test_misspelt_forms_are_found(engine: str, case: tuple[list[str], str], edits: int) -> None:
    forms, word = case
    assert found(index(engine, forms, edits), [word]) == [by_hand(forms, word, edits)]


@pytest.mark.parametrize("engine", ENGINES)
def test_forms_that_cost_too_much_are_left_out(engine: str) -> None:
    made = index(engine, ["stockholm", "stokholm", "stackholm"], 2)
    assert found(made, ["stokhulm"], 5) == [[(1, 1, 5)]]
    assert found(made, ["stokhulm"], 0) == [[]]


@pytest.mark.parametrize("engine", ENGINES)
def test_of_equal_costs_the_first_form_wins(engine: str) -> None:
    made = index(engine, ["elen", "elena", "elenb"], 1)
    assert [number for number, _, _ in found(made, ["elenx"])[0]] == [0, 1, 2]


@pytest.mark.parametrize("engine", ENGINES)
def test_no_forms_and_no_words_are_no_fault(engine: str) -> None:
    assert found(index(engine, [], 2), ["elena", "", "å" * 1000]) == [[], [], []]
    assert found(index(engine, ["elena"], 1), []) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_threads_share_an_index(engine: str) -> None:
    made = index(engine, ["stockholm", "göteborg", "malmö", "uppsala"], 2)
    words = ["stokholm", "götebrog", "malmo", "upsala", "lund"] * 40
    expected = found(made, words)
    with ThreadPoolExecutor(8) as threads:
        results = list(threads.map(lambda _: found(made, words), range(64)))
    assert all(result == expected for result in results)


@pytest.mark.parametrize("engine", ENGINES)
def test_rivals_are_found_when_they_are_asked_for(engine: str) -> None:
    made = index(engine, ["elena", "elina", "elend"], 1, rivals=1)
    assert made.engine.find(["elen"], 1, ANY_COST, True) == [[(0, 1, 10), (-3, 1, 10)]]
    assert made.engine.find(["elen"], 1, ANY_COST, False) == [[Found(0, 1, 10)]]


@pytest.mark.parametrize("engine", ENGINES)
def test_hits_have_names(engine: str) -> None:
    ((hit,),) = found(index(engine, ["elena"], 1), ["elenna"])
    assert (hit.number, hit.edits, hit.cost) == (0, 1, DOUBLED)


@pytest.mark.parametrize("engine", ENGINES)
def test_more_forms_than_can_be_numbered_are_refused(engine: str) -> None:
    with pytest.raises(ValueError, match="too many"):
        pack_forms(NearForms([""] * MOST_FORMS, array("i"), b""))
    with pytest.raises(ValueError, match="too long"):
        pack_forms(NearForms(["a" * 63], array("i", [0]), b"\0"))
    empty = table([])
    many = memoryview(bytes(4 * MOST_FORMS)).cast("I")
    with pytest.raises(ValueError):
        opened(engine, replace(empty, entries=many, outlines=many, offset=many))


def native(**changed: Any) -> Any:
    """The arguments of a compiled index, some of them changed."""
    sound: dict[str, Any] = {
        "table": table(["stockholm"]),
        "letters": load_cost_tables().letters,
        "costs": load_cost_tables().pack(),
        "found": Found,
    }
    return _near.Index(*(sound | changed).values())


class WithItsOwnDict(tuple[int, int, int]):
    pass


class Elsewhere:
    def __init__(self, place: object) -> None:
        self.place = place


@COMPILED
@pytest.mark.parametrize(
    "changed",
    [
        {"letters": "aa"},
        {"letters": "π北"},
        {"letters": "".join(map(chr, range(97, 97 + CLASSES)))},
        {"costs": b""},
        {"costs": b"\0" * 28_673},
        {"found": list},
        {"found": WithItsOwnDict},
        {"found": "tuple"},
        {"table": None},
        {"table": replace(table(["stockholm"]), rows=cast(int, "many"))},
    ],
)
def test_the_compiled_index_refuses_what_does_not_fit(changed: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError, AttributeError)):
        native(**changed)


_NUMBERS = memoryview(array("I", [0] * 4))
_COLUMNS: list[Any] = [
    None,
    1,
    _NUMBERS,
    b"",
    b"abc",
    Elsewhere(None),
    Elsewhere((1, 2)),
    Elsewhere((-1, 0, 8)),
    Elsewhere((0, 1 << 60, 8)),
    Elsewhere((0, 0, 1 << 60)),
    Elsewhere((10**9, 0, 8)),
]


@COMPILED
@pytest.mark.parametrize("column", ["offset", "texts", "entries", "outlines", "starts", "listed"])
@pytest.mark.parametrize("changed", _COLUMNS, ids=range(len(_COLUMNS)))
def test_columns_that_do_not_fit_are_refused_or_do_no_harm(column: str, changed: Any) -> None:
    forged: NearTable = replace(table(["stockholm"]), **{column: changed})
    try:
        hits = native(table=forged).find(["stokholm"], 2, ANY_COST, True)
    except (TypeError, ValueError, AttributeError, IndexError):
        return
    assert hits in ([[]], [[(0, 1, 3)]])


@COMPILED
@given(costs=st.binary(min_size=64, max_size=64))
@settings(deadline=None, max_examples=20)
def test_forged_costs_do_no_harm(costs: bytes) -> None:
    size = len(load_cost_tables().pack())
    made = Index(native(costs=(costs * (size // 64 + 1))[:size]), 2)
    assert [len(hits) for hits in found(made, ["stokhulm", "götebrog"])] == [1, 0]


@COMPILED
@pytest.mark.parametrize("words", [[b"stockholm"], [None], ["stockholm", 1], 1])
def test_words_that_are_no_text_are_refused(words: Any) -> None:
    with pytest.raises(TypeError):
        native().find(words, 1, ANY_COST, True)


@COMPILED
@pytest.mark.parametrize("edits", [-1, 0, 3])
def test_other_numbers_of_edits_are_refused(edits: int) -> None:
    with pytest.raises(ValueError, match="1 or 2"):
        native().find(["stokholm"], edits, ANY_COST, True)


# ---- costs --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "meant", "other"),
    [
        ("stokhulm", "stockholm", "stokkulla"),
        ("götebrog", "göteborg", "göteborn"),
        ("goteborg", "göteborg", "gateborg"),
        ("andreson", "anderson", "andreton"),
        ("svenson", "svensson", "sventon"),
        ("mohamed", "muhammed", "mohalet"),
        ("kristina", "christina", "aristona"),
        ("malmo", "malmö", "malma"),
        ("vesteros", "västerås", "vesterbys"),
        ("karlson", "carlsson", "karltun"),
        ("sofie", "sophie", "sobie"),
        ("wahlstrom", "vahlström", "mahlstram"),
        ("jonson", "johnson", "jotson"),
        ("zara", "sara", "bara"),
        ("yusef", "jusef", "kusef"),
        ("håkan", "haakan", "hikan"),
        ("aleksander", "alexander", "aleknander"),
        ("smit", "smith", "smiu"),
        ("elrna", "elena", "elpna"),
        ("sörensen", "sørensen", "surensen"),
        ("andré", "andre", "andra"),
    ],
)
def test_likely_misspellings_are_cheaper_than_others(word: str, meant: str, other: str) -> None:
    assert compute_cost(word, meant) == compute_cost(meant, word) < compute_cost(word, other)


@given(one=WORDS, other=WORDS)
@settings(deadline=None, max_examples=200)
def test_cost_is_the_cheapest_way(one: str, other: str) -> None:
    assert compute_cost(one, other) == slow_cost(one, other) == compute_cost(other, one)


def test_an_unnamed_edit_costs_ten() -> None:
    for other in ("elqna", "elea", "elexna"):
        assert compute_cost("elena", other) == PLAIN


def test_every_rule_makes_its_edits_cheaper() -> None:
    assert all(0 < rule.cost < PLAIN for rule in RULES)
    assert all(rule.reason for rule in RULES)
    for rule in RULES:
        for group in rule.letters.split():
            assert len(group) == (3 if rule.kind == "pair" else 2), group


def test_the_tables_fit_the_compiled_index() -> None:
    assert len(load_cost_tables().letters) < CLASSES
    assert len({pair for pair, _ in load_cost_tables().exchange}) < 256

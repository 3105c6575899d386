"""Both engines find what the naive scanner finds: in a table of cases, and in random texts."""

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tacknamn.errors import BundleError
from tacknamn.labels import AFFIX_NAMES, name_affixes
from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.hash_table import find_words
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.sections import locate_columns
from tacknamn.matching.engines import Engine, NativeEngine
from tacknamn.matching.match import MATCH_STRUCT
from tacknamn.matching.matcher import Matcher
from tacknamn.matching.portable import engine
from tacknamn.matching.portable.automaton import FormAutomaton, build_automaton
from tacknamn.matching.portable.engine import PortableEngine
from tacknamn.matching.semantics import Overlaps
from tacknamn.text import windows
from tacknamn.text.fold import fold, fold_units
from tacknamn.text.folded_text import PADDING, FoldedText
from tacknamn.text.latin1_exceptions import blank_separators
from tests.engines import ENGINES, needs_native
from tests.matching_tables import Form, Inflection, label_bits, make_lexicon, reference, rows_of
from tests.naive import NaiveScan

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "cases" / "matching.json").read_text("utf-8")
)
Hit = tuple[int, int, int, int]


def forms_of(case: Mapping[str, Any]) -> list[Form]:
    """The forms of a case; they are first names of women unless it says otherwise."""
    return [
        Form(
            form["text"],
            label_bits(*form.get("labels", ["firstname_female"])),
            form.get("common", False),
            form.get("weight", 50),
        )
        for form in case["forms"]
    ]


def inflections_of(case: Mapping[str, Any]) -> list[Inflection]:
    """The inflected forms of a case."""
    return [
        Inflection(one["text"], one["base"], affix_bits(one["affixes"]))
        for one in case.get("inflections", [])
    ]


def affix_bits(names: Sequence[str]) -> int:
    """The bits of affixes."""
    return sum(bit for bit, name in AFFIX_NAMES.items() if name in names)


def text_of(case: Mapping[str, Any]) -> str:
    """The text of a case, in which [piece, times] is a piece that comes so many times."""
    parts = [case["text"]] if isinstance(case["text"], str) else case["text"]
    return "".join(part if isinstance(part, str) else part[0] * part[1] for part in parts)


def expected_of(case: Mapping[str, Any], rows: Sequence[str]) -> list[Hit]:
    """The matches of a case, with rows for forms and bits for affixes."""
    return [
        (start, end, rows.index(fold(form)), affix_bits(affixes))
        for start, end, form, affixes in case["expect"]
    ]


def naive_matches(scan: NaiveScan, every: bool) -> list[Hit]:
    """What the reference finds, in the order of the engines."""
    matches = scan.all() if every else scan.longest()
    told = [(match.start, match.end, match.row, match.affixes) for match in matches]
    return sorted(set(told)) if every else told


def engine_of(name: str, lexicon: Lexicon) -> Engine:
    """A new engine."""
    return NativeEngine(lexicon) if name == "native" else PortableEngine(lexicon)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
@pytest.mark.parametrize("engine", ENGINES)
def test_case_is_found(tmp_path: Path, engine: str, case: dict[str, Any]) -> None:
    forms = forms_of(case)
    lexicon = make_lexicon(tmp_path, forms, inflections_of(case))
    overlaps = case.get("overlaps", "longest")
    matcher = Matcher(lexicon, engine, overlaps=overlaps, labels=case.get("labels"))
    assert list(matcher.spans(text_of(case))) == expected_of(case, rows_of(forms))


@pytest.mark.parametrize(
    "case", [case for case in CASES if "best" not in case.values()], ids=lambda case: case["name"]
)
def test_reference_finds_the_case(case: dict[str, Any]) -> None:
    forms = forms_of(case)
    wanted = label_bits(*case.get("labels", []))
    scan = NaiveScan(text_of(case), reference(forms, inflections_of(case)), wanted)
    matches = naive_matches(scan, case.get("overlaps") == "all")
    assert matches == expected_of(case, rows_of(forms))


def test_cases_have_names_of_their_own() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES)


# ---- random texts -------------------------------------------------------------------------

LETTERS = "abs ABSsss å'-:.\n\u0308\u00ad\u200dßİ北\U0001d518\u0301x!?\U0001d400ŉǅ\u3000"
"""Every character that the rules distinguish; the s of genitives is frequent."""
FORMS = (
    st.text(alphabet=LETTERS, min_size=1, max_size=7)
    .map(fold)
    .filter(lambda form: bool(find_words(form)))
)
FACTS = st.tuples(st.sampled_from([1, 2, 8, 9, 16]), st.booleans(), st.integers(0, 90))
ENTRIES = st.dictionaries(FORMS, FACTS, min_size=1, max_size=12)
INFLECTED = st.lists(
    st.tuples(FORMS, st.integers(0, 100), st.sampled_from([1, 2, 4, 5, 6])), max_size=3
)
WANTED = st.sampled_from([0, 0, 1, 8])
GLUE = st.sampled_from([" ", "", "-", " \n"])
OFTEN = settings(
    max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@st.composite
def lists(draw: st.DrawFn) -> tuple[list[Form], list[Inflection]]:
    """A list of forms, and some inflected ones."""
    entries = draw(ENTRIES)
    bases = sorted(entries)
    inflected = {
        Inflection(form, bases[place % len(bases)], affixes)
        for form, place, affixes in draw(INFLECTED)
    }
    return [Form(form, *facts) for form, facts in entries.items()], sorted(inflected)


@st.composite
def texts(draw: st.DrawFn, forms: Sequence[Form]) -> str:
    """A text with the forms, in lower case and with capitals."""
    form = st.sampled_from([form.text for form in forms])
    parts = st.text(alphabet=LETTERS, max_size=20) | form | form.map(str.title)
    return draw(GLUE).join(draw(st.lists(parts, max_size=40)))


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("window", [windows.WINDOW, 7])
@OFTEN
@given(st.data(), lists(), WANTED)
def test_random_text_gives_what_the_reference_finds(
    tmp_path_factory: pytest.TempPathFactory,
    engine: str,
    window: int,
    data: st.DataObject,
    made: tuple[list[Form], list[Inflection]],
    wanted: int,
) -> None:
    forms, inflections = made
    text = data.draw(texts(forms))
    lexicon = make_lexicon(tmp_path_factory.mktemp("random"), forms, inflections)
    scan = NaiveScan(text, reference(forms, inflections), wanted)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "WINDOW", window)
        for every in (True, False):
            found = engine_of(engine, lexicon).scan(text, wanted, every)
            assert list(MATCH_STRUCT.iter_unpack(found)) == naive_matches(scan, every)


@needs_native
@OFTEN
@given(st.lists(st.text(), min_size=1), st.lists(st.text(min_size=1, max_size=4), min_size=1))
def test_engines_agree_on_all_of_unicode(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str], words: list[str]
) -> None:
    named = {fold(word): Form(fold(word)) for word in words if encodable(word)}
    forms = [form for text, form in named.items() if find_words(fold(text))]
    lexicon = make_lexicon(tmp_path_factory.mktemp("unicode"), forms)
    text = " ".join(piece for part in parts for piece in (part, *words))
    for overlaps in Overlaps:
        native, portable = (
            Matcher(lexicon, engine, overlaps=overlaps).spans(text)
            for engine in ("native", "portable")
        )
        assert native == portable


def encodable(text: str) -> bool:
    """Whether a form may be written into a bundle: half a surrogate pair may not."""
    return all(not 0xD800 <= ord(one) < 0xE000 for one in text)


# ---- the portable engine's parts ----------------------------------------------------------

ODD = st.text(
    alphabet="aoAi \n\u200d\u00ad\u0308\u0307\u0301\u0345ßİ´한\u1112\u1161\u11abকা?µŉ\u3000\u2028’”š\U0001d518",
    max_size=30,
)


@OFTEN
@given(ODD | st.text())
def test_text_folded_in_bulk_is_text_folded_piece_by_piece(text: str) -> None:
    pieces: list[tuple[str, int, int]] = []
    for folded, start, end in fold_units(text):
        for one in folded:
            if not (pieces and pieces[-1][0] == one == " "):
                pieces.append((one, start, end))
    bulk = FoldedText(f"x{text}y", 1, len(text) + 1)
    assert bulk.folded == "".join(one for one, _, _ in pieces) + PADDING
    assert f"{bulk.borders}{PADDING}" == blank_separators(bulk.folded)
    assert len(bulk.cased) == len(bulk.borders)
    inside = [place for place, (one, _, _) in enumerate(pieces) if one != " "]
    assert list(map(bulk.map_start, inside)) == [pieces[place][1] + 1 for place in inside]
    assert [bulk.map_end(place + 1) for place in inside] == [
        pieces[place][2] + 1 for place in inside
    ]


@OFTEN
@given(st.text(alphabet="ab \n\u200b\u3000", max_size=300), st.integers(1, 9))
def test_windows_share_out_a_text(text: str, margin: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "WINDOW", 5)
        cuts = list(windows.cut_windows(text, margin))
    assert "".join(text[cut.start : cut.stop] for cut in cuts) == text
    for cut in cuts:
        before, behind = text[cut.begin : cut.start], text[cut.stop : cut.end]
        assert cut.begin == 0 or len(fold(before)) >= margin
        assert cut.end == len(text) or len(fold(behind)) >= margin


def test_engines_of_one_bundle_share_the_automaton(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[Bundle] = []

    def build(bundle: Bundle) -> FormAutomaton:
        built.append(bundle)
        return build_automaton(bundle)

    monkeypatch.setattr(engine, "build_automaton", build)
    lexicon = make_lexicon(tmp_path, [Form("anna")])
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: PortableEngine(lexicon).scan("Anna", 0, False), range(16)))
    assert built == [lexicon.bundle]


def test_a_bundle_without_forms_has_no_matches(tmp_path: Path) -> None:
    lexicon = make_lexicon(tmp_path, [])
    assert PortableEngine(lexicon).scan("Anna bor i Lund.", 0, True) == b""


@pytest.mark.parametrize(
    ("name", "column", "value"),
    [("inflections", "base", 99), ("forms", "text", 0xFF), ("forms", "text", ord("\n"))],
)
def test_a_forged_section_is_refused(tmp_path: Path, name: str, column: str, value: int) -> None:
    lexicon = make_lexicon(tmp_path, [Form("anna")], [Inflection("annan", "anna", 2)])
    section = lexicon.bundle.section(name)
    with section.path.open("r+b") as file:
        file.seek(locate_columns(name, section.rows)[column][0])
        file.write(bytes([value]))
    with pytest.raises(BundleError, match=f"{name}.bin: .*rebuild the bundle"):
        PortableEngine(lexicon).scan("Anna", 0, False)


def test_affix_names_and_bits_agree() -> None:
    assert all(affix_bits(name_affixes(bits)) == bits for bits in range(8))


@needs_native
@pytest.mark.parametrize("marks", range(60, 110, 4))
def test_blocks_that_a_long_unit_made_larger_have_room_for_their_words(
    tmp_path: Path, marks: int
) -> None:
    """What the sanitizers found: a block grows for a letter of many marks, and stays so."""
    matcher = Matcher(make_lexicon(tmp_path, [Form("x")]), "native")
    text = "x " * 8000 + "o" + "\u0308" * marks + " x" * 20000
    assert len(matcher.spans(text)) == 28000

"""The portable engine's shortcuts: forms that fit none of them are found as well."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.matching.matcher import Matcher
from tacknamn.matching.portable import automaton
from tacknamn.matching.portable.automaton import DIRECT_LENGTH, build_automaton
from tacknamn.text.fold import fold
from tacknamn.text.folded_text import PADDING, FoldedText
from tests.matching_tables import Form, Inflection, make_lexicon, reference
from tests.naive import NaiveScan

FORMS = [
    Form("Anna"),
    Form("Anna-Karin"),
    Form("Berg", 8, common=True),
    Form("Maria"),
    Form("Marias"),
    Form("Nya Zeeland"),
    Form("St. Ives"),
]
INFLECTIONS = [Inflection("Zeeländaren", "Nya Zeeland", 2)]
TEXT = "Annas Berg, anna berg: Marias Nya Zeelands St. Ives-Zeeländaren, Anna-Karins ANNA:s Nya  Zeeland"
WORDS = ("Anna", "anna", "Berg", "berg", "Marias", "Nya", "Zeeland", "St", "Ives", "Zeeländaren")
BETWEEN = (" ", "  ", "\n", " \n", "-", ". ", ", ", "'s ", ":s ", "s ", "", "\u2028", "’", "\u00ad")


def found(folder: Path, text: str, overlaps: str = "all") -> list[tuple[int, int, int, int]]:
    """What the portable engine finds in a text."""
    lexicon = make_lexicon(folder, FORMS, INFLECTIONS)
    return list(Matcher(lexicon, "portable", overlaps=overlaps).spans(text))


@pytest.mark.parametrize("limit", [0, 1 << 9, 1 << 10])
@pytest.mark.parametrize("overlaps", ["all", "longest"])
def test_forms_beyond_direct_values_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, overlaps: str, limit: int
) -> None:
    (tmp_path / "direct").mkdir()
    (tmp_path / "numbered").mkdir()
    direct = found(tmp_path / "direct", TEXT, overlaps)
    monkeypatch.setattr(automaton, "_DIRECT", limit)
    assert found(tmp_path / "numbered", TEXT, overlaps) == direct != []


@pytest.mark.parametrize("size", [DIRECT_LENGTH - 2, DIRECT_LENGTH - 1, DIRECT_LENGTH, 1000])
def test_long_words_are_found(tmp_path: Path, size: int) -> None:
    word = "å" * size
    lexicon = make_lexicon(tmp_path, [Form(word)])
    matches = list(Matcher(lexicon, "portable").spans(f"{word} {word}s"))
    assert matches == [(0, size, 0, 0), (size + 1, 2 * size + 2, 0, 1)]


def test_plain_forms_have_direct_values_and_others_numbers(tmp_path: Path) -> None:
    forms = build_automaton(make_lexicon(tmp_path, FORMS, INFLECTIONS).bundle)
    values = {pattern.strip(): value for pattern, value in forms.automaton.items()}
    direct = {pattern for pattern, value in values.items() if value >= 0}
    assert direct == {"anna", "annas", "maria"}
    assert {"anna karin", "berg", "marias", "nya zeeland", "st  ives"} <= set(values) - direct


@pytest.mark.slow
@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(BETWEEN)), max_size=12))
def test_plain_text_gives_what_the_reference_finds(
    tmp_path_factory: pytest.TempPathFactory, parts: Sequence[tuple[str, str]]
) -> None:
    text = "".join(piece for part in parts for piece in part)
    scan = NaiveScan(text, reference(FORMS, INFLECTIONS), 0)
    for overlaps, matches in (("all", scan.all()), ("longest", scan.longest())):
        told = [(match.start, match.end, match.row, match.affixes) for match in matches]
        folder = tmp_path_factory.mktemp("plain")
        assert found(folder, text, overlaps) == (sorted(set(told)) if overlaps == "all" else told)


@pytest.mark.parametrize(
    "text",
    ["\0Anna\0\0 ß\0", "’Łódź’ – Œuvre…", "µ\u00b5 ½ ﬁn", "\u2003a\u2003\u2028b", "x\ud800y"],
)
def test_bulk_folding_is_folding(text: str) -> None:
    folded = FoldedText(f"b{text}e", 0, len(text) + 2)
    assert folded.folded == fold(f"b{text}e") + PADDING
    assert folded.get_original(0, len(folded.borders)) == f"b{text}e"

"""Spellings of one first name in a text name one person: *Mohammed ... Mohamed*, *Birgitta ... Birgita*.

The form that the lists count most often becomes the base of all. Two names stay two where the text keeps
them apart: side by side (*Tomas och Thomas*), introduced as different people (*min bror Filip*, *min
lärare heter Philip*), or of a woman and a man.
"""

from typing import Final, final

from tacknamn.detection.ranking.introductions import CALLED_CUES, list_person_cues
from tacknamn.detection.ranking.label_groups import FIRSTNAMES, INSTITUTIONS, PERSONS, PLACES
from tacknamn.detection.ranking.pieces import PieceSource, RankedPiece, TextPiece
from tacknamn.detection.ranking.repeats import NameIndex
from tacknamn.detection.ranking.spellings import make_spelling_key
from tacknamn.labels import GENITIVE
from tacknamn.text.fold import fold

__all__ = ["unify_spellings"]

SURE: Final = 0.5
"""The probability from which a first name is evidence for its other spellings."""
SHORTEST: Final = 4
"""Letters of such a name: Ana and Anna, Ali and Aly may be anybody."""
BESIDE: Final = 7
"""Characters between two names that stand side by side."""
MOST_PLACES: Final = 9
"""Mentions of each name that are compared."""
_SENTENCE_END: Final = frozenset(".!?\n")
RARE: Final = 100.0
"""Mentions per billion words below which a form may be a misspelt form of another one."""
TIMES: Final = 50.0
"""How many times as common that other one must be."""
COMMON: Final = 1000.0
"""Mentions from which a form is certainly a woman's or a man's name."""
_GUESSED: Final = PERSONS | PLACES | INSTITUTIONS
_UNKNOWN: Final = "firstname_unknown"


@final
class _Name:
    """One form of a first name in a text."""

    __slots__ = ("called", "cues", "form", "mentions", "places", "ranked")

    def __init__(self, form: str, ranked: RankedPiece) -> None:
        self.form = form
        self.ranked = ranked
        self.mentions = _count_mentions(ranked)
        self.cues: set[str] = set()
        self.called = False
        self.places: list[TextPiece] = []

    def add(self, ranked: RankedPiece) -> None:
        """Add a mention."""
        self.places.append(ranked.piece)
        if ranked.cue in CALLED_CUES:
            self.called = True
        elif ranked.cue in list_person_cues():
            self.cues.add(ranked.cue)


def unify_spellings(text: str, ranked: list[RankedPiece]) -> list[RankedPiece]:
    """Return the pieces; spellings of one first name have the form and entry of the commonest."""
    names = _collect_names(text, ranked)
    if not names:
        return ranked
    main: dict[str, _Name] = {}
    for name in names.values():
        key = make_spelling_key(name.form)
        if key not in main or name.mentions > main[key].mentions:
            main[key] = name
    index = NameIndex([name.form for name in main.values()])
    return [_unify(text, piece, names, main, index) for piece in ranked]


def _collect_names(text: str, ranked: list[RankedPiece]) -> dict[str, _Name]:
    names: dict[str, _Name] = {}
    for piece in ranked:
        if piece.label not in FIRSTNAMES:
            continue
        if piece.probability < SURE and piece.cue not in CALLED_CUES:
            continue
        form = _read_form(text, piece)
        if len(form) >= SHORTEST and piece.piece.source is not PieceSource.INITIAL:
            names.setdefault(form, _Name(form, piece)).add(piece)
    return names


def _read_form(text: str, ranked: RankedPiece) -> str:
    piece = ranked.piece
    if piece.form is not None and ranked.label in piece.form.candidates:
        return piece.form.candidates[ranked.label].folded
    return fold(text[piece.start : piece.end])


def _count_mentions(ranked: RankedPiece) -> float:
    form = ranked.piece.form
    if form is None or ranked.label not in form.candidates:
        return 0.0
    return form.candidates[ranked.label].mentions


def _unify(
    text: str,
    ranked: RankedPiece,
    names: dict[str, _Name],
    main: dict[str, _Name],
    index: NameIndex,
) -> RankedPiece:
    if ranked.label not in _GUESSED or ranked.piece.source is PieceSource.INITIAL:
        return ranked
    form = _read_form(text, ranked)
    if len(form) < SHORTEST:
        return ranked
    if ranked.label not in FIRSTNAMES:
        return _correct_label(text, ranked, form, main)
    own = names.get(form)
    meant = main.get(make_spelling_key(form))
    if meant is None and form.endswith("s"):
        meant = main.get(make_spelling_key(form[:-1]))
    if own is not None and own.mentions < RARE and (meant is None or meant is own):
        near = index.find_nearest(form)
        if near is not None and near[1] == 1:
            other = names[near[0]]
            meant = other if other.mentions > TIMES * max(own.mentions, 1.0) else meant
    if own is None or meant is None or meant is own or _are_two(text, own, meant):
        return ranked
    return _copy(ranked, meant.ranked, ranked.piece.affix_bits)


def _correct_label(
    text: str, ranked: RankedPiece, form: str, main: dict[str, _Name]
) -> RankedPiece:
    """Return a surname or place that is hardly one with the label of a first name of the text that
    is spelt alike."""
    piece = ranked.piece
    if ranked.in_row or _count_mentions(ranked) >= RARE or " " in form:
        return ranked
    meant, bits = main.get(make_spelling_key(form)), piece.affix_bits
    if meant is None and form.endswith("s"):
        meant, bits = main.get(make_spelling_key(form[:-1])), GENITIVE
    if meant is None or not (meant.called or meant.cues):
        return ranked
    if any(_is_beside(text, place, piece) for place in meant.places):
        return ranked
    return _copy(ranked, meant.ranked, bits)


def _are_two(text: str, own: _Name, other: _Name) -> bool:
    """Return whether the text keeps two names apart."""
    are_introduced = (own.called or own.cues) and (other.called or other.cues)
    if are_introduced and not own.cues & other.cues:
        return True
    labels = {own.ranked.label, other.ranked.label} - {_UNKNOWN}
    if len(labels) > 1 and min(own.mentions, other.mentions) >= COMMON:
        return True
    return any(
        _is_beside(text, first, second)
        for first in own.places[:MOST_PLACES]
        for second in other.places[:MOST_PLACES]
    )


def _is_beside(text: str, first: TextPiece, second: TextPiece) -> bool:
    start, end = min(first.end, second.end), max(first.start, second.start)
    return end - start < BESIDE and _SENTENCE_END.isdisjoint(text[start:end])


def _copy(ranked: RankedPiece, meant: RankedPiece, bits: int) -> RankedPiece:
    own, other = ranked.piece, meant.piece
    edits = max(1, own.edits)
    piece = TextPiece(
        own.start, own.end, own.case, other.form, other.entry, bits, edits, own.source
    )
    return ranked.copy_with(piece, meant.label, ranked.in_row)

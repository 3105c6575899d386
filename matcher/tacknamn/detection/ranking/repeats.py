"""Repeats: a name in one place of a text is a name in the others, where less speaks for it.

In *Björn kommer* the capital says nothing, and *björn* is an animal. But a writer who has written
*min bror Björn* two lines above means him. The same holds for a capitalized word that no list has
and that is nearly spelt like a name of the text: *Stockhuml* after *Stockholm*.

The matcher itself leaves out ordinary words at the start of sentences, where every word has a capital.
Those that are names elsewhere in the text are recovered here.
"""

from collections.abc import Iterable
from typing import Final, final

import ahocorasick

from tacknamn.detection.ranking.label_groups import MIDDLENAME, NOUNS, PERSONS, PLACES
from tacknamn.detection.ranking.multipart_names import split_double_entries
from tacknamn.detection.ranking.pieces import (
    LetterCase,
    PieceSource,
    RankedPiece,
    TextPiece,
    WeightedPiece,
)
from tacknamn.detection.ranking.rows import sum_scores
from tacknamn.labels import GENITIVE
from tacknamn.text.fold import fold

__all__ = ["NameIndex", "label_repeats", "list_places"]

REPEATED: Final = 60.0
"""How much more often a word is a name if the same text has it as a name elsewhere."""
MOST_COMMON: Final = 1_000_000.0
"""Uses per billion words from which a word at the start of a sentence is a word, although the words
around it elsewhere introduce a name: *Den*, *Will*. *Hope* and *Hans* are rarer."""
SURE: Final = 0.5
"""The probability from which a name in one place is evidence for other places."""
SHORTEST: Final = 2
"""Letters of such a name: a single letter is an initial or a word."""
SIMILAR: Final = 1000.0
"""How much more often an unlisted word is a name of the text if it is nearly spelt like it: hardly
any other word is."""
LEAST_GENITIVE: Final = 3
"""A genitive has more letters than this if its s may be left out: *Ngozis*, but not *Was*."""
_GUESSED: Final = PERSONS | PLACES
FEW: Final = 16
"""Names up to which searching for one after the other is faster than an automaton."""
CUED: Final = 2.0
"""Cues say what a name is if they raise the weight of its label to more than this many times its
mentions in the lists."""
_UNKNOWN: Final = (PieceSource.UNKNOWN, PieceSource.COMPOUND)
SHORTEST_MISSPELT: Final = 4
"""Letters of a name whose misspellings can be distinguished from other names."""
LONG_NAME: Final = 7
"""Names with this many letters may differ in two of them, shorter ones in one."""
MOST_ALIKE: Final = 64
"""Names with the same first letter and length that are remembered. A novel has fewer; the ten
thousand names of a register must not all be compared with each other."""


class NameIndex:
    """The names of one text, by first letter and length."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._alike: dict[tuple[str, int], dict[str, int]] = {}
        """Each name with its number in the order in which they were added."""
        self._count = 0
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Add a folded name."""
        alike = self._alike.setdefault((name[:1], len(name)), {})
        if len(alike) < MOST_ALIKE:
            self._count += 1
            alike.setdefault(name, self._count)

    def find_nearest(self, form: str) -> tuple[str, int] | None:
        """Return the name that is nearest to a folded form, and the number of edits between them;
        of several, the one that was added first.

        Both begin with the same letter, because first letters are rarely wrong.

        >>> NameIndex(["lund", "stockholm"]).find_nearest("stockhuml")
        ('stockholm', 2)
        """
        most = 0 if len(form) < SHORTEST_MISSPELT else 1 if len(form) < LONG_NAME else 2
        near = [
            (edits, number, name)
            for length in range(len(form) - most, len(form) + most + 1)
            for name, number in self._alike.get((form[:1], length), {}).items()
            if name != form and (edits := _count_edits(form, name, most)) <= most
        ]
        if not near or not most:
            return None
        edits, _, name = min(near)
        return name, edits


def _count_edits(form: str, name: str, most: int) -> int:
    from rapidfuzz.distance import OSA  # here, because most texts have no unlisted name

    return int(OSA.distance(form, name, score_cutoff=most))


@final
class _RepeatedName:
    """The place of a name that is evidence for its other places."""

    __slots__ = ("is_contested", "is_cued", "ranked")

    def __init__(self, ranked: RankedPiece, is_cued: bool, is_contested: bool = False) -> None:
        self.ranked = ranked
        self.is_cued = is_cued
        """Whether the words around it say what it is."""
        self.is_contested = is_contested
        """Whether cues call the name a place here and something else there."""


def label_repeats(
    text: str, ranked: list[RankedPiece], weights: list[WeightedPiece]
) -> list[RankedPiece]:
    """Return the pieces, some of them with the label that the same name has elsewhere."""
    cued = [
        bool(piece.label) and _is_cued(piece, weighted)
        for piece, weighted in zip(ranked, weights, strict=True)
    ]
    names = _collect_names(text, ranked, cued)
    if not names:
        return split_double_entries(text, recover_sentence_initial(text, ranked))
    index = NameIndex(names)
    relabelled = [
        _correct_guess(text, piece, is_cued, names)
        if piece.label
        else _label_repeat(text, piece, weighted, names, index)
        for piece, weighted, is_cued in zip(ranked, weights, cued, strict=True)
    ]
    return split_double_entries(text, recover_sentence_initial(text, relabelled))


def _collect_names(
    text: str, ranked: list[RankedPiece], cued: list[bool]
) -> dict[str, _RepeatedName]:
    """Return for each name of the text its first mention with a cue, or else its first mention."""
    names: dict[str, _RepeatedName] = {}
    for piece, is_cued in zip(ranked, cued, strict=True):
        if not piece.label or piece.label in NOUNS or piece.probability < SURE:
            continue
        if not _is_evidence(piece.piece):
            continue
        form = _fold_form(text, piece)
        before = names.get(form)
        if before is None or (is_cued and not before.is_cued):
            names[form] = _RepeatedName(piece, is_cued)
        elif is_cued and (before.ranked.label in PLACES) != (piece.label in PLACES):
            before.is_contested = True  # Anna Lund bor i Lund
    return names


def _is_evidence(piece: TextPiece) -> bool:
    return piece.end - piece.start >= SHORTEST and piece.source is not PieceSource.INITIAL


def _is_cued(ranked: RankedPiece, weighted: WeightedPiece) -> bool:
    """Return whether the words around a name say what it is, rather than how often it is that."""
    if ranked.in_row:
        return True
    form = ranked.piece.form
    if form is None or ranked.label not in form.candidates:
        return bool(ranked.cue)
    weights = weighted.cue_weights or weighted.weights
    return weights.get(ranked.label, 0.0) > CUED * form.candidates[ranked.label].mentions


def _fold_form(text: str, ranked: RankedPiece) -> str:
    piece = ranked.piece
    if piece.form is not None and ranked.label in piece.form.candidates:
        return piece.form.candidates[ranked.label].folded
    return fold(text[piece.start : piece.end])


def _label_repeat(
    text: str,
    ranked: RankedPiece,
    weighted: WeightedPiece,
    names: dict[str, _RepeatedName],
    index: NameIndex,
) -> RankedPiece:
    """Return a piece without a label, with that of the same name, or of a similar one, if there is
    any."""
    piece = ranked.piece
    if len(weighted.weights) == 1 and piece.case is LetterCase.LOWER:
        return ranked  # nothing but a word
    form = fold(text[piece.start : piece.end])
    if piece.form is not None and piece.affix_bits:
        form = next(iter(piece.form.candidates.values())).folded
    # With a capital, the same name elsewhere is enough.
    same, is_genitive = _find_same_name(form, piece, names)
    if same is not None and piece.case is not LetterCase.LOWER and not _is_commonly_word(piece):
        return _copy_label(ranked, same.ranked, is_genitive)
    # Otherwise that name raises the weight of its label, and the greatest weight decides.
    label, factor = same.ranked.label if same is not None else None, REPEATED
    if label is None and piece.source in _UNKNOWN and (near := index.find_nearest(form)):
        label, factor = names[near[0]].ranked.label, SIMILAR
    if label is None or label not in weighted.weights:
        return ranked
    weight = weighted.weights[label] * factor
    total = sum_scores(weighted.weights) + weight - weighted.weights[label]
    if 2 * weight <= total:
        return ranked
    return RankedPiece(piece, label, weight / total, "", False, weight / total)


def _correct_guess(
    text: str, ranked: RankedPiece, is_cued: bool, names: dict[str, _RepeatedName]
) -> RankedPiece:
    """Return a name whose label is a guess, with the label that cues give the same name elsewhere:
    Ngozi is a town as well, but not where *min fru Ngozi* stands above."""
    if is_cued or ranked.piece.case is LetterCase.LOWER or ranked.label not in _GUESSED:
        return ranked
    form = fold(text[ranked.piece.start : ranked.piece.end])
    same, is_genitive = _find_same_name(form, ranked.piece, names)
    if same is None or same.is_contested or not same.is_cued:
        return ranked
    if same.ranked.label not in PERSONS:
        return ranked
    if same.ranked.label == ranked.label and not is_genitive:
        return ranked
    return _copy_label(ranked, same.ranked, is_genitive)


def _find_same_name(
    form: str, piece: TextPiece, names: dict[str, _RepeatedName]
) -> tuple[_RepeatedName | None, bool]:
    """Return the same name elsewhere, and whether the piece is its genitive."""
    if (same := names.get(form)) is not None:
        return same, bool(piece.affix_bits & GENITIVE)
    if form[-1:] == "s" and len(form) > LEAST_GENITIVE and form[:-1] in names:
        return names[form[:-1]], True
    return None, False


def _is_commonly_word(piece: TextPiece) -> bool:
    """Return whether the piece is too common an ordinary word for one name to be evidence for
    others."""
    if piece.form is None:
        return piece.source is PieceSource.WORD
    return piece.form.word_mentions >= MOST_COMMON and piece.case is not LetterCase.TITLE


def _copy_label(ranked: RankedPiece, same: RankedPiece, is_genitive: bool) -> RankedPiece:
    """Return a piece with label, form and entry of the same name elsewhere."""
    own, other = ranked.piece, same.piece
    bits = GENITIVE if is_genitive else 0
    piece = TextPiece(
        own.start, own.end, own.case, other.form, other.entry, bits, other.edits, own.source
    )
    label = "firstname_unknown" if same.label == MIDDLENAME and other.form is None else same.label
    return RankedPiece(piece, label, SURE, "", False, SURE)


def recover_sentence_initial(text: str, ranked: list[RankedPiece]) -> list[RankedPiece]:
    """Return the pieces together with the recovered names, from left to right."""
    names: dict[str, RankedPiece] = {}
    for piece in ranked:
        if piece.label and not text[piece.piece.start].islower() and _may_be_left_out(piece):
            names.setdefault(text[piece.piece.start : piece.piece.end], piece)
    if not names:
        return list(ranked)
    more = _find_sentence_initial(text, names, {piece.piece.start for piece in ranked})
    if not more:
        return list(ranked)
    return sorted([*ranked, *more], key=lambda piece: piece.piece.start)


def _may_be_left_out(ranked: RankedPiece) -> bool:
    """Return whether the matcher leaves this name out at the start of a sentence, because it is an
    ordinary word as well, and whether it is evidence enough for a name there."""
    piece = ranked.piece
    if piece.source is PieceSource.WORD:
        return ranked.label in PERSONS and bool(ranked.cue) and ranked.probability >= SURE
    if piece.form is None or piece.affix_bits or piece.edits:
        return False
    if ranked.label not in piece.form.candidates:
        return False
    word_mentions = piece.form.word_mentions
    name_mentions = piece.form.candidates[ranked.label].mentions
    is_introduced = ranked.in_row or ranked.cue
    return (
        0 < word_mentions < (MOST_COMMON if is_introduced else name_mentions * REPEATED)
        and ranked.probability >= SURE
        and (piece.case is LetterCase.TITLE or (piece.case is LetterCase.START and ranked.in_row))
        and piece.end - piece.start >= SHORTEST
        and ranked.label not in NOUNS
    )


def _find_sentence_initial(
    text: str, names: dict[str, RankedPiece], seen: set[int]
) -> list[RankedPiece]:
    """Return the other places of the names."""
    repeats: dict[int, RankedPiece] = {}
    for end, start, name in list_places(text, list(names)):
        genitive = _continues_word(text, end) and text[end] == "s"
        if start in seen or _continues_word(text, end + genitive):
            continue
        if start and _continues_word(text, start - 1):
            continue
        if genitive and start in repeats:  # Hans is a name, rather than the genitive of Han
            continue
        ranked, bits = names[name], GENITIVE if genitive else 0
        own = ranked.piece
        piece = TextPiece(
            start,
            end + genitive,
            LetterCase.START,
            own.form,
            own.entry,
            bits,
            own.edits,
            own.source,
        )
        repeats[start] = RankedPiece(piece, ranked.label, SURE, "", False, SURE)
    return list(repeats.values())


def list_places(text: str, names: list[str]) -> list[tuple[int, int, str]]:
    """Return the end and start of each place of some strings in a text, in the order of their ends;
    of several with the same end, the longest first.

    A text may have thousands of names and of places, so one automaton finds many names in one pass. For a
    few names it takes longer to build than to search."""
    places: list[tuple[int, int, str]] = []
    if len(names) > FEW:
        automaton = ahocorasick.Automaton()
        for name in names:
            automaton.add_word(name, name)
        automaton.make_automaton()
        for last, name in automaton.iter(text):
            places.append((last + 1, last + 1 - len(name), name))
        return places
    for name in names:
        at = text.find(name)
        while at >= 0:
            places.append((at + len(name), at, name))
            at = text.find(name, at + 1)
    places.sort()
    return places


def _continues_word(text: str, offset: int) -> bool:
    """Return whether the character there belongs to a word."""
    sign = text[offset : offset + 1]
    return sign.isalnum() or (sign != "" and sign in "_-")

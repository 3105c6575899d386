"""The records of this package: pieces of a text that may be names, their weights, their labels.

A piece is a match of the lists, a capitalized word that no list has, or a person's initials.
"""

from enum import IntEnum
from typing import final

from tacknamn.detection.ranking.forms import Form
from tacknamn.detection.ranking.label_groups import OTHER
from tacknamn.detection.ranking.name_cues import NeighbourWords

__all__ = [
    "LetterCase",
    "PieceSource",
    "RankedPiece",
    "TextPiece",
    "WeightedPiece",
]


class LetterCase(IntEnum):
    """What the letter case of a piece says."""

    LOWER = 0
    """It begins with a lower-case letter."""
    START = 1
    """It begins with a capital at the start of a sentence, where every word has one."""
    TITLE = 2
    """It begins with a capital within a sentence."""
    CAPITALS = 3
    """It has two or more letters, all of them capitals."""


class PieceSource(IntEnum):
    """Where a piece comes from."""

    LISTED = 0
    """A match of the lists."""
    INITIAL = 1
    """A person's initials."""
    UNKNOWN = 2
    """A capitalized word that neither the name lists nor the word lists have."""
    COMPOUND = 3
    """The same, but it ends like an ordinary word."""
    WORD = 4
    """An ordinary word with a capital within a sentence."""


@final
class TextPiece:
    """A piece of the text that may be a name."""

    __slots__ = ("affix_bits", "case", "edits", "end", "entry", "form", "source", "start")

    def __init__(
        self,
        start: int,
        end: int,
        case: LetterCase,
        form: Form | None = None,
        entry: int = -1,
        affix_bits: int = 0,
        edits: int = 0,
        source: PieceSource = PieceSource.LISTED,
    ) -> None:
        self.start = start
        self.end = end
        self.case = case
        self.form = form
        """What the lists say of it; None if no list has it."""
        self.entry = entry
        """The entry's number in the lexicon; -1 if no list has it."""
        self.affix_bits = affix_bits
        """What the text adds to the entry (:mod:`tacknamn.matching.semantics`)."""
        self.edits = edits
        """By how many letters the text differs from the entry."""
        self.source = source

    def move_to(self, start: int, end: int) -> "TextPiece":
        """Return a copy with other offsets."""
        return TextPiece(
            start, end, self.case, self.form, self.entry, self.affix_bits, self.edits, self.source
        )


@final
class WeightedPiece:
    """A piece with the weight of each of its labels."""

    __slots__ = ("cue", "cue_weights", "neighbours", "piece", "strongest", "weights")

    def __init__(
        self,
        piece: TextPiece,
        weights: dict[str, float],
        cue: str,
        neighbours: NeighbourWords | None = None,
        strongest: tuple[str, float] = (OTHER, 1.0),
        cue_weights: dict[str, float] | None = None,
    ) -> None:
        self.piece = piece
        self.weights = weights
        """By label; :data:`OTHER` is always among them."""
        self.cue = cue
        """The cue that spoke for one of the labels; empty if there is none."""
        self.neighbours = neighbours
        """The words next to the piece, if they were read."""
        self.strongest = strongest
        """The label that the strongest cue speaks for, and its factor."""
        self.cue_weights = cue_weights
        """The weights from lists and cues, if the model has changed them."""


@final
class RankedPiece:
    """A piece with its best label."""

    __slots__ = ("class_probability", "cue", "in_row", "label", "piece", "probability")

    def __init__(
        self,
        piece: TextPiece,
        label: str,
        probability: float,
        cue: str,
        in_row: bool,
        class_probability: float = 0.0,
    ) -> None:
        self.piece = piece
        self.label = label
        """:data:`OTHER` if it is no name."""
        self.probability = probability
        """The probability of the label."""
        self.cue = cue
        """The cue that spoke for a label; empty if there is none."""
        self.in_row = in_row
        """Whether names next to it had a say."""
        self.class_probability = class_probability
        """The probability that it names anything of the label's class: a person, a place, an
        institution."""

    def copy_with(self, piece: TextPiece, label: str, in_row: bool) -> "RankedPiece":
        """Return a copy with a longer or shorter piece and its label."""
        return RankedPiece(piece, label, self.probability, self.cue, in_row, self.class_probability)

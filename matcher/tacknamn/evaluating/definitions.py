"""What the figures mean: said once, for the page, the screen and JSON."""

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["DEFINITIONS", "definitions"]

DEFINITIONS: Mapping[str, str] = MappingProxyType(
    {
        "exact": "A predicted span is right when start, end and label are those of a gold span.",
        "overlap": "The masked view: counted are characters, white space left out, that gold and "
        "prediction cover with the same label.",
        "tokens": "Counted are tokens: runs of letters and digits, or one other character. A "
        "token has the label of the span that covers most of it, or none.",
        "any": "The same without regard to labels: what matters is that something is hidden.",
        "micro": "All labels together: every span (character, token) weighs the same.",
        "macro": "The mean of the labels: every label weighs the same. A figure that a label "
        "does not have counts as 0.",
        "f2": "F1 is the harmonic mean of precision and recall; F2 holds recall for twice as "
        "important: what is overlooked cannot be called back.",
        "95 %": "Where a figure lies in 95 of 100 draws of documents (bootstrap with a seed).",
        "leak rate": "The share of gold spans that are not wholly hidden by predicted spans of "
        "any label at all, also of labels that are not looked at.",
        "per document": "Precision and recall of each document, averaged (the sentence "
        "level of name-masking tools, where every document is a sentence). Documents without predictions have no "
        "precision, those without gold no recall: they are left out of that mean.",
        "confusion": "Each gold span with the label of the predicted span that covers most of "
        "it; predicted spans that touch no gold span have none as their gold label.",
        "kappa": "Fleiss' kappa: agreement of annotators on the labels of tokens, less what "
        "chance gives. 0.81 to 1 is called almost perfect. Tokens that somebody has not seen are "
        "left out.",
        "alpha": "Krippendorff's alpha for categories without order: 1 less the disagreement on "
        "tokens as a share of what chance gives; tokens that somebody has not seen count with "
        "the others.",
        "calibration error": "Expected calibration error: predictions lie in ten bins by their "
        "probability; the distance of mean probability and share that is right (exact), "
        "averaged, each bin weighted by its predictions.",
        "difference": "Second run less first, on the same documents.",
        "chance": "Twice the share of draws in which the difference is nought or has the other "
        "sign: small where the difference is hardly chance.",
        "changes": "Gold spans found or lost by the second run, and false spans that it added or "
        "removed.",
    }
)


def definitions(*names: str) -> tuple[tuple[str, str], ...]:
    """Terms with their meanings."""
    return tuple((name, DEFINITIONS[name]) for name in names)

"""Seed C's own figures, to stand beside ours: on another 1,000 sentences, and a MacBook Air M1."""

from typing import NamedTuple

__all__ = ["SEED", "SeedRow"]


class SeedRow(NamedTuple):
    """One column of the seed's tables."""

    name: str
    """As the seed calls it; its models are the defaults of 2022."""
    precision_sentence: float
    precision_overall: float
    recall_sentence: float
    recall_overall: float
    seconds_with: float
    """With importing and loading."""
    seconds_without: float
    megabytes_with: float
    """Peak of tracemalloc, which counts what Python allots, and not what PyTorch does."""
    megabytes_without: float


SEED = (
    SeedRow("NLTK", 0.838, 0.815, 0.682, 0.704, 54, 52, 116, 72),
    SeedRow("spaCy", 0.869, 0.869, 0.616, 0.639, 24, 17, 102, 5),
    SeedRow("flair", 0.956, 0.944, 0.852, 0.867, 741, 736, 1068, 5),
    SeedRow("stanza", 0.902, 0.895, 0.814, 0.838, 709, 685, 253, 6),
    SeedRow("union", 0.834, 0.804, 0.847, 0.870, 1520, 1469, 1080, 80),
    SeedRow("intersection", 0.884, 0.888, 0.520, 0.543, 1528, 1456, 1080, 80),
)

"""What is known about an essay and its versions."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from tacknamn.errors import InputError
from tacknamn.svala.building import build_graph
from tacknamn.svala.records import Graph
from tacknamn.taxonomy.reader import load_taxonomy

__all__ = ["EssayContent", "EssayCounts", "EssayFacts", "VersionFacts", "count_labels"]


@dataclass(frozen=True, slots=True)
class EssayContent:
    """One version of an essay. Version 0 is what was put into the folder."""

    version: int
    raw: str | None = field(default=None, repr=False)
    """The text of an essay that has no graph yet."""
    saved: Graph | None = field(default=None, repr=False)
    """The graph of all others. It follows SVALA's rules."""

    @property
    def graph(self) -> Graph:
        """The graph; that of a text without one has the words of the text on both sides."""
        return build_graph(self.raw or "") if self.saved is None else self.saved


@dataclass(frozen=True, slots=True)
class EssayCounts:
    """What a version has, in figures."""

    words: int
    """The words of the original."""
    labels: Mapping[str, int]
    """How many pieces have each label, by the label's name."""
    notes: int
    """Pieces with a note of annotators, such as ``OBS!``."""

    def to_dict(self) -> dict[str, object]:
        """Return the figures as plain data."""
        return {"words": self.words, "labels": dict(self.labels), "notes": self.notes}

    @classmethod
    def from_dict(cls, data: object) -> "EssayCounts":
        """Read the figures from plain data; raise :class:`~tacknamn.errors.InputError` for anything else."""
        match data:
            case {"words": int(words), "labels": dict(labels), "notes": int(notes)}:
                if all(isinstance(number, int) for number in labels.values()):
                    return cls(words, labels, notes)
        raise InputError("these are no counts of an essay")


@dataclass(frozen=True, slots=True)
class EssayFacts:
    """What a list shows of an essay, without its text."""

    name: str = field(repr=False)
    version: int
    """The newest version; 0 if nothing was saved yet."""
    is_done: bool
    counts: EssayCounts | None
    """The counts of the newest version; None if nothing was saved yet."""


@dataclass(frozen=True, slots=True)
class VersionFacts:
    """A version that was saved."""

    number: int
    saved_at: float
    """Seconds since 1970."""
    size: int
    """Bytes of its file."""


def count_labels(graph: Graph) -> EssayCounts:
    """Count the words of the original and the labels of a graph."""
    split_labels = load_taxonomy().split_labels
    labels: Counter[str] = Counter()
    notes = 0
    for edge in graph.edges:
        if edge.labels:
            parts = split_labels(edge.labels)
            notes += bool(parts.notes)
            if parts.label:
                labels[parts.label] += 1
    return EssayCounts(len(graph.source), dict(sorted(labels.items())), notes)

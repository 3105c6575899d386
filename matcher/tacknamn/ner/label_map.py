"""Decide which labels of backends mean the name of a person, and refuse labels without a class.

A model that calls names ``NAME`` would otherwise mask nothing, without a word. A map of the user,
``NAME=PER``, comes before the table of :mod:`tacknamn.ner.backends.labels`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from tacknamn.errors import InputError
from tacknamn.ner.backends.labels import coarse_label, is_known_label
from tacknamn.ner.backends.protocol import BackendError, NamedMention

__all__ = ["LabelMap", "check_label_map", "map_labels", "read_label_map"]

LabelMap = tuple[tuple[str, str], ...]
"""Pairs of a label in capitals and its class."""
CLASSES = ("PER", "LOC", "ORG", "MISC")
"""What a label can be mapped to. Only PER is masked; the others are alike."""
_SHOWN = re.compile(r"[A-Za-z][A-Za-z0-9_:.-]{0,39}")
"""Labels that an error shows. Others may be pieces of the text."""
_MOST_SHOWN = 10


def read_label_map(written: Iterable[str]) -> dict[str, str]:
    """Read maps in the form of ``--label-map``.

    >>> read_label_map(["NAME=PER,hospital=ORG"])
    {'NAME': 'PER', 'hospital': 'ORG'}
    """
    labels = {}
    for pair in filter(str.strip, ",".join(written).split(",")):
        label, _, name = pair.rpartition("=")
        labels[label.strip()] = name.strip()
    return labels


def check_label_map(labels: Mapping[str, str]) -> LabelMap:
    """Return a map as pairs; raise InputError for one that does not work."""
    for label, name in labels.items():
        if not label or name not in CLASSES:
            raise InputError(
                f"--label-map: write a label and one of {', '.join(CLASSES)}, as in NAME=PER,WARD=ORG"
            )
    return tuple(sorted((label.upper(), name) for label, name in labels.items()))


def map_labels(
    backend: str, answers: Sequence[list[NamedMention]], texts: Sequence[str], labels: LabelMap
) -> list[list[NamedMention]]:
    """Return the mentions of each text with their classes; refuse labels without one."""
    own = dict(labels)
    unknown = {
        (mention.label, text[mention.start : mention.end])
        for mentions, text in zip(answers, texts, strict=True)
        for mention in mentions
        if mention.label.upper() not in own and not is_known_label(mention.label)
    }
    if unknown:
        raise _make_error(backend, unknown)
    return [
        [
            mention._replace(label=own.get(mention.label.upper()) or coarse_label(mention.label))
            for mention in mentions
        ]
        for mentions in answers
    ]


def _make_error(backend: str, unknown: set[tuple[str, str]]) -> BackendError:
    labels = sorted({label for label, text in unknown if _is_shown(label, text)})
    shown = ", ".join(labels[:_MOST_SHOWN]) or "they look like text and are not shown"
    more = f" and {len(labels) - _MOST_SHOWN} more" if len(labels) > _MOST_SHOWN else ""
    example = labels[0] if labels else "NAME"
    return BackendError(
        backend,
        f"returned labels of which it is not known whether they mean names of persons: {shown}{more}",
        f"map each of them to {', '.join(CLASSES)} (PER is masked), as in --label-map {example}=PER",
    )


def _is_shown(label: str, text: str) -> bool:
    return _SHOWN.fullmatch(label) is not None and label.casefold() not in text.casefold()

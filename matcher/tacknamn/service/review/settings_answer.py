"""The settings of the page as plain data: what is chosen, and what can be."""

from functools import lru_cache
from typing import Any

from tacknamn import __version__
from tacknamn.essays.store import EssayStore
from tacknamn.profiles.methods import METHODS
from tacknamn.service.engines import Engines
from tacknamn.service.review.tools import ToolBox
from tacknamn.support.tables import read_table
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import LabelInfo, LabelKind

__all__ = ["describe_settings", "list_labels"]

_KINDS = {LabelKind.BASE: "main", LabelKind.AFFIX: "affix", LabelKind.NOTE: "note"}
_OTHER = "other"
_GROUPS = frozenset(
    ("names", "geographic", "institutions", "transportation", "age", "dates", "misc", "mark")
)
_WITH_TEXT = "placeholder"
"""A method that needs a text, which the page cannot give."""


def describe_settings(
    tool_box: ToolBox, engines: Engines, store: EssayStore, user: str
) -> dict[str, Any]:
    """Return the settings of now."""
    choices = tool_box.choices
    profiles = sorted({*engines.list_profiles(), tool_box.own_profile})
    users = store.list_users()
    return {
        "profile": choices.profile or tool_box.own_profile,
        "profiles": profiles,
        "language": tool_box.get(engines).pseudonymizer.language,
        "labels": list_labels() + _list_own(tool_box.get(engines).profile.own_labels),
        "policies": dict(choices.policies),
        "thresholds": dict(choices.thresholds),
        "methods": [
            {"name": name, "words": method.words, "labels": sorted(method.labels)}
            for name, method in METHODS.items()
            if name != _WITH_TEXT
        ],
        "keys": tool_box.keys,
        "key": tool_box.keys[0] if choices.has_key else "",
        "user": user,
        "users": sorted({user, *(["", *users] if users else [])}),
        "version": __version__,
    }


@lru_cache(maxsize=1)
def _read_names() -> dict[str, tuple[str, str]]:
    rows = read_table(__file__, "label_names.tsv", reasons=True)
    return {name: (swedish, english) for name, swedish, english in rows}


def list_labels() -> list[dict[str, str]]:
    """Return the labels of the taxonomy that a new span can have, in its order."""
    return [_describe_label(info) for info in load_taxonomy().labels if not info.retired]


def _describe_label(info: LabelInfo) -> dict[str, str]:
    swedish, english = _read_names()[info.name]
    group = info.group.name
    return {
        "name": info.name,
        "group": group if group in _GROUPS else _OTHER,
        "kind": _KINDS[info.kind],
        "swedish": swedish,
        "english": english,
    }


def _list_own(labels: frozenset[str]) -> list[dict[str, str]]:
    """Return the labels of the user's own lists."""
    known = load_taxonomy()
    return [
        {"name": label, "group": _OTHER, "kind": "main", "swedish": label, "english": label}
        for label in sorted(labels)
        if known.find(label) is None
    ]

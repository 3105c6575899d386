"""Read the taxonomy's data file, and refuse one that contradicts itself.

The format is described at the head of ``taxonomy.toml``; ``format`` counts its changes,
``version`` those of its contents (the date of SVALA's taxonomy).
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.taxonomy.taxonomy import Group, LabelInfo, LabelKind, Taxonomy

__all__ = ["load_taxonomy"]

FORMAT = 1
OURS = Path(__file__).with_name("taxonomy.toml")
_FIELDS = {"name", "kind", "description", "aliases", "coarse", "entity", "lexicon"} | {
    "marked",
    "since",
    "retired",
}


@cache
def load_taxonomy(path: Path = OURS) -> Taxonomy:
    """The taxonomy of a file; without a file, SVALA's.

    >>> load_taxonomy().label("month-word").name
    'month_word'
    """
    try:
        content = tomllib.loads(path.read_text("utf-8"))
        if content["format"] != FORMAT:
            raise InputError(f"{path}: is of another format than {FORMAT}; update tacknamn")
        labels = tuple(one for group in content["groups"] for one in _read_labels(path, group))
        taxonomy = Taxonomy(str(content["version"]), labels)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError) as exc:
        raise InputError(
            f"{path}: no taxonomy ({type(exc).__name__}); compare it with {OURS.name} of tacknamn"
        ) from exc
    _check(path, taxonomy)
    return taxonomy


def _read_labels(path: Path, content: dict[str, Any]) -> Iterator[LabelInfo]:
    group = Group(content["name"], content["title"], content["colour"])
    for one in content["labels"]:
        if not _FIELDS.issuperset(one):
            raise InputError(f"{path}: group {group.name}: a label has a field that none may have")
        yield _read_label(group, one)


def _read_label(group: Group, content: dict[str, Any]) -> LabelInfo:
    return LabelInfo(
        name=content["name"],
        kind=LabelKind(content.get("kind", "base")),
        group=group,
        description=content["description"],
        aliases=tuple(content.get("aliases", ())),
        coarse=content.get("coarse", ""),
        entity=content.get("entity", ""),
        lexicon=_find_lexicon_label(content),
        marked=content.get("marked", False),
        since=content.get("since", ""),
        retired=content.get("retired", False),
    )


def _find_lexicon_label(content: dict[str, Any]) -> Label | None:
    if "lexicon" in content:
        return Label(content["lexicon"])
    return Label(content["name"]) if content["name"] in set(Label) else None


def _check(path: Path, taxonomy: Taxonomy) -> None:
    """No name twice, no label that is a number, a class for every base label."""
    names = [name for one in taxonomy.labels for name in (one.name, *one.aliases)]
    if len(set(names)) < len(names):
        raise InputError(f"{path}: a label or an alias stands twice; keep one of them")
    for one in taxonomy.labels:
        if not one.name or one.name.isdigit() or (one.kind is LabelKind.NUMBER):
            raise InputError(f"{path}: a label may not be digits; these are running numbers")
        if one.kind is LabelKind.BASE and not (one.coarse and one.entity):
            raise InputError(f"{path}: label {one.name} lacks its coarse class or entity type")

"""Read the taxonomy's data file, and refuse a file that contradicts itself.

``taxonomy.toml`` describes its own format. Its field ``format`` is the version of that format,
``version`` the date of SVALA's taxonomy.
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
_REQUIRED_FIELDS = ("name", "description")
_OPTIONAL_FIELDS = ("kind", "aliases", "coarse", "entity", "lexicon", "marked", "since", "retired")


@cache
def load_taxonomy(path: Path = OURS) -> Taxonomy:
    """Read the taxonomy from a file; without a file, SVALA's.

    >>> load_taxonomy().label("month-word").name
    'month_word'
    """
    try:
        content = tomllib.loads(path.read_text("utf-8"))
        if content["format"] != FORMAT:
            raise InputError(f"{path}: its format is not {FORMAT}; update tacknamn")
        labels = tuple(info for group in content["groups"] for info in _read_labels(path, group))
        taxonomy = Taxonomy(str(content["version"]), labels)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError) as exc:
        raise InputError(
            f"{path}: not a taxonomy ({type(exc).__name__}); compare it with tacknamn's {OURS.name}"
        ) from exc
    _check(path, taxonomy)
    return taxonomy


def _read_labels(path: Path, content: dict[str, Any]) -> Iterator[LabelInfo]:
    group = Group(content["name"], content["title"], content["colour"])
    for label in content["labels"]:
        if not set(label) <= {*_REQUIRED_FIELDS, *_OPTIONAL_FIELDS}:
            raise InputError(f"{path}: group {group.name}: a label has an unknown field; remove it")
        yield _read_label(group, label)


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
    """Check that names are unique, no label is a number, and every base label has a class."""
    names = [name for info in taxonomy.labels for name in (info.name, *info.aliases)]
    if len(set(names)) < len(names):
        raise InputError(f"{path}: a label or an alias appears twice; keep one of them")
    for info in taxonomy.labels:
        if not info.name or info.name.isdigit() or (info.kind is LabelKind.NUMBER):
            raise InputError(
                f"{path}: a label consists of digits, as running numbers do; rename it"
            )
        if info.kind is LabelKind.BASE and not (info.coarse and info.entity):
            raise InputError(
                f"{path}: label {info.name} lacks its coarse class or entity type; add it"
            )

"""The names that may stand before a policy: labels, and rules of the patterns.

A label is one of the taxonomy (old aliases too), one of the patterns of ``mask`` (``NRIC``), or that
of a user's own pair (``custom_1``). A rule is a line of the patterns' ``rules.tsv``, by which
some findings of a label are treated unlike the others: ``weekday``, ``amount``.
"""

from collections.abc import Iterator

from tacknamn.errors import InputError

__all__ = ["resolve_name"]


def resolve_name(name: str, customs: int = 0) -> tuple[str, str]:
    """A label, and the rule where the name is one: ``("day", "weekday")``.

    Args:
        customs: How many pairs of the user's own there are.
    """
    from tacknamn.taxonomy.reader import load_taxonomy  # here, for our own need no look
    from tacknamn.taxonomy.taxonomy import LabelKind

    known = load_taxonomy().find(name)
    if known is not None and known.kind is LabelKind.BASE:
        return known.name, ""
    if known is not None:
        raise InputError(f"{name}: goes with other labels and has no policy of its own")
    if name in _list_mask_labels(customs):
        return name, ""
    label = _read_rules().get(name)
    if label is None:
        raise InputError(
            f"there is no label or rule {name[:80]!r}; {_suggest_names(name, customs)}"
        )
    return label, name


def _list_mask_labels(customs: int) -> Iterator[str]:
    from tacknamn.detection.patterns.clinical_patterns import CLINICAL_PATTERNS
    from tacknamn.detection.patterns.custom_masks import make_label

    yield from (one.label for one in CLINICAL_PATTERNS)
    yield from map(make_label, range(1, customs + 1))


def _read_rules() -> dict[str, str]:
    from tacknamn.detection import patterns
    from tacknamn.detection.ranking.rules import RULES
    from tacknamn.support.tables import read_table

    return RULES | {rule: label for rule, label, _ in read_table(patterns.__file__, "rules.tsv")}


def _suggest_names(name: str, customs: int) -> str:
    from tacknamn.support.suggest import suggest_names
    from tacknamn.taxonomy.reader import load_taxonomy
    from tacknamn.taxonomy.taxonomy import LabelKind

    labels = (one.name for one in load_taxonomy().labels if one.kind is LabelKind.BASE)
    return suggest_names(name[:80], {*labels, *_list_mask_labels(customs), *_read_rules()})

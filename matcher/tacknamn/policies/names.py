"""The names that may stand before a policy: labels, and rules of the patterns.

A label is one of the taxonomy (old aliases too), one of the patterns of ``mask`` (``NRIC``), or that
of a user's own pair (``custom_1``). A rule is a line of the patterns' ``rules.tsv``, by which
some findings of a label are treated unlike the others: ``weekday``, ``amount``.
"""

from collections.abc import Iterator

from tacknamn.errors import InputError

__all__ = ["known_name"]


def known_name(name: str, customs: int = 0) -> tuple[str, str]:
    """A label, and the rule where the name is one: ``("day", "weekday")``.

    Args:
        customs: How many pairs of the user's own there are.
    """
    from tacknamn.taxonomy import LabelKind, load_taxonomy  # here, for our own need no look

    known = load_taxonomy().find(name)
    if known is not None and known.kind is LabelKind.BASE:
        return known.name, ""
    if known is not None:
        raise InputError(f"{name}: goes with other labels and has no policy of its own")
    if name in _of_masks(customs):
        return name, ""
    label = _rules().get(name)
    if label is None:
        raise InputError(f"there is no label or rule {name[:80]!r}; {_there_are(name, customs)}")
    return label, name


def _of_masks(customs: int) -> Iterator[str]:
    from tacknamn.masking.custom import label_of
    from tacknamn.masking.patterns import PATTERNS

    yield from (one.label for one in PATTERNS)
    yield from map(label_of, range(1, customs + 1))


def _rules() -> dict[str, str]:
    from tacknamn.labelling.rules import RULES
    from tacknamn.patterns.tables import rows

    return RULES | {rule: label for rule, label, _ in rows("rules.tsv")}


def _there_are(name: str, customs: int) -> str:
    from tacknamn.sampling.telling import closest
    from tacknamn.taxonomy import LabelKind, load_taxonomy

    labels = (one.name for one in load_taxonomy().labels if one.kind is LabelKind.BASE)
    return closest(name[:80], {*labels, *_of_masks(customs), *_rules()})

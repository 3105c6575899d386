"""Read one policy as profiles and ``--set`` write it: a name, and what happens to it.

The name is a label of the taxonomy (old aliases included), a label of a mask pattern (``NRIC``) or
of a user's own pair (``custom_1``), or a rule of the patterns (``weekday``, ``amount``). A rule
treats some findings of a label differently from the others; rules are listed in ``rules.tsv`` of
:mod:`tacknamn.detection.patterns`.

The policy is one string::

    keep                     the text stays and is not reported
    mark                     the text stays and its label is reported
    zero                     a replacement method: a name of METHODS
    draw:firstname_unknown   the same, with the names of another label
    [LastName]               a placeholder: any text with a bracket replaces the original as it is
"""

from collections.abc import Collection, Iterator

from tacknamn.errors import InputError
from tacknamn.profiles.methods import METHODS
from tacknamn.profiles.records import KEEP, MARK, Policy, make_placeholder
from tacknamn.records import Action

__all__ = ["is_known_label", "read_policy", "resolve_name"]

LONGEST_POLICY = 200
"""Characters of a policy. A placeholder is a word or two."""
_LONGEST_SHOWN = 80
"""Characters of an unknown name that a message shows."""
_FOR_OTHER_LABELS = ("draw", "rotate")
"""Methods that can use the names of another label."""


def read_policy(label: str, written: str) -> Policy:
    """Read the policy of a label; an unknown method is refused with a suggestion.

    >>> read_policy("country", "keep").action
    <Action.KEEP: 'keep'>
    >>> read_policy("nickname", "draw:firstname_unknown").text
    'firstname_unknown'
    """
    if len(written) > LONGEST_POLICY:
        raise InputError(
            f"a policy of {len(written)} characters; it may have {LONGEST_POLICY} at most"
        )
    if any("\ud800" <= letter <= "\udfff" for letter in written):
        raise InputError("a policy with a character that is not UTF-8; type it again")
    if "[" in written:
        return make_placeholder(written)
    if written in ("keep", "mark"):
        return KEEP if written == "keep" else MARK
    method, colon, other = written.partition(":")
    if (
        method not in METHODS
        or method == "placeholder"
        or (colon and method not in _FOR_OTHER_LABELS)
    ):
        raise InputError(
            f"there is no method {written!r}; {_suggest_policies(written)}; docs/profiles.md explains all"
        )
    _check_fit(method, other or label)
    return Policy(Action.REPLACE, method, other)


def _suggest_policies(written: str) -> str:
    from tacknamn.support.suggest import suggest_names  # here, because most policies are right

    methods = (name for name in METHODS if name != "placeholder")
    return suggest_names(written, ("keep", "mark", "[Text]", *methods))


def _check_fit(method: str, label: str) -> None:
    if METHODS[method].fits(label):
        return
    fitting = (
        name for name, other in METHODS.items() if name != "placeholder" and other.fits(label)
    )
    raise InputError(
        f"{method} is for {', '.join(sorted(METHODS[method].labels))}; choose keep, mark, [Text], "
        f"{', '.join(fitting)}"
    )


def is_known_label(name: str) -> bool:
    """Whether it is a label of SVALA's taxonomy."""
    from tacknamn.taxonomy.reader import load_taxonomy  # here, because few profiles need it

    return load_taxonomy().find(name) is not None


def resolve_name(name: str, customs: int = 0, own_labels: Collection[str] = ()) -> tuple[str, str]:
    """Return the label of a name, and the rule if it is one: ``("day", "weekday")``.

    Args:
        customs: How many pairs of their own the user has.
        own_labels: The labels of the user's lists.
    """
    from tacknamn.taxonomy.reader import load_taxonomy  # here, because built-in profiles skip it
    from tacknamn.taxonomy.taxonomy import LabelKind

    if name in own_labels:
        return name, ""
    known = load_taxonomy().find(name)
    if known is not None and known.kind is LabelKind.BASE:
        return known.name, ""
    if known is not None:
        raise InputError(f"{name}: is added to other labels and cannot have a policy")
    if name in _list_mask_labels(customs):
        return name, ""
    label = _read_rules().get(name)
    if label is None:
        shown = name[:_LONGEST_SHOWN]
        raise InputError(
            f"there is no label or rule {shown!r}; {_suggest_names(shown, customs, own_labels)}"
        )
    return label, name


def _list_mask_labels(customs: int) -> Iterator[str]:
    from tacknamn.detection.patterns.clinical_patterns import CLINICAL_PATTERNS
    from tacknamn.detection.patterns.custom_masks import make_label

    yield from (pattern.label for pattern in CLINICAL_PATTERNS)
    yield from map(make_label, range(1, customs + 1))


def _read_rules() -> dict[str, str]:
    """Return the label of each rule."""
    from tacknamn.detection import patterns
    from tacknamn.detection.ranking.rules import RULES
    from tacknamn.support.tables import read_table

    return RULES | {rule: label for rule, label, _ in read_table(patterns.__file__, "rules.tsv")}


def _suggest_names(name: str, customs: int, own_labels: Collection[str]) -> str:
    from tacknamn.support.suggest import suggest_names
    from tacknamn.taxonomy.reader import load_taxonomy
    from tacknamn.taxonomy.taxonomy import LabelKind

    labels = (label.name for label in load_taxonomy().labels if label.kind is LabelKind.BASE)
    return suggest_names(name, {*labels, *own_labels, *_list_mask_labels(customs), *_read_rules()})

"""Describe rules and policies in plain words.

``rules.tsv`` contains the words for rules: a name, a tab, a phrase. The words for policies belong to
the replacement methods (:mod:`tacknamn.profiles.methods`). An unknown name describes itself.
"""

import re
from functools import lru_cache

from tacknamn.profiles.methods import METHODS
from tacknamn.support.printing import make_printable
from tacknamn.support.tables import read_table

__all__ = ["describe_policy", "describe_rule"]

_NUMBERED = re.compile(r"[:_][0-9]+$")
"""The number of a rule that a user defined: ``custom_2``."""
_UNCHANGED = {"keep": "the text stays, unmarked", "mark": "the text stays and is marked"}
_PLACEHOLDER = "a fixed text in brackets"
_OF_ANOTHER = "with names of another label"


@lru_cache(maxsize=1)
def _load_rule_words() -> dict[str, str]:
    return {name: words for name, words in read_table(__file__, "rules.tsv", reasons=True)}


def describe_rule(rule: str) -> str:
    """Describe what a rule found.

    >>> describe_rule("day_dated")
    'the number next to a month'
    """
    words = _load_rule_words()
    return words.get(rule) or words.get(_NUMBERED.sub("", rule)) or make_printable(rule)


def describe_policy(policy: str) -> str:
    """Describe what a policy does. It is written as for ``--set``.

    >>> describe_policy("zero")
    'digits become 0, delimiters stay'
    """
    if "[" in policy:
        return _PLACEHOLDER
    method, colon, _ = policy.partition(":")
    words = (
        METHODS[method].words
        if method in METHODS
        else _UNCHANGED.get(method, make_printable(policy))
    )
    return f"{words}, {_OF_ANOTHER}" if colon else words

"""Say rules and policies in plain words.

The words of rules stand in ``rules.tsv``: a name, a tab, a sentence; those of policies in
:mod:`tacknamn.profiles.methods`. A name that has no words there says itself."""

import re
from functools import lru_cache
from pathlib import Path

from tacknamn.profiles.methods import METHODS
from tacknamn.support.printing import make_printable

__all__ = ["describe_policy", "describe_rule"]

_NUMBERED = re.compile(r"[:_][0-9]+$")
"""The number of a rule that a user made: ``custom_2``."""
_STAYS = {"keep": "the text stays, and nothing is told", "mark": "the text stays and is marked"}
_PLACEHOLDER = "a text of its own in brackets"
_OF_ANOTHER = "with names of another label"


@lru_cache(maxsize=1)
def _load_rule_words() -> dict[str, str]:
    text = Path(__file__).with_name("rules.tsv").read_text(encoding="utf-8")
    pairs = (line.split("\t") for line in text.splitlines()[1:])
    return {name: words for name, words in pairs}


def describe_rule(rule: str) -> str:
    """What a rule saw.

    >>> rule_in_words("day_dated")
    'the number beside a month'
    """
    words = _load_rule_words()
    return words.get(rule) or words.get(_NUMBERED.sub("", rule)) or make_printable(rule)


def describe_policy(policy: str) -> str:
    """What a policy does, written as ``--set`` has it.

    >>> policy_in_words("zero")
    'digits become 0, delimiters stay'
    """
    if "[" in policy:
        return _PLACEHOLDER
    how, colon, _ = policy.partition(":")
    does = METHODS[how].does if how in METHODS else _STAYS.get(how, make_printable(policy))
    return f"{does}, {_OF_ANOTHER}" if colon else does

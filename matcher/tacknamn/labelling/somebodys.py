"""Tell somebody's school from one that bears a name: *Elias skola*, *Lunds skola*.

Both look the same. What is called so as often as people say *my school* is somebody's where a
first name stands before it; *Lasses trafikskola* is a business, and called by him.
"""

from typing import Final

from tacknamn.labelling.forms import FIRSTNAMES, Form
from tacknamn.patterns import Finding

__all__ = ["is_had", "is_mostly_first", "name_before_had"]

_HAD: Final = frozenset(
    ("dagis", "förskola", "gym", "gymnasium", "högskola", "klubb", "kör", "school", "skola",
     "universitet", "university")
)  # fmt: skip
"""What people have one of, in small letters."""
_RULE: Final = "school"


def is_had(word: str) -> bool:
    """Whether people have such a thing without its bearing their name."""
    return word in _HAD


def is_mostly_first(form: Form | None) -> bool:
    """Whether a form of the lists is a first name rather than anything else."""
    if form is None:
        return False
    return max(form.senses, key=lambda label: form.senses[label].mentions) in FIRSTNAMES


def name_before_had(text: str, finding: Finding) -> str:
    """The name in the genitive of which a finding may be the school; empty where it is none."""
    if finding.rule != _RULE:
        return ""
    name, _, thing = text[finding.start : finding.end].partition(" ")
    return name if is_had(thing) and name[-1] in "sxz" else ""

"""Make one answer of what several backends found: by characters, in whole words.

::

    found = {"spacy": [Mention(0, 4, "PER", 1.0)], "stanza": [Mention(0, 8, "PER", 1.0)]}
    combined(text, found)                            # union: [0, 8)
    combined(text, found, "intersection")            # [0, 4)
    combined(text, found, "majority", k=2)
    combined(text, found, "weighted", weights={"stanza": 2})
    combined(text, found, "gazetteer-first")         # what tacknamn found, the others beside it

Each backend's mentions are read alike first: clitics and punctuation at their ends go
(:func:`trimmed`), words that they cut are made whole, neighbouring parts of a name are put
together (:func:`merged`). Then every character of the text is counted for itself, as seed C does:
backends divide texts into words in different ways, and characters are the same for all.
"""

from tacknamn.lazily import lazily

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from tacknamn.combining.deciding import combined, found_by
    from tacknamn.combining.merging import merged
    from tacknamn.combining.rules import How, Rule
    from tacknamn.combining.trimming import trimmed

__all__ = ["How", "Rule", "combined", "found_by", "merged", "trimmed"]

_HOMES = {
    "deciding": ("combined", "found_by"),
    "merging": ("merged",),
    "rules": ("How", "Rule"),
    "trimming": ("trimmed",),
}

if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, _HOMES)

"""Mark what is told and never replaced: professions, degrees, relatives, sensitive statements.

The lists of the lexicon have most words for these; here is what they cannot tell::

    for found in marks("Jag jobbar som matlagare och har fem bröder."):
        found.label, found.rule, found.trigger       # prof profession jobbar som, fam relatives ...
    believed("modell", "prof")                       # False: mostly a pattern of things

What speaks for a mark stands in the tables beside the code, each line with its reason.
"""

from tacknamn.lazily import lazily

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from tacknamn.marking.believing import believed
    from tacknamn.marking.marks import marks
    from tacknamn.marking.sensitive import GROUPS

__all__ = ["GROUPS", "believed", "marks"]

_HOMES = {
    "believing": ("believed",),
    "marks": ("marks",),
    "sensitive": ("GROUPS",),
}
"""Modules, and the public names that live in them, loaded when they are first asked for."""

if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, _HOMES)

"""Draw replacements that fit: names by gender, cities by country, streets by town.

::

    from tacknamn import Lexicon, Sampler
    sampler = Sampler(Lexicon.open(), seed=7)        # or key=b"..." for all documents alike
    sampler.draw("firstname_female")
    scope = sampler.scope(text)                      # one text: consistent, no clashes
    scope.replace(match).text
"""

from tacknamn.lazily import lazily

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from tacknamn.sampling.records import Draw, Mention, Pseudonym
    from tacknamn.sampling.rotation import Rotation
    from tacknamn.sampling.sampler import Sampler
    from tacknamn.sampling.scope import Scope
    from tacknamn.sampling.settings import DRAWN, Extent, Style

__all__ = [
    "DRAWN",
    "Draw",
    "Extent",
    "Mention",
    "Pseudonym",
    "Rotation",
    "Sampler",
    "Scope",
    "Style",
]

_HOMES = {
    "records": ("Draw", "Mention", "Pseudonym"),
    "rotation": ("Rotation",),
    "sampler": ("Sampler",),
    "scope": ("Scope",),
    "settings": ("DRAWN", "Extent", "Style"),
}
"""Modules, and the public names that live in them, loaded when they are first asked for: the
commands read the settings to tell their help, and need the rest only when somebody draws."""

if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, _HOMES)

"""Draw replacements that fit: names by gender, cities by country, streets by town.

::

    from tacknamn import Lexicon, Sampler
    sampler = Sampler(Lexicon.open(), seed=7)        # or key=b"..." for all documents alike
    sampler.draw("firstname_female")
    scope = sampler.scope(text)                      # one text: consistent, no clashes
    scope.replace(match).text
"""

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
    "DRAWN": "settings",
    "Draw": "records",
    "Extent": "settings",
    "Mention": "records",
    "Pseudonym": "records",
    "Rotation": "rotation",
    "Sampler": "sampler",
    "Scope": "scope",
    "Style": "settings",
}
"""The module of each public name, loaded when it is first asked for: the commands read the
settings to tell their help, and need the rest only when somebody draws."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        return globals()[name]

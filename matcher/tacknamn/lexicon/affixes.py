"""Affixes: what an inflected form adds to its entry, as bits of one number.

The ``inflections`` section of a bundle and every match carry these bits. The names are those of
SVALA's labels: ``gen`` (genitive, Annas), ``def`` (definite, läraren), ``pl`` (plural, lärare).
"""

__all__ = ["AFFIX_BITS", "AFFIX_NAMES", "DEFINITE", "GENITIVE", "PLURAL", "name_affixes"]

GENITIVE, DEFINITE, PLURAL = 1, 2, 4
AFFIX_NAMES = {GENITIVE: "gen", DEFINITE: "def", PLURAL: "pl"}
AFFIX_BITS = GENITIVE | DEFINITE | PLURAL


def name_affixes(affixes: int) -> tuple[str, ...]:
    """Return the names of affix bits.

    >>> name_affixes(GENITIVE | PLURAL)
    ('gen', 'pl')
    """
    return tuple(name for bit, name in AFFIX_NAMES.items() if affixes & bit)

"""Tell streets from other places: replacing Slussen by a street would make another text."""

import re

__all__ = ["is_street"]

_STREET = re.compile(
    r"(gat(a|an)|väg(en)?|gränd(en)?|stig(en)?|torg(et)?|plan(en)?|all[eé](n)?|backen?"
    r"|liden|led(en)?|kaj(en)?|esplanad(en)?|slingan?|ring(en)?|promenaden|stråket|plats(en)?"
    r"|(?<=\w)(gång|krok|sväng)(en)?)$",
    re.IGNORECASE,  # Stora Torget beside Stora torget
)
"""What Swedish street names end in; Uppsala C and Slussen are places, but no addresses."""


def is_street(name: str) -> bool:
    """Tell a street by its ending.

    >>> [name for name in ("Nygatan", "Stora Torget", "Slussen", "Villa Segeborg") if is_street(name)]
    ['Nygatan', 'Stora Torget']
    """
    return _STREET.search(name) is not None

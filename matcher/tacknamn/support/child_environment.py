"""The environment of programs that we start: ours, without the key.

Models, pip and the users' own programs need no key. A program that has it could read every text
that was pseudonymized with it.
"""

import os

__all__ = ["KEY_VARIABLES", "make_child_environment"]

KEY_VARIABLES = ("TACKNAMN_KEY", "TACKNAMN_KEY_FILE")
"""The variables that contain a key, or name its file."""


def make_child_environment(**variables: str) -> dict[str, str]:
    """Return our environment without the key, and with these variables."""
    kept = {name: value for name, value in os.environ.items() if name not in KEY_VARIABLES}
    return kept | variables

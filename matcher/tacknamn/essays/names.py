"""The names of essays and users: what may become the name of a file on every system.

A name comes from an address, so it is untrusted. It is one part of a path, visible, and leaves room for
the ending of a file.
"""

import re
import unicodedata

from tacknamn.errors import InputError

__all__ = ["RESERVED_USERS", "check_essay_name", "check_user_name", "is_name"]

_LONGEST = 200
"""Bytes. Most file systems allow 255, and endings and temporary names need some."""
_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,200}")
"""Most names: a folder of ten thousand is listed in half the time if these are not looked at closely."""
_FORBIDDEN = frozenset('/\\:*?"<>|')
"""Path separators, and what Windows does not allow in names."""
_INVISIBLE = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
"""Unicode categories: controls such as NUL and line breaks, marks without width, lone surrogates."""
RESERVED_USERS = frozenset(("report", "status", "version"))
"""Parts of addresses that stand where the name of a user may stand."""


def check_essay_name(name: str) -> None:
    """Refuse a name that no essay can have."""
    if not is_name(name):
        raise _make_error("an essay")


def check_user_name(name: str) -> None:
    """Refuse a name that no user can have."""
    if not is_name(name) or name in RESERVED_USERS:
        raise _make_error("a user")


def is_name(name: str) -> bool:
    """Whether a name is one part of a path, on every system.

    >>> is_name("e07"), is_name("../e07"), is_name(".e07"), is_name("")
    (True, False, False, False)
    """
    if _PLAIN.fullmatch(name):
        return True
    return (
        bool(name)
        and name[0] not in ". "
        and name[-1] not in ". "
        and _FORBIDDEN.isdisjoint(name)
        and not any(unicodedata.category(letter) in _INVISIBLE for letter in name)
        and len(name.encode()) <= _LONGEST
    )


def _make_error(owner: str) -> InputError:
    return InputError(
        f"this is no name of {owner}; names have 1 to {_LONGEST} bytes, do not begin with a full stop, "
        'and have no line break and none of / \\ : * ? " < > |'
    )

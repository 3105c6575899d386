"""Fail if the installed package lacks its compiled modules, for cibuildwheel::

python -P tools/check_compiled.py
"""

import sys

from tacknamn.matching.engines import has_native
from tacknamn.support.compiled import is_compiled

__all__ = ["main"]


def main() -> int:
    """Return the exit code."""
    missing = [] if has_native() else ["the scanner"]
    if not is_compiled("tacknamn.detection.ranking.weights"):
        missing.append("the ranking")
    if missing:
        sys.stderr.write(f"not compiled: {', '.join(missing)}\n")
    return len(missing)


if __name__ == "__main__":
    sys.exit(main())

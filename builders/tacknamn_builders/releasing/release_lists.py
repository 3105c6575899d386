"""Record the lists that replacements are drawn from: ``make release-lists``.

``python -m tacknamn_builders.releasing.release_lists BUNDLE...`` writes ``checks/released.toml``,
and ``tacknamn-build check`` compares later bundles with it.
"""

import json
import sys
from pathlib import Path

from tacknamn.lexicon.bundle import Bundle
from tacknamn_builders.checks.top_lists import read_top_lists

__all__ = ["format_released"]

_HEAD = """\
# The lists that replacements are drawn from, as of the last release: `make release-lists`.
# `tacknamn-build check` reports it if many of them change.
"""


def format_released(folders: list[Path]) -> str:
    """Format ``released.toml`` for these bundles."""
    return _HEAD + "".join(_format_profile(Bundle(folder)) for folder in folders)


def _format_profile(bundle: Bundle) -> str:
    lines = ["", f"[{bundle.manifest['profile']}]"]
    for name, forms in read_top_lists(bundle).items():
        lines.append(f"{name} = {json.dumps(forms, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    text = format_released([Path(folder) for folder in sys.argv[1:]])
    (Path(__file__).parent.parent / "checks" / "released.toml").write_text(text, "utf-8")

"""Record the lists that replacements are drawn from: ``make release-lists``.

``python -m tacknamn_builders.releasing.release_lists BUNDLE...`` writes ``released.toml`` anew,
which ``check`` compares later bundles with.
"""

import json
import sys
from pathlib import Path

from tacknamn.lexicon.bundle import Bundle
from tacknamn_builders.checks.bundle_rules import list_top_forms

__all__ = ["format_released"]

_HEAD = """\
# The lists that replacements are drawn from, as of the last release: `make release-lists`.
# `check` tells when many of them change.
"""


def format_released(folders: list[Path]) -> str:
    """The text of ``released.toml`` for bundles."""
    return _HEAD + "".join(_format_profile(Bundle(folder)) for folder in folders)


def _format_profile(bundle: Bundle) -> str:
    lines = ["", f"[{bundle.manifest['profile']}]"]
    for name, forms in list_top_forms(bundle).items():
        lines.append(f"{name} = {json.dumps(forms, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    text = format_released([Path(folder) for folder in sys.argv[1:]])
    (Path(__file__).parent.parent / "checks" / "released.toml").write_text(text, "utf-8")

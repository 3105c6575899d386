"""Record the lists that replacements are drawn from: ``make release-lists``.

``python -m tacknamn_builders.checks.release BUNDLE...`` writes ``released.toml`` anew, which
``check`` compares later bundles with.
"""

import json
import sys
from pathlib import Path

from tacknamn.bundle import Bundle
from tacknamn_builders.checks.bundle import top_lists

__all__ = ["released"]

_HEAD = """\
# The lists that replacements are drawn from, as of the last release: `make release-lists`.
# `check` tells when many of them change.
"""


def released(folders: list[Path]) -> str:
    """The text of ``released.toml`` for bundles."""
    return _HEAD + "".join(_profile(Bundle(folder)) for folder in folders)


def _profile(bundle: Bundle) -> str:
    lines = ["", f"[{bundle.manifest['profile']}]"]
    for name, forms in top_lists(bundle).items():
        lines.append(f"{name} = {json.dumps(forms, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    text = released([Path(folder) for folder in sys.argv[1:]])
    (Path(__file__).parent / "released.toml").write_text(text, "utf-8")

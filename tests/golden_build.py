"""The golden build: miniatures of every raw file through the real pipeline.

``python -m tests.golden_build`` writes tests/reference anew; read its diff line by line.
"""

import json
import tempfile
from pathlib import Path
from typing import Any

from tacknamn.lexicon.bundle import MANIFEST
from tacknamn_builders.bundle.compile import compile_bundle
from tacknamn_builders.sources.profiles import load_profile

HERE = Path(__file__).parent
RAW = HERE / "raw"
REFERENCE = HERE / "reference"
PROFILE = HERE / "golden" / "golden.toml"


def build(out: Path) -> Path:
    """Compile the miniatures."""
    return compile_bundle(load_profile(str(PROFILE)), RAW, out)


def readable(bundle: Path) -> dict[str, str]:
    """The files of a bundle that people read, without what other tests and versions decide.

    Fakes are curation's, and the bytes of a trie those of the library's version."""
    sampling = json.loads((bundle / "sampling.json").read_text("utf-8"))
    del sampling["fakes"]
    manifest = json.loads((bundle / MANIFEST).read_text("utf-8"))
    del manifest["files"], manifest["code"]
    return {
        "lexicon.tsv": (bundle / "lexicon.tsv").read_text("utf-8"),
        "sampling.json": _indented(sampling),
        MANIFEST: _indented(manifest),
    }


def _indented(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def main() -> None:
    """Write the reference anew."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in readable(build(Path(folder) / "golden")).items():
            (REFERENCE / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()

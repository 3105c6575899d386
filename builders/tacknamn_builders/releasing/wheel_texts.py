"""The texts of a data wheel: METADATA, NOTICE.md, licences, entry point, bill of materials."""

from collections.abc import Mapping
from importlib import resources
from typing import Any

import tacknamn
from tacknamn.data_wheels.wheel_name import WheelName
from tacknamn.lexicon.installed import GROUP
from tacknamn_builders.releasing.sbom import format_sbom
from tacknamn_builders.sources.notice import format_bundle_notice
from tacknamn_builders.sources.source_table import load_sources

__all__ = ["write_texts"]

NOTICE = "NOTICE.md"
_TEXTS = ("LicenseRef-SCOWL", "MIT", "Unicode-3.0")
"""Licences whose text must be passed on with the data. Creative Commons asks for the address only,
which NOTICE.md has."""


def write_texts(name: WheelName, manifest: Mapping[str, Any]) -> dict[str, str]:
    """Return the texts of a wheel by their path, without RECORD."""
    licences = _read_licence_texts(manifest)
    texts = {
        f"{name.package}/__init__.py": f'"""{_summarize(manifest)}; no code."""\n',
        f"{name.facts}/METADATA": _format_metadata(name, manifest, licences),
        f"{name.facts}/WHEEL": _format_wheel_facts(),
        f"{name.facts}/entry_points.txt": f"[{GROUP}]\n{name.lists} = {name.package}\n",
        f"{name.facts}/licenses/{NOTICE}": format_bundle_notice(manifest),
        f"{name.facts}/sboms/{name.distribution}.cdx.json": format_sbom(
            manifest, load_sources(), name.distribution, name.version
        ),
    }
    return texts | {f"{name.facts}/licenses/{file}": text for file, text in licences.items()}


def _summarize(manifest: Mapping[str, Any]) -> str:
    counts = manifest["counts"]
    return f"Name lists for Täcknamn: {counts['entries']:,} entries of {counts['forms']:,} forms"


def _read_licence_texts(manifest: Mapping[str, Any]) -> dict[str, str]:
    used = {source["licence"] for source in manifest["sources"].values()}
    folder = resources.files("tacknamn_builders.releasing") / "licence_texts"
    return {
        f"{id}.txt": folder.joinpath(f"{id}.txt").read_text("utf-8") for id in _TEXTS if id in used
    }


def _format_metadata(
    name: WheelName, manifest: Mapping[str, Any], licences: Mapping[str, str]
) -> str:
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {name.distribution}",
        f"Version: {name.version}",
        f"Summary: {_summarize(manifest)}",
        f"License-Expression: {manifest['licence']}",
        *(f"License-File: {file}" for file in (NOTICE, *licences)),
        "Requires-Python: >=3.11",
        "Description-Content-Type: text/markdown",
        "",
        f"The lists of the profile `{manifest['profile']}` for Täcknamn, a pseudonymizer.",
        "`tacknamn info` says what they contain. NOTICE.md has the credit of each source, and",
        "`sboms/` the sources with their versions and checksums.",
        "",
    ]
    return "\n".join(lines)


def _format_wheel_facts() -> str:
    generator = f"tacknamn-build {tacknamn.__version__}"
    return f"Wheel-Version: 1.0\nGenerator: {generator}\nRoot-Is-Purelib: true\nTag: py3-none-any\n"

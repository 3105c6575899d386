"""Write NOTICE.md: for each source its publisher, its licence and the credit that it asks for.

There are two: that of the project lists all sources, that of a data wheel the sources of its bundle.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from tacknamn_builders.sources.licences import RELEASE_LICENCE, Licence, find_licence
from tacknamn_builders.sources.source_table import DataSource

__all__ = ["format_bundle_notice", "format_notice"]

_HEAD = """\
# Notice

The code of Täcknamn is under the MIT licence (see LICENSE). The data that `tacknamn-build fetch`
downloads belong to their publishers. This page lists every source: who publishes it, under which
licence, and which credit you must give when you pass its data on.

`tacknamn-build notice` generates this page from the source table. Which of these sources a bundle
contains is recorded in its `manifest.json`, together with the licence of the bundle as a whole. Bundles
of the profile `release` are passed on under CC BY-SA 4.0; `licences.toml` says for each licence why it
permits that or not.
"""
_PRIVATE = ("none-stated", "private")
"""Licences under which nothing may be passed on."""


def format_notice(sources: Mapping[str, DataSource]) -> str:
    """Format NOTICE.md."""
    return _HEAD + "".join(_format_source(source) for source in sources.values())


def format_bundle_notice(manifest: Mapping[str, Any]) -> str:
    """Format the NOTICE.md of a bundle from its manifest."""
    licence = manifest["licence"]
    head = (
        f"# Notice\n\nThese lists were made by Täcknamn {manifest['code']} from the sources below. As a "
        f"whole they\nmay be passed on under {licence}"
        + (f" (<{find_licence(licence).address}>)" if licence == RELEASE_LICENCE else "")
        + ".\nEach source asks for the credit that its section states. Names and places were merged, "
        "folded\nand counted, so the lists are an adaptation of every source.\n"
    )
    return head + "".join(_format_facts(id, row) for id, row in manifest["sources"].items())


def _format_facts(id: str, row: Mapping[str, Any]) -> str:
    licence = find_licence(row["licence"])
    lines = [
        "",
        f"## {row['title']}",
        "",
        f"- Source: `{id}` {row['version']}, data as of {row['vintage']}",
        f"- Licence: {_format_link(licence.title, licence.address)}",
        f"- Credit: {row['owed'] or 'none stated'}",
        "",
    ]
    return "\n".join(lines)


def _format_source(source: DataSource) -> str:
    return "\n".join(["", f"## {source.title}", "", *_format_lines(source), ""])


def _format_lines(source: DataSource) -> Iterator[str]:
    licence = find_licence(source.licence)
    yield f"- Source: `{source.id}`, {source.publisher}"
    if source.package:
        yield f"- Package: {source.package} {source.version}"
    elif source.address:
        yield f"- Address: <{source.address}> (version {source.version})"
    yield f"- Data as of: {source.vintage}"
    yield f"- Licence: {_format_link(licence.title, licence.address)}"
    yield f"- Redistribution: {_describe_redistribution(licence)}"
    yield f"- Credit: {source.owed or 'none stated'}"


def _describe_redistribution(licence: Licence) -> str:
    if licence.permissive:
        return "allowed, with the credit below"
    if licence.in_release:
        return f"allowed under {RELEASE_LICENCE}, with the credit below"
    return "not allowed" if licence.id in _PRIVATE else "only under the terms of this licence"


def _format_link(title: str, address: str) -> str:
    return f"[{title}]({address})" if address else title

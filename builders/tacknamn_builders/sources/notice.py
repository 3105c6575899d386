"""Write NOTICE.md: of each source what it is, what it permits and what we owe for it."""

from collections.abc import Iterator, Mapping

from tacknamn_builders.sources.licences import find_licence
from tacknamn_builders.sources.source_table import DataSource

__all__ = ["format_notice"]

_HEAD = """\
# Notice

Täcknamn's code is under the MIT licence (LICENSE). The data that `tacknamn-build` fetches
belong to others. This page is generated from the source table by `tacknamn-build notice`;
it says of each source what it is, what it permits and what is owed. A bundle's
`manifest.json` names the sources that it was really made of, and whether all of them may be
passed on; `tacknamn-build compile --licences permissive` makes one of which that is true.
"""


def format_notice(sources: Mapping[str, DataSource]) -> str:
    """The text of NOTICE.md."""
    return _HEAD + "".join(_format_source(source) for source in sources.values())


def _format_source(source: DataSource) -> str:
    return "\n".join(["", f"## {source.title}", "", *_format_lines(source), ""])


def _format_lines(source: DataSource) -> Iterator[str]:
    terms = find_licence(source.licence)
    yield f"- Source: `{source.id}`, {source.publisher}"
    if source.package:
        yield f"- Package: {source.package} {source.version}"
    elif source.address:
        yield f"- Address: <{source.address}> (version {source.version})"
    yield f"- State of affairs: {source.vintage}"
    yield f"- Licence: {_format_link(terms.title, terms.address)}"
    may = "may be passed on with credit" if terms.permissive else "under its own terms only"
    yield f"- Passing on: {may}"
    yield f"- Owed: {source.owed or 'nothing is stated'}"


def _format_link(title: str, address: str) -> str:
    return f"[{title}]({address})" if address else title

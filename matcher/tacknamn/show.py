"""Lay out what the commands print: tables and marked text for people, data for ``--json``."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from rich.table import Table
from rich.text import Text

from tacknamn.engines import has_native
from tacknamn.labels import Label
from tacknamn.lexicon import Candidate, Lexicon
from tacknamn.matcher import Match

__all__ = ["candidate_table", "info_data", "info_table", "marked", "match_data", "match_line"]

BAR = 10
"""Letters of a bar that stands for certainty."""
SHOWN = 12
"""Candidates shown of one form: there are sixty towns called San Antonio."""
_COLOURS = {"firstname": "green", "surname": "green", "city": "cyan", "country": "cyan"}
_COLOUR = "yellow"
_PORTABLE = (
    "portable (pyahocorasick): nothing was compiled at install time, so matching is about a "
    "tenth as fast and takes memory of its own; install a C compiler and reinstall"
)


def candidate_table(found: Mapping[str, list[Candidate]], sources: bool) -> Table:
    """What forms may be, with bars for the probabilities."""
    table = Table("form", "may be", "", "counted", "where", box=None)
    if sources:
        table.add_column("sources")
    for form, candidates in found.items():
        if not candidates:
            table.add_row(form, "unknown")
        for candidate in candidates[:SHOWN]:
            row = [
                candidate.form,
                candidate.label.value,
                f"{'█' * round(candidate.probability * BAR):{BAR}} {candidate.probability:4.0%}",
                f"{candidate.count:,.6g} {candidate.kind}" if candidate.count else "",
                ", ".join(part for part in (candidate.parent, candidate.country) if part),
            ]
            table.add_row(*row, *([", ".join(candidate.sources)] if sources else []))
        if len(candidates) > SHOWN:
            table.add_row("", f"and {len(candidates) - SHOWN} more")
    return table


def match_data(match: Match) -> dict[str, Any]:
    """A hit as plain data."""
    return {
        "start": match.start,
        "end": match.end,
        "form": match.form,
        "base": match.base,
        "affixes": list(match.affixes),
        "edits": match.edits,
        "candidates": [asdict(candidate) for candidate in match.candidates],
    }


def match_line(name: str, match: Match) -> str:
    """A hit in one line with tabs: file, start, end, form, label, probability, affixes."""
    likeliest = match.candidates[0]
    form = " ".join(match.form.split())
    affixes = "+".join(match.affixes)
    fields = (name, match.start, match.end, form, likeliest.label, f"{likeliest.probability:.2f}")
    return "\t".join([*map(str, fields), affixes])


def marked(text: str, matches: Iterable[Match]) -> Text:
    """A text with its hits coloured by what they are, and named behind."""
    shown = Text()
    at = 0
    for match in matches:
        if match.start < at:
            continue
        label = match.candidates[0].label
        shown.append(text[at : match.start])
        shown.append(match.form, style=f"bold {_colour(label)}")
        shown.append(f" [{label}]", style=f"dim {_colour(label)}")
        at = match.end
    shown.append(text[at:])
    return shown


def _colour(label: Label) -> str:
    return _COLOURS.get(label.partition("_")[0], _COLOUR)


def info_data(lexicon: Lexicon) -> dict[str, Any]:
    """What a bundle is, and which engine runs."""
    manifest = lexicon.bundle.manifest
    return {
        "bundle": str(lexicon.bundle.folder),
        "profile": manifest["profile"],
        "code": manifest["code"],
        "counts": manifest["counts"],
        "redistributable": manifest["redistributable"],
        "engine": "native" if has_native() else "portable",
        "sources": manifest["sources"],
        "skipped": manifest["skipped"],
    }


def info_table(data: Mapping[str, Any]) -> Table:
    """The same for people."""
    table = Table(box=None, show_header=False)
    may = "may be passed on" if data["redistributable"] else "may not be passed on as a whole"
    counts = {label: n for label, n in data["counts"]["labels"].items() if n}
    table.add_row("bundle", data["bundle"])
    table.add_row("profile", f"{data['profile']}, made by {data['code']}; {may}")
    table.add_row("entries", f"{data['counts']['entries']:,} of {data['counts']['forms']:,} forms")
    table.add_row("labels", ", ".join(f"{label} {n:,}" for label, n in counts.items()))
    table.add_row("engine", "native" if data["engine"] == "native" else _PORTABLE)
    for id, source in data["sources"].items():
        table.add_row(f"  {id}", f"{source['vintage']}, {source['licence_title']}")
    if data["skipped"]:
        table.add_row("skipped", ", ".join(data["skipped"]))
    return table

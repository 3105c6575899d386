"""Lay out what the commands print: tables and marked text for people, lines and data for programs."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from tacknamn.labels import Label
from tacknamn.lexicon.lexicon import Candidate, Lexicon
from tacknamn.matching.engines import has_native, resolve_engine
from tacknamn.matching.match import Match
from tacknamn.support.compiled import ENGINE_VARIABLE, is_compiled

__all__ = [
    "candidate_lines",
    "candidate_table",
    "engine_told",
    "info_data",
    "info_lines",
    "info_table",
    "marked",
    "match_data",
    "match_line",
    "print_marked",
    "print_table",
]

BAR = 10
"""Letters of a bar that stands for certainty."""
SHOWN = 12
"""Candidates shown of one form: there are sixty towns called San Antonio."""
_COLOURS = {"firstname": "green", "surname": "green", "city": "cyan", "country": "cyan"}
_COLOUR = "yellow"
_PORTABLE = "portable (pyahocorasick), about a fifteenth as fast as the compiled engine and with memory of its own"
_NOT_COMPILED = "nothing was compiled at install time: install a C compiler and reinstall"
_ASKED_FOR = f"{ENGINE_VARIABLE} asks for it"


def print_table(table: RenderableType, lines: Iterable[str]) -> None:
    """Print a table for people; for programs, which see no screen, the same in plain lines."""
    console = Console()
    if console.is_terminal:
        console.print(table, soft_wrap=True)
    else:
        console.file.writelines(f"{line}\n" for line in lines)


def candidate_table(found: Mapping[str, list[Candidate]], sources: bool) -> Table:
    """What forms may be, with bars for the probabilities."""
    table = Table("form", "may be", "", "counted", "where", box=None)
    if sources:
        table.add_column("sources")
    for form, candidates in found.items():
        if not candidates:
            table.add_row(Text(form), "unknown")
        for candidate in candidates[:SHOWN]:
            row = [
                candidate.form,
                candidate.label.value,
                f"{'█' * round(candidate.probability * BAR):{BAR}} {candidate.probability:4.0%}",
                f"{candidate.count:,.6g} {candidate.kind}" if candidate.count else "",
                ", ".join(part for part in (candidate.parent, candidate.country) if part),
            ]
            row += [", ".join(candidate.sources)] if sources else []
            table.add_row(*map(Text, row))  # as text: rich would take [/] for markup
        if len(candidates) > SHOWN:
            table.add_row("", f"and {len(candidates) - SHOWN} more")
    return table


def candidate_lines(found: Mapping[str, list[Candidate]]) -> Iterator[str]:
    """What forms may be, a line with tabs for each candidate; an unknown form has one, too."""
    for form, candidates in found.items():
        asked = " ".join(form.split())
        if not candidates:
            yield f"{asked}\t\tunknown"
        for one in candidates:
            fields = (asked, one.form, one.label, f"{one.probability:.2f}", f"{one.count:.6g}",
                      one.kind, one.parent, one.country, ",".join(one.sources))  # fmt: skip
            yield "\t".join(fields)


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


def print_marked(text: str, matches: Iterable[Match]) -> None:
    """Print a text, its hits in colour."""
    Console(soft_wrap=True, highlight=False).print(marked(text, matches), end="")


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
        "engine": resolve_engine(),
        "labelling": "compiled"
        if is_compiled("tacknamn.detection.ranking.weights")
        else "interpreted",
        "sources": manifest["sources"],
        "skipped": manifest["skipped"],
    }


def engine_told(name: str) -> str:
    """Which engine runs, and what it costs when it is not the compiled one."""
    if name == "native":
        return name
    return f"{_PORTABLE}; {_ASKED_FOR if has_native() else _NOT_COMPILED}"


def info_table(data: Mapping[str, Any]) -> Table:
    """The same for people."""
    table = Table(box=None, show_header=False)
    for name, value in _info_rows(data):
        table.add_row(Text(name), Text(value))
    return table


def info_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """The same in lines with a tab."""
    return ("\t".join(row) for row in _info_rows(data))


def _info_rows(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    may = "may be passed on" if data["redistributable"] else "may not be passed on as a whole"
    counts = {label: n for label, n in data["counts"]["labels"].items() if n}
    yield "bundle", data["bundle"]
    yield "profile", f"{data['profile']}, made by {data['code']}; {may}"
    yield "entries", f"{data['counts']['entries']:,} of {data['counts']['forms']:,} forms"
    yield "labels", ", ".join(f"{label} {n:,}" for label, n in counts.items())
    yield "engine", engine_told(data["engine"])
    told = data["labelling"]
    yield "labelling", told if told == "compiled" else f"{told}, a fifth slower; {_NOT_COMPILED}"
    for id, source in data["sources"].items():
        yield f"  {id}", f"{source['vintage']}, {source['licence_title']}"
    if data["skipped"]:
        yield "skipped", ", ".join(data["skipped"])

"""Lay out what the commands print.

People get tables and coloured texts, programs get lines with tabs and plain data.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from tacknamn.labels import AnyLabel
from tacknamn.lexicon.find_bundle import FoundBundle
from tacknamn.lexicon.manifest_facts import describe_terms, find_newest_month
from tacknamn.matching.engines import has_native, resolve_engine
from tacknamn.matching.match import Match
from tacknamn.pipeline.readings import Reading
from tacknamn.support.compiled import ENGINE_VARIABLE, is_compiled

__all__ = [
    "build_info_table",
    "build_reading_table",
    "collect_info",
    "convert_match",
    "convert_reading",
    "describe_engine",
    "format_info",
    "format_match",
    "format_readings",
    "mark_text",
    "print_marked",
    "print_table",
]

BAR_LENGTH = 10
"""Characters of a bar that shows a probability of 1."""
LEAST_SHOWN = 0.005
"""Smaller probabilities are shown as 0.00."""
MOST_UNLIKELY = 3
"""As many of them are listed; more are only counted. There are twenty villages called Berg."""
MOST_SHOWN = 12
"""Most candidates shown for one form. There are sixty towns called San Antonio."""
_COLOURS = {"firstname": "green", "surname": "green", "city": "cyan", "country": "cyan"}
_COLOUR = "yellow"
_PORTABLE = (
    "portable (pyahocorasick): 15 times slower than the compiled engine, and each process needs "
    "its own memory"
)
_NOT_COMPILED = "no C compiler was found at install time; install one and reinstall"
_REQUESTED = f"{ENGINE_VARIABLE} selects it"


def print_table(table: RenderableType, lines: Iterable[str]) -> None:
    """Print a table on a terminal, and plain lines in a pipe."""
    console = Console()
    if console.is_terminal:
        console.print(table, soft_wrap=True)
    else:
        console.file.writelines(f"{line}\n" for line in lines)


def build_reading_table(
    by_form: Mapping[str, list[Reading]], sources: bool, everything: bool = False
) -> Table:
    """Return the readings of each form, with bars for the probabilities."""
    table = Table("form", "may be", "", "counted", "where", box=None)
    if sources:
        table.add_column("sources")
    for form, readings in by_form.items():
        if not readings:
            table.add_row(Text(form), "unknown")
        shown = readings if everything else _choose_likely(readings)[:MOST_SHOWN]
        for reading in shown:
            candidate = reading.candidate
            row = [
                _describe_form(form, reading),
                candidate.label.value,
                f"{'█' * round(candidate.probability * BAR_LENGTH):{BAR_LENGTH}} {candidate.probability:4.0%}",
                f"{candidate.count:,.6g} {candidate.kind}" if candidate.count else "",
                ", ".join(part for part in (candidate.parent, candidate.country) if part),
            ]
            row += [", ".join(candidate.sources)] if sources else []
            table.add_row(*map(Text, row))  # as text: rich would take [/] for markup
        if len(readings) > len(shown):
            table.add_row("", _describe_rest(len(readings) - len(shown)))
    return table


def format_readings(
    by_form: Mapping[str, list[Reading]], everything: bool = False
) -> Iterator[str]:
    """Yield a line with tabs for each reading, and one for each unknown form."""
    for form, readings in by_form.items():
        given = " ".join(form.split())
        if not readings:
            yield f"{given}\t\tunknown"
        shown = readings if everything else _choose_likely(readings)
        for reading in shown:
            candidate = reading.candidate
            fields = [given, candidate.form, candidate.label, f"{candidate.probability:.2f}",
                      f"{candidate.count:.6g}", candidate.kind, candidate.parent,
                      candidate.country, ",".join(candidate.sources)]  # fmt: skip
            yield "\t".join([*fields, *([] if reading.is_exact else [_describe_reading(reading)])])
        if len(readings) > len(shown):
            yield f"{given}\t\t{_describe_rest(len(readings) - len(shown))}"


def convert_reading(reading: Reading) -> dict[str, Any]:
    """Return a reading as plain data."""
    facts = {"affixes": list(reading.affixes), "edits": reading.edits, "rule": reading.rule}
    return asdict(reading.candidate) | facts


def _choose_likely(readings: list[Reading]) -> list[Reading]:
    """Leave out readings whose probability is shown as 0.00, if they are many."""
    likely = [each for each in readings if each.candidate.probability >= LEAST_SHOWN]
    if len(readings) - len(likely) <= MOST_UNLIKELY:
        return readings
    return likely or readings[:1]


def _describe_rest(count: int) -> str:
    return f"and {count} more; --all"


def _describe_form(form: str, reading: Reading) -> str:
    if reading.is_exact:
        return reading.candidate.form
    return f"{form}: {reading.candidate.form} ({_describe_reading(reading)})"


def _describe_reading(reading: Reading) -> str:
    """Describe how a form differs from the entry, or which rule finds it."""
    parts = ["+".join(reading.affixes), "misspelt" if reading.edits else ""]
    parts.append(f"by the rule {reading.rule}" if reading.rule else "")
    return ", ".join(filter(None, parts))


def convert_match(match: Match) -> dict[str, Any]:
    """Return a match as plain data."""
    return {
        "start": match.start,
        "end": match.end,
        "form": match.form,
        "base": match.base,
        "affixes": list(match.affixes),
        "edits": match.edits,
        "candidates": [asdict(candidate) for candidate in match.candidates],
    }


def format_match(name: str, match: Match) -> str:
    """Return a match as a line: file, start, end, form, label, probability, affixes."""
    likeliest = match.candidates[0]
    form = " ".join(match.form.split())
    affixes = "+".join(match.affixes)
    fields = (name, match.start, match.end, form, likeliest.label, f"{likeliest.probability:.2f}")
    return "\t".join([*map(str, fields), affixes])


def print_marked(text: str, matches: Iterable[Match]) -> None:
    """Print a text with its matches in colour."""
    Console(soft_wrap=True, highlight=False).print(mark_text(text, matches), end="")


def mark_text(text: str, matches: Iterable[Match]) -> Text:
    """Return a text with its matches coloured by label, and the label after each."""
    shown = Text()
    done = 0
    for match in matches:
        if match.start < done:
            continue
        label = match.candidates[0].label
        shown.append(text[done : match.start])
        shown.append(match.form, style=f"bold {_colour(label)}")
        shown.append(f" [{label}]", style=f"dim {_colour(label)}")
        done = match.end
    shown.append(text[done:])
    return shown


def _colour(label: AnyLabel) -> str:
    return _COLOURS.get(label.partition("_")[0], _COLOUR)


def collect_info(found: FoundBundle, verify: bool = False) -> dict[str, Any]:
    """Return the facts about a bundle, why it is the one that is used, and the engine that runs.

    Args:
        verify: Whether to compute the checksums of its files again.
    """
    bundle = found.open()
    manifest = bundle.manifest
    verified = bundle.verify() if verify else 0
    return {
        "bundle": str(found.folder),
        "reason": found.reason,
        "installed": None if found.installed is None else found.installed.describe(),
        "profile": manifest["profile"],
        "vintage": find_newest_month(manifest),
        "licence": manifest.get("licence"),
        "terms": describe_terms(manifest),
        "code": manifest["code"],
        "counts": manifest["counts"],
        "redistributable": manifest["redistributable"],
        "engine": resolve_engine(),
        "labelling": "compiled"
        if is_compiled("tacknamn.detection.ranking.weights")
        else "interpreted",
        "sources": manifest["sources"],
        "skipped": manifest["skipped"],
        "left_out": manifest.get("left_out", {}),
        "verified_files": verified,
    }


def describe_engine(name: str) -> str:
    """Name the engine; if it is not the compiled one, say what that costs and why."""
    if name == "native":
        return name
    return f"{_PORTABLE}; {_REQUESTED if has_native() else _NOT_COMPILED}"


def build_info_table(data: Mapping[str, Any]) -> Table:
    """Return the facts as a table."""
    table = Table(box=None, show_header=False)
    for name, value in _list_info_rows(data):
        table.add_row(Text(name), Text(value))
    return table


def format_info(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the facts as lines with a tab."""
    return ("\t".join(row) for row in _list_info_rows(data))


def _list_info_rows(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    counts = {label: n for label, n in data["counts"]["labels"].items() if n}
    origin = f" ({data['installed']})" if data["installed"] else ""
    yield "bundle", f"{data['bundle']}{origin}"
    yield "chosen", data["reason"]
    yield "profile", f"{data['profile']}, made by {data['code']}; {data['terms']}"
    yield "newest data", data["vintage"] or "unknown"
    yield "entries", f"{data['counts']['entries']:,} of {data['counts']['forms']:,} forms"
    yield "labels", ", ".join(f"{label} {n:,}" for label, n in counts.items())
    yield "engine", describe_engine(data["engine"])
    if data["verified_files"]:
        yield "checksums", f"those of all {data['verified_files']} files are correct"
    ranking = data["labelling"]
    slow = f"{ranking}, a third slower; {_NOT_COMPILED}"
    yield "labelling", ranking if ranking == "compiled" else slow
    for id, source in data["sources"].items():
        yield f"  {id}", f"{source['vintage']}, {source['licence_title']}"
    if data["skipped"]:
        yield "skipped", ", ".join(data["skipped"])
    for id, error in data["left_out"].items():
        yield "left out", f"{id}: {error}"

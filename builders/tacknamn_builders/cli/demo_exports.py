"""Write tries and an automaton of a bundle, and search a prefix in the tries."""

import time
from collections.abc import Iterator
from pathlib import Path

from rich.text import Text

from tacknamn.cli.show import print_table
from tacknamn.lexicon.bundle import MANIFEST
from tacknamn.lexicon.label_shares import LIKELY
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.text.fold import fold
from tacknamn_builders.exporting.export import write_export
from tacknamn_builders.exporting.provenance import get_export_time, list_export_labels
from tacknamn_builders.exporting.selection import Selection, choose_content
from tacknamn_builders.exporting.tries import RECORDS, open_records

__all__ = ["show_exports"]

FORMATS = ("marisa", "ahocorasick")
PREFIX = "Göte"
SHOWN = 5


def show_exports(lexicon: Lexicon, out: Path) -> None:
    """Write an export of each format below ``out``, unless it has those of these lists, and print
    what a prefix search finds."""
    exported = min(map(get_export_time, map(out.joinpath, FORMATS)))
    if exported > (lexicon.bundle.folder / MANIFEST).stat().st_mtime:
        state = "those of these lists"
    else:
        start = time.perf_counter()
        content = choose_content(lexicon, Selection(min_probability=LIKELY))
        for format in FORMATS:
            write_export(content, format, out / format, overwrite=True)
        state = f"written in {time.perf_counter() - start:.0f} s"
    lines = [
        f"{out}: {', '.join(FORMATS)}, {state} (see docs/exports.md)",
        *_search(out / "marisa" / f"{RECORDS}.marisa", list_export_labels(out / "marisa")),
    ]
    print_table(Text("Lists for other tools", style="bold underline"), ["Lists for other tools"])
    print_table(Text("\n".join(lines)), lines)


def _search(path: Path, labels: list[str]) -> Iterator[str]:
    """Yield the best records whose keys begin with the prefix."""
    records = open_records(path)
    start = time.perf_counter()
    found = sorted(records.items(fold(PREFIX)), key=lambda item: -item[1][3])[:SHOWN]
    milliseconds = (time.perf_counter() - start) * 1000
    yield f"{PREFIX}… in {path.name}, {milliseconds:.1f} ms:"
    for key, (label, count, rank, _, country) in found:
        place = country.rstrip(b"\0").decode()
        yield f"  {key}: {labels[label]} {place}, rank {rank:,}, count {count:,.10g}"

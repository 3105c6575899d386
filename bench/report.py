"""Report what was measured: a page for docs/, its plot, and JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.measures import Bar, Results
from bench.peers import own
from bench.peers.registry import ENGINES, PEERS, PURE_PYTHON
from bench.plot import draw_bars
from bench.running import BUDGET, COMPARED, ROUNDS, EngineFigures

__all__ = ["Facts", "render_page", "write_report"]

TABLE = tuple(engine.name for engine in (own.NATIVE, own.PORTABLE, *PEERS, *PURE_PYTHON))
FORMS = (own.OBJECTS, own.SHORT, own.SHORT_OBJECTS, own.THREADS, own.LOWER)


@dataclass(frozen=True, slots=True)
class Facts:
    """The circumstances of a measurement."""

    machine: str
    date: str
    load: tuple[float, float]
    """The load of the machine before and after."""
    megabytes: float
    words: int
    documents: int
    density: Mapping[int, float]
    """Matches per word, by size of the list."""


def render_page(facts: Facts, results: Results, measures: Sequence[Bar]) -> str:
    """Render the page in Markdown."""
    return "\n".join(
        [
            "# Speed of the matcher",
            "",
            "How fast the matcher finds names, compared with other engines. `make bench` measures and writes",
            "this page; every figure is from one run.",
            "",
            *_list_circumstances(facts),
            "",
            "## Targets",
            "",
            *_write_target_table(measures),
            "",
            "## Engines",
            "",
            "![Megabytes a second of each engine](bench.svg)",
            "",
            *_write_engine_table(results),
            "",
            *_explain(facts),
            "",
            "## Other ways to call the native engine",
            "",
            *_write_variant_table(results),
            "",
        ]
    )


def write_report(
    docs: Path, data: Path, facts: Facts, results: Results, measures: Sequence[Bar]
) -> None:
    """Write the page, the plot and the JSON."""
    (docs / "bench.md").write_text(render_page(facts, results, measures), "utf-8")
    rates = {name: [results.rate(name, size) for size in results.by_size] for name in TABLE}
    sizes = [f"{size:,} entries" for size in results.by_size]
    title = f"Megabytes of text a second, {facts.machine}"
    (docs / "bench.svg").write_text(draw_bars(title, rates, sizes), "utf-8")
    everything = {
        "facts": asdict(facts),
        "measures": [{**asdict(bar), "passed": bar.passed} for bar in measures],
        "engines": {
            str(size): [asdict(row) for row in rows] for size, rows in results.by_size.items()
        },
    }
    data.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(everything, ensure_ascii=False, indent=1)
    data.write_text(text + "\n", "utf-8")


def _list_circumstances(facts: Facts) -> list[str]:
    before, after = facts.load
    density = ", ".join(f"{value:.3f} at {size:,}" for size, value in facts.density.items())
    return [
        f"- Machine: {facts.machine}; load {before:.1f} before and {after:.1f} after.",
        f"- Date: {facts.date}.",
        f"- Text: Swedish, English and Danish prose, repeated: {facts.megabytes:.1f} MB, "
        + f"{facts.words:,} words, {facts.documents} documents.",
        f"- Matches per word: {density}.",
    ]


def _write_target_table(measures: Sequence[Bar]) -> list[str]:
    lines = ["| measure | measured | target | |", "|---|---|---|---|"]
    for bar in measures:
        value = "not measured" if bar.value is None else f"{bar.value:.3g} {bar.unit}"
        sign = "at most" if bar.most else "at least"
        mark = {None: "–", True: "reached", False: "**missed**"}[bar.passed]
        title = f"{bar.title} ({bar.note})" if bar.note else bar.title
        lines.append(f"| {title} | {value} | {sign} {bar.bar:g} | {mark} |")
    return lines


def _write_engine_table(results: Results) -> list[str]:
    sizes = list(results.by_size)
    head = ["engine", *(f"MB/s, {size:,}" for size in sizes), "slower than native",
            "spans that agree", "set up, s", "memory, MB"]  # fmt: skip
    lines = [_format_row(head), "|---" * len(head) + "|"]
    order = sorted(TABLE, key=lambda name: -(results.rate(name, sizes[-1]) or 0))
    return lines + [_write_engine_format_row(results, name, sizes) for name in order]


def _write_engine_format_row(results: Results, name: str, sizes: Sequence[int]) -> str:
    rows = [_find_figures(results, name, size) for size in sizes]
    problems = [row.problem for row in rows if row.problem]
    engine = f"{name} {rows[0].version}".strip()
    if len(problems) == len(rows):
        return _format_row([engine, f"did not run: {problems[0]}", *[""] * (len(sizes) + 3)])
    slower = [results.ratio(own.NATIVE.name, size, name) for size in sizes]
    return _format_row(
        [
            engine,
            *map(_format_rate, rows),
            " / ".join("–" if times is None else f"{times:.1f}" for times in slower),
            " / ".join(_format_percent(row.agreeing) for row in rows),
            " / ".join(f"{row.build:.2g}" for row in rows),
            " / ".join(f"{row.memory:.0f}" for row in rows),
        ]
    )


def _write_variant_table(results: Results) -> list[str]:
    sizes = list(results.by_size)
    lines = [
        _format_row(["what", *(f"MB/s, {size:,}" for size in sizes)]),
        "|---" * (len(sizes) + 1) + "|",
    ]
    for engine in FORMS:
        rates = [_format_rate(_find_figures(results, engine.name, size)) for size in sizes]
        lines.append(_format_row([f"{engine.name}: {engine.how}", *rates]))
    return lines


_HOW = """\
All engines find whole words, leftmost-longest, with offsets in the original text. Each engine runs in
a separate process that is pinned to one core. The figure is the best of {rounds} rounds, in which the
engines take turns. Seconds are processor seconds (clock seconds for two threads), so other programs
on the machine matter little. A scan takes at least a second, so fast engines scan the text
several times. It stops after {budget:g} seconds: a rate with a percentage covers that part of the text.
Columns with several figures give them by size of the list. Memory is the growth of the process; the
native engine shares its memory with every process that has the bundle open.

*Spans that agree*: the share of all spans found by the native engine or the other one in the first
{compared} documents that both find. Inflected forms are excluded, because the peers do not get them.
The differences: a byte can hold 256 characters, so engines that work on bytes confuse a hyphen or a
dot with a blank; spaCy splits words differently.

How each engine is set up:
"""


def _explain(facts: Facts) -> list[str]:
    compared = min(COMPARED, facts.documents)
    return [
        *_HOW.format(rounds=ROUNDS, budget=BUDGET, compared=compared).splitlines(),
        "",
        *(f"- {name}: {ENGINES[name].how}" for name in TABLE),
    ]


def _find_figures(results: Results, name: str, size: int) -> EngineFigures:
    rows = (row for row in results.by_size[size] if row.engine == name)
    return next(rows, EngineFigures(name, problem="it was not measured"))


def _format_rate(figures: EngineFigures) -> str:
    if figures.rate is None:
        return "–"
    part = "" if figures.share > 0.99 else f" ({figures.share:.0%})"
    return f"{figures.rate:.3g}{part}"


def _format_percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def _format_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"

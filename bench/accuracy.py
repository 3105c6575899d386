"""Measure leaks, harm and accuracy on marked texts and gold texts, next to another version.

Run after the builds::

    python -m bench.accuracy --texts DIR --bundle DIR [--bundle DIR] [--start COMMIT] [--write PAGE]

Exports and compiles the start commit and builds its bundles (once, in the user's cache), then measures both
versions with :mod:`bench.accuracy_figures`: harms on the marked texts, exact F1 on the gold texts,
calibration, and words a second in alternating rounds. The weights were fitted on some of the gold
texts (the first lines of the table of weights name them); the page marks these.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.accuracy_figures import GOLD, SPEED
from bench.compile import describe_machine
from bench.versions import ROOT, build_bundles, check_out, make_environment

from tacknamn.support.folders import find_user_cache
from tacknamn_builders.bundle.weights_table import WEIGHTS_FOLDER

__all__ = ["main"]

START = "3674b0b"
"""The commit before the work on learner texts."""
ROUNDS = 3
"""Rounds alternate between the versions, so that a busy minute affects both."""
LEAST_SPEED = 0.9
"""The least rate in relation to that of the start commit."""
Figures = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a figure, how to read it, and what it must reach."""

    title: str
    read: Callable[[Figures], float | None]
    target: float | None = None
    at_most: bool = True
    """Whether the figure must not be greater than the target; else it must not be less."""
    of: Callable[[Figures], float] | None = None
    """The number that it is a part of."""
    share: float | None = None
    """The target as a share of that number, in place of ``target``."""
    decimals: int = 0
    note: str = ""

    def find_target(self, figures: Figures) -> float | None:
        """Return the target; for a share, as a number."""
        if self.share is None or self.of is None:
            return self.target
        return int(self.share * self.of(figures))

    def is_reached(self, figures: Figures) -> bool | None:
        """Return whether the figure reaches its target; None if it has none."""
        value, target = self.read(figures), self.find_target(figures)
        if target is None or value is None:
            return None
        return value <= target if self.at_most else round(value, self.decimals) >= target

    def format(self, figures: Figures) -> str:
        """Return the figure as text."""
        value = self.read(figures)
        return "" if value is None else f"{value:,.{self.decimals}f}"


@dataclass
class Versions:
    """The figures of both versions with one bundle."""

    bundle: str
    start: Figures
    now: Figures
    rates: list[tuple[str, float, float]] = field(default_factory=list)
    """Set, words a second of the start commit, words a second now."""


def _sum_harms(*groups: str, harms: tuple[str, ...]) -> Callable[[Figures], float]:
    return lambda figures: sum(
        figures["marked"][group].get(harm, 0) for group in groups for harm in harms
    )


def _harm(
    title: str,
    groups: tuple[str, ...],
    harms: tuple[str, ...],
    target: float | None = None,
    share: float | None = None,
) -> Row:
    hidden = harms[0] == "leak"
    whole = "to hide" if hidden else "texts"
    return Row(
        title,
        _sum_harms(*groups, harms=harms),
        target,
        of=_sum_harms(*groups, harms=(whole,)),
        share=share,
        note="to hide" if hidden else "texts",
    )


def _gold(name: str, label: str, target: float | None = None, leak: bool = False) -> Row:
    key = "leak" if leak else "f1"
    return Row(
        f"{name} {label}" + (", leak rate" if leak else ""),
        lambda figures: figures["gold"][name]["labels"].get(label, {}).get(key),
        target,
        at_most=leak,
        decimals=3,
        note=_describe_fit(name),
    )


def _list_rows() -> Iterator[Row]:
    """Yield the lines of the table, in its order."""
    leak, damage = ("leak", "part"), ("damage",)
    yield _harm("essays: leak + part", ("essays",), leak, share=0.02)
    yield _harm("essays: damage", ("essays",), damage, 4)
    yield _harm("essays: wrong label", ("essays",), ("label",), 15)
    yield _harm("essays: two numbers for one person", ("essays",), ("number",), 3)
    yield _harm("essays: unmarked", ("essays",), ("unmarked",))
    yield _harm("topic essays: damage", ("topic", "topic en"), damage, 13)
    yield _harm("misspelt words: sentences damaged", ("misspelt",), ("damaged texts",), 1)
    yield _harm("small letters: leak + part", ("lower",), leak, 1)
    yield _harm("small letters: damage", ("lower",), damage, 0)
    yield _harm("probes: leak + part", ("probes",), leak, 10)
    yield _harm("clinical notes: leak + part", ("clinical",), leak, 8)
    yield _harm("clinical notes: damage", ("clinical",), damage, 10)
    yield _harm("official letters: leak + part", ("official",), leak, share=0.02)
    yield _harm("official letters: damage", ("official",), damage)
    yield _harm("chats: leak + part", ("chat",), leak, share=0.05)
    yield _harm("chats: damage", ("chat",), damage)
    yield _harm("English: leak + part", ("english",), leak, 12)
    yield _harm("English: damage", ("english",), damage, 4)
    targets = {
        ("sv_pud", "PER"): 0.82, ("sv_pud", "LOC"): 0.82, ("sv_pud_lower", "PER"): 0.70,
        ("sv_pud_lower", "LOC"): 0.76, ("sv_pud_typo", "LOC"): 0.72, ("en_pud", "PER"): 0.78,
        ("en_pud", "LOC"): 0.72, ("en_wikineural_names1000", "LOC"): 0.65,
    }  # fmt: skip
    for name in GOLD:
        for label in ("PROPN",) if name == "sv_swell_ud" else ("PER", "LOC", "ORG"):
            if name != "sv_med1177":
                yield _gold(name, label, targets.get((name, label)))
    for name in ("sv_klintan_test", "sv_pud"):
        yield _gold(name, "PER", leak=True)
        yield _gold(name, "LOC", leak=True)
        yield Row(
            f"{name}, expected calibration error",
            lambda figures, name=name: figures["gold"][name]["calibration"],  # type: ignore[misc]
            0.05,
            decimals=3,
        )
    yield Row("essays of `make essays`, F2", lambda figures: figures["essays"]["f2"], decimals=3)
    yield Row(
        "sv_med1177, false alarms",
        lambda figures: figures["gold"]["sv_med1177"]["names"],
        15,
        note=_describe_fit("sv_med1177"),
    )


def _describe_fit(name: str) -> str:
    """Return a note if the weights of a set's language were fitted on it."""
    base = name.removesuffix("_lower").removesuffix("_typo")
    language = "en" if name.startswith("en") else "sv"
    lines = (WEIGHTS_FOLDER / f"{language}.tsv").read_text("utf-8").splitlines()
    comments = "\n".join(line for line in lines if line.startswith("#"))
    return "fitted on" if f"{base}.dev.jsonl" in comments else ""


def prepare_start(commit: str, profiles: list[str]) -> Path:
    """Return the folder of the start commit with its bundles; made once."""
    tree = find_user_cache() / "versions" / commit
    if not tree.is_dir():
        check_out(commit, tree)
    missing = [name for name in profiles if not (tree / "build" / name / "manifest.json").exists()]
    build_bundles(tree, missing)
    return tree


def compare_versions(tree: Path, bundle: Path, texts: Path) -> Versions:
    """Measure both versions, each with its own bundle."""
    name = bundle.name
    trees = {tree: tree / "build" / name, ROOT: bundle}
    start, now = [_measure(code, data, texts) for code, data in trees.items()]
    versions = Versions(name, start, now)
    best: dict[Path, dict[str, float]] = {tree: {}, ROOT: {}}
    for _ in range(ROUNDS):
        for code, data in trees.items():
            for text, rate in _measure(code, data, texts, "--speed").items():
                best[code][text] = max(best[code].get(text, 0.0), rate)
    versions.rates += [(text, best[tree][text], best[ROOT][text]) for text in SPEED]
    return versions


def _measure(tree: Path, bundle: Path, texts: Path, *options: str) -> Figures:
    script = str(ROOT / "bench" / "accuracy_figures.py")
    done = subprocess.run(
        [sys.executable, script, str(texts), str(bundle.resolve()), *options],
        env=make_environment(tree), check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    figures: Figures = json.loads(done.stdout)
    return figures


def format_table(compared: list[Versions], commit: str) -> Iterator[str]:
    """Yield the lines of the table: each figure of both versions, and whether it is reached."""
    columns = [f"`{each.bundle}`, {when}" for each in compared for when in (commit, "now")]
    yield f"| figure | {' | '.join(columns)} | target | | |"
    yield "|---" * (len(columns) + 4) + "|"
    for row in _list_rows():
        values = [row.format(figures) for each in compared for figures in (each.start, each.now)]
        target = row.find_target(compared[0].now)
        bar = "" if target is None else f"{'≤' if row.at_most else '≥'} {target:g}"
        reached = [row.is_reached(each.now) for each in compared]
        note = row.note
        if row.of is not None:
            note = f"of {row.of(compared[0].now):,.0f} {row.note}"
        yield _format_line(row.title, values, bar, reached, note)
    for place, name in enumerate(SPEED):
        rates = [each.rates[place] for each in compared]
        values = [f"{rate:,.0f}" for _, start, now in rates for rate in (start, now)]
        reached = [now >= LEAST_SPEED * start for _, start, now in rates]
        bar = f"≥ {LEAST_SPEED:g} of {commit}"
        yield _format_line(f"{name}, words a second, one core", values, bar, reached, "")


def _format_line(
    title: str, values: list[str], bar: str, reached: list[bool | None], note: str
) -> str:
    mark = "" if None in reached else "reached" if all(reached) else "**missed**"
    return f"| {title} | {' | '.join(values)} | {bar} | {mark} | {note} |"


def _write_page(compared: list[Versions], commit: str) -> Iterator[str]:
    yield from (
        "# Leaks, harm and accuracy",
        "",
        "What the profile `swell` (for clinical notes `clinic`) does to marked texts, and how well names",
        "are found on gold texts, now and at an earlier commit. `make accuracy` measures and prints this",
        "table. Of marked texts, the harms are counted: *leak* and *part* (not hidden, or not whole) of",
        "all that must be hidden; *damage* (replaced although it must stay). A town, age or month that an",
        "earlier version drew as its own pseudonym counts as hidden. Of gold texts, the table has",
        "the exact F1 score. Sets that the weights were fitted on are marked *fitted on*. Nothing was",
        "fitted on the others, except the curve that corrects probabilities, which was read from",
        "`sv_klintan_test`; but they were looked at while rules and features were chosen. The texts",
        "are [described here](accuracy.md#the-texts); they are not part of this project.",
        "",
        f"- Machine: {describe_machine()}; load {os.getloadavg()[0]:.1f}.",
        "",
    )
    yield from format_table(compared, commit)


def main() -> None:
    """Measure, print the table, and write the page with --write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bundle", type=Path, action="append", required=True)
    parser.add_argument("--texts", type=Path, required=True, help="folder of the texts")
    parser.add_argument("--start", default=START, metavar="COMMIT")
    parser.add_argument("--write", type=Path, help="file of the page to write")
    options = parser.parse_args()
    bundles = sorted(options.bundle)
    tree = prepare_start(options.start, [bundle.name for bundle in bundles])
    texts = options.texts.resolve()
    compared = [compare_versions(tree, bundle, texts) for bundle in bundles]
    page = list(_write_page(compared, options.start))
    print("\n".join(page[page.index("") + 1 :] if options.write else page))
    if options.write:
        options.write.write_text("\n".join(page) + "\n", "utf-8")


if __name__ == "__main__":
    main()

"""Compare the packages that can be had, and write the tables of docs/comparing.md.

Run after a build, in an environment that has the packages (``make bench-backends`` does all)::

    python -m bench.backend_models build/backend-models
    python -m bench.backends --texts ../shared/eval/en_wikineural_names1000.dev.jsonl \\
        [--package tacknamn --package "spaCy, mine=spacy:./my-pipeline" ...] \\
        [--models build/backend-models] [--data DIR] [--write docs/comparing.md]

Without ``--package``, our own engine, the others of ours with the models that they choose, and the
models of ``backend_models.toml``. A package may be written with a title of its own before ``=``, so
that no path of this machine gets into the page. What cannot be had, or fails, is named on the page.
The sentences (``../shared/eval``, see its README; or ``tacknamn-build wikineural``) are no part of
the project.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.backend_programs import requests
from bench.compile import describe_machine
from bench.measures import Bar

from tacknamn.errors import BundleError
from tacknamn.evaluation.comparison.compare import ALONE, compare
from tacknamn.evaluation.comparison.plain_data import comparison_data
from tacknamn.evaluation.comparison.records import make_comparison_settings
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.ner.backends.registry import BackendRequest
from tacknamn.support.atomic_files import write_whole

__all__ = ["main"]

RESULTS = Path(__file__).parent / "results" / "backends.json"
MARKED = re.compile(r"(<!-- measured -->\n).*(<!-- /measured -->)", re.DOTALL)
"""What of the page is made here."""
OWN = "tacknamn"
PACKAGES = {OWN: OWN, "nltk": "NLTK", "flair": "flair", "stanza": "stanza",
            "transformers": "transformers", "presidio": "Presidio, en_core_web_lg"}  # fmt: skip
"""What is measured beside the models of the table, and its titles: backends with the models that
they choose. spaCy's own choice is among the models."""
MODELS = Path("build/backend-models")
PROGRAM = "command"
FASTER = 20
"""Times that every other package must take."""
Data = Mapping[str, Any]


def main() -> None:
    """Measure, print, and write the page if asked."""
    options = _options()
    if not options.texts.is_file():
        print(f"skipped: {options.texts} is not there; the sentences are no part of the project")
        return
    titles, absent = _asked(options.package, options.models)
    try:
        profile = Lexicon.open(options.data).bundle.manifest["profile"]
    except BundleError as exc:
        print(f"skipped: {exc}")
        return
    wanted = make_comparison_settings(",".join(titles), "en", options.data, keep_going=True)
    data = comparison_data(compare(options.texts, wanted, _progress))
    data = _with_titles(data, titles, absent)
    tables = "\n".join(_tables(data, str(profile)))
    print(tables)
    if options.write:
        page = options.write.read_text("utf-8")
        if not MARKED.search(page):
            sys.exit(f"error: {options.write} has no place for the tables: <!-- measured -->")
        write_whole(
            options.write, MARKED.sub(lambda found: f"{found[1]}{tables}\n{found[2]}", page)
        )
        text = json.dumps(data, ensure_ascii=False, indent=1)
        write_whole(RESULTS, f"{text}\n")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--package", action="append", metavar="[TITLE=]NAME[:MODEL]")
    parser.add_argument("--models", type=Path, default=MODELS, help="where the models came to")
    parser.add_argument("--data", type=Path, help="folder of the bundle")
    parser.add_argument("--write", type=Path, help="the page")
    return parser.parse_args()


def _asked(written: Sequence[str] | None, models: Path) -> tuple[dict[str, str], list[str]]:
    """What is measured, with its titles, and the titles of what cannot be had."""
    if written:
        return dict(map(_titled, written)), []
    wanted = list(requests(models))
    titles = {request: title for title, request in wanted if request}
    return {**PACKAGES, **titles}, [title for title, request in wanted if not request]


def _titled(written: str) -> tuple[str, str]:
    """A package, and what it is called on the page."""
    title, sign, package = written.partition("=")
    return (package, title) if sign else (title, title)


def _progress(name: str, done: int) -> None:
    sys.stderr.write(f"\r\x1b[K{name[:60]}: {done}")
    sys.stderr.flush()


def _with_titles(data: Data, titles: Mapping[str, str], absent: Iterable[str]) -> dict[str, Any]:
    """The data with titles in place of what was asked for, and without paths."""
    # Requests are written back as they are read: without the quotation marks of commands.
    known = {
        str(request): titles[asked]
        for asked in titles
        for request in make_comparison_settings(asked).packages
    }
    rows = [{**row, "packages": [known[one] for one in row["packages"]]} for row in data["rows"]]
    failed = {known[name]: "could not be run" for name in data["failed"]}
    failed |= dict.fromkeys(absent, "could not be had")
    programs = [known[one] for one in known if BackendRequest.read(one).name == PROGRAM]
    file = Path(data["file"]).name
    return {**data, "file": file, "rows": rows, "failed": failed, "programs": programs}


# ---- the page --------------------------------------------------------------------------------


def _tables(data: Data, profile: str) -> Iterator[str]:
    yield ""
    yield (
        f"Of {data['sentences']:,} sentences with {data['names']:,} names "
        f"(`{data['file']}`), with the lists of the profile `{profile}`. "
        f"Machine: {describe_machine()}; load {os.getloadavg()[0]:.1f}."
    )
    yield ""
    yield from _bars(data)
    yield ""
    yield from _accuracy(data)
    yield ""
    yield from _costs(data)
    if data["failed"]:
        yield ""
        yield from (f"- {title}: {told}" for title, told in data["failed"].items())
    yield ""


def _bars(data: Data) -> Iterator[str]:
    yield "| measure | measured | target | |"
    yield "|---|---|---|---|"
    for bar in _reached(data["rows"], data["programs"]):
        value = "not measured" if bar.value is None else f"{bar.value:.3g}"
        mark = {None: "–", True: "reached", False: "**missed**"}[bar.passed]
        sign = "at most" if bar.most else "at least"
        yield f"| {bar.title} | {value} | {sign} {bar.bar:g} | {mark} |"


def _reached(rows: Sequence[Data], programs: Collection[str]) -> Iterator[Bar]:
    """Of every package: those with models of Python's first, programs of other languages last."""
    alone = {one["packages"][0]: one for one in rows if one["how"] == ALONE}
    own = alone.pop(OWN, None)
    if own is None or not alone:
        return
    for name, other in sorted(alone.items(), key=lambda one: one[0] in programs):
        for what, told in (("without_loading", ""), ("with_loading", ", with loading")):
            times = other["seconds"][what] / own["seconds"][what]
            yield Bar(f"our engine's speed, times that of {name}{told}", times, FASTER)
    sizes = [one["megabytes"]["with_loading"] for one in alone.values()]
    size = own["megabytes"]["with_loading"]
    if size is not None and None not in sizes:
        yield Bar(
            "its memory, as a share of the least of the others", size / min(sizes), 1, most=True
        )
    for what, figure in (("recall overall", _recall), ("names hidden", lambda one: one["hidden"])):
        gains = [
            figure(row) - max(figure(own), figure(alone[row["packages"][1]]))
            for row in rows
            if row["how"] == "union" and len(row["packages"]) == 2 and row["packages"][0] == OWN
        ]
        if gains:
            yield Bar(
                f"{what} of a union with it, less the better of the two: the least", min(gains), 0
            )


def _recall(row: Data) -> float:
    return float(row["recall"]["overall"])


def _accuracy(data: Data) -> Iterator[str]:
    yield "| | precision, sentence | precision, overall | recall, sentence | recall, overall | names hidden |"
    yield "|---|---|---|---|---|---|"
    for row in data["rows"]:
        figures = (row["precision"]["sentence"], row["precision"]["overall"],
                   row["recall"]["sentence"], row["recall"]["overall"], row["hidden"])  # fmt: skip
        yield _row(_title(row), *map(_share, figures))
    for one in data["seed"]:
        figures = (one["precision_sentence"], one["precision_overall"],
                   one["recall_sentence"], one["recall_overall"], None)  # fmt: skip
        yield _row(f"*masking tool: {one['name']}*", *map(_share, figures))


def _costs(data: Data) -> Iterator[str]:
    yield "| | seconds, with loading | without | MB, with loading | without | MB of Python, with loading | without |"
    yield "|---|---|---|---|---|---|---|"
    for row in data["rows"]:
        seconds, size = row["seconds"], row["megabytes"]
        yield _row(
            _title(row), f"{seconds['with_loading']:.2f}", f"{seconds['without_loading']:.2f}",
            *(_size(size[name]) for name in ("with_loading", "without_loading",
                                             "traced_with_loading", "traced_without_loading")),
        )  # fmt: skip
    for one in data["seed"]:
        yield _row(
            f"*masking tool: {one['name']}*", f"{one['seconds_with']:g}", f"{one['seconds_without']:g}",
            "", "", f"{one['megabytes_with']:g}", f"{one['megabytes_without']:g}",
        )  # fmt: skip


def _title(row: Data) -> str:
    names = row["packages"]
    if row["how"] == ALONE:
        return str(names[0])
    return f"{row['how']}: {'all' if len(names) > 2 else ' + '.join(names)}"


def _share(figure: float | None) -> str:
    return "" if figure is None else f"{figure:.3f}"


def _size(megabytes: float | None) -> str:
    return "–" if megabytes is None else f"{megabytes:.0f}"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()

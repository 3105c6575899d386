"""Compare the packages that are available, and write the tables of docs/comparing.md.

Run after a build, in an environment that has the packages (``make bench-backends`` does all)::

    python -m bench.backend_models build/backend-models
    python -m bench.backends --texts ../shared/eval/en_wikineural_names1000.dev.jsonl \\
        [--package tacknamn --package "spaCy, mine=spacy:./my-pipeline" ...] \\
        [--models build/backend-models] [--data DIR] [--write docs/comparing.md]

Without ``--package``, it compares our engine, each backend with its default model, and the models of
``backend_models.toml``. A title before ``=`` names a package on the page, so that the page shows no
path of this machine. The page also lists packages that are not available or fail. The sentences
(``../shared/eval``, see its README; or ``tacknamn-build wikineural``) are not part of the project.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.backend_programs import list_requests
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
"""The part of the page that this script writes."""
OWN = "tacknamn"
PACKAGES = {OWN: OWN, "nltk": "NLTK", "flair": "flair", "stanza": "stanza",
            "transformers": "transformers", "presidio": "Presidio, en_core_web_lg"}  # fmt: skip
"""The packages to measure besides the models of the table, with titles. Each backend uses its default
model; that of spaCy is one of the models of the table."""
MODELS = Path("build/backend-models")
PROGRAM = "command"
FASTER = 20
"""How many times as long every other package must take."""
Data = Mapping[str, Any]


def main() -> None:
    """Measure, print, and write the page with --write."""
    options = _options()
    if not options.texts.is_file():
        print(f"skipped: {options.texts} does not exist; the sentences are not part of the project")
        return
    titles, absent = _choose_packages(options.package, options.models)
    try:
        profile = Lexicon.open(options.data).bundle.manifest["profile"]
    except BundleError as exc:
        print(f"skipped: {exc}")
        return
    settings = make_comparison_settings(",".join(titles), "en", options.data, keep_going=True)
    data = comparison_data(compare(options.texts, settings, _print_progress))
    data = _add_titles(data, titles, absent)
    tables = "\n".join(_write_tables(data, str(profile)))
    print(tables)
    if options.write:
        page = options.write.read_text("utf-8")
        if not MARKED.search(page):
            sys.exit(f"error: {options.write} has no place for the tables: <!-- measured -->")
        write_whole(
            options.write, MARKED.sub(lambda match: f"{match[1]}{tables}\n{match[2]}", page)
        )
        text = json.dumps(data, ensure_ascii=False, indent=1)
        write_whole(RESULTS, f"{text}\n")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--package", action="append", metavar="[TITLE=]NAME[:MODEL]")
    parser.add_argument(
        "--models", type=Path, default=MODELS, help="folder of the downloaded models"
    )
    parser.add_argument("--data", type=Path, help="folder of the bundle")
    parser.add_argument("--write", type=Path, help="page to write")
    return parser.parse_args()


def _choose_packages(
    written: Sequence[str] | None, models: Path
) -> tuple[dict[str, str], list[str]]:
    """Return the titles of the packages to measure, and the titles of those that are missing."""
    if written:
        return dict(map(_split_title, written)), []
    requests = list(list_requests(models))
    titles = {request: title for title, request in requests if request}
    return {**PACKAGES, **titles}, [title for title, request in requests if not request]


def _split_title(written: str) -> tuple[str, str]:
    """Split a package from its title on the page."""
    title, sign, package = written.partition("=")
    return (package, title) if sign else (title, title)


def _print_progress(name: str, done: int) -> None:
    sys.stderr.write(f"\r\x1b[K{name[:60]}: {done}")
    sys.stderr.flush()


def _add_titles(data: Data, titles: Mapping[str, str], absent: Iterable[str]) -> dict[str, Any]:
    """Replace the requests in the data by their titles, and remove paths."""
    # Requests are written back as they are read: without the quotation marks of commands.
    known = {
        str(request): title
        for written, title in titles.items()
        for request in make_comparison_settings(written).packages
    }
    rows = [{**row, "packages": [known[name] for name in row["packages"]]} for row in data["rows"]]
    failed = {known[name]: "could not be run" for name in data["failed"]}
    failed |= dict.fromkeys(absent, "not available")
    programs = [known[name] for name in known if BackendRequest.read(name).name == PROGRAM]
    file = Path(data["file"]).name
    return {**data, "file": file, "rows": rows, "failed": failed, "programs": programs}


# ---- the page --------------------------------------------------------------------------------


def _write_tables(data: Data, profile: str) -> Iterator[str]:
    yield ""
    yield (
        f"Of {data['sentences']:,} sentences with {data['names']:,} names "
        f"(`{data['file']}`), with the lists of the profile `{profile}`. "
        f"Machine: {describe_machine()}; load {os.getloadavg()[0]:.1f}."
    )
    yield ""
    yield from _write_target_table(data)
    yield ""
    yield from _write_accuracy_table(data)
    yield ""
    yield from _write_cost_table(data)
    if data["failed"]:
        yield ""
        yield from (f"- {title}: {reason}" for title, reason in data["failed"].items())
    yield ""


def _write_target_table(data: Data) -> Iterator[str]:
    yield "| measure | measured | target | |"
    yield "|---|---|---|---|"
    for bar in _compare_with_targets(data["rows"], data["programs"]):
        value = "not measured" if bar.value is None else f"{bar.value:.3g}"
        mark = {None: "–", True: "reached", False: "**missed**"}[bar.passed]
        sign = "at most" if bar.most else "at least"
        yield f"| {bar.title} | {value} | {sign} {bar.bar:g} | {mark} |"


def _compare_with_targets(rows: Sequence[Data], programs: Collection[str]) -> Iterator[Bar]:
    """Yield the targets for every package: Python packages first, programs in other languages last."""
    alone = {row["packages"][0]: row for row in rows if row["how"] == ALONE}
    own = alone.pop(OWN, None)
    if own is None or not alone:
        return
    for name, other in sorted(alone.items(), key=lambda item: item[0] in programs):
        for key, suffix in (("without_loading", ""), ("with_loading", ", with loading")):
            times = other["seconds"][key] / own["seconds"][key]
            yield Bar(f"our engine's speed, times that of {name}{suffix}", times, FASTER)
    sizes = [row["megabytes"]["with_loading"] for row in alone.values()]
    size = own["megabytes"]["with_loading"]
    if size is not None and None not in sizes:
        yield Bar(
            "its memory, as a share of the least of the others", size / min(sizes), 1, most=True
        )
    for what, figure in (("recall overall", _recall), ("names hidden", lambda row: row["hidden"])):
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


def _write_accuracy_table(data: Data) -> Iterator[str]:
    yield "| | precision, sentence | precision, overall | recall, sentence | recall, overall | names hidden |"
    yield "|---|---|---|---|---|---|"
    for row in data["rows"]:
        figures = (row["precision"]["sentence"], row["precision"]["overall"],
                   row["recall"]["sentence"], row["recall"]["overall"], row["hidden"])  # fmt: skip
        yield _format_row(_format_title(row), *map(_format_share, figures))
    for tool in data["seed"]:
        figures = (tool["precision_sentence"], tool["precision_overall"],
                   tool["recall_sentence"], tool["recall_overall"], None)  # fmt: skip
        yield _format_row(f"*masking tool: {tool['name']}*", *map(_format_share, figures))


def _write_cost_table(data: Data) -> Iterator[str]:
    yield "| | seconds, with loading | without | MB, with loading | without | MB of Python, with loading | without |"
    yield "|---|---|---|---|---|---|---|"
    for row in data["rows"]:
        seconds, size = row["seconds"], row["megabytes"]
        yield _format_row(
            _format_title(row), f"{seconds['with_loading']:.2f}", f"{seconds['without_loading']:.2f}",
            *(_format_size(size[name]) for name in ("with_loading", "without_loading",
                                             "traced_with_loading", "traced_without_loading")),
        )  # fmt: skip
    for tool in data["seed"]:
        yield _format_row(
            f"*masking tool: {tool['name']}*", f"{tool['seconds_with']:g}", f"{tool['seconds_without']:g}",
            "", "", f"{tool['megabytes_with']:g}", f"{tool['megabytes_without']:g}",
        )  # fmt: skip


def _format_title(row: Data) -> str:
    names = row["packages"]
    if row["how"] == ALONE:
        return str(names[0])
    return f"{row['how']}: {'all' if len(names) > 2 else ' + '.join(names)}"


def _format_share(figure: float | None) -> str:
    return "" if figure is None else f"{figure:.3f}"


def _format_size(megabytes: float | None) -> str:
    return "–" if megabytes is None else f"{megabytes:.0f}"


def _format_row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()

"""Measure near-form look-ups against symspellpy, on the same names and the same queries.

Run after a build (``pip install symspellpy`` for the peer)::

    .venv/bin/python -m bench.near [--json FILE] [--eval ../shared/eval]

The names are the 100,000 most mentioned ones of the bundle. Of 2,000 queries, half are names with
one edit, a quarter names with two, and a quarter ordinary words, drawn with a fixed seed. Every
engine finds all names within the distance, as objects, and the script checks that they find the
same. symspellpy also looks up the nearest names only, which is faster; ratios compare with the
faster of the two. Each engine runs in a separate process, and the best round counts.

With ``--eval`` it also counts how many misspelt names of those texts are corrected, and how many
words of the unchanged texts, and of a list of misspelt ordinary words, are mistaken for names. The
texts are not part of this project.
"""

import argparse
import hashlib
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench.compile import describe_machine

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.near_index import NearIndex
from tacknamn.lexicon.near_table import NearForms, NearTable
from tacknamn.lexicon.sections import Section
from tacknamn.lexicon.writing.near_forms import choose_near_forms
from tacknamn.lexicon.writing.near_sections import list_near_sections
from tacknamn.lexicon.writing.section_data import write_section
from tacknamn.matching.matcher import Matcher
from tacknamn.text.fold import fold

NAMES, QUERIES, SEED = 100_000, 2_000, 11
SECONDS = 2.0
"""Seconds to measure each engine, at least. The best of the rounds that fit counts."""
PEER = "symspellpy"
NEAREST = "symspellpy, nearest"
ENGINES = ("native", "portable", PEER, NEAREST)
LETTERS = "abcdefghijklmnopqrstuvwxyzåäö"
SECTIONS = ("near", "deletions")
Lookup = Callable[[str], Sequence[Any]]


def main() -> None:
    """Measure, print a table, and write JSON with --json."""
    options = _options()
    bundle = Lexicon.open(options.bundle).bundle.folder
    facts: dict[str, Any] = {"machine": describe_machine(), "names": NAMES, "queries": QUERIES}
    print(f"{facts['machine']}\n")
    print(f"{'engine':>20} {'edits':>5} {'look-ups/s':>11} {'build s':>8} {'MB':>6} {'ratio':>6}")
    facts["measured"] = [row for edits in (1, 2) for row in _measure_engines(bundle, edits)]
    if options.eval:
        facts["texts"] = _count_in_texts(Matcher(Lexicon.open(bundle), fuzzy=True), options.eval)
        print("\n" + "\n".join(f"{count:7,} {what}" for what, count in facts["texts"].items()))
    if options.json:
        options.json.write_text(json.dumps(facts, indent=1) + "\n", "utf-8")


def measure_rates(bundle: Path | None = None) -> Mapping[int, tuple[float, float]]:
    """Return look-ups a second of the compiled index and of symspellpy at its fastest, by distance."""
    if find_spec(PEER) is None:
        raise ImportError(f"{PEER} is not installed")
    folder = Lexicon.open(bundle).bundle.folder
    by_distance = {}
    for edits in (1, 2):
        rate = {
            name: _measure_in_process(folder, name, edits)["rate"]
            for name in ("native", PEER, NEAREST)
        }
        by_distance[edits] = rate["native"], max(rate[PEER], rate[NEAREST])
    return by_distance


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bundle", type=Path)
    parser.add_argument("--json", type=Path, help="file of the figures to write")
    parser.add_argument("--eval", type=Path, help="folder of gold texts and misspellings")
    parser.add_argument("--one", nargs=2, metavar=("ENGINE", "EDITS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(_measure(options.bundle, options.one[0], int(options.one[1]))))
        sys.exit()
    return options


def _measure_engines(bundle: Path, edits: int) -> list[dict[str, Any]]:
    """Measure every engine at one distance, and print a line for each."""
    installed = [name for name in ENGINES if find_spec(PEER) or name not in (PEER, NEAREST)]
    rows = [_measure_in_process(bundle, name, edits) for name in installed]
    fastest = max((row["rate"] for row in rows if row["engine"] in (PEER, NEAREST)), default=None)
    for row in rows:
        print(
            f"{row['engine']:>20} {edits:5} {row['rate']:11,.0f} {row['build']:8.2f} "
            f"{row['megabytes']:6.0f} {row['rate'] / fastest if fastest else float('nan'):6.1f}",
            flush=True,
        )
    if fastest is None:
        print(f"{PEER:>20} is not installed")
    if len({row["found"] for row in rows if row["engine"] != NEAREST}) > 1:
        raise SystemExit(f"at distance {edits} the engines found different names")
    return rows


def _measure_in_process(bundle: Path, name: str, edits: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.near", "--bundle", str(bundle), "--one", name]
    run = subprocess.run([*command, str(edits)], check=True, capture_output=True, text=True)
    measured: dict[str, Any] = json.loads(run.stdout)
    return measured


def _measure(bundle: Path, name: str, edits: int) -> dict[str, Any]:
    """Build one engine and look up the queries, again and again."""
    lexicon = Lexicon.open(bundle)
    forms = choose_near_forms(lexicon.bundle.section("forms"), lexicon.bundle.section("words"))
    names = forms.texts[:NAMES]
    words = [text for text, entry in zip(forms.texts, forms.entries, strict=True) if entry < 0]
    queries = _draw_queries(names, words)
    before, start = _measure_memory(), time.perf_counter()
    lookup, term = (
        _build_symspell(names, name, edits)
        if PEER in name
        else _build_own(lexicon, names, name, edits)
    )
    build, megabytes = time.perf_counter() - start, _measure_memory() - before
    found = sorted((query, term(match)) for query in set(queries) for match in lookup(query))
    return {
        "engine": name,
        "edits": edits,
        "rate": len(queries) / _time_best_round(lookup, queries),
        "build": build,
        "megabytes": megabytes,
        "found": hashlib.sha256(repr(found).encode("utf-8")).hexdigest(),
        "near_names": len(found),
    }


def _time_best_round(lookup: Lookup, queries: Sequence[str]) -> float:
    best, end = float("inf"), time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = time.perf_counter()
        for query in queries:
            lookup(query)
        best = min(best, time.perf_counter() - start)
    return best


def _draw_queries(names: Sequence[str], words: Sequence[str]) -> list[str]:
    """Draw names with one edit, names with two, and ordinary words, in random order."""
    dice = random.Random(SEED)
    once = [_misspell(dice.choice(names), dice) for _ in range(QUERIES * 3 // 4)]
    twice = [_misspell(name, dice) for name in once[QUERIES // 2 :]]
    queries = once[: QUERIES // 2] + twice + [dice.choice(words) for _ in range(QUERIES // 4)]
    dice.shuffle(queries)
    return queries


def _misspell(word: str, dice: random.Random) -> str:
    """Make one random edit in a word."""
    index = dice.randrange(len(word) - 1)
    before, first, second = word[:index], word[index], word[index + 1]
    letter = dice.choice(LETTERS)
    edits = (second, letter + second, letter + first + second, second + first)
    return before + dice.choice(edits) + word[index + 2 :]


def _build_own(
    lexicon: Lexicon, names: Sequence[str], engine: str, edits: int
) -> tuple[Lookup, Callable[[Any], str]]:
    """Build our index of the names. Return its look-up, and a function from a match to its name."""
    forms = NearForms(names, array("i", range(len(names))), bytes(len(names)))
    with tempfile.TemporaryDirectory() as folder:
        for section in list_near_sections(forms):
            write_section(Path(folder) / f"{section[0]}.bin", *section)
        near, listed = (Section(Path(folder) / f"{name}.bin", name) for name in SECTIONS)
        index = NearIndex(lexicon.bundle, engine, NearTable.from_sections(near, listed, len(names)))
    return lambda query: index.find(query, edits), lambda match: names[match.entry]


def _build_symspell(
    names: Iterable[str], name: str, edits: int
) -> tuple[Lookup, Callable[[Any], str]]:
    """Build the peer's index, for all names within the distance or for the nearest."""
    symspellpy = import_module(PEER)
    peer = symspellpy.SymSpell(max_dictionary_edit_distance=edits, prefix_length=7)
    for form in names:
        peer.create_dictionary_entry(form, 1)
    kind = symspellpy.Verbosity.ALL if name == PEER else symspellpy.Verbosity.CLOSEST
    return lambda query: peer.lookup(query, kind, max_edit_distance=edits), lambda match: match.term


def _measure_memory() -> float:
    """Return megabytes of this process."""
    pages = Path("/proc/self/statm").read_text("utf-8").split()[1]
    return int(pages) * resource.getpagesize() / 1e6


def _count_in_texts(matcher: Matcher, folder: Path) -> dict[str, int]:
    """Count what happens to misspelt names in texts, and to other words."""
    counts: Counter[str] = Counter()
    for path in sorted(folder.glob("*.dev.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            item = json.loads(line)
            if path.name.endswith("_typo.dev.jsonl"):
                counts.update(_of_misspell(matcher, item))
            elif item["lang"] == "sv" and "_lower" not in path.name:
                counts.update(_find_false_corrections(matcher, item))
    misspelt = folder / "sv_misspellings.tsv"
    for line in misspelt.read_text("utf-8").splitlines()[1:]:
        wrong, right = line.split("\t")[:2]
        if wrong.islower() and right.islower():
            counts["misspelt words"] += 1
            counts["misspelt words taken for a name"] += any(m.edits for m in matcher.match(wrong))
    return dict(counts)


def _of_misspell(matcher: Matcher, item: Mapping[str, Any]) -> Iterator[str]:
    """Say what happened to each misspelt name that the lexicon contains."""
    matches = matcher.match(item["text"])
    for start, end, right, _, _ in item.get("edits", []):
        if not matcher.lexicon.lookup(right):
            continue
        yield "misspelt names of one word"
        overlapping = [match for match in matches if match.start < end and start < match.end]
        if any(
            match.edits and fold(match.base) in (fold(right), fold(right)[:-1])
            for match in overlapping
        ):
            yield "misspelt names put right"
        elif any(match.edits for match in overlapping):
            yield "misspelt names taken for another"
        elif overlapping:
            yield "misspelt names that are another entry"


def _find_false_corrections(matcher: Matcher, item: Mapping[str, Any]) -> Iterator[str]:
    """Say for each word that it was read, and for some that they were mistaken for misspelt names."""
    yield from ("words of texts" for _ in item["text"].split())
    for match in matcher.match(item["text"]):
        within = any(start < match.end and match.start < end for start, end, _ in item["spans"])
        if match.edits and not within:
            yield "words of texts taken for a misspelt name"


if __name__ == "__main__":
    main()

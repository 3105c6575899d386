"""Measure near-form look-ups against symspellpy, on the same names and the same queries.

Run after a build (``pip install symspellpy`` for the peer)::

    .venv/bin/python -m bench.near [--json FILE] [--eval ../shared/eval]

The names are the 100,000 most mentioned ones of the bundle. Of 2,000 queries half are names
with one edit, a quarter names with two, a quarter ordinary words, drawn with a fixed seed.
Every engine finds all names within the distance, as objects; that they find the same is
checked. symspellpy is asked for the nearest names alone too, which it finds faster, and that
is what the ratios are to. Each is measured in a process of its own, the best round counts.

With ``--eval`` it also tells how many misspelt names of those texts are put right, and how
many words of the texts as they were, and of a list of misspelt ordinary words, are taken for
names. The texts are not part of this project.
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
from tacknamn.matching.matcher import Matcher
from tacknamn.text.fold import fold
from tacknamn_builders.bundle.near_forms import choose_near_forms
from tacknamn_builders.bundle.near_index import write_near_sections

NAMES, QUERIES, SEED = 100_000, 2_000, 11
SECONDS = 2.0
"""How long each engine is asked, at least; the best of the rounds that fit counts."""
PEER = "symspellpy"
NEAREST = "symspellpy, nearest"
ENGINES = ("native", "portable", PEER, NEAREST)
LETTERS = "abcdefghijklmnopqrstuvwxyzåäö"
SECTIONS = ("near", "deletions")
Lookup = Callable[[str], Sequence[Any]]


def main() -> None:
    """Measure, print a table, write JSON if asked."""
    options = _options()
    bundle = Lexicon.open(options.bundle).bundle.folder
    facts: dict[str, Any] = {"machine": describe_machine(), "names": NAMES, "queries": QUERIES}
    print(f"{facts['machine']}\n")
    print(f"{'engine':>20} {'edits':>5} {'look-ups/s':>11} {'build s':>8} {'MB':>6} {'ratio':>6}")
    facts["measured"] = [one for edits in (1, 2) for one in _of_all(bundle, edits)]
    if options.eval:
        facts["texts"] = _in_texts(Matcher(Lexicon.open(bundle), fuzzy=True), options.eval)
        print("\n" + "\n".join(f"{count:7,} {what}" for what, count in facts["texts"].items()))
    if options.json:
        options.json.write_text(json.dumps(facts, indent=1) + "\n", "utf-8")


def rates(bundle: Path | None = None) -> Mapping[int, tuple[float, float]]:
    """Look-ups a second of the compiled index and of symspellpy at its fastest, by distance."""
    if find_spec(PEER) is None:
        raise ImportError(f"{PEER} is not installed")
    folder = Lexicon.open(bundle).bundle.folder
    found = {}
    for edits in (1, 2):
        rate = {
            name: _in_process(folder, name, edits)["rate"] for name in ("native", PEER, NEAREST)
        }
        found[edits] = rate["native"], max(rate[PEER], rate[NEAREST])
    return found


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bundle", type=Path)
    parser.add_argument("--json", type=Path, help="write the figures there")
    parser.add_argument("--eval", type=Path, help="a folder of gold texts and misspellings")
    parser.add_argument("--one", nargs=2, metavar=("ENGINE", "EDITS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(_measure(options.bundle, options.one[0], int(options.one[1]))))
        sys.exit()
    return options


def _of_all(bundle: Path, edits: int) -> list[dict[str, Any]]:
    """Measure every engine at one distance, and print."""
    there = [name for name in ENGINES if find_spec(PEER) or name not in (PEER, NEAREST)]
    rows = [_in_process(bundle, name, edits) for name in there]
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


def _in_process(bundle: Path, name: str, edits: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.near", "--bundle", str(bundle), "--one", name]
    run = subprocess.run([*command, str(edits)], check=True, capture_output=True, text=True)
    measured: dict[str, Any] = json.loads(run.stdout)
    return measured


def _measure(bundle: Path, name: str, edits: int) -> dict[str, Any]:
    """Build one engine and ask it the queries, again and again."""
    lexicon = Lexicon.open(bundle)
    forms = choose_near_forms(*map(lexicon.bundle.section, ("forms", "words")))
    names = forms.texts[:NAMES]
    words = [text for text, entry in zip(forms.texts, forms.entries, strict=True) if entry < 0]
    queries = _queries(names, words)
    before, start = _memory(), time.perf_counter()
    lookup, term = (
        _symspell(names, name, edits) if PEER in name else _own(lexicon, names, name, edits)
    )
    build, megabytes = time.perf_counter() - start, _memory() - before
    found = sorted((query, term(hit)) for query in set(queries) for hit in lookup(query))
    return {
        "engine": name,
        "edits": edits,
        "rate": len(queries) / _best_round(lookup, queries),
        "build": build,
        "megabytes": megabytes,
        "found": hashlib.sha256(repr(found).encode("utf-8")).hexdigest(),
        "near_names": len(found),
    }


def _best_round(lookup: Lookup, queries: Sequence[str]) -> float:
    best, end = float("inf"), time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = time.perf_counter()
        for query in queries:
            lookup(query)
        best = min(best, time.perf_counter() - start)
    return best


def _queries(names: Sequence[str], words: Sequence[str]) -> list[str]:
    """Names with one edit, names with two, ordinary words, in random order."""
    dice = random.Random(SEED)
    once = [_misspelt(dice.choice(names), dice) for _ in range(QUERIES * 3 // 4)]
    twice = [_misspelt(name, dice) for name in once[QUERIES // 2 :]]
    queries = once[: QUERIES // 2] + twice + [dice.choice(words) for _ in range(QUERIES // 4)]
    dice.shuffle(queries)
    return queries


def _misspelt(word: str, dice: random.Random) -> str:
    """A word with one random edit."""
    place = dice.randrange(len(word) - 1)
    before, one, two, behind = word[:place], word[place], word[place + 1], word[place + 2 :]
    letter = dice.choice(LETTERS)
    edits = (two, letter + two, letter + one + two, two + one)
    return before + dice.choice(edits) + behind


def _own(
    lexicon: Lexicon, names: Sequence[str], engine: str, edits: int
) -> tuple[Lookup, Callable[[Any], str]]:
    """Our index over the names alone."""
    forms = NearForms(names, array("i", range(len(names))), bytes(len(names)))
    with tempfile.TemporaryDirectory() as folder:
        write_near_sections(Path(folder), forms)
        near, listed = (Section(Path(folder) / f"{name}.bin", name) for name in SECTIONS)
        index = NearIndex(lexicon.bundle, engine, NearTable.from_sections(near, listed, len(names)))
    return lambda query: index.find(query, edits), lambda hit: names[hit.entry]


def _symspell(names: Iterable[str], name: str, edits: int) -> tuple[Lookup, Callable[[Any], str]]:
    """The peer, asked for all or for the nearest."""
    symspellpy = import_module(PEER)
    peer = symspellpy.SymSpell(max_dictionary_edit_distance=edits, prefix_length=7)
    for form in names:
        peer.create_dictionary_entry(form, 1)
    kind = symspellpy.Verbosity.ALL if name == PEER else symspellpy.Verbosity.CLOSEST
    return lambda query: peer.lookup(query, kind, max_edit_distance=edits), lambda hit: hit.term


def _memory() -> float:
    """Megabytes of this process."""
    pages = Path("/proc/self/statm").read_text("utf-8").split()[1]
    return int(pages) * resource.getpagesize() / 1e6


def _in_texts(matcher: Matcher, folder: Path) -> dict[str, int]:
    """What becomes of misspelt names in texts, and of words that are none."""
    counts: Counter[str] = Counter()
    for path in sorted(folder.glob("*.dev.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            item = json.loads(line)
            if path.name.endswith("_typo.dev.jsonl"):
                counts.update(_of_misspelt(matcher, item))
            elif item["lang"] == "sv" and "_lower" not in path.name:
                counts.update(_of_others(matcher, item))
    misspelt = folder / "sv_misspellings.tsv"
    for line in misspelt.read_text("utf-8").splitlines()[1:]:
        wrong, right = line.split("\t")[:2]
        if wrong.islower() and right.islower():
            counts["misspelt words"] += 1
            counts["misspelt words taken for a name"] += any(m.edits for m in matcher.match(wrong))
    return dict(counts)


def _of_misspelt(matcher: Matcher, item: Mapping[str, Any]) -> Iterator[str]:
    """What became of each misspelt name that the lexicon has."""
    matches = matcher.match(item["text"])
    for start, end, right, _, _ in item.get("edits", []):
        if not matcher.lexicon.lookup(right):
            continue
        yield "misspelt names of one word"
        hits = [match for match in matches if match.start < end and start < match.end]
        if any(
            match.edits and fold(match.base) in (fold(right), fold(right)[:-1]) for match in hits
        ):
            yield "misspelt names put right"
        elif any(match.edits for match in hits):
            yield "misspelt names taken for another"
        elif hits:
            yield "misspelt names that are another entry"


def _of_others(matcher: Matcher, item: Mapping[str, Any]) -> Iterator[str]:
    """Words outside names that were taken for misspelt names."""
    yield from ("words of texts" for _ in item["text"].split())
    for match in matcher.match(item["text"]):
        within = any(start < match.end and match.start < end for start, end, _ in item["spans"])
        if match.edits and not within:
            yield "words of texts taken for a misspelt name"


if __name__ == "__main__":
    main()

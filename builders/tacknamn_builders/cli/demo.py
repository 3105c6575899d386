"""Show what a bundle finds in an invented text, the longest entry at each word, and the text
pseudonymized.

The entries are found in the slow, obvious way, one look-up per word, to show the lists.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.table import Table
from rich.text import Text

from tacknamn.cli.show import describe_engine, format_candidates, print_table
from tacknamn.lexicon.hash_table import find_words
from tacknamn.lexicon.lexicon import Candidate, Lexicon
from tacknamn.matching.engines import resolve_engine
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.support.folders import find_build_folder
from tacknamn.text.fold import Folded

__all__ = ["EXAMPLE", "find_longest_entries", "show_demo"]

EXAMPLE = (
    "Jag heter Elena Lindqvist och kommer från Damaskus. Nu bor jag på Storgatan i Göteborg "
    "med min mamma. Jag läser svenska vid Uppsala universitet, jobbar som sjuksköterska och "
    "åker med Saltsjöbanan till Vänern i augusti."
)
LONGEST = 6
"""Words of the longest entry that is tried."""
SHOWN = 3
"""Candidates shown per entry."""
SEED = 7
"""Of the replacements, so that everybody sees the same."""


LongestEntry = tuple[int, int, list[Candidate]]
"""An entry: where it starts, where it ends, and what it may be."""


def find_longest_entries(lexicon: Lexicon, text: str) -> list[LongestEntry]:
    """The longest entry that begins at each word and does not begin inside another one."""
    words = find_words(Folded(text))
    found = []
    at = 0
    while at < len(words):
        for end in range(min(at + LONGEST, len(words)), at, -1):
            start, stop = words[at][0], words[end - 1][1]
            candidates = lexicon.lookup(text[start:stop])
            if candidates and _is_worth_showing(text[start:stop], candidates):
                found.append((start, stop, candidates))
                break
        else:
            end = at + 1
        at = end
    return found


def _is_worth_showing(form: str, candidates: list[Candidate]) -> bool:
    """Names begin with a capital; what is marked only (occupations ...) need not."""
    return not form.islower() or candidates[0].form.islower()


def show_demo(bundle: Path | None) -> None:
    """Print the text with its entries marked, what each may be, the text pseudonymized, and which
    engine matches."""
    lexicon = Lexicon.open(bundle or find_build_folder() / "default")
    found = find_longest_entries(lexicon, EXAMPLE)
    print_table(_mark_entries(found), [EXAMPLE])
    print_table(_build_table(found), _format_lines(found))
    pseudonymized = Pseudonymizer(lexicon, seed=SEED)(EXAMPLE).text
    print_table(Text(f"\n{pseudonymized}\n"), [pseudonymized])
    engine = f"engine: {describe_engine(resolve_engine())}"
    print_table(Text(engine), [engine])


def _mark_entries(found: Iterable[LongestEntry]) -> Text:
    marked = Text(EXAMPLE)
    for start, stop, _ in found:
        marked.stylize("bold reverse", start, stop)
    return marked


def _build_table(found: Iterable[LongestEntry]) -> Table:
    table = Table("form", "may be", "", "where", "counted", box=None)
    for start, stop, candidates in found:
        form = EXAMPLE[start:stop]
        for candidate in candidates[:SHOWN]:
            table.add_row(*map(Text, (form, *_describe_candidate(candidate))))
            form = ""
    return table


def _format_lines(found: Iterable[LongestEntry]) -> Iterator[str]:
    """The same in lines with tabs, as `tacknamn lookup` prints them."""
    for start, stop, candidates in found:
        yield from format_candidates({EXAMPLE[start:stop]: candidates[:SHOWN]})


def _describe_candidate(candidate: Candidate) -> tuple[str, str, str, str]:
    where = ", ".join(part for part in (candidate.parent, candidate.country) if part)
    count = f"{candidate.count:,.6g} {candidate.kind}" if candidate.count else ""
    return candidate.label.value, f"{candidate.probability:4.0%}", where, count

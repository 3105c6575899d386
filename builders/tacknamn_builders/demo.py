"""Show what a bundle finds in an invented text, the longest entry at each word, and the text
pseudonymized.

The entries are found in the slow, obvious way, one look-up per word, to show the lists.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.table import Table
from rich.text import Text

from tacknamn.engines import engine_name
from tacknamn.fold import Folded
from tacknamn.lexicon import Candidate, Lexicon
from tacknamn.pseudonymizing import Pseudonymizer
from tacknamn.show import candidate_lines, engine_told, print_table
from tacknamn.table import words_of
from tacknamn_builders import paths

__all__ = ["EXAMPLE", "find_longest", "show"]

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


Found = tuple[int, int, list[Candidate]]
"""An entry: where it starts, where it ends, and what it may be."""


def find_longest(lexicon: Lexicon, text: str) -> list[Found]:
    """The longest entry that begins at each word and does not begin inside another one."""
    words = words_of(Folded(text))
    found = []
    at = 0
    while at < len(words):
        for end in range(min(at + LONGEST, len(words)), at, -1):
            start, stop = words[at][0], words[end - 1][1]
            candidates = lexicon.lookup(text[start:stop])
            if candidates and _worth_showing(text[start:stop], candidates):
                found.append((start, stop, candidates))
                break
        else:
            end = at + 1
        at = end
    return found


def _worth_showing(form: str, candidates: list[Candidate]) -> bool:
    """Names begin with a capital; what is marked only (occupations ...) need not."""
    return not form.islower() or candidates[0].form.islower()


def show(bundle: Path | None) -> None:
    """Print the text with its entries marked, what each may be, the text pseudonymized, and which
    engine matches."""
    lexicon = Lexicon.open(bundle or paths.build_folder() / "default")
    found = find_longest(lexicon, EXAMPLE)
    print_table(_marked(found), [EXAMPLE])
    print_table(_table(found), _lines(found))
    pseudonymized = Pseudonymizer(lexicon, seed=SEED)(EXAMPLE).text
    print_table(Text(f"\n{pseudonymized}\n"), [pseudonymized])
    engine = f"engine: {engine_told(engine_name())}"
    print_table(Text(engine), [engine])


def _marked(found: Iterable[Found]) -> Text:
    marked = Text(EXAMPLE)
    for start, stop, _ in found:
        marked.stylize("bold reverse", start, stop)
    return marked


def _table(found: Iterable[Found]) -> Table:
    table = Table("form", "may be", "", "where", "counted", box=None)
    for start, stop, candidates in found:
        form = EXAMPLE[start:stop]
        for candidate in candidates[:SHOWN]:
            table.add_row(*map(Text, (form, *_described(candidate))))
            form = ""
    return table


def _lines(found: Iterable[Found]) -> Iterator[str]:
    """The same in lines with tabs, as `tacknamn lookup` prints them."""
    for start, stop, candidates in found:
        yield from candidate_lines({EXAMPLE[start:stop]: candidates[:SHOWN]})


def _described(candidate: Candidate) -> tuple[str, str, str, str]:
    where = ", ".join(part for part in (candidate.parent, candidate.country) if part)
    count = f"{candidate.count:,.6g} {candidate.kind}" if candidate.count else ""
    return candidate.label.value, f"{candidate.probability:4.0%}", where, count

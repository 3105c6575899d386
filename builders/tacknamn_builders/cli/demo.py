"""Pseudonymize an invented text, and show what the lists know about its names.

The entries are found in a simple way, with one look-up for each word, because the table shows the
lists, not the detection.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.table import Table
from rich.text import Text

from tacknamn.cli.show import describe_engine, print_table
from tacknamn.labels import Kind
from tacknamn.lexicon.hash_table import find_words
from tacknamn.lexicon.lexicon import Candidate, Lexicon
from tacknamn.matching.engines import resolve_engine
from tacknamn.pipeline.document import Document, Explanation
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.records import Action
from tacknamn.reports.rule_words import describe_rule
from tacknamn.support.folders import find_build_folder
from tacknamn.text.fold import Folded
from tacknamn_builders.cli.demo_exports import show_exports

__all__ = ["EXAMPLE", "find_longest_entries", "show_demo"]

EXAMPLE = (
    "Jag heter Elena Lindqvist och kommer från Damaskus. Nu bor jag på Storgatan i Göteborg "
    "med min mamma. Jag läser svenska vid Uppsala universitet, jobbar som sjuksköterska och "
    "åker med Saltsjöbanan till Vänern i augusti."
)
LONGEST = 6
"""Maximum words of an entry."""
SHOWN = 3
"""Candidates shown for each entry."""
REASONS = 3
"""Replacements that are explained."""
SEED = 7 + 2**64
"""Seed of the replacements, so that every run shows the same. A smaller one gives a warning."""
NEXT = (
    "tacknamn pseudonymize essay.txt             pseudonymize a file of your own",
    "tacknamn pseudonymize essay.txt --explain   see the reason of every replacement",
    "tacknamn lookup Kim                         see the labels that a word may have",
    "tacknamn match essay.txt                    find all entries of the lists in a text",
)

LongestEntry = tuple[int, int, list[Candidate]]
"""The start and the end of an entry in the text, and its candidates."""


def show_demo(bundle: Path | None, exports: Path | None = None) -> None:
    """Print the example before and after, its entries, some reasons, and commands to try next.

    With a folder for exports, some are written into it."""
    lexicon = Lexicon.open(bundle or find_build_folder() / "default")
    entries = find_longest_entries(lexicon, EXAMPLE)
    document = Pseudonymizer(lexicon, seed=SEED)(EXAMPLE)
    _print_section("Before", _mark_entries(entries), [EXAMPLE])
    _print_section("After", Text(document.text), [document.text])
    reasons = list(_explain_replacements(document))
    _print_section("Why these replacements", Text("\n".join(reasons)), reasons)
    _print_section("What the lists contain", _build_table(entries), _format_lines(entries))
    if exports is not None:
        show_exports(lexicon, exports)
        print_table(Text(""), [""])
    _print_section("Try next", Text("\n".join(NEXT)), NEXT)
    engine = f"engine: {describe_engine(resolve_engine())}"
    print_table(Text(engine), [engine])


def _print_section(title: str, content: Text | Table, lines: Iterable[str]) -> None:
    """Print a heading and its content; programs, which see no screen, get plain lines."""
    print_table(Text(title, style="bold underline"), [title])
    print_table(content, lines)
    print_table(Text(""), [""])


def find_longest_entries(lexicon: Lexicon, text: str) -> list[LongestEntry]:
    """Find the longest entry that begins at each word and is not inside another entry."""
    words = find_words(Folded(text))
    entries = []
    at = 0
    while at < len(words):
        for end in range(min(at + LONGEST, len(words)), at, -1):
            start, stop = words[at][0], words[end - 1][1]
            candidates = lexicon.lookup(text[start:stop])
            if candidates and _is_name_or_word(text[start:stop], candidates):
                entries.append((start, stop, candidates))
                break
        else:
            end = at + 1
        at = end
    return entries


def _is_name_or_word(form: str, candidates: list[Candidate]) -> bool:
    """Whether a form has a capital, or is an entry in lower case, such as an occupation."""
    return not form.islower() or candidates[0].form.islower()


def _mark_entries(entries: Iterable[LongestEntry]) -> Text:
    marked = Text(EXAMPLE)
    for start, stop, _ in entries:
        marked.stylize("bold reverse", start, stop)
    return marked


def _explain_replacements(document: Document) -> Iterator[str]:
    """Explain the first replacements that a nearby word supports, one for each label."""
    explanations: dict[str, Explanation] = {}
    for span in document.spans:
        explanation = document.explain(span)
        if span.action is Action.REPLACE and explanation.trigger:
            explanations.setdefault(span.label, explanation)
    for label, explanation in list(explanations.items())[:REASONS]:
        span = explanation.span
        original = document.original[span.start : span.end]
        yield (
            f"{original} became {span.replacement}: {label} ({explanation.probability:.0%}), "
            f"because {describe_rule(explanation.rule)}; cue: “{explanation.trigger}”; "
            f"replacement: {explanation.reason}"
        )


def _build_table(entries: Iterable[LongestEntry]) -> Table:
    table = Table("form", "label", "probability", "where", "count", box=None)
    for start, stop, candidates in entries:
        form = EXAMPLE[start:stop]
        for candidate in candidates[:SHOWN]:
            table.add_row(*map(Text, (form, *_describe_candidate(candidate))))
            form = ""
    return table


def _format_lines(entries: Iterable[LongestEntry]) -> Iterator[str]:
    """Yield the rows of the table as lines with tabs."""
    for start, stop, candidates in entries:
        for candidate in candidates[:SHOWN]:
            yield "\t".join((EXAMPLE[start:stop], *_describe_candidate(candidate)))


def _describe_candidate(candidate: Candidate) -> tuple[str, str, str, str]:
    where = ", ".join(part for part in (candidate.parent, candidate.country) if part)
    count = _describe_count(candidate) if candidate.count and candidate.kind != Kind.NONE else ""
    return candidate.label.value, f"{candidate.probability:4.0%}", where, count


def _describe_count(candidate: Candidate) -> str:
    if candidate.kind == Kind.SHARE:
        return f"{candidate.count:.2%} of the bearers"
    return f"{_round(candidate.count)} {candidate.kind}"


def _round(count: float) -> str:
    """Round a count to two digits: 608,462 becomes 610,000."""
    return f"{float(f'{count:.2g}'):,.6g}" if count < 1e6 else f"{count / 1e6:.2g} million"

"""Lay the report out in sections, once for the screen, for pipes and for the page."""

from collections import Counter
from collections.abc import Iterable, Iterator

from tacknamn.reporting.printing import printable
from tacknamn.reporting.sections import Cell, Section
from tacknamn.risk.anonymity import LabelFigures, Spread
from tacknamn.risk.combinations import Combination
from tacknamn.risk.definitions import definitions
from tacknamn.risk.documents import Origin, Place
from tacknamn.risk.leftovers import Leftover
from tacknamn.risk.report import Report

__all__ = ["sections", "verdict"]

_PLACE = ("file", "line", "document", "start", "end", "label")
BIT_DECIMALS = 2
"""Of entropies: few documents tell less than a hundredth of a bit."""


def verdict(report: Report) -> str:
    """In one sentence, whether anything looks like a leak."""
    if not report.documents:
        return "Nothing was read: the files hold no documents."
    found = [
        _many(report.leftovers.found.count, "leftover"),
        _many(report.combinations.count, f"combination shared by fewer than {report.k} documents",
              f"combinations shared by fewer than {report.k} documents"),
        _many(report.pseudonyms.unchanged.count, "pseudonym that is its own original",
              "pseudonyms that are their own originals"),
    ]  # fmt: skip
    if not report.leaks:
        return "Nothing was found that looks like a leak."
    return "What looks like a leak: " + ", ".join(told for told in found if told) + "."


def sections(report: Report, show: bool = False) -> list[Section]:
    """All parts of the report; texts of leftovers only where ``show`` says so."""
    return [
        _read(report),
        _leftovers(report, show),
        _combinations(report),
        _sizes(report),
        _pseudonyms(report),
        _draws(report.labels),
        _entropy(report.labels),
    ]


def _read(report: Report) -> Section:
    plain = (
        f"{report.plain_texts:,} of {report.documents:,} documents are plain texts: only "
        "leftovers can be told of them, and pseudonyms in them count as leftovers."
    )
    rows = (
        ("documents", report.documents),
        ("plain texts", report.plain_texts),
        ("spans", report.spans),
        ("entities", sum(label.entities for label in report.labels)),
        ("k asked for", report.k),
    )
    return Section(
        "read", "What was read", ("what", "number"), rows, (plain,) if report.plain_texts else (),
        definitions("entity", "plain"),
    )  # fmt: skip


def _leftovers(report: Report, show: bool) -> Section:
    figures = report.leftovers
    told = figures.found.told
    notes = [_beginning(figures.found.count, len(told))]
    if told:
        notes.append(f"By kind: {_listed(figures.by_kind)}.")
        notes.append(f"By label: {_listed(figures.by_label)}.")
    if figures.also_pseudonyms:
        notes.append(
            f"{figures.also_pseudonyms:,} of them are a pseudonym of their document as well."
        )
    columns = (*_PLACE, "kind", "also a pseudonym", *(["text"] if show else []))
    rows = tuple(_leftover(one, show) for one in told)
    return Section(
        "leftover", "Leftovers that look like names", columns, rows, tuple(notes),
        definitions("leftovers", "also_pseudonyms"),
    )  # fmt: skip


def _leftover(one: Leftover, show: bool) -> tuple[Cell, ...]:
    row: tuple[Cell, ...] = (
        *_place(one.place),
        one.kind.value,
        "yes" if one.also_pseudonym else "",
    )
    return (*row, printable(one.text)) if show else row


def _combinations(report: Report) -> Section:
    figures = report.combinations
    read = (
        f"{figures.documents:,} of {report.documents:,} documents tell of quasi-identifiers, in "
        f"{figures.different:,} different combinations."
    )
    smallest, kept = _told(figures.smallest), _told(figures.smallest_kept)
    notes = (
        read,
        f"Smallest k: {smallest}; of what was kept alone: {kept}.",
        _beginning(figures.count, len(figures.told)),
        f"Labels looked at: {', '.join(figures.labels)}.",
    )
    return Section(
        "combination",
        f"Combinations of quasi-identifiers that fewer than {report.k} documents share",
        ("documents that share it", "labels", "kept of these", "documents"),
        tuple(map(_combination, figures.told)),
        notes,
        definitions("combination", "combination_size", "smallest", "smallest_kept"),
    )


def _combination(one: Combination) -> tuple[Cell, ...]:
    documents = ", ".join(map(_origin, one.documents))
    return one.size, _labels(one.labels), _labels(one.kept), documents


def _sizes(report: Report) -> Section:
    rows = tuple(report.combinations.sizes.items())
    columns = ("documents that share the combination", "documents")
    return Section("size", "Documents by the size of their combination", columns, rows)


def _pseudonyms(report: Report) -> Section:
    drawn = report.pseudonyms
    kinds = {
        "unchanged": drawn.unchanged,
        "same_document": drawn.same_document,
        "corpus": drawn.corpus,
        "thin_draws": drawn.thin,
    }
    notes = [f"Counted: {_listed({name: tally.count for name, tally in kinds.items()})}."]
    if not drawn.originals_known:
        notes.append(
            "No originals are known, so that only thin draws can be told: name the vault with "
            "--vault, or have originals written into the span file."
        )
    rows = tuple((name, *_place(one)) for name, tally in kinds.items() for one in tally.told)
    return Section(
        "pseudonym", "Pseudonyms that are real names, and thin draws",
        ("what", *_PLACE), rows, tuple(notes), definitions(*kinds),
    )  # fmt: skip


def _draws(labels: Iterable[LabelFigures]) -> Section:
    return Section(
        "draws",
        "Anonymity of the draws",
        ("label", "entities", "draws", "placeholders", "untold",
         "least anonymity", "median anonymity", "thin draws"),
        tuple(
            (one.label, one.entities, one.draws, one.placeholders, one.untold,
             *_spread(one.anonymity), one.thin_draws)
            for one in labels
        ),
        defined=definitions("draws", "placeholders", "untold", "anonymity"),
    )  # fmt: skip


def _entropy(labels: Iterable[LabelFigures]) -> Section:
    return Section(
        "entropy",
        "Entropy by label, and originals behind pseudonyms",
        ("label", "choice, bits", "found, bits", "pseudonyms",
         "least originals", "median originals", "with one original"),
        tuple(
            (one.label, one.choice_bits, one.found_bits, one.pseudonyms,
             *_spread(one.originals), one.single_originals if one.originals else None)
            for one in labels
        ),
        defined=definitions("choice_bits", "found_bits", "pseudonyms", "originals"),
        decimals=BIT_DECIMALS,
    )  # fmt: skip


def _place(place: Place) -> tuple[Cell, ...]:
    origin = place.origin
    document = "" if origin.id == origin.file else origin.id
    return origin.file, place.line, document, place.start, place.end, place.label


def _origin(origin: Origin) -> str:
    return f"{origin.id} ({origin.file}, line {origin.line})"


def _spread(spread: Spread | None) -> Iterator[int | None]:
    yield spread.least if spread else None
    yield spread.median if spread else None


def _labels(labels: Iterable[str]) -> str:
    counts = Counter(labels)
    return ", ".join(name if n == 1 else f"{n} x {name}" for name, n in counts.items())


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {n:,}" for name, n in counts.items())


def _told(figure: int | None) -> str:
    return "none" if figure is None else f"{figure:,}"


def _beginning(count: int, told: int) -> str:
    """How many there are, and how many are listed."""
    if count == told:
        return f"{count:,} found."
    return f"{count:,} found; the first {told:,} are listed (--most lists more)."


def _many(count: int, one: str, several: str = "") -> str:
    return "" if not count else f"{count:,} {one if count == 1 else several or one + 's'}"

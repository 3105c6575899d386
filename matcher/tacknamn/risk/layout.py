"""Lay the report out in sections, once for the screen, for pipes and for the page."""

from collections import Counter
from collections.abc import Iterable, Iterator

from tacknamn.formats.span_files import DocumentOrigin, DocumentPlace
from tacknamn.reports.sections import Cell, ReportSection
from tacknamn.risk.anonymity import LabelFigures, Spread
from tacknamn.risk.assessment import RiskReport
from tacknamn.risk.combinations import Combination
from tacknamn.risk.definitions import define_terms
from tacknamn.risk.leftovers import Leftover
from tacknamn.support.printing import make_printable

__all__ = ["build_sections", "state_verdict"]

_PLACE = ("file", "line", "document", "start", "end", "label")
BIT_DECIMALS = 2
"""Of entropies: few documents tell less than a hundredth of a bit."""


def state_verdict(report: RiskReport) -> str:
    """In one sentence, whether anything looks like a leak."""
    if not report.documents:
        return "Nothing was read: the files hold no documents."
    found = [
        _count_noun(report.leftovers.found.count, "leftover"),
        _count_noun(report.combinations.count, f"combination shared by fewer than {report.k} documents",
              f"combinations shared by fewer than {report.k} documents"),
        _count_noun(report.pseudonyms.unchanged.count, "pseudonym that is its own original",
              "pseudonyms that are their own originals"),
    ]  # fmt: skip
    if not report.leaks:
        return "Nothing was found that looks like a leak."
    return "What looks like a leak: " + ", ".join(told for told in found if told) + "."


def build_sections(report: RiskReport, show: bool = False) -> list[ReportSection]:
    """All parts of the report; texts of leftovers only where ``show`` says so."""
    return [
        _build_read_section(report),
        _build_leftover_section(report, show),
        _build_combination_section(report),
        _build_size_section(report),
        _build_pseudonym_section(report),
        _build_draw_section(report.labels),
        _build_entropy_section(report.labels),
    ]


def _build_read_section(report: RiskReport) -> ReportSection:
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
    return ReportSection(
        "read", "What was read", ("what", "number"), rows, (plain,) if report.plain_texts else (),
        define_terms("entity", "plain"),
    )  # fmt: skip


def _build_leftover_section(report: RiskReport, show: bool) -> ReportSection:
    figures = report.leftovers
    told = figures.found.told
    notes = [_describe_length(figures.found.count, len(told))]
    if told:
        notes.append(f"By kind: {_join_counts(figures.by_kind)}.")
        notes.append(f"By label: {_join_counts(figures.by_label)}.")
    if figures.also_pseudonyms:
        notes.append(
            f"{figures.also_pseudonyms:,} of them are a pseudonym of their document as well."
        )
    columns = (*_PLACE, "kind", "also a pseudonym", *(["text"] if show else []))
    rows = tuple(_list_leftover_cells(one, show) for one in told)
    return ReportSection(
        "leftover", "Leftovers that look like names", columns, rows, tuple(notes),
        define_terms("leftovers", "also_pseudonyms"),
    )  # fmt: skip


def _list_leftover_cells(one: Leftover, show: bool) -> tuple[Cell, ...]:
    row: tuple[Cell, ...] = (
        *_list_place_cells(one.place),
        one.kind.value,
        "yes" if one.also_pseudonym else "",
    )
    return (*row, make_printable(one.text)) if show else row


def _build_combination_section(report: RiskReport) -> ReportSection:
    figures = report.combinations
    read = (
        f"{figures.documents:,} of {report.documents:,} documents tell of quasi-identifiers, in "
        f"{figures.different:,} different combinations."
    )
    smallest, kept = _write_figure(figures.smallest), _write_figure(figures.smallest_kept)
    notes = (
        read,
        f"Smallest k: {smallest}; of what was kept alone: {kept}.",
        _describe_length(figures.count, len(figures.told)),
        f"Labels looked at: {', '.join(figures.labels)}.",
    )
    return ReportSection(
        "combination",
        f"Combinations of quasi-identifiers that fewer than {report.k} documents share",
        ("documents that share it", "labels", "kept of these", "documents"),
        tuple(map(_list_combination_cells, figures.told)),
        notes,
        define_terms("combination", "combination_size", "smallest", "smallest_kept"),
    )


def _list_combination_cells(one: Combination) -> tuple[Cell, ...]:
    documents = ", ".join(map(_describe_origin, one.documents))
    return one.size, _join_labels(one.labels), _join_labels(one.kept), documents


def _build_size_section(report: RiskReport) -> ReportSection:
    rows = tuple(report.combinations.sizes.items())
    columns = ("documents that share the combination", "documents")
    return ReportSection("size", "Documents by the size of their combination", columns, rows)


def _build_pseudonym_section(report: RiskReport) -> ReportSection:
    drawn = report.pseudonyms
    kinds = {
        "unchanged": drawn.unchanged,
        "same_document": drawn.same_document,
        "corpus": drawn.corpus,
        "thin_draws": drawn.thin,
    }
    notes = [f"Counted: {_join_counts({name: tally.count for name, tally in kinds.items()})}."]
    if not drawn.originals_known:
        notes.append(
            "No originals are known, so that only thin draws can be told: name the vault with "
            "--vault, or have originals written into the span file."
        )
    rows = tuple(
        (name, *_list_place_cells(one)) for name, tally in kinds.items() for one in tally.told
    )
    return ReportSection(
        "pseudonym", "Pseudonyms that are real names, and thin draws",
        ("what", *_PLACE), rows, tuple(notes), define_terms(*kinds),
    )  # fmt: skip


def _build_draw_section(labels: Iterable[LabelFigures]) -> ReportSection:
    return ReportSection(
        "draws",
        "Anonymity of the draws",
        ("label", "entities", "draws", "placeholders", "untold",
         "least anonymity", "median anonymity", "thin draws"),
        tuple(
            (one.label, one.entities, one.draws, one.placeholders, one.untold,
             *_list_spread_cells(one.anonymity), one.thin_draws)
            for one in labels
        ),
        defined=define_terms("draws", "placeholders", "untold", "anonymity"),
    )  # fmt: skip


def _build_entropy_section(labels: Iterable[LabelFigures]) -> ReportSection:
    return ReportSection(
        "entropy",
        "Entropy by label, and originals behind pseudonyms",
        ("label", "choice, bits", "found, bits", "pseudonyms",
         "least originals", "median originals", "with one original"),
        tuple(
            (one.label, one.choice_bits, one.found_bits, one.pseudonyms,
             *_list_spread_cells(one.originals), one.single_originals if one.originals else None)
            for one in labels
        ),
        defined=define_terms("choice_bits", "found_bits", "pseudonyms", "originals"),
        decimals=BIT_DECIMALS,
    )  # fmt: skip


def _list_place_cells(place: DocumentPlace) -> tuple[Cell, ...]:
    origin = place.origin
    document = "" if origin.id == origin.file else origin.id
    return origin.file, place.line, document, place.start, place.end, place.label


def _describe_origin(origin: DocumentOrigin) -> str:
    return f"{origin.id} ({origin.file}, line {origin.line})"


def _list_spread_cells(spread: Spread | None) -> Iterator[int | None]:
    yield spread.least if spread else None
    yield spread.median if spread else None


def _join_labels(labels: Iterable[str]) -> str:
    counts = Counter(labels)
    return ", ".join(name if n == 1 else f"{n} x {name}" for name, n in counts.items())


def _join_counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {n:,}" for name, n in counts.items())


def _write_figure(figure: int | None) -> str:
    return "none" if figure is None else f"{figure:,}"


def _describe_length(count: int, told: int) -> str:
    """How many there are, and how many are listed."""
    if count == told:
        return f"{count:,} found."
    return f"{count:,} found; the first {told:,} are listed (--most lists more)."


def _count_noun(count: int, one: str, several: str = "") -> str:
    return "" if not count else f"{count:,} {one if count == 1 else several or one + 's'}"

"""Arrange the report as sections, for the screen, for pipes and for the page."""

from collections import Counter
from collections.abc import Iterable, Iterator

from tacknamn.formats.span_files import DocumentOrigin, DocumentPlace
from tacknamn.reports.sections import Cell, ReportSection
from tacknamn.risk.anonymity import LabelFigures, Spread
from tacknamn.risk.assessment import RiskReport
from tacknamn.risk.attacks import join_settings, list_successful
from tacknamn.risk.combinations import Combination
from tacknamn.risk.definitions import define_terms
from tacknamn.risk.leftovers import Leftover
from tacknamn.support.printing import make_printable

__all__ = ["build_sections", "state_verdict"]

_PLACE = ("file", "line", "document", "start", "end", "label")
BIT_DECIMALS = 2
"""Decimals of entropies. With few documents, hundredths of a bit mean nothing."""


def state_verdict(report: RiskReport) -> str:
    """Say in one sentence whether anything looks like a leak."""
    if not report.documents:
        return "Nothing was read: the files contain no documents."
    leaks = [
        _count_noun(report.leftovers.found.count, "leftover"),
        _count_noun(report.combinations.count, f"combination shared by fewer than {report.k} documents",
              f"combinations shared by fewer than {report.k} documents"),
        _count_noun(report.pseudonyms.unchanged.count, "pseudonym that equals its original",
              "pseudonyms that equal their originals"),
    ]  # fmt: skip
    if not report.leaks:
        return "No possible leaks were found." + (_PLAIN if report.plain_texts else "")
    found = ", ".join(filter(None, leaks))
    return f"Possible leaks: {found}." + (_PLAIN if report.plain_texts else "")


_PLAIN = (
    " Of plain texts only leftovers are known, and their pseudonyms count as such: to tell them apart, "
    "write the results with --format jsonl."
)


def build_sections(report: RiskReport, show: bool = False) -> list[ReportSection]:
    """Build every section of the report; texts of leftovers are included only with ``show``."""
    return [
        _build_read_section(report),
        _build_leftover_section(report, show),
        _build_combination_section(report),
        _build_size_section(report),
        _build_pseudonym_section(report),
        _build_draw_section(report.labels),
        _build_entropy_section(report.labels),
        _build_attack_section(report.labels),
    ]


def _build_read_section(report: RiskReport) -> ReportSection:
    plain = (
        f"{report.plain_texts:,} of {report.documents:,} documents are plain texts: only "
        "leftovers can be reported for them, and their pseudonyms count as leftovers."
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
    listed = figures.found.listed
    notes = [_describe_length(figures.found.count, len(listed))]
    if listed:
        notes.append(f"By kind: {_join_counts(figures.by_kind)}.")
        notes.append(f"By label: {_join_counts(figures.by_label)}.")
    if figures.also_pseudonyms:
        notes.append(f"{figures.also_pseudonyms:,} of them are also a pseudonym of their document.")
    columns = (*_PLACE, "kind", "also a pseudonym", *(["text"] if show else []))
    rows = tuple(_list_leftover_cells(leftover, show) for leftover in listed)
    return ReportSection(
        "leftover", "Leftovers that look like names", columns, rows, tuple(notes),
        define_terms("leftovers", "also_pseudonyms"),
    )  # fmt: skip


def _list_leftover_cells(leftover: Leftover, show: bool) -> tuple[Cell, ...]:
    row: tuple[Cell, ...] = (
        *_list_place_cells(leftover.place),
        leftover.kind.value,
        "yes" if leftover.also_pseudonym else "",
    )
    return (*row, make_printable(leftover.text)) if show else row


def _build_combination_section(report: RiskReport) -> ReportSection:
    figures = report.combinations
    read = (
        f"{figures.documents:,} of {report.documents:,} documents contain quasi-identifiers, in "
        f"{figures.different:,} different combinations."
    )
    smallest, kept = _write_figure(figures.smallest), _write_figure(figures.smallest_kept)
    notes = (
        read,
        f"Smallest k: {smallest}; of kept values alone: {kept}.",
        _describe_length(figures.count, len(figures.listed)),
        f"Labels: {', '.join(figures.labels)}.",
    )
    return ReportSection(
        "combination",
        f"Combinations of quasi-identifiers that fewer than {report.k} documents share",
        ("documents that share it", "labels", "not drawn of these", "documents"),
        tuple(map(_list_combination_cells, figures.listed)),
        notes,
        define_terms("combination", "combination_size", "smallest", "smallest_kept"),
    )


def _list_combination_cells(combination: Combination) -> tuple[Cell, ...]:
    documents = ", ".join(map(_describe_origin, combination.documents))
    labels, kept = _join_labels(combination.labels), _join_labels(combination.kept)
    return combination.size, labels, kept, documents


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
            "No originals are known, so only thin draws can be reported. Name the vault with "
            "--vault, or use span files that contain originals."
        )
    rows = tuple(
        (name, *_list_place_cells(place)) for name, tally in kinds.items() for place in tally.listed
    )
    return ReportSection(
        "pseudonym", "Pseudonyms that are real names, and thin draws",
        ("what", *_PLACE), rows, tuple(notes), define_terms(*kinds),
    )  # fmt: skip


def _build_draw_section(labels: Iterable[LabelFigures]) -> ReportSection:
    return ReportSection(
        "draws",
        "Anonymity of the draws",
        ("label", "entities", "draws", "placeholders", "unpooled",
         "least anonymity", "median anonymity", "thin draws"),
        tuple(
            (figures.label, figures.entities, figures.draws, figures.placeholders, figures.unpooled,
             *_list_spread_cells(figures.anonymity), figures.thin_draws)
            for figures in labels
        ),
        defined=define_terms("draws", "placeholders", "unpooled", "anonymity"),
    )  # fmt: skip


def _build_entropy_section(labels: Iterable[LabelFigures]) -> ReportSection:
    return ReportSection(
        "entropy",
        "Entropy by label, and originals behind pseudonyms",
        ("label", "choice, bits", "found, bits", "pseudonyms",
         "least originals", "median originals", "with one original"),
        tuple(
            (figures.label, figures.choice_bits, figures.found_bits, figures.pseudonyms,
             *_list_spread_cells(figures.originals),
             figures.single_originals if figures.originals else None)
            for figures in labels
        ),
        defined=define_terms("choice_bits", "found_bits", "pseudonyms", "originals"),
        decimals=BIT_DECIMALS,
    )  # fmt: skip


def _build_attack_section(labels: Iterable[LabelFigures]) -> ReportSection:
    rows = tuple(
        (group[0].attack, join_settings(group), group[0].attacker,
         round(100 * max(each.success for each in group)),
         round(100 * group[0].chance), group[0].rule)
        for group in list_successful([figures.label for figures in labels])
    )  # fmt: skip
    return ReportSection(
        "attack",
        "What attackers were right about",
        ("attack", "profiles and modes", "attacker", "right, %", "chance, %", "rule"),
        rows,
        ("Not measured on these documents: see docs/privacy.md.",),
        define_terms("attack", "attack_mode", "attack_rule"),
    )


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


def _describe_length(count: int, listed: int) -> str:
    """Say how many findings there are and how many are listed."""
    if count == listed:
        return f"{count:,} found."
    return f"{count:,} found; the first {listed:,} are listed (--most lists more)."


def _count_noun(count: int, singular: str, plural: str = "") -> str:
    if not count:
        return ""
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"

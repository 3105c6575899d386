"""Read the entries of a bundle from its sections, as the rows of ``lexicon.tsv``.

Data wheels leave ``lexicon.tsv`` out. A bundle of a wheel can be checked and compared all the same.
"""

from collections.abc import Iterator

from tacknamn.labels import LABELS, Kind
from tacknamn.lexicon.bundle import Bundle, BundleGuard
from tacknamn_builders.bundle.lexicon_tsv import LexiconRow, read_lexicon

__all__ = ["has_lexicon", "read_entries", "read_rows"]

_KINDS = tuple(Kind)
_STEP = 1 << 14
"""Entries that are read at a time."""


def has_lexicon(bundle: Bundle) -> bool:
    """Whether the bundle has its ``lexicon.tsv``."""
    return bundle.path("lexicon.tsv").exists()


def read_entries(bundle: Bundle) -> Iterator[LexiconRow]:
    """Yield the entries of a bundle, from ``lexicon.tsv`` if it has one."""
    return read_lexicon(bundle.folder) if has_lexicon(bundle) else read_rows(bundle)


def read_rows(bundle: Bundle) -> Iterator[LexiconRow]:
    """Yield the entries of a bundle, in its order."""
    section, strings = bundle.section("entries"), bundle.section("strings")
    names = ("display", "label", "count", "kind", "mentions", "country", "parent", "main", "thing",
             "sources")  # fmt: skip
    columns = [section.column(name) for name in names]
    order = bundle.manifest["source_order"]
    with BundleGuard(bundle.folder):
        for start in range(0, section.rows, _STEP):
            stop = min(start + _STEP, section.rows)
            for row in zip(*(column[start:stop] for column in columns), strict=True):
                form, label, count, kind, mentions, country, parent, main, thing, sources = row
                yield LexiconRow(
                    form=strings.text(form),
                    label=LABELS[label].value,
                    count=float(f"{count:.10g}"),
                    kind=_KINDS[kind].value,
                    mentions=float(f"{mentions:.4g}"),
                    country=strings.text(country),
                    parent=strings.text(parent),
                    main=bool(main),
                    thing=strings.text(thing),
                    sources=",".join(name for n, name in enumerate(order) if sources >> n & 1),
                )

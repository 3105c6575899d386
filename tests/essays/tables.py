"""What the essays are, counted: the tables of README.md.

``python -m tests.essays.tables`` writes them anew."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.essays.reading import Essay, read_essays

__all__ = ["README", "tables", "with_tables"]

README = Path(__file__).with_name("README.md")
_BEGIN = "<!-- python -m tests.essays.tables writes what stands between these lines -->\n"
_END = "<!-- end -->\n"


def tables(essays: Sequence[Essay]) -> str:
    """Essays by level and genre, and labels by their halves."""
    return f"{_kinds(essays)}\n{_labels(essays)}"


def with_tables(readme: str, essays: Sequence[Essay]) -> str:
    """The text with its tables made anew."""
    before, _, rest = readme.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}\n{tables(essays)}\n{_END}{after}"


def _kinds(essays: Sequence[Essay]) -> str:
    kinds = sorted({(one.level, one.genre) for one in essays})
    rows = [
        [level, genre, *_sizes([one for one in essays if (one.level, one.genre) == (level, genre)])]
        for level, genre in kinds
    ]
    head = ["level", "genre", "essays", "dev", "without labels", "words", "labels"]
    return _table([head, *rows, ["all", "", *_sizes(essays)]])


def _sizes(essays: Sequence[Essay]) -> list[str]:
    development = sum(one.split == "dev" for one in essays)
    bare = sum(not one.spans for one in essays)
    words, spans = sum(one.words for one in essays), sum(len(one.spans) for one in essays)
    return [str(len(essays)), str(development), str(bare), f"{words:,}", f"{spans:,}"]


def _labels(essays: Iterable[Essay]) -> str:
    found: Counter[tuple[str, str]] = Counter()
    for essay in essays:
        for span in essay.spans:
            found[span.label, essay.split] += 1
            if "island" in span.extras:
                found["geo: island", essay.split] += 1
    names = sorted({label for label, _ in found})
    rows = [[name, str(found[name, "dev"]), str(found[name, "test"])] for name in names]
    return _table([["label", "dev", "test"], *rows])


def _table(rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |\n" for row in rows]
    return lines[0] + "|" + "---|" * len(rows[0]) + "\n" + "".join(lines[1:])


if __name__ == "__main__":
    README.write_text(with_tables(README.read_text("utf-8"), list(read_essays())), "utf-8")

"""Tables on screens of any width: words stay whole where there is room for them, rows in lines."""

from io import StringIO

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from tacknamn.reports.sections import ReportSection
from tacknamn.reports.tables import render_lines, render_table

SECTION = ReportSection(
    "cost",
    "What it costs",
    ("packages", "seconds, with loading", "without"),
    (("intersection: tacknamn + spacy", 1.5, 0.25), ("masking tool: flair", 741.0, None)),
    decimals=2,
)


def shown(section: ReportSection, width: int) -> list[str]:
    """The lines of its table, as a screen has them."""
    screen = Console(file=StringIO(), width=width, force_terminal=True, no_color=True)
    screen.print(render_table("", False, [section]), soft_wrap=True)
    assert isinstance(screen.file, StringIO)
    lines = screen.file.getvalue().replace("\x1b[1m", "").replace("\x1b[0m", "").splitlines()
    return lines[lines.index(section.title) + 1 :]


def test_a_wide_screen_has_each_row_in_a_line() -> None:
    assert [line.split() for line in shown(SECTION, 80)] == [
        ["packages", "seconds,", "with", "loading", "without"],
        ["intersection:", "tacknamn", "+", "spacy", "1.50", "0.25"],
        ["masking", "tool:", "flair", "741.00"],
    ]


def test_a_narrow_screen_breaks_titles_before_names_and_both_between_words() -> None:
    assert [line.rstrip() for line in shown(SECTION, 48)] == [
        "                               seconds,",
        "                                   with",
        "packages                        loading without",
        "intersection: tacknamn + spacy     1.50    0.25",
        "masking tool: flair              741.00",
    ]
    starts = [line.split()[0] for line in shown(SECTION, 32)[-5:]]
    assert starts == ["intersection:", "tacknamn", "spacy", "masking", "flair"]


def test_a_table_that_cannot_fit_breaks_words_and_fits() -> None:
    assert max(map(len, shown(SECTION, 18))) <= 18


words = st.text(alphabet="abå", min_size=1, max_size=9)
cells = st.lists(words, min_size=1, max_size=4).map(" ".join)


@given(st.lists(st.lists(cells, min_size=3, max_size=3), min_size=1, max_size=4), st.data())
def test_no_word_is_broken_where_there_is_room_and_none_is_lost(
    rows: list[list[str]], data: st.DataObject
) -> None:
    columns = ("who", "what", "where it is")
    section = ReportSection("x", "A title", columns, tuple(map(tuple, rows)))
    least = sum(
        max(len(word) for cell in column for word in cell.split())
        for column in zip(columns, *rows, strict=True)
    )
    width = data.draw(st.integers(least + len(columns), 120))
    lines = shown(section, width)
    assert max(map(len, lines)) <= width
    printed = sorted(word for line in lines for word in line.split())
    assert printed == sorted(" ".join([*columns, *(cell for row in rows for cell in row)]).split())


def test_lines_for_programs_name_columns_apart_from_rows() -> None:
    assert list(render_lines("done", [SECTION, ReportSection("none", "Nothing")])) == [
        "verdict\tdone",
        "#cost\tpackages\tseconds, with loading\twithout",
        "cost\tintersection: tacknamn + spacy\t1.50\t0.25",
        "cost\tmasking tool: flair\t741.00\t",
    ]

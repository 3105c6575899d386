"""Write the figures of all attacks into the table that ``tacknamn risk`` reads, and its tables into
docs/privacy.md. The page repeats the table; a test compares them.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tacknamn.risk.attacks import COLUMNS, MEASURED, QUESTIONS, MeasuredAttack, read_measured
from tests.privacy.figures import AttackFigure, find_forced, read_forced

__all__ = [
    "BEGIN",
    "END",
    "merge_figures",
    "read_figures",
    "render_measured",
    "render_page_tables",
    "replace_tables",
    "write_pages",
]

BEGIN, END = "<!-- attacks: written by make privacy WRITE=1 -->", "<!-- end of attacks -->"
_NOTHING_FORCED = "no better than chance"
_MODES = {"none": "", "seed": ", small seed", "key": ", key", "writer": ", key and writer"}


def write_pages(figures: Iterable[AttackFigure], page: Path) -> None:
    """Write the table of ``risk`` and the tables of a page."""
    MEASURED.write_text(render_measured(merge_figures(read_figures(), figures)), "utf-8")
    read_measured.cache_clear()
    page.write_text(replace_tables(page.read_text("utf-8"), render_page_tables()), "utf-8")


def read_figures() -> list[AttackFigure]:
    """Read the figures of the last run."""
    return [
        AttackFigure(
            each.attack,
            each.attacker,
            each.profile,
            each.mode,
            each.rounds,
            each.right,
            each.chance,
        )
        for each in read_measured()
    ]


def merge_figures(
    old: Iterable[AttackFigure], new: Iterable[AttackFigure]
) -> Iterator[AttackFigure]:
    """Replace the figures of attacks that were run again; new attacks come last."""
    by_setting = {(each.attack, each.profile, each.mode): each for each in (*old, *new)}
    return iter(by_setting.values())


def render_measured(figures: Iterable[AttackFigure]) -> str:
    """Render the table that ``risk`` reads."""
    rows = ["\t".join(COLUMNS), *("\t".join(_list_fields(figure)) for figure in figures)]
    return "\n".join(rows) + "\n"


def _list_fields(figure: AttackFigure) -> tuple[str, ...]:
    forced = find_forced(figure, read_forced()) if figure.is_better_than_chance else None
    return (
        figure.attack,
        figure.attacker,
        figure.profile,
        figure.mode,
        str(figure.rounds),
        str(figure.right),
        f"{figure.chance:.4f}",
        forced.rule if forced else "",
        forced.reason if forced else _NOTHING_FORCED,
    )


def replace_tables(page: str, tables: str) -> str:
    """Replace what is between the marks of a page."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{tables}\n{END}{rest.partition(END)[2]}"


def render_page_tables() -> str:
    """Render a table for each question, from what ``risk`` reads."""
    measured = read_measured()
    parts = []
    for question in QUESTIONS:
        about = [each for each in measured if each.question == question]
        if about:
            parts += [f"### {question.title}", "", *_render_table(about), ""]
    return "\n".join(parts)


def _render_table(measured: Sequence[MeasuredAttack]) -> Iterator[str]:
    attacks = list(dict.fromkeys(each.attack for each in measured))
    settings = list(dict.fromkeys((each.profile, each.mode) for each in measured))
    cells = {(each.attack, each.profile, each.mode): each for each in measured}
    yield "| | " + " | ".join(attacks) + " |"
    yield "|---|" + "---|" * len(attacks)
    for profile, mode in settings:
        row = (_render_cell(cells.get((attack, profile, mode))) for attack in attacks)
        yield f"| `{profile}`{_MODES[mode]} | " + " | ".join(row) + " |"


def _render_cell(measured: MeasuredAttack | None) -> str:
    if measured is None:
        return ""
    share = f"{100 * measured.success:.0f} % ({100 * measured.difference:+.0f})"
    return f"**{share}** {measured.rule}" if measured.rule else share

"""Read the pages of the documentation: their examples, commands, links and anchors.

An example in Python is a fenced block of ``pycon``. Where its output depends on the lists, this
comment stands on the line before the block, and the output is that of the profile ``default``::

    <!-- default lists -->

A block of ``console`` shows commands after ``$`` with their real output. ``$ cat FILE`` shows a
file that the commands after it read.
"""

import doctest
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

__all__ = [
    "ROOT",
    "anchors",
    "blocks",
    "commands",
    "links",
    "pages",
    "read_page",
    "run_console",
    "run_examples",
    "strip_blocks",
]

ROOT = Path(__file__).parent.parent
MARKER = "<!-- default lists -->"
RUN_ONLY = doctest.register_optionflag("RUN_ONLY")
"""Of an example whose output is not compared; it must still run."""
_BLOCK = re.compile(
    rf"^(?P<marker>{MARKER}\n)? *```(?P<language>\w*)\n(?P<text>.*?)^ *```$",
    re.DOTALL | re.MULTILINE,
)
_LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(<?([^)>\s]+)>?\)")
_CODE = re.compile(r"`[^`\n]*`")


def pages() -> list[str]:
    """Every page that people read, by its path below the root."""
    paths = [
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
        *sorted((ROOT / "docs").rglob("*.md")),
        ROOT / "builders/tacknamn_builders/curation/README.md",
        ROOT / "tests/essays/README.md",
        ROOT / "raw/README.md",
        ROOT / "build/README.md",
    ]
    return [path.relative_to(ROOT).as_posix() for path in paths]


def read_page(page: str) -> str:
    """The text of a page."""
    return (ROOT / page).read_text("utf-8")


def strip_blocks(text: str) -> str:
    """Return the text of a page without its fenced blocks."""
    return _BLOCK.sub("", text)


# ---- examples -------------------------------------------------------------------------------


class _Checker(doctest.OutputChecker):
    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return bool(optionflags & RUN_ONLY) or super().check_output(want, got, optionflags)


def run_examples(page: str, with_default_lists: bool) -> doctest.TestResults:
    """Run the examples of a page in its order, sharing their names.

    Args:
        with_default_lists: Whether the bundle is that of the profile ``default``, so that every
            output is compared; else marked blocks are only run."""
    text = read_page(page)
    examples = []
    for block in _BLOCK.finditer(text):
        if block["language"] == "pycon":
            line = text.count("\n", 0, block.start("text"))
            for example in doctest.DocTestParser().get_examples(block["text"]):
                example.lineno += line
                example.options[RUN_ONLY] = bool(block["marker"]) and not with_default_lists
                examples.append(example)
    test = doctest.DocTest(examples, {"__name__": "__main__"}, page, str(ROOT / page), 0, text)
    return doctest.DocTestRunner(_Checker()).run(test)


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of one language."""
    found = _BLOCK.finditer(read_page(page))
    return [block["text"] for block in found if block["language"] == language]


def commands(page: str, program: str) -> Iterator[list[str]]:
    """The words of each call of a program that the page shows, without the program's name."""
    for line in "\n".join(blocks(page, "sh")).splitlines():
        if line.split(" ", 1)[0] == program:  # others may have quotes over several lines
            yield shlex.split(line, comments=True)[1:]


def run_console(page: str, run: Callable[[list[str], str], str]) -> Iterator[tuple[str, str, str]]:
    """The commands of console blocks, each with the output that is shown and the one it has.

    Files are written into the current folder.

    Args:
        run: Runs a command, given its words and its standard input, and returns its output."""
    for text in blocks(page, "console"):
        for call, shown in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
            given, pipe, command = call.rpartition(" | ")
            words = shlex.split(command)
            if words[0] == "cat":
                Path(words[1]).write_text(shown, "utf-8")
            else:
                yield call, shown, run(words, shlex.split(given)[1] + "\n" if pipe else "")


# ---- links ----------------------------------------------------------------------------------


def links(page: str) -> list[str]:
    """The targets of links and pictures, addresses of the web excluded."""
    text = _CODE.sub("", strip_blocks(read_page(page)))
    targets: list[str] = _LINK.findall(text)
    return [to for to in targets if not re.match(r"[a-z]+:", to)]


def anchors(page: str) -> Mapping[str, str]:
    """The headings of a page by their anchors, as GitHub and the site make them."""
    headings = re.findall(r"^#{1,6} (.+)$", strip_blocks(read_page(page)), re.MULTILINE)
    return {_anchor(heading): heading for heading in headings}


def _anchor(heading: str) -> str:
    plain = re.sub(r"[`*]|\]\([^)]*\)|\[", "", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")

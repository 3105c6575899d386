"""How the page of a pseudonymized text looks: its colours, and what a real browser makes of it."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tacknamn.pipeline.document import Document
from tacknamn.reports.document_page import render_document_page
from tacknamn.reports.document_style import PAIRS, build_document_style, find_group
from tacknamn.reports.document_style import build_colours as group_colours
from tacknamn.reports.pages import STYLE
from tacknamn.taxonomy.reader import load_taxonomy
from tests.reports import colours, contrast
from tests.test_document_page import HOSTILE, HOSTILE_LETTER, LETTER, document, texts
from tests.test_risk_page import BROWSERS
from tests.timing import PATIENCE

READABLE, SEEN = 7.0, 3.0
"""WCAG 2.2: contrast of words (1.4.6, AAA) and of lines (1.4.11)."""
GROUPS = sorted(group_colours())
STRANGE = document("Rad\r\n\r\ttab\0 \u202e\n", "ord " * 200, "\n", ("سلمى", "مريم"), "\n\n\n", ("", "x"),
                   "å" * 5000, "\ufeff", (HOSTILE * 9, HOSTILE), "\r")  # fmt: skip


# ---- colours ----------------------------------------------------------------------------


@pytest.mark.parametrize("group", GROUPS)
def test_every_group_can_be_read_and_seen(group: str) -> None:
    light, dark = colours(STYLE)["light"], colours(STYLE)["dark"]
    colours_of_group = group_colours()[group]
    assert contrast(light["ink"], colours_of_group.fill) >= READABLE
    assert contrast(dark["ink"], colours_of_group.dark_fill) >= READABLE
    assert contrast(colours_of_group.edge, light["paper"]) >= SEEN
    assert contrast(colours_of_group.dark_edge, dark["paper"]) >= SEEN


def test_groups_differ_in_the_light_and_in_the_dark() -> None:
    named = group_colours().values()
    assert (
        len({colour.fill for colour in named})
        == len({colour.dark_fill for colour in named})
        == len(GROUPS)
    )


def test_every_label_has_a_group_of_the_style_sheet() -> None:
    style = build_document_style()
    for label in (*(label_info.name for label_info in load_taxonomy().labels), "NRIC", ""):
        assert f".g-{find_group(label).name} {{" in style


# ---- in a browser -----------------------------------------------------------------------


class Tab:
    """A page in a browser that is spoken to through pipes, as its developers' tools do."""

    def __init__(self, browser: str, file: Path) -> None:
        (reads, ours), (theirs, writes) = os.pipe(), os.pipe()
        numbers = [os.dup(reads), os.dup(writes)]  # beyond 3 and 4, where the browser wants them
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
                   f"--user-data-dir={file.parent / 'profile'}", "--window-size=1200,900"]  # fmt: skip
        self.process = subprocess.Popen(
            [browser, *options, "about:blank"], close_fds=False, stderr=subprocess.DEVNULL,
            preexec_fn=lambda: [os.dup2(number, place) for place, number in enumerate(numbers, 3)],
        )  # fmt: skip
        for number in (reads, writes, *numbers):
            os.close(number)
        self._asks, self._answers = os.fdopen(ours, "wb", 0), os.fdopen(theirs, "rb")
        self._rest = b""
        self._session: dict[str, str] = {}
        self.complaints: list[str] = []
        self._open(file)

    def _open(self, file: Path) -> None:
        (target,) = (
            target["targetId"]
            for target in self.ask("Target.getTargets")["targetInfos"]
            if target["type"] == "page"
        )
        answer = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = {"sessionId": answer["sessionId"]}
        for domain in ("Page", "Log"):
            self.ask(f"{domain}.enable")
        self.ask("Page.navigate", url=file.as_uri())
        while self._next().get("method") != "Page.loadEventFired":
            pass

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            read = os.read(self._answers.fileno(), 1 << 16)
            assert read, "the browser is gone"
            self._rest += read
        line, self._rest = self._rest.split(b"\0", 1)
        message: dict[str, Any] = json.loads(line)
        if message.get("method") == "Log.entryAdded":
            self.complaints.append(message["params"]["entry"]["text"])
        return message

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        message = {"id": 1, "method": method, "params": parameters, **self._session}
        self._asks.write(json.dumps(message).encode() + b"\0")
        while (answer := self._next()).get("id") != 1:
            pass
        result: dict[str, Any] = answer["result"]
        return result

    def evaluate(self, expression: str) -> Any:
        """What an expression is worth on the page."""
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"][
            "value"
        ]

    def point_at(self, name: str) -> None:
        box = self.evaluate(
            f"JSON.stringify(document.getElementById('{name}').getClientRects()[0])"
        )
        at = json.loads(box)
        self.ask("Input.dispatchMouseEvent", type="mouseMoved",
                 x=at["x"] + at["width"] / 2, y=at["y"] + at["height"] / 2)  # fmt: skip

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)
        self._asks.close()
        self._answers.close()


@pytest.fixture(scope="module")
def browser() -> str:
    """A browser that runs without a screen: TACKNAMN_BROWSER, or one that is installed."""
    named = os.environ.get("TACKNAMN_BROWSER")
    found = named or next((path for path in map(shutil.which, BROWSERS) if path), None)
    if found is None:
        pytest.skip("no browser here: name a Chromium in TACKNAMN_BROWSER")
    return found


@pytest.fixture
def tab(browser: str, tmp_path: Path) -> Iterator[Tab]:
    file = written(LETTER, tmp_path)
    opened = Tab(browser, file)
    yield opened
    opened.close()


def written(letter: Document, folder: Path) -> Path:
    file = folder / "page.html"
    file.write_text(render_document_page(letter, explain=True), "utf-8")
    return file


@pytest.mark.parametrize("letter", [LETTER, HOSTILE_LETTER, STRANGE])
def test_a_browser_reads_both_texts_to_the_letter(
    letter: Document, browser: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
         f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", written(letter, tmp_path).as_uri()],
        capture_output=True, timeout=60,
    )  # fmt: skip
    seen = done.stdout.decode("utf-8")
    assert texts(seen) == [letter.original, letter.text]
    assert b"Refused to" not in done.stderr and b"Content Security Policy" not in done.stderr


def lit(tab: Tab) -> list[str]:
    """The spans that stand out."""
    spans = "[...document.querySelectorAll('[role=cell] .span')]"
    bright = f"{spans}.filter(node => getComputedStyle(node).outlineStyle == 'solid')"
    names: list[str] = tab.evaluate(f"{bright}.map(node => node.id)")
    return names


def test_pointing_at_a_span_shows_both(tab: Tab) -> None:
    assert tab.complaints == [] and lit(tab) == []
    tab.point_at("o3")
    assert lit(tab) == ["o3", "p3"]
    tab.point_at("p1")
    assert lit(tab) == ["o1", "p1"]


def test_the_keyboard_shows_both_and_their_titles(tab: Tab) -> None:
    for kind in ("keyDown", "keyUp"):
        for _ in range(4 * (kind == "keyDown")):
            tab.ask("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab",
                    windowsVirtualKeyCode=9)  # fmt: skip
    assert lit(tab) == ["o1", "p1"]  # behind the three links of the contents
    shown = tab.evaluate("getComputedStyle(document.getElementById('o1'), '::after').content")
    assert shown == '"firstname_female 1 gen, replaced by: Elsas"'


def test_marked_and_replaced_spans_look_unlike(tab: Tab) -> None:
    looks = "['o1', 'o2'].map(id => getComputedStyle(document.getElementById(id)))"
    assert tab.evaluate(f"{looks}.map(node => node.borderBottomStyle)") == ["solid", "dotted"]
    grounds = tab.evaluate(f"{looks}.map(node => node.backgroundColor)")
    assert grounds[1] == "rgba(0, 0, 0, 0)" != grounds[0]


def test_paper_has_the_reasons_and_no_contents(tab: Tab) -> None:
    height = "document.querySelector('details').offsetHeight"
    closed = tab.evaluate(height)
    tab.ask("Emulation.setEmulatedMedia", media="print")
    assert tab.evaluate(height) > 3 * closed
    assert tab.evaluate("getComputedStyle(document.querySelector('nav')).display") == "none"


def test_labels_are_not_copied_with_the_text(tab: Tab) -> None:
    chosen = tab.evaluate("getSelection().selectAllChildren(document.querySelector('.texts')),"
                      "getSelection().toString()")  # fmt: skip
    assert "Elsas och är läkare." in chosen and "firstname" not in chosen and "CR" not in chosen


@pytest.mark.parametrize("width", [320, 1200])
def test_nothing_is_wider_than_the_screen(browser: str, tmp_path: Path, width: int) -> None:
    opened = Tab(browser, written(STRANGE, tmp_path))
    opened.ask("Emulation.setDeviceMetricsOverride", width=width, height=800,
               deviceScaleFactor=1, mobile=False)  # fmt: skip
    wide = opened.evaluate("document.documentElement.scrollWidth")
    opened.close()
    assert wide <= width


def test_the_style_sheet_lights_up_a_fixed_number_of_pairs() -> None:
    assert len(re.findall(r"^\.row:has", build_document_style(), re.MULTILINE)) == PAIRS
    crowded = render_document_page(document(*[("a", "b")] * (PAIRS + 5)))
    assert f"s{PAIRS - 1}" in crowded and f"s{PAIRS}" not in crowded

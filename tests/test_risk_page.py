"""The page: one file that runs nothing and fetches nothing, for every eye, browser and reader."""

import os
import re
import shutil
import struct
import subprocess
import zlib
from pathlib import Path

import pytest

from tacknamn.reports.pages import STYLE, PageHead, render_page
from tacknamn.reports.sections import ReportSection
from tacknamn.risk.definitions import DEFINITIONS, define_terms
from tests.reports import PageReader, colours, contrast

HOSTILE = "<img src=x onerror=alert(1)>\"'&lt;</table></style><script>alert(1)</script>"
SECTIONS = [
    ReportSection("leftover", f"Leftovers {HOSTILE}",
            ("file", "line", "share"), ((HOSTILE, 7, 0.5), ("b.txt", 8, None)),
            (f"By kind: {HOSTILE}",), define_terms("leftovers", "also_pseudonyms")),
    ReportSection("combination", "Combinations", ("labels",),
            defined=define_terms(*tuple(DEFINITIONS)[:3])),
]  # fmt: skip
TITLE = "What may still be given away"
PAGE = render_page(PageHead(TITLE, f"Possible leaks: {HOSTILE}", True, STYLE), SECTIONS)
CALM = render_page(PageHead(TITLE, "Nothing was found.", False, STYLE), [])
BROWSERS = ("chromium", "chromium-headless-shell", "google-chrome", "chrome")
LEAST_CONTRAST = 7.0
"""WCAG 2.2, success criterion 1.4.6 (AAA), for text of any size."""


def reading(text: str = PAGE) -> PageReader:
    return PageReader(text)


def attributes(tag: str, name: str, text: str = PAGE) -> list[str | None]:
    return [facts.get(name) for seen, facts in reading(text).seen if seen == tag]


def test_what_was_opened_is_closed() -> None:
    for text in (PAGE, CALM):
        assert text.startswith("<!DOCTYPE html>\n")
        reading(text)


def test_nothing_runs_and_nothing_is_fetched() -> None:
    tags = {tag for tag, _ in reading().seen}
    assert not tags & {"script", "img", "link", "iframe", "object", "form", "svg", "base"}
    names = {name for _, facts in reading().seen for name in facts}
    assert not [name for name in names if name.startswith("on") or name in ("src", "style")]
    assert all(str(target).startswith("#") for target in attributes("a", "href"))
    assert "url(" not in STYLE and "@import" not in STYLE
    policies = [
        content for content in attributes("meta", "content") if "default-src" in str(content)
    ]
    assert len(policies) == 1 and str(policies[0]).startswith("default-src 'none'; style-src 'sha")


def test_texts_are_words_and_never_markup() -> None:
    words = "".join(reading().words)
    assert words.count(HOSTILE) == 6  # verdict, contents, heading, note, caption, cell


def test_names_are_unique_and_every_reference_leads_somewhere() -> None:
    ids = [facts["id"] for _, facts in reading().seen if "id" in facts]
    assert len(ids) == len(set(ids))
    targets = [str(target)[1:] for target in attributes("a", "href")]
    labels = [facts["aria-labelledby"] for _, facts in reading().seen if "aria-labelledby" in facts]
    assert set(targets) | set(labels) <= set(ids)


def test_screen_readers_get_language_headings_and_tables() -> None:
    seen = [tag for tag, _ in reading().seen]
    assert attributes("html", "lang") == ["en"]
    assert [seen.count(tag) for tag in ("main", "h1", "h2", "title", "nav")] == [1, 1, 2, 1, 1]
    assert seen.count("caption") == seen.count("table") == 1
    assert attributes("th", "scope") == ["col", "col", "col", "row", "row"]


def test_a_wide_table_is_reached_by_keyboard() -> None:
    facts = [facts for tag, facts in reading().seen if facts.get("class") == "wide"]
    assert [(region["tabindex"], region["role"]) for region in facts] == [("0", "region")]


def test_definitions_stand_with_their_figures() -> None:
    words = "".join(reading().words)
    assert DEFINITIONS["leftovers"] in words
    assert "also pseudonyms" in words


def test_no_figure_is_said_in_words() -> None:
    assert '<td class="number">none</td>' in PAGE


def test_an_alarm_is_shown_by_words_and_not_by_colour_alone() -> None:
    assert '<p class="verdict alarm">Possible leaks' in PAGE
    assert '<p class="verdict calm">Nothing was found.' in CALM


# ---- colours ----------------------------------------------------------------------------


def test_contrast_is_measured_rightly() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "paper"),
    [("ink", "paper"), ("quiet", "paper"), ("link", "paper"), ("alarm-ink", "alarm-paper"),
     ("calm-ink", "calm-paper")],
)  # fmt: skip
def test_every_ink_can_be_read_on_its_paper(scheme: str, ink: str, paper: str) -> None:
    named = colours(STYLE)[scheme]
    assert contrast(named[ink], named[paper]) >= LEAST_CONTRAST


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lines_are_seen(scheme: str) -> None:
    named = colours(STYLE)[scheme]
    assert contrast(named["line"], named["paper"]) >= 3  # WCAG 1.4.11


# ---- in a browser -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> str:
    """A browser that runs without a screen: TACKNAMN_BROWSER, or one that is installed."""
    named = os.environ.get("TACKNAMN_BROWSER")
    found = named or next((path for path in map(shutil.which, BROWSERS) if path), None)
    if found is None:
        pytest.skip("no browser here: name a Chromium in TACKNAMN_BROWSER")
    return found


def browse(browser: str, folder: Path, *options: str) -> subprocess.CompletedProcess[bytes]:
    file = folder / "page.html"
    file.write_text(PAGE, "utf-8")
    return subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
         f"--user-data-dir={folder / 'profile'}", "--enable-logging=stderr",
         *options, file.as_uri()],
        capture_output=True, timeout=60,
    )  # fmt: skip


def test_a_browser_sees_what_was_written(browser: str, tmp_path: Path) -> None:
    done = browse(browser, tmp_path, "--dump-dom")
    seen = done.stdout.decode("utf-8")
    assert reading(re.sub(r"(?i)<!doctype html>", "", seen)).words
    assert "".join(reading(seen).words).count(HOSTILE) == 6
    assert b"Refused to" not in done.stderr and b"Content Security Policy" not in done.stderr


@pytest.mark.parametrize(("scheme", "number"), [("dark", 0), ("light", 1)])
def test_a_browser_shows_light_and_dark(
    browser: str, scheme: str, number: int, tmp_path: Path
) -> None:
    picture = tmp_path / "page.png"
    browse(browser, tmp_path, f"--screenshot={picture}",
           f"--blink-settings=preferredColorScheme={number}")  # fmt: skip
    assert first_colour(picture.read_bytes()) == colours(STYLE)[scheme]["paper"]


def first_colour(png: bytes) -> str:
    """The colour of a picture's first point: before it is nothing it could differ from."""
    at, data = 8, b""
    while at < len(png):
        (size,) = struct.unpack_from(">I", png, at)
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + size]
        at += size + 12
    return "#" + zlib.decompress(data)[1:4].hex()

"""``tacknamn mask`` as people and scripts call it: texts, files, streams, and every fault."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests import forks
from tests.masking_backends import on_path
from tests.reports import alone, call_here, environment, is_error, on_screen
from tests.timing import PATIENCE, wait_until, watched

PROGRAM = alone("tacknamn.cli.mask", "mask")
PRIVATE = "Ymerholt"
"""A name that is in texts, and in no message."""
is_reported = partial(is_error, PRIVATE)
TEXT = f"Mary Lee met Kim {PRIVATE}'s dog, S1234567A."
FOUND = ("--package", f"known:Mary Lee+Kim {PRIVATE}")
Done = subprocess.CompletedProcess[bytes]
Run = Callable[..., Done]
Here = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def around(data: Path, packages: Path, tmp_path: Path) -> dict[str, str]:
    """The environment: lists, packages, a cache."""
    return environment(
        PYTHONPATH=on_path(packages),
        TACKNAMN_DATA=str(data),
        TACKNAMN_CACHE=str(tmp_path / "cache"),
    )


@pytest.fixture
def run(around: dict[str, str], tmp_path: Path) -> Run:
    def call(*arguments: str | Path, given: bytes = b"", **more: str) -> Done:
        words = [sys.executable, "-c", PROGRAM, "mask", *map(str, arguments)]
        return forks.run(words, around | more, given=given, cwd=tmp_path)

    return call


@pytest.fixture
def here(
    data: Path, packages: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str],
) -> Here:  # fmt: skip
    """Call the command in this process, where only its answer matters."""
    monkeypatch.syspath_prepend(packages)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TACKNAMN_DATA", str(data))
    monkeypatch.setenv("TACKNAMN_CACHE", str(tmp_path / "cache"))
    return lambda *arguments: call_here("tacknamn.cli.mask", arguments, capfd)


def is_printed(done: Done, text: str) -> None:
    assert (done.returncode, done.stdout.decode(), done.stderr.decode()) == (0, text, "")


# ---- texts -------------------------------------------------------------------------------


def test_a_text_is_printed_masked(run: Run) -> None:
    is_printed(run(TEXT, *FOUND), "[Name] met [Name]'s dog, S1234567A.\n")


def test_our_own_engine_is_the_default(run: Run) -> None:
    is_printed(run("My sister Amina Lind called."), "My sister [Name] called.\n")


def test_the_command_of_the_issue(run: Run) -> None:
    done = run(
        f"{TEXT} 91008100, 1/1/22, room=12", "--package", f"known:Mary Lee,known:Kim {PRIVATE}",
        "--combine", "union", "--details", "1,2,5", "--expr", r"room=\d+=[Room]", "--expr", "dog=cat",
    )  # fmt: skip
    is_printed(done, "[Name] met [Name]'s cat, [NRIC]. [PHONE], [DATE], [Room]\n")


def test_ways_of_joining(run: Run) -> None:
    three = ("--package", "known:Mary Lee+Kim,known:Mary", "--package", "known:Kim")
    text = "Mary Lee met Kim"
    is_printed(run(text, *three, "--combine", "majority"), "[Name] Lee met [Name]\n")
    is_printed(run(text, *three, "--combine", "majority", "--at-least", "3"), "Mary Lee met Kim\n")
    weighted = ("--combine", "weighted", "--weights", "known:Kim=0.5,known:Mary=1.5", "--at-least")
    is_printed(run(text, *three, *weighted, "1.5"), "[Name] Lee met [Name]\n")
    is_printed(run(text, *three, *weighted, "2"), "[Name] Lee met Kim\n")


def test_another_placeholder(run: Run) -> None:
    is_printed(run("Kim", "--package", "known:Kim", "--placeholder", "***"), "***\n")


def test_json_says_who_found_what(run: Run) -> None:
    done = run("Kim Ek 91008100", "--json", "--details", "2", "--package", "known:Kim,known:Ek+Kim")
    assert json.loads(done.stdout) == {
        "text": "[Name] [PHONE]",
        "spans": [
            {"start": 0, "end": 6, "label": "PER", "replacement": "[Name]", "score": 0.75,
             "found_by": {"known:Kim": 0.75, "known:Ek+Kim": 0.75}},
            {"start": 7, "end": 15, "label": "PHONE", "replacement": "[PHONE]",
             "rule": "mask:phone"},
        ],
    }  # fmt: skip


@pytest.mark.parametrize(
    "argument",
    [
        "missing.txt",
        "notes of Kim.CSV",
        "notes/today",
        "/nowhere/x",
        "..\\x",
        "essay.docx",
        "1/1/22",
    ],
)
def test_what_looks_like_a_file_and_is_none_is_an_error(here: Here, argument: str) -> None:
    is_reported(
        here(argument, *FOUND), f"{argument}: there is no such file; if it is a text, give --text"
    )
    assert here(argument, *FOUND, "--text").stdout == f"{argument}\n"


@pytest.mark.parametrize(
    "text", ["Kim", "Mr.Kim", "He/she saw Kim.", "Kim and/or Bo", "Kim came.", "line\nmissing.txt"]
)
def test_anything_else_is_a_text(run: Run, text: str) -> None:
    masked = re.sub("Kim", "[Name]", text)
    is_printed(run(text, "--package", "known:Kim"), f"{masked}\n")


def test_a_long_text_is_no_file(run: Run) -> None:
    is_printed(run("Kim, " * 5000, "--package", "known:Kim"), "[Name], " * 5000 + "\n")


def test_a_file_may_be_taken_for_a_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "Kim").write_text("Mary", "utf-8")
    is_printed(run("Kim", "--text", "--package", "known:Kim"), "[Name]\n")


# ---- files and streams -------------------------------------------------------------------


def test_a_file_becomes_one_beside_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_bytes(f"{TEXT}\r\n".encode())
    done = run("note.txt", *FOUND, "--details", "1")
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr == b"note_anonymized.txt: names masked 2, details 1\n"
    assert (
        tmp_path / "note_anonymized.txt"
    ).read_bytes() == b"[Name] met [Name]'s dog, [NRIC].\r\n"
    assert run("note.txt", *FOUND, "--quiet").stderr == b""


def test_columns_of_a_table(run: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text('who,said\nKim,"Kim, Bo"\n', "utf-8")
    done = run("t.csv", "--column", "said", "--package", "known:Kim", "--json", "-o", "out/deep")
    assert json.loads(done.stdout) == {
        "file": "t.csv", "output": "out/deep/t_anonymized.csv", "line": 2, "cell": 1,
        "spans": [{"start": 0, "end": 3, "label": "PER", "replacement": "[Name]", "score": 0.75,
                   "found_by": {"known:Kim": 0.75}}],
    }  # fmt: skip
    made = tmp_path / "out/deep/t_anonymized.csv"
    assert made.read_text("utf-8") == 'who,said\nKim,"[Name], Bo"\n'


UNSAID = "{}: the first row was taken for column names and left, but some of it would be masked"


def test_a_table_without_a_head(run: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("Kim met Bo\n", "utf-8")
    for arguments in ((), ("--column", "1")):
        whole = run("t.csv", "--package", "known:Kim", "--no-header", *arguments)
        assert whole.stderr == b"t_anonymized.csv: names masked 1, details 0\n"
        assert (tmp_path / "t_anonymized.csv").read_text("utf-8") == "[Name] met Bo\n"
        left = run("t.csv", "--package", "known:Kim", *arguments)
        warned, summary = left.stderr.decode().splitlines()
        assert warned == (
            f"warning: {UNSAID.format('t.csv')}; with --no-header it is masked as well"
        )
        assert (left.returncode, summary) == (0, "t_anonymized.csv: names masked 0, details 0")
        assert (tmp_path / "t_anonymized.csv").read_text("utf-8") == "Kim met Bo\n"
    assert run("t.csv", "--package", "known:Kim", "--quiet").stderr == b""
    assert (
        run("t.csv", "--package", "known:Bo+Kim", "--column", "Kim met Bo").stderr.count(b"\n") == 1
    )
    assert run("t.csv", "--package", "known:Anna").stderr.count(b"\n") == 1


def test_standard_input_without_a_head(run: Run) -> None:
    given = b'\xef\xbb\xbf"Hey, Kim",Kim\r\nKim,"Kim"\r\n'
    done = run("-", "--no-header", "--column", "1", "--package", "known:Kim", given=given)
    is_printed(done, '\ufeff"Hey, [Name]",Kim\r\n[Name],"Kim"\r\n')
    left = run("-", "--column", "1", "--package", "known:Kim", given=given)
    assert left.stdout.decode() == '\ufeff"Hey, Kim",Kim\r\n[Name],"Kim"\r\n'
    assert UNSAID.format("-") in left.stderr.decode() and left.stderr.count(b"\n") == 1


def test_several_files_load_their_models_once(run: Run, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("Kim", "utf-8")
    (tmp_path / "c.txt").write_bytes(b"Kim \xff")
    done = run("a.txt", "c.txt", "b.txt", "--package", "known:Kim")
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        "a_anonymized.txt: names masked 1, details 0",
        "error: c.txt: not UTF-8 at byte 4; convert it first, e.g. with `iconv -f latin1 -t utf-8`",
        "b_anonymized.txt: names masked 1, details 0",
    ]
    assert not (tmp_path / "c_anonymized.txt").exists()


def test_standard_input_goes_to_standard_output(run: Run) -> None:
    given = f"\ufeff{TEXT}\r\n\r\n".encode()
    wanted = "\ufeff[Name] met [Name]'s dog, S1234567A.\r\n\r\n"
    is_printed(run("-", *FOUND, given=given), wanted)
    is_printed(run(*FOUND, given=given), wanted)
    table = run("-", "--column", "2", "--package", "known:Kim", given=b"a,b\nKim,Kim\n")
    is_printed(table, "a,b\nKim,[Name]\n")


@pytest.mark.skipif(os.name != "posix", reason="pipes with names")
def test_a_pipe_with_a_name_is_read_once_and_printed(run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen([sys.executable, "-c", "open('pipe', 'w').write('Kim')"], cwd=tmp_path):
        is_printed(run("pipe", "--package", "known:Kim"), "[Name]")


@pytest.mark.skipif(os.name != "posix", reason="asks a POSIX terminal")
def test_a_bar_is_drawn_on_a_terminal_alone(
    around: dict[str, str], run: Run, tmp_path: Path
) -> None:
    (tmp_path / "t.csv").write_text("text\n" + f"Kim {'x' * 99}\n" * 200, "utf-8")
    words = ["mask", str(tmp_path / "t.csv"), "--package", "known:Kim"]
    shown = on_screen(PROGRAM, words, **around)
    assert "%" in shown and "names masked 200" in shown
    assert "%" not in on_screen(PROGRAM, [*words, "--quiet"], **around)
    assert "%" not in on_screen(PROGRAM, [*words, "--json"], **around)
    own = [*words[:2], "--package", "tacknamn"]  # is quicker: nobody could read it
    assert "%" not in on_screen(PROGRAM, own, **around)
    assert b"\x1b" not in run(*words[1:]).stderr


# ---- faults ------------------------------------------------------------------------------

FAULTS: list[tuple[list[str], str]] = [
    (["Kim", "met", PRIVATE], "put quotation marks around a text"),
    (["-", "Kim"], "put quotation marks around a text"),
    (["."], ".: is a folder; name the files in it"),
    ([" "], "the text is empty"),
    (["Kim", "-o", "out"], "-o: only the results of files go to a folder"),
    (["Kim", "--column", "a"], "--column: is for tables"),
    (["Kim", "--no-header"], "--no-header: is for tables"),
    ([""], "the text is empty"),
    (["", PRIVATE], "several arguments must all be existing files"),
    (["Kim", "--package", "unheard-of"], "backend unheard-of: there is no backend of this name"),
    (["Kim", "--package", "spacyy"], "did you mean spacy?"),
    (["Kim", "--package", ","], "is not a list of backends"),
    (
        ["Kim", "--package", "broken"],
        "backend broken: the model small is not there; run: get small",
    ),
    ([PRIVATE, "--package", "crashing"], "backend crashing: failed with RuntimeError"),
    ([PRIVATE, "--package", "lying"], "backend lying: returned a span from 0 to 13 in a text of 8"),
    (["Kim", "--combine", "both"], "there is no combination 'both'"),
    (["Kim", "--combine", "intersection", "--at-least", "1"], "at least: only for majority"),
    (["Kim", "--weights", "known=2"], "weights: only for weighted"),
    (["Kim", "--combine", "weighted", "--weights", "known"], "--weights: write names and numbers"),
    (["Kim", "--combine", "weighted", "--weights", "=2"], "--weights: write names and numbers"),
    (["Kim", "--combine", "weighted", "--weights", "x=2"], "there is no backend 'x' among"),
    (["Kim", "--details", "10"], "there is no mask '10'; there are 1 nric, 2 phone"),
    (["Kim", "--details", "a"], "--details: give numbers from 1 to 9"),
    (["Kim", "--expr", "abc"], "--expr: write REGEX=TEXT"),
    (["Kim", "--expr", "(=x"], "custom pair 1: not a regular expression"),
    (["Kim", "--expr", r"(a)=\1"], "custom pair 1: the text may have no backslash"),
    (
        ["Kim", "--lang", "xx", "--package", "tacknamn"],
        "backend tacknamn: the language 'xx'",
    ),
]


@pytest.mark.parametrize(("arguments", "said"), FAULTS, ids=lambda value: " ".join(value)[:40])
def test_every_fault_is_one_line(
    here: Here, arguments: list[str], said: str, tmp_path: Path
) -> None:
    package = () if "--package" in arguments else ("--package", "known:Kim")
    is_reported(here(*arguments, *package), said)
    assert [one.name for one in tmp_path.iterdir() if one.name != "cache"] == []


def test_a_text_that_is_no_unicode_is_refused(run: Run) -> None:
    if os.name == "posix":
        is_reported(run(os.fsdecode(b"Kim \xff"), "--package", "known:Kim"), "not UTF-8")


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_a_full_disk_leaves_nothing_behind(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(PRIVATE, "utf-8")
    (tmp_path / "file").write_text("", "utf-8")
    is_reported(run("a.txt", *FOUND, "-o", "file"), "file: not a folder")
    is_reported(run("a.txt", *FOUND, "-o", "file/below"), "file/below: Not a directory")
    is_reported(run("a.txt", *FOUND, "-o", "/proc/nowhere"), "/proc/nowhere: ")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.txt", "file"]


def test_two_files_of_one_name_do_not_share_a_result(run: Run, tmp_path: Path) -> None:
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.txt").write_text("Kim", "utf-8")
    is_reported(run("x/a.txt", "y/a.txt", *FOUND, "-o", "out"), "would both be written to")
    assert run("x/a.txt", "y/a.txt", *FOUND).returncode == 0


def test_others_keep_going_and_the_failed_are_named(run: Run, tmp_path: Path) -> None:
    bad = "known:Kim,broken,crashing,unheard-of"
    done = run("Kim", "--package", bad, "--combine", "intersection", "--keep-going")
    assert (done.returncode, done.stdout) == (2, b"[Name]\n")
    warned = done.stderr.decode().splitlines()
    assert [line.split(":")[1].strip() for line in warned] == [
        "backend unheard-of", "backend broken", "backend crashing",
    ]  # fmt: skip
    is_reported(
        run("Kim", "--package", "broken,crashing", "--keep-going"),
        "all packages failed",
        "backend broken: ",
    )


@pytest.mark.slow
def test_a_backend_that_hangs_is_ended(run: Run) -> None:
    hanging = ("--package", "known:Kim,hanging", "--seconds", "1")
    is_reported(run("Kim", *hanging), "backend hanging")
    done = run("Kim", *hanging, "--keep-going")
    assert (done.returncode, done.stdout) == (2, b"[Name]\n")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_who_is_told_to_end_leaves_nothing_behind(
    around: dict[str, str], tmp_path: Path, number: int, code: int
) -> None:
    (tmp_path / "a.txt").write_text(PRIVATE, "utf-8")
    words = [sys.executable, "-c", PROGRAM, "mask", "a.txt", "--package", "hanging"]
    with watched(
        subprocess.Popen(words, cwd=tmp_path, env=around, stderr=subprocess.PIPE)
    ) as process:
        wait_until(lambda: any(tmp_path.glob(".*.tmp")))
        process.send_signal(number)
        _, told = process.communicate()
    assert process.returncode == code, told
    assert [one.name for one in tmp_path.iterdir() if one.name != "cache"] == ["a.txt"]


# ---- the program -------------------------------------------------------------------------


def test_help_says_what_is_a_text_and_what_a_file(run: Run) -> None:
    done = run("--help", NO_COLOR="1")
    told = re.sub(r"[│╭╮╰╯─\s]+", " ", done.stdout.decode())
    assert "\x1b" not in told
    for said in (
        "--text",
        "--keep-going",
        "gazetteer-first",
        "The last = separates them",
        "is an error",
        'command:"./ner --fast"',
        "an installed plug-in adds",
        "majority: what more than half found",
        "Examples: tacknamn mask",
    ):
        assert said in told


LIGHT = """
import sys
from tacknamn.cli.app import app
assert not [name for name in sys.modules if name.startswith("tacknamn.ner.backends")]
try:
    app(["mask", "My sister Amina Lind called."])
except SystemExit:
    pass
heavy = {"spacy", "nltk", "flair", "stanza", "transformers", "torch", "numpy", "regex", "cryptography"}
print(sorted(heavy & set(sys.modules)))
"""


def test_no_model_and_no_package_is_loaded_that_nobody_asked_for(data: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIGHT], env=environment(TACKNAMN_DATA=str(data)),
        capture_output=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.stdout.decode().splitlines() == ["My sister [Name] called.", "[]"]


SWEDISH = "Patienten heter Anna och hon är född i Lund, men bor nu i Malmö med sin man och har ont i magen."
SINGAPORE = b"patterns are those of hospitals in Singapore"


def test_a_text_in_another_language_gets_a_warning(run: Run, tmp_path: Path) -> None:
    done = run(SWEDISH)
    assert b"warning: a text seems to be Swedish, not English: use --lang sv\n" in done.stderr
    assert run(SWEDISH, "--lang", "sv").stderr == run(SWEDISH, "-q").stderr == b""
    table = tmp_path / "notes.csv"
    table.write_text("note\n" + "\n".join(f'"{part}"' for part in SWEDISH.split(",")), "utf-8")
    assert run(table).stderr.count(b"seems to be Swedish") == 1


def test_words_in_scripts_without_capitals_are_counted(run: Run, tmp_path: Path) -> None:
    text = "She wrote سيارة جميلة في الشارع اليوم to Anna."
    warning = b"warning: 5 words in Arabic script were not examined\n"
    assert warning in run(text).stderr
    assert run(text, "-q").stderr == b""
    note = tmp_path / "note.txt"
    note.write_text(text, "utf-8")
    assert warning in run(note).stderr


def test_patterns_of_singapore_warn_of_swedish(run: Run) -> None:
    assert SINGAPORE in run(SWEDISH, "--lang", "sv", "--details", "1,2").stderr
    assert SINGAPORE not in run(SWEDISH, "--lang", "sv").stderr
    english = "Anna is in ward 7 and she has a brother who lives in Leeds with his wife."
    assert run(english, "--details", "1,2").stderr == b""

"""Whatever a bundle, a text or a user brings: an answer or one error that says what to do.

The fuzzers in tests/fuzz look for what is not so; what they have found stands here.
"""

import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tacknamn.bundle import MANIFEST, Bundle
from tacknamn.engines import has_native
from tacknamn.errors import BundleError, Error, InputError
from tacknamn.lexicon import Lexicon
from tacknamn.matcher import Matcher
from tests.fuzz import forged, threads
from tests.fuzz.bundle_parts import Parts
from tests.fuzz.bundles import small_bundle

ENGINES = [
    pytest.param("native", marks=pytest.mark.skipif(not has_native(), reason="not compiled")),
    "portable",
]
BLOCK = 8192
"""Bytes of folded text in which the compiled scanner works: borders are where it may err."""


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_bundle(tmp_path_factory.mktemp("good"))


@pytest.fixture(scope="module")
def lexicon(good: Path) -> Lexicon:
    return Lexicon(Bundle(good))


@pytest.fixture
def copy(good: Path, tmp_path: Path) -> Path:
    return shutil.copytree(good, tmp_path / "copy")


# ---- fuzzing ----------------------------------------------------------------------------


def test_forged_bundles_end_in_our_errors_only() -> None:
    cases, opened, finding = forged.run(seconds=8)
    assert finding is None, str(finding)
    assert opened > 5 and cases > opened


@pytest.mark.full
@pytest.mark.parametrize("seed", [1, 2])
def test_many_forged_bundles_end_in_our_errors_only(seed: int) -> None:
    _, _, finding = forged.run(seconds=150, seed=seed)
    assert finding is None, str(finding)


def test_eight_threads_with_one_table_agree() -> None:
    assert threads.run(seconds=1) > 0


# ---- texts ------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_a_word_at_the_end_of_a_block_is_found(lexicon: Lexicon, engine: str) -> None:
    """It once began where nothing of the block was left, and was written behind it."""
    matcher = Matcher(lexicon, engine)
    for size in range(BLOCK - 100, BLOCK + 5):
        [found] = matcher.spans("-" * size + "Gothenburg" + "!" * 90)
        assert found[:2] == (size, size + len("Gothenburg"))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_long_word_at_the_end_of_a_block_is_passed_over(lexicon: Lexicon, engine: str) -> None:
    matcher = Matcher(lexicon, engine)
    for size in range(BLOCK - 100, BLOCK + 5):
        text = "-" * size + "a" * 3 * BLOCK + " Gothenburg"
        assert [match.form for match in matcher.match(text)] == ["Gothenburg"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("form", ["Anna-Karin:s", "Anna-Karin's", "Uppsala universitets", "Hans'"])
def test_a_genitive_at_the_end_of_a_block_is_whole(
    lexicon: Lexicon, engine: str, form: str
) -> None:
    """Its ending once was cut off when it stood in the next block."""
    matcher = Matcher(lexicon, engine)
    for size in range(BLOCK - 100, BLOCK + 5):
        text = f"{'x ' * (size // 2)}{'x' * (size % 2)} {form} x x"
        assert [(match.form, match.affixes) for match in matcher.match(text)] == [(form, ("gen",))]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_word_is_never_cut_in_two_by_a_block(lexicon: Lexicon, engine: str) -> None:
    """A block once began 64 letters before an undecided word, in the middle of another one."""
    matcher = Matcher(lexicon, engine)
    for size in range(50, 64):
        text = f"XGothenburg{'.' * size}Gothenburg{'.' * BLOCK}"
        assert [match.start for match in matcher.match(text)] == [11 + size]


HUGE = 100_000_000


@pytest.mark.full
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("piece", "found"), [("Hans bor i Gothenburg och ", 2), ("a", 0), (".", 0), (" ", 0)]
)
def test_a_line_of_a_hundred_megabytes_is_matched(
    lexicon: Lexicon, engine: str, piece: str, found: int
) -> None:
    times = HUGE // len(piece)
    assert len(Matcher(lexicon, engine).spans(piece * times)) == found * times


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "piece",
    ["\u0308", "a\u0308", "\u00ad", "\u00ad\u0308", "😀", "ΐ", "Berg ", "Berg--", "'", "s "],
)
def test_time_grows_with_the_text_and_no_faster(lexicon: Lexicon, engine: str, piece: str) -> None:
    matcher = Matcher(lexicon, engine)
    matcher.spans(piece)
    began = time.monotonic()
    matcher.spans(piece * (200_000 // len(piece)))
    assert time.monotonic() - began < 10


NO_TEXTS = [None, b"Hans", bytearray(b"Hans"), 7, ["Hans"]]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", NO_TEXTS, ids=repr)
def test_what_is_no_text_is_refused(lexicon: Lexicon, engine: str, text: Any) -> None:
    matcher = Matcher(lexicon, engine)
    for use in (matcher.match, matcher.spans, lambda text: matcher.match_many(["Hans", text])):
        with pytest.raises(InputError, match=f"must be str, not {type(text).__name__}"):
            use(text)


@pytest.mark.parametrize("text", NO_TEXTS, ids=repr)
def test_what_is_no_form_is_refused(lexicon: Lexicon, text: Any) -> None:
    for use in (lexicon.lookup, lexicon.complete, lexicon.is_word, lexicon.search):
        with pytest.raises(InputError, match=f"must be str, not {type(text).__name__}"):
            use(text)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"labels": ["town"]}, "there is no label 'town'; there are"),
        ({"labels": [None]}, "there is no label None; there are"),
        ({"labels": []}, "labels is empty"),
        ({"overlaps": "some"}, "choose one of all, longest, best"),
        ({"engine": "steam"}, "choose auto, native or portable"),
    ],
)
def test_an_unknown_option_is_told_with_those_there_are(
    lexicon: Lexicon, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        Matcher(lexicon, **options)


def test_an_unknown_label_to_complete_is_told(lexicon: Lexicon) -> None:
    with pytest.raises(InputError, match="there is no label 'town'"):
        lexicon.complete("g", label="town")


@pytest.mark.parametrize("entry", [-1, 10**6, 10**30])
def test_an_entry_that_the_bundle_has_not_is_refused(lexicon: Lexicon, entry: int) -> None:
    for use in (lexicon.candidates, lexicon.certainty):
        with pytest.raises(InputError, match="this bundle has entries 0 to"):
            use(entry)


# ---- bundles ----------------------------------------------------------------------------


def change_manifest(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = folder / MANIFEST
    manifest = json.loads(path.read_text("utf-8"))
    change(manifest)
    path.write_text(json.dumps(manifest), "utf-8")


@pytest.mark.parametrize(
    "change",
    [
        lambda m: m.pop("code"),
        lambda m: m.pop("counts"),
        lambda m: m["counts"].update(labels=[]),
        lambda m: m["counts"]["labels"].update(city="many"),
        lambda m: m["sources"]["s0"].pop("vintage"),
        lambda m: m["sources"].update(s0=None),
        lambda m: m.update(skipped=[7]),
        lambda m: m["sources"]["s0"].update(records=float("nan")),
        lambda m: m["sources"]["s0"].update(records=float("inf")),
        lambda m: m.update(profile="\ud800"),
    ],
)
def test_a_manifest_that_cannot_be_told_is_refused(
    change: Callable[[dict[str, Any]], object], copy: Path
) -> None:
    change_manifest(copy, change)
    with pytest.raises(BundleError, match=r"manifest\.json: .*build it anew"):
        Bundle(copy)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
@pytest.mark.parametrize("name", [MANIFEST, "table.bin", "lexicon.tsv"])
def test_a_pipe_in_the_place_of_a_file_does_not_hang(name: str, copy: Path) -> None:
    (copy / name).unlink()
    os.mkfifo(copy / name)
    if name != MANIFEST:
        change_manifest(copy, lambda m: m["files"][name].update(size=0))
    with pytest.raises(BundleError, match=name):
        Bundle(copy)


def test_an_endless_manifest_is_refused(copy: Path) -> None:
    with (copy / MANIFEST).open("r+b") as file:
        file.truncate(1 << 30)
    with pytest.raises(BundleError, match="this is no manifest"):
        Bundle(copy)


@pytest.mark.parametrize("place", ["", ".", "..", "/", "a\0b", "x" * 5000])
def test_a_folder_without_a_bundle_is_told_whatever_its_name(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    with pytest.raises(BundleError):
        Bundle(Path(place))


def forge(folder: Path, section: str, column: str, data: bytes) -> Lexicon:
    """Put other numbers into a column, and let the rest of the bundle agree."""
    parts = Parts.read(folder)
    columns, rows = parts.columns(section), parts.rows(section)
    assert columns is not None and rows is not None
    size = len(columns[column])
    parts.put(section, rows, {**columns, column: bytearray((data * size)[:size])})
    parts.settle_manifest()
    parts.write(folder)
    return Lexicon(Bundle(folder))


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -1.0])
@pytest.mark.parametrize(
    ("section", "column", "letter"),
    [("entries", "mentions", "f"), ("entries", "count", "d"), ("forms", "ordinary", "f")],
)
def test_counts_that_cannot_be_are_refused(
    copy: Path, section: str, column: str, letter: str, number: float
) -> None:
    forged_one = forge(copy, section, column, struct.pack(f"<{letter}", number))
    with pytest.raises(BundleError, match="a count is no number"):
        forged_one.lookup("Hans")


@pytest.mark.parametrize("entry", [0, 5, 2**32 - 1])
def test_a_form_without_senses_is_refused(copy: Path, entry: int) -> None:
    forged_one = forge(copy, "forms", "entry", struct.pack("<I", entry))
    with pytest.raises(BundleError, match="points outside"):
        forged_one.lookup("Hans")
    for match in Matcher(forged_one).match("Hans bor i Gothenburg"):
        with pytest.raises(BundleError, match="points outside"):
            _ = match.base


@pytest.mark.skipif(not has_native(), reason="not compiled")
@pytest.mark.parametrize("slots", [b"\xff" * 64, b"\1\0\0\0" * 16, b"\0\0\0\x80" * 16])
def test_a_table_of_lies_gives_no_false_hits(copy: Path, slots: bytes) -> None:
    forged_one = forge(copy, "table", "bucket", slots)
    assert Matcher(forged_one, "native").match("Hans bor i Gothenburg. " * 50) == []


def test_texts_that_overlap_do_not_fill_the_memory(copy: Path) -> None:
    """Rows that all hold the whole text: the portable engine would unfold each of them."""
    forms = Bundle(copy, verify=False).section("forms")
    whole = len(forms.data("text"))
    offsets = [0, whole] * (forms.rows // 2 + 1)
    forged_offsets = struct.pack(f"<{forms.rows + 1}I", *offsets[: forms.rows + 1])
    with pytest.raises(BundleError, match=r"forms\.bin.*overlap"):
        Matcher(forge(copy, "forms", "offset", forged_offsets), "portable").match("Hans")


@pytest.mark.parametrize("engine", ENGINES)
def test_inflections_of_nothing_are_refused_or_not_found(copy: Path, engine: str) -> None:
    matcher = Matcher(forge(copy, "inflections", "base", b"\xff"), engine)
    try:
        assert matcher.match("läraren") == []
    except BundleError as exc:
        assert "inflections.bin" in str(exc)


# ---- commands ---------------------------------------------------------------------------


def run(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tacknamn", *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "120"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **options,
    )


def is_told(done: subprocess.CompletedProcess[str], *said: str) -> None:
    """One line on stderr, exit code 2, nothing on stdout, no traceback."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    for part in said:
        assert part in done.stderr


COMMANDS = [("lookup", "Hans"), ("match",), ("complete", "G"), ("info",)]


@pytest.mark.parametrize("command", COMMANDS, ids=[row[0] for row in COMMANDS])
def test_no_bundle_says_which_command_makes_one(command: tuple[str, ...], tmp_path: Path) -> None:
    is_told(run(*command, "--data", tmp_path, input="Hans"), "tacknamn-build compile")


def test_no_bundle_anywhere_says_so_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("TACKNAMN_DATA", raising=False)
    is_told(run("lookup", "Hans", cwd=tmp_path), "tacknamn-build compile", "TACKNAMN_DATA")


def swap_order(folder: Path) -> None:
    data = bytearray((folder / "forms.bin").read_bytes())
    data[12:16] = data[12:16][::-1]
    (folder / "forms.bin").write_bytes(data)
    parts = Parts.read(folder)
    parts.settle_manifest()
    parts.write(folder)


def truncate(folder: Path) -> None:
    data = (folder / "forms.bin").read_bytes()
    (folder / "forms.bin").write_bytes(data[:-9])


def spoil(folder: Path) -> None:
    data = bytearray((folder / "forms.bin").read_bytes())
    data[-1] ^= 1
    (folder / "forms.bin").write_bytes(data)


DAMAGE: list[tuple[str, Callable[[Path], object], str, str]] = [
    ("version", lambda f: change_manifest(f, lambda m: m.update(version=9)), MANIFEST, "version 9"),
    ("truncated", truncate, "forms.bin", "bytes instead of"),
    ("checksum", spoil, "forms.bin", "its checksum differs"),
    ("byte order", swap_order, "forms.bin", "another byte order"),
]


@pytest.mark.parametrize(("what", "damage", "file", "said"), DAMAGE, ids=[row[0] for row in DAMAGE])
def test_a_damaged_bundle_is_told_with_file_and_remedy(
    what: str, damage: Callable[[Path], object], file: str, said: str, copy: Path
) -> None:
    damage(copy)
    is_told(run("match", "--data", copy, input="Hans"), file, said, "tacknamn-build compile")


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A temporary folder that everybody may enter."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


AS_NOBODY = """
import os, sys
from tacknamn import Error, Lexicon
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    Lexicon.open(sys.argv[1])
except Error as exc:
    print(exc)
"""


@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
@pytest.mark.parametrize("name", [MANIFEST, "strings.bin", "table.bin", "."])
def test_what_may_not_be_read_is_told(name: str, good: Path, open_folder: Path) -> None:
    folder = shutil.copytree(good, open_folder / "bundle")
    for path in (folder, *folder.iterdir()):
        path.chmod(0o755)
    (folder / name).chmod(0)
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, str(folder)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    (folder / name).chmod(0o755)
    assert done.returncode == 0, done.stderr
    assert "cannot be read" in done.stdout
    assert (name if name != "." else MANIFEST) in done.stdout
    assert "tacknamn-build" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--label", "town"), "there is no label 'town'"),
        (("--engine", "steam"), "choose auto, native or portable"),
        (("no-such-file.txt",), "no-such-file.txt"),
        ((".",), "directory"),
        (("latin.txt",), "latin.txt: no UTF-8 at byte 1"),
    ],
)
def test_bad_input_to_match_is_told(
    arguments: tuple[str, ...], said: str, good: Path, tmp_path: Path
) -> None:
    (tmp_path / "latin.txt").write_bytes(b"G\xf6teborg")
    is_told(run("match", "--data", good, *arguments, input="", cwd=tmp_path), said)


@pytest.mark.parametrize("form", ["[/]", "[red]", "\\[", "\x1b[31m", "", " ", "\udcff"])
@pytest.mark.parametrize("json_too", [False, True])
def test_any_form_can_be_looked_up_and_printed(form: str, json_too: bool, good: Path) -> None:
    done = run("lookup", form, "--data", good, *(["--json"] if json_too else []))
    assert (done.returncode, done.stderr) == (1, "")


def test_errors_never_quote_the_text(lexicon: Lexicon) -> None:
    with pytest.raises(Error) as raised:
        Matcher(lexicon).match(b"Hans Hemlig")  # type: ignore[arg-type]
    assert "Hemlig" not in str(raised.value)

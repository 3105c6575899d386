"""Compiling: the last good bundle outlives every fault, and builds do not meet."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tacknamn.errors import Error, InputError, SourceError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.writing.replace_folder import replace_folder
from tacknamn_builders.bundle.compile import compile_bundle
from tacknamn_builders.sources.profiles import load_profile
from tacknamn_builders.sources.source_table import load_sources
from tests.making import put_receipt
from tests.timing import PATIENCE

ROOT = Path(__file__).parent.parent
PROFILE = """
title = "Two small sources"
country = "SE"
bounded = false
skip_missing = {skip_missing}
sources = ["faker", "svensktext-places"]
"""


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    for id in ("faker", "svensktext-places"):
        shutil.copytree(ROOT / "tests" / "raw" / id, tmp_path / "raw" / id)
    return tmp_path / "raw"


def profile_file(folder: Path, skip_missing: str = "false") -> str:
    path = folder / "small.toml"
    path.write_text(PROFILE.format(skip_missing=skip_missing), "utf-8")
    return str(path)


@pytest.fixture
def out(raw: Path, tmp_path: Path) -> Path:
    """A good bundle."""
    return compile_bundle(load_profile(profile_file(tmp_path)), raw, tmp_path / "build" / "small")


def fingerprint(bundle: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in bundle.iterdir()}


def leftovers(out: Path) -> list[str]:
    return [path.name for path in out.parent.iterdir() if path.name.startswith(f".{out.name}")]


def test_a_bundle_opens(out: Path) -> None:
    assert Lexicon.open(out).lookup("anna")[0].label == "firstname_female"


def break_column(raw: Path) -> None:
    path = next(raw.glob("svensktext-places/*/kommuner.csv"))
    path.write_text(path.read_text("utf-8").replace("population", "folkmängd", 1), "utf-8")


def break_encoding(raw: Path) -> None:
    path = next(raw.glob("svensktext-places/*/kommuner.csv"))
    path.write_bytes(path.read_text("utf-8").encode("latin-1"))


def lose_source(raw: Path) -> None:
    shutil.rmtree(raw / "svensktext-places")


@pytest.mark.parametrize(
    ("damage", "said"),
    [(break_column, "population"), (break_encoding, "utf-8"), (lose_source, "fetch")],
)
def test_a_broken_source_is_named_with_the_remedy_and_the_last_bundle_stays(
    raw: Path, out: Path, tmp_path: Path, damage: object, said: str
) -> None:
    before = fingerprint(out)
    damage(raw)  # type: ignore[operator]
    with pytest.raises(SourceError, match=f"svensktext-places.*{said}"):
        compile_bundle(load_profile(profile_file(tmp_path)), raw, out)
    assert fingerprint(out) == before
    assert not leftovers(out)


def test_a_source_below_its_row_bound_ends_the_build(raw: Path, out: Path, tmp_path: Path) -> None:
    before = fingerprint(out)
    put_receipt(load_sources()["faker"], raw)
    alone = tmp_path / "alone.toml"
    alone.write_text('title = "One"\ncountry = "SE"\nsources = ["faker"]\n', "utf-8")
    with pytest.raises(SourceError, match=r"source faker: .* records, 1,500 or more"):
        compile_bundle(load_profile(str(alone)), raw, out)
    assert fingerprint(out) == before


def test_a_profile_may_skip_what_is_missing(raw: Path, tmp_path: Path) -> None:
    lose_source(raw)
    profile = load_profile(profile_file(tmp_path, skip_missing="true"))
    bundle = compile_bundle(profile, raw, tmp_path / "build" / "small")
    assert Lexicon.open(bundle).bundle.manifest["skipped"] == ["svensktext-places"]


def test_only_permissive_sources_make_a_bundle_that_may_be_passed_on(
    raw: Path, tmp_path: Path
) -> None:
    profile = load_profile(profile_file(tmp_path)).restrict_to_permissive()
    bundle = compile_bundle(profile, raw, tmp_path / "build" / profile.name)
    manifest = Lexicon.open(bundle).bundle.manifest
    assert manifest["redistributable"] is True
    assert list(manifest["sources"]) == ["faker"]


def test_a_folder_of_other_things_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    thesis = tmp_path / "pr" / "thesis.txt"
    thesis.parent.mkdir()
    thesis.write_text("x", "utf-8")
    with pytest.raises(InputError, match="is not a bundle, and its content would be lost"):
        compile_bundle(load_profile(profile_file(tmp_path)), tmp_path / "no raw", thesis.parent)
    assert thesis.read_text("utf-8") == "x"


def test_a_file_in_the_way_is_reported(raw: Path, tmp_path: Path) -> None:
    (tmp_path / "build").write_text("a file, not a folder", "utf-8")
    with pytest.raises(Error, match="cannot be written"):
        compile_bundle(load_profile(profile_file(tmp_path)), raw, tmp_path / "build" / "small")


LIMITED = ("bash", "-c", 'ulimit -f 4; trap "" XFSZ; exec "$@"', "bash")
"""Starts a program whose files cannot grow beyond 4 KiB, as on a full disk."""


def compile_in_process(
    tmp_path: Path, raw: Path, out: Path, before: Iterable[str] = ()
) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tacknamn_builders", "compile", "-q"]
    command += ["--profile", profile_file(tmp_path), "--out", str(out)]
    environment = os.environ | {"TACKNAMN_RAW": str(raw), "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen([*before, *command], env=environment, stderr=subprocess.PIPE, text=True)


def test_a_full_disk_ends_in_one_message_and_the_last_bundle_stays(
    raw: Path, out: Path, tmp_path: Path
) -> None:
    before = fingerprint(out)
    run = compile_in_process(tmp_path, raw, out, LIMITED)
    _, said = run.communicate(timeout=PATIENCE)
    assert run.returncode == 2, said
    assert "Traceback" not in said
    assert "cannot be written" in said and "--out" in said
    assert fingerprint(out) == before
    assert not leftovers(out)


@pytest.mark.slow
def test_a_killed_compile_leaves_the_last_bundle_and_the_next_one_sweeps(
    raw: Path, out: Path, tmp_path: Path
) -> None:
    before = fingerprint(out)
    for delay in (0.2, 0.5, 0.8):
        run = compile_in_process(tmp_path, raw, out)
        time.sleep(delay)
        run.kill()
        run.communicate(timeout=PATIENCE)
        assert fingerprint(out) == before
    out.with_name(f".{out.name}.0123456789abcdef.partial").mkdir()
    compile_bundle(load_profile(profile_file(tmp_path)), raw, out)
    assert fingerprint(out) == before
    assert not leftovers(out)


@pytest.mark.slow
def test_builds_at_once_do_not_damage_each_other(raw: Path, out: Path, tmp_path: Path) -> None:
    before = fingerprint(out)
    runs = [compile_in_process(tmp_path, raw, out) for _ in range(3)]
    said = [run.communicate(timeout=PATIENCE)[1] for run in runs]
    assert [run.returncode for run in runs] == [0, 0, 0], said
    assert fingerprint(out) == before
    assert not leftovers(out)


def test_a_machine_that_died_between_the_renamings_gets_its_bundle_back(
    raw: Path, out: Path, tmp_path: Path
) -> None:
    before = fingerprint(out)
    out.rename(out.with_name(f".{out.name}.previous"))
    with pytest.raises(SourceError):
        lose_source(raw)
        compile_bundle(load_profile(profile_file(tmp_path)), raw, out)
    with pytest.raises(ZeroDivisionError), replace_folder(out):
        raise ZeroDivisionError
    assert fingerprint(out) == before


def test_readers_see_a_whole_bundle_at_any_time(raw: Path, out: Path, tmp_path: Path) -> None:
    faults: list[Exception] = []
    done = threading.Event()

    def read() -> Iterator[None]:
        while not done.is_set():
            try:
                Lexicon.open(out).lookup("Anna")
            except Error as exc:
                faults.append(exc)
            yield

    reader = threading.Thread(target=lambda: list(read()))
    reader.start()
    try:
        for _ in range(3):
            compile_bundle(load_profile(profile_file(tmp_path)), raw, out)
    finally:
        done.set()
        reader.join()
    assert not faults


def test_a_missing_source_is_named_with_its_folder_and_the_profile_as_it_was_given(
    tmp_path: Path,
) -> None:
    """It said ``--profile small``, which does not exist, and not where it had looked."""
    profile = profile_file(tmp_path)
    with pytest.raises(SourceError) as raised:
        compile_bundle(load_profile(profile), tmp_path / "nothing", tmp_path / "out")
    faker = load_sources()["faker"]
    assert f"is not in {tmp_path / 'nothing' / 'faker' / faker.version}; " in str(raised.value)
    assert f"run `tacknamn-build fetch --profile {profile}` first" in str(raised.value)

"""The commands as people and scripts call them: what they print, and how they end."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import tacknamn
from tacknamn.errors import SourceError
from tacknamn_builders.sources.profiles import load_profile
from tacknamn_builders.sources.source_table import load_sources
from tests import forks, making
from tests.golden_build import PROFILE, RAW, build
from tests.timing import PATIENCE

COMMANDS = ("status", "fetch", "compile", "check", "diff", "notice", "demo")


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("build") / "golden")


def run(
    module: str, *arguments: str | Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    path = {"PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "120"}
    command = [sys.executable, "-m", module, *map(str, arguments)]
    return forks.run_text(command, os.environ | path | environment)


def built(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return run("tacknamn_builders", *arguments, **environment)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    done = built(command, "--help")
    assert done.returncode == 0
    assert "Usage" in done.stdout and len(done.stdout.splitlines()) > 5


def test_the_version_is_printed() -> None:
    done = built("--version")
    assert (done.returncode, done.stdout) == (0, f"tacknamn-build {tacknamn.__version__}\n")


def test_status_says_what_is_here() -> None:
    done = built("status", "--json", TACKNAMN_RAW=str(RAW.parent / "nowhere"))
    states = {state["source"]: state for state in json.loads(done.stdout)}
    assert states["curation"]["present"] is True
    assert states["faker"]["present"] is False
    assert states["faker"]["licence"] == "MIT"


def test_status_is_a_line_with_tabs_for_each_source_in_a_pipe() -> None:
    done = built("status", COLUMNS="20")
    assert done.returncode == 0
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert [row[0] for row in rows] == list(load_sources())
    assert {len(row) for row in rows} == {6}
    assert "\x1b" not in done.stdout


def test_quiet_status_shows_what_is_missing(tmp_path: Path) -> None:
    done = built("status", "--quiet", TACKNAMN_RAW=str(tmp_path))
    missing = {line.split("\t")[0] for line in done.stdout.splitlines()}
    assert missing == {id for id, source in load_sources().items() if not source.hand_made}


def test_compile_shows_each_source_and_quiet_nothing(tmp_path: Path) -> None:
    arguments = ("compile", "--profile", PROFILE, "--out", tmp_path / "bundle")
    done = built(*arguments, TACKNAMN_RAW=str(RAW))
    assert done.returncode == 0, done.stderr
    assert "faker: " in done.stderr and done.stdout == ""
    done = built(*arguments, "--quiet", TACKNAMN_RAW=str(RAW))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("compile", "--profile", "nobody"), "no profile 'nobody'; choose one of default, full"),
        (("compile", "--profile", "/nowhere/x.toml"), "/nowhere/x.toml"),
        (("compile",), "tacknamn-build fetch"),
        (("fetch", "nobody"), "no source 'nobody'"),
        (("fetch", "faker", "--offline"), "faker"),
        (("check", "--bundle", "/nowhere"), "/nowhere"),
        (("diff", "/nowhere", "/nowhere"), "/nowhere"),
        (("demo", "--bundle", "/nowhere"), "tacknamn-build compile"),
        (("notice", "--out", "/nowhere/NOTICE.md"), "/nowhere/NOTICE.md"),
    ],
)
def test_an_error_is_one_line_and_exit_code_2(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    here = {f"TACKNAMN_{name}": str(tmp_path / name) for name in ("RAW", "BUILD", "CACHE")}
    done = built(*arguments, **here)
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == (2 if "--offline" not in arguments else done.returncode)


def test_check_prints_json_and_ends_with_1_when_a_promise_is_broken(
    bundle: Path, tmp_path: Path
) -> None:
    promising = tmp_path / "golden.toml"
    text = PROFILE.read_text("utf-8")
    promising.write_text(f"{text}\n[least]\ncountries = 1000\n", "utf-8")
    check = ("check", "--profile", promising, "--bundle", bundle, "--json")
    done = built(*check, TACKNAMN_RAW=str(RAW))
    report = json.loads(done.stdout)
    assert done.returncode == 1
    assert report["failed"] is True
    assert any(finding["rule"] == "size" for finding in report["findings"])


def test_diff_of_a_bundle_with_itself_is_nothing(bundle: Path) -> None:
    done = built("diff", bundle, bundle)
    assert (done.returncode, done.stdout) == (0, "no difference\n")


def test_quiet_diff_sets_its_exit_code(bundle: Path, tmp_path: Path) -> None:
    other = making.bundle(tmp_path / "other", [[making.entry("Ek", "surname", 5)]])
    done = built("diff", "--quiet", bundle, other)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")


def test_check_shows_its_steps_and_quiet_nothing_but_broken_rules(tmp_path: Path) -> None:
    small = making.bundle(tmp_path / "small", [[making.entry("Ek", "surname", 5)]])
    arguments = ("check", "--profile", PROFILE, "--bundle", small)
    nothing = {"TACKNAMN_RAW": str(tmp_path)}
    done = built(*arguments, **nothing)
    assert "checking the sources" in done.stderr and "all rules hold" in done.stdout
    assert "measuring coverage" not in done.stderr  # no reference is there
    done = built(*arguments, "--quiet", **nothing)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    promising = tmp_path / "golden.toml"
    text = PROFILE.read_text("utf-8")
    promising.write_text(f"{text}\n[least]\ncountries = 1000\n", "utf-8")
    done = built("check", "--profile", promising, "--bundle", small, "--quiet", **nothing)
    assert (done.returncode, done.stderr) == (1, "")
    assert len(done.stdout.splitlines()) == 1 and "countries" in done.stdout


def test_notice_says_what_it_wrote_unless_quiet(tmp_path: Path) -> None:
    done = built("notice", "--out", tmp_path / "NOTICE.md")
    assert (done.stdout, done.stderr) == ("", f"wrote {tmp_path / 'NOTICE.md'}\n")
    done = built("notice", "--out", tmp_path / "NOTICE.md", "--quiet")
    assert (done.stdout, done.stderr) == ("", "")


def test_demo_writes_tries_and_searches_a_prefix(bundle: Path, tmp_path: Path) -> None:
    pytest.importorskip("marisa_trie")
    for told in ("written in", "those of these lists"):  # the second time, nothing changed
        done = built("demo", "--bundle", bundle, "--exports", tmp_path / "export")
        assert done.returncode == 0, done.stderr
        assert f"ahocorasick, {told}" in done.stdout
        assert "Göte… in records.marisa" in done.stdout
        assert "göteborg: city SE, rank " in done.stdout
    assert {path.name for path in (tmp_path / "export").iterdir()} == {"marisa", "ahocorasick"}


def test_demo_shows_the_text_before_and_after_with_reasons(bundle: Path) -> None:
    done = built("demo", "--bundle", bundle)
    assert done.returncode == 0, done.stderr
    *sections, engine = done.stdout.split("\n\n")
    content = {title: lines for title, *lines in map(str.splitlines, sections)}
    assert list(content) == [
        "Before", "After", "Why these replacements", "What the lists contain", "Try next"
    ]  # fmt: skip
    (before,), (after,) = content["Before"], content["After"]
    assert before.startswith("Jag heter Elena ") and "Göteborg" in before
    assert after.startswith("Jag heter ") and "Göteborg" not in after
    reasons = content["Why these replacements"]
    assert len(reasons) == 3 and all(" became " in line and "cue: " in line for line in reasons)
    entries = content["What the lists contain"]
    assert any(
        line.startswith("Göteborg\tcity\t") and line.endswith("inhabitants") for line in entries
    )
    assert all(line.startswith("tacknamn ") for line in content["Try next"])
    assert engine.startswith("engine: ")


def test_the_engine_that_the_environment_asks_for_is_reported(bundle: Path) -> None:
    done = built("demo", "--bundle", bundle, TACKNAMN_ENGINE="portable")
    assert done.returncode == 0, done.stderr
    assert "portable (pyahocorasick)" in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("module", ["tacknamn", "tacknamn_builders"])
def test_an_engine_that_does_not_exist_is_an_error(module: str, tmp_path: Path) -> None:
    command = {"tacknamn": "lookup", "tacknamn_builders": "status"}[module]
    done = run(module, command, "Anna", TACKNAMN_ENGINE="evil", TACKNAMN_DATA=str(tmp_path))
    expected = "error: TACKNAMN_ENGINE: choose auto, native or portable, or unset it\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", expected)
    assert run(module, "--help", TACKNAMN_ENGINE="").returncode == 0


def test_check_knows_the_permissive_profiles(tmp_path: Path) -> None:
    for arguments in (("-p", "default-permissive"), ("--licences", "permissive")):
        done = built("check", *arguments, TACKNAMN_BUILD=str(tmp_path))
        assert done.returncode == 2
        assert f"{tmp_path / 'default-permissive'}: no bundle here" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "profile"),
    [(("release",), "release"), (("wheel",), "release"), (("check", "-p", "full"), "full")],
)
def test_a_missing_bundle_is_made_by_the_commands_of_the_error(
    tmp_path: Path, arguments: tuple[str, ...], profile: str
) -> None:
    """They built the profile default, and the same error came again."""
    done = built(*arguments, TACKNAMN_BUILD=str(tmp_path))
    assert done.returncode == 2
    assert (
        f"make one with `tacknamn-build fetch --profile {profile}` and "
        f"`tacknamn-build compile --profile {profile}`"
    ) in done.stderr


def test_a_profile_that_is_a_file_here_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "iceland.toml").touch()
    with pytest.raises(
        SourceError, match=r"no profile 'iceland', but a file: write --profile icel"
    ):
        load_profile("iceland")


def test_the_bundle_of_another_country_is_not_measured_by_the_promises_of_sweden(
    tmp_path: Path,
) -> None:
    iceland = replace(making.profile(1), name="iceland", country="IS")
    rows = [making.entry("Guðrún", "firstname_female", 5, country="IS")]
    made = making.bundle(tmp_path / "iceland", [rows], iceland)
    done = built("check", "--bundle", made, TACKNAMN_RAW=str(tmp_path))
    assert "all rules hold" in done.stdout
    assert done.returncode == 0
    done = built("check", "--bundle", made, "--profile", "default", TACKNAMN_RAW=str(tmp_path))
    assert "error size" in done.stdout and done.returncode == 1


def test_export_takes_the_lists_that_other_commands_take(bundle: Path, tmp_path: Path) -> None:
    """It knew only build/default, and said to install lists that were installed."""
    out = tmp_path / "csv"
    done = built("export", "--format", "csv", "-o", out, TACKNAMN_DATA=str(bundle))
    assert done.returncode == 0, done.stderr
    assert (out / "provenance.json").exists()


HELP = [
    ("fetch", "they are not requested again"),
    ("fetch", "--offline --mirror"),
    ("check", "Folder with copies of the publishers' files"),
    ("diff", "Folder of the old bundle."),
    ("diff", "Folder of the new bundle."),
]


@pytest.mark.parametrize(("command", "said"), HELP)
def test_help_says_what_people_asked(command: str, said: str) -> None:
    shown = built(command, "--help", COLUMNS="200").stdout
    assert said in " ".join(shown.replace("│", " ").split())


def test_lookup_is_lines_with_tabs_in_a_pipe_and_knows_what_it_does_not_know(
    bundle: Path,
) -> None:
    done = run("tacknamn", "lookup", "Kim", "Qwxyz", TACKNAMN_DATA=str(bundle), COLUMNS="20")
    assert done.returncode == 0, done.stderr
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert rows[0][:3] == ["Kim", "Kim", "firstname_unknown"] and len(rows[0]) == 9
    assert rows[-1] == ["Qwxyz", "", "unknown"]
    done = run("tacknamn", "lookup", "Qwxyz", TACKNAMN_DATA=str(bundle))
    assert done.returncode == 1


def test_lookup_speaks_json(bundle: Path) -> None:
    done = run("tacknamn", "lookup", "göteborg", "--json", TACKNAMN_DATA=str(bundle))
    (first, *_) = json.loads(done.stdout)["göteborg"]
    assert (first["form"], first["label"], first["kind"]) == ("Göteborg", "city", "inhabitants")


@pytest.mark.parametrize(
    ("form", "base", "label", "how"),
    [
        ("göteborgs", "Göteborg", "city", "gen"),
        ("Göteborgarnas", "Göteborg", "city", "gen+def+pl"),
        ("Götebrog", "Göteborg", "city", "misspelt"),
        ("Sankt Eriksgatan", "Sankt Eriksgatan", "place", "by the rule street"),
        ("Björkhagaskolans", "Björkhagaskolan", "school", "gen, by the rule school"),
    ],
)
def test_lookup_reads_forms_that_no_list_has(
    bundle: Path, form: str, base: str, label: str, how: str
) -> None:
    done = run("tacknamn", "lookup", form, TACKNAMN_DATA=str(bundle))
    first = done.stdout.splitlines()[0].split("\t")
    assert (first[0], first[1], first[2], first[9]) == (form, base, label, how)
    assert done.returncode == 1  # no list has the form itself
    (reading, *_) = json.loads(
        run("tacknamn", "lookup", form, "--json", TACKNAMN_DATA=str(bundle)).stdout
    )[form]
    assert (reading["form"], reading["label"]) == (base, label)
    assert bool(reading["affixes"] or reading["edits"] or reading["rule"])


def test_lookup_counts_what_is_hardly_ever_meant(tmp_path: Path) -> None:
    from tests.making import bundle as make_bundle
    from tests.making import entry

    villages = [entry("Berg", "city", 5, country=f"S{letter}") for letter in "ABCDEFG"]
    lists = make_bundle(tmp_path / "lists", [[entry("Berg", "surname", 500_000), *villages]])
    shown = run("tacknamn", "lookup", "Berg", TACKNAMN_DATA=str(lists)).stdout.splitlines()
    whole = run("tacknamn", "lookup", "Berg", "--all", TACKNAMN_DATA=str(lists)).stdout.splitlines()
    assert [line.split("\t")[2] for line in shown] == ["surname", "and 7 more; --all"]
    assert [line.split("\t")[2] for line in whole] == ["surname", *["city"] * 7]
    plain = run("tacknamn", "lookup", "Berg", "--json", TACKNAMN_DATA=str(lists)).stdout
    assert len(json.loads(plain)["Berg"]) == 8


def test_lookup_without_a_bundle_says_how_to_make_one(tmp_path: Path) -> None:
    done = run("tacknamn", "lookup", "Kim", TACKNAMN_DATA=str(tmp_path))
    assert done.returncode == 2
    assert "tacknamn-build compile" in done.stderr


def test_the_runtime_starts_without_the_builders() -> None:
    code = (
        "import sys, tacknamn.cli.app; "
        "print({'pandas', 'numpy', 'requests', 'tacknamn_builders'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.stdout == "set()\n"

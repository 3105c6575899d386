"""``tacknamn pseudonymize`` as people and scripts call it."""

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tacknamn.batch.ledger import Ledger
from tacknamn.formats.registry import FORMATS
from tacknamn.replacement.keys import read_key, write_key
from tacknamn.vault.vault import Vault
from tests.reports import on_screen
from tests.running_command import ESSAY, PROGRAMS, command, pseudonymize, under
from tests.timing import wait_until, watched

Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture
def run(data: Path, tmp_path: Path) -> Run:
    def call(*arguments: str | Path, **more: Any) -> subprocess.CompletedProcess[bytes]:
        given = more.pop("given", b"")
        return pseudonymize(*arguments, given=given, **under(tmp_path, data, **more))

    return call


@pytest.fixture
def essays(tmp_path: Path) -> Path:
    folder = tmp_path / "essays"
    (folder / "year1").mkdir(parents=True)
    for number in range(6):
        (folder / f"{number}.txt").write_bytes(f"{ESSAY}{'Slut. ' * number}".encode())
    (folder / "year1" / "a.txt").write_bytes(b"\xef\xbb\xbf" + ESSAY.encode())
    return folder


def test_it_explains_itself(run: Run) -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"--profile" in done.stdout


def test_one_text_goes_to_standard_output_and_only_names_change(run: Run, essays: Path) -> None:
    done = run(essays / "0.txt", "--seed", "7")
    assert done.returncode == 0
    assert done.stdout.startswith(b"Hej!\r\nJag heter ")
    assert done.stdout.endswith(b". Ring 000-000 00 00.\n")
    assert b"Amina" not in done.stdout and b"Lind " not in done.stdout
    assert done.stderr == b"1 document, 13 words, 4 replaced\n"


def test_lists_that_were_not_named_are_named_in_the_last_line(
    tmp_path: Path, data: Path, essays: Path
) -> None:
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "default").symlink_to(data)
    more = under(tmp_path, data) | {"TACKNAMN_DATA": "", "TACKNAMN_BUILD": str(tmp_path / "build")}
    done = pseudonymize(essays / "0.txt", "--seed", "7", given=b"", **more)
    lists = f"lists of {tmp_path / 'build' / 'default'}"
    assert done.stderr.decode() == f"1 document, 13 words, 4 replaced, {lists}\n"
    done = pseudonymize(essays / "0.txt", "--seed", "7", "--data", data, given=b"", **more)
    assert done.stderr == b"1 document, 13 words, 4 replaced\n"


def test_the_same_seed_gives_the_same_wherever_the_text_comes_from(run: Run, essays: Path) -> None:
    named = run(essays / "0.txt", "--seed", "7").stdout
    assert run("--seed", "7", given=ESSAY.encode()).stdout == named
    run(essays, "-o", essays.parent / "out", "--seed", "7")
    assert (essays.parent / "out" / "0_pseudonymized.txt").read_bytes() == named
    assert {run(essays / "0.txt", "-q").stdout for _ in range(4)} != {named}


def test_a_table_comes_and_goes_on_standard_streams(run: Run) -> None:
    done = run("--column", "text", "--seed", "7", given=b'id,text\n1,"Hej, Amina"\n')
    assert done.returncode == 0
    assert done.stdout.startswith(b'id,text\n1,"Hej, ') and b"Amina" not in done.stdout


def test_a_file_of_the_portal_is_written_as_one(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(
        '<?xml version="1.0"?>\n<!-- a --><!-- <b> -->\n<swell source="A"><essays>'
        '<essay student="1" task="2"><content>Amina</content></essay></essays></swell>',
        "utf-8",
    )
    done = run(tmp_path / "a.xml", "-q")
    assert b'<swell source="A">' in done.stdout and b'<content type="svala">{' in done.stdout
    assert b"<document" in run(tmp_path / "a.xml", "-q", "--format", "xml").stdout


def test_a_page_is_read_where_somebody_says_that_it_is_a_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("Amina", "utf-8")
    assert run(tmp_path / "a.html", "--from", "text").returncode == 0


def test_a_person_to_protect_who_is_not_there_is_told(run: Run) -> None:
    given = b"Elsa Ek klagade. Klaganden Elsa Ek bor i Lund."
    warned = run("--profile", "tab", "--protect", "Ida Ekk", given=given).stderr.decode()
    assert warned.startswith("warning: the person to protect is not in the text")
    assert "Ida" not in warned
    assert "Elsa" not in warned
    assert b"warning" not in run("--profile", "tab", "--protect", "Elsa Ek", given=given).stderr
    assert b"warning" not in run("--protect", "Ida Ekk", given=given).stderr


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_a_folder_becomes_a_folder(jobs: str, run: Run, essays: Path) -> None:
    out = essays.parent / "out"
    done = run(essays, "-o", out, "-j", jobs, "--seed", "7")
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr == b"7 documents, 106 words, 28 replaced\n"
    assert sorted(path.relative_to(out).as_posix() for path in out.rglob("*.*")) == [
        *(f"{number}_pseudonymized.txt" for number in range(6)), "year1/a_pseudonymized.txt",
    ]  # fmt: skip
    assert (out / "year1/a_pseudonymized.txt").read_bytes().startswith(b"\xef\xbb\xbfHej!\r\n")


def test_a_second_run_does_only_what_is_new(run: Run, essays: Path) -> None:
    out = essays.parent / "out"
    again = (essays, "-o", out, "--seed", "7")
    run(*again)
    (essays / "new.txt").write_text("Amina\n", "utf-8")
    assert run(*again).stderr == b"1 document, 1 word, 1 replaced, 7 files done before\n"
    assert b"8 documents" in run(*again, "--force").stderr
    assert b"8 documents" in run(*again, "--set", "city=keep").stderr
    assert b"8 documents" in run(essays, "-o", out, "--seed", "8").stderr
    assert b"8 files done before" in run(essays, "-o", out, "--seed", "8").stderr


NOON = 1_790_000_000
"""A time in whole seconds, as ``touch -d`` and many file systems have it."""


@pytest.mark.skipif(os.name != "posix", reason="Windows does not say when a time was set")
def test_a_changed_text_of_the_same_size_and_time_is_new(run: Run, essays: Path) -> None:
    text, out = essays / "0.txt", essays.parent / "out"
    for name in ("Amina", "Karin", "Greta"):
        with text.open("r+b") as file:  # the same file, as rsync --inplace writes it
            file.write(f"Hej {name}, {name} heter du!\n".encode())
        os.utime(text, (NOON, NOON))
        assert b"1 document," in run(text, "-o", out, "--seed", "7").stderr
    assert b"1 file done before" in run(text, "-o", out, "--seed", "7").stderr
    (out / "0_pseudonymized.txt").chmod(0o600)
    assert b"1 file done before" in run(text, "-o", out, "--seed", "7").stderr


def test_what_has_whole_seconds_is_not_noted_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACKNAMN_CACHE", str(tmp_path / "cache"))
    output = tmp_path / "out.txt"
    output.write_text("x", "utf-8")
    now = time.time_ns() // 10**9 * 10**9
    for age, is_noted in ((0, False), (1, False), (60, True)):
        ledger, then = Ledger(b"settings"), now - age * 10**9
        ledger.add(tmp_path, (1, then, 7, then), output)
        assert ledger.has(tmp_path, (1, then, 7, then), output) is is_noted


def test_a_profile_of_ones_own_that_changed_is_another_one(run: Run, essays: Path) -> None:
    profile = essays.parent / "own.toml"
    text = 'format = 1\ndescription = "Own"\nothers = "{}"\nfinders = ["lists"]\n'
    again = (essays, "-o", essays.parent / "out", "--profile", profile)
    for others in ("mark", "keep", "mark"):
        profile.write_text(text.format(others), "utf-8")
        assert b"7 documents" in run(*again).stderr
    assert b"7 files done before" in run(*again).stderr


def test_a_corpus_without_seed_is_never_half_of_one_run(run: Run, essays: Path) -> None:
    """In ``sms`` each name becomes the same in all texts, which another seed would not give."""
    again = (essays, "-o", essays.parent / "out", "--profile", "sms")
    for _ in range(2):
        assert b"7 documents" in run(*again).stderr
    names = {
        re.findall(r"heter (\w+)", path.read_text("utf-8"))[0]
        for path in (essays.parent / "out").rglob("*.txt")
    }
    assert len(names) == 1 and names != {"Amina"}


def test_results_of_two_secrets_never_stand_side_by_side(run: Run, essays: Path) -> None:
    """Without a key, a name becomes another one in each run: what is left would be of two runs."""
    again = (essays, "-o", essays.parent / "out")
    run(*again)
    assert b"7 files done before" in run(*again).stderr
    (essays / "0.txt").write_text("Amina\n", "utf-8")
    done = run(*again)
    assert b"done 6 of 7 files, which are done anew" in done.stderr
    assert b"7 documents" in done.stderr and b"done before" not in done.stderr
    assert b"7 files done before" in run(*again).stderr
    kept = run(*again, "--seed", "7")
    (essays / "0.txt").write_text("Karin\n", "utf-8")
    kept = run(*again, "--seed", "7")
    assert b"6 files done before" in kept.stderr and b"anew" not in kept.stderr


def test_an_interrupted_run_without_a_key_is_not_taken_for_a_whole_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a first run did and a second one did not do anew is forgotten."""
    monkeypatch.setenv("TACKNAMN_CACHE", str(tmp_path / "cache"))
    outputs = [tmp_path / f"{number}.txt" for number in range(3)]
    stamp = (1, 2, 3, 4)
    for output in outputs:
        output.write_text("x", "utf-8")
        Ledger(b"s").add(tmp_path, stamp, output)
    second = Ledger(b"s")
    for output in outputs:
        second.forget(tmp_path, stamp, output)
    second.add(tmp_path, stamp, outputs[0])
    third = Ledger(b"s")
    assert [third.has(tmp_path, stamp, output) for output in outputs] == [True, False, False]


def test_patterns_that_no_shell_resolved_are(run: Run, essays: Path) -> None:
    done = run(f"{essays}/[0-2].txt", "-q")
    assert (done.returncode, done.stderr, done.stdout) == (0, b"", b"")
    assert len(list(essays.glob("*_pseudonymized.txt"))) == 3


def test_results_are_no_texts(run: Run, essays: Path) -> None:
    for _ in range(2):
        run(essays, "--force")
    assert len(list(essays.rglob("*.txt"))) == 14


def test_policies_can_be_changed(run: Run) -> None:
    done = run("--set", "city=keep", "--set", "surname=[Surname]", given=ESSAY.encode())
    assert b" [Surname] och bor i G\xc3\xb6teborg. " in done.stdout


def test_a_review_stays_unless_all_names_are_asked_for(run: Run, tmp_path: Path) -> None:
    review = "Romanen handlar om Anna. Huvudpersonen Anna är snäll.\n".encode()
    own = tmp_path / "own.toml"
    lines = ("format = 1", 'description = "Own"', 'others = "[N]"', 'finders = ["lists"]')
    own.write_text("\n".join(lines), "utf-8")
    for options, stays in (
        ([], True),
        (["--topic-aware"], True),
        (["--all-names"], False),
        (["--profile", own], False),
        (["--profile", own, "--topic-aware"], True),
    ):
        assert (run("--seed", "7", *options, given=review).stdout == review) is stays, options


def test_patterns_of_ones_own_replace(run: Run) -> None:
    done = run(
        "--profile", "mask", "--details", "", "--pattern", "bor i=[LIVES]", given=ESSAY.encode()
    )
    assert b" [LIVES] G\xc3\xb6teborg. " in done.stdout


READ_BACK = sorted(
    {one.name for one in FORMATS.values() if not one.is_arrow}
    - {"text", "csv", "tab", "xml", "portal"}
)


@pytest.mark.parametrize("format", READ_BACK)
def test_a_text_is_written_in_every_format(format: str, run: Run, essays: Path) -> None:
    one = run(essays / "0.txt", "--format", format, "--seed", "7")
    assert one.returncode == 0
    assert one.stderr.endswith(b"1 document, 13 words, 4 replaced\n")
    out = essays.parent / "out"
    run(essays / "0.txt", "--format", format, "--seed", "7", "-o", out)
    suffix = "review" if format == "review" else "pseudonymized"
    assert (out / f"0_{suffix}{FORMATS[format].ending}").stat().st_size > 50


def lines(number: int, filler: str = "") -> bytes:
    documents = [{"id": f"d{at}", "text": f"{ESSAY}{filler}"} for at in range(number)]
    return "".join(f"{json.dumps(one)}\n" for one in documents).encode()


def test_json_lines_stay_json_lines_in_their_order(run: Run, tmp_path: Path) -> None:
    given = lines(500)
    one = run("--from", "jsonl", "--seed", "7", given=given)
    assert b"500 documents" in one.stderr
    assert [json.loads(line)["id"] for line in one.stdout.splitlines()] == [
        f"d{at}" for at in range(500)
    ]
    assert run("--from", "jsonl", "--seed", "7", "-j", "3", given=given).stdout == one.stdout
    (tmp_path / "many.jsonl").write_bytes(given)
    run(tmp_path / "many.jsonl", "--seed", "7", "-o", tmp_path, "-j", "2")
    assert (tmp_path / "many_pseudonymized.jsonl").read_bytes() == one.stdout


def test_json_lines_come_as_they_are_done(data: Path, tmp_path: Path) -> None:
    process = subprocess.Popen(
        command("pseudonymize", "--from", "jsonl", "-q"), env=under(tmp_path, data),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    with watched(process):
        assert process.stdin is not None and process.stdout is not None
        for line in lines(3).splitlines(keepends=True):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == json.loads(line)["id"]
        process.stdin.close()


def test_columns_of_a_table_are_pseudonymized(run: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(b"id,text,name\r\n1,Amina,Amina\r\n")
    done = run(tmp_path / "t.csv", "--column", "text", "-q")
    assert re.fullmatch(rb"id,text,name\r\n1,(?!Amina)\w+,Amina\r\n", done.stdout)


def test_a_table_may_have_another_delimiter(run: Run) -> None:
    table = b'id|text|n\n1|"Hej | Amina"|x,y\n2|Karin|z\n'
    done = run("--column", "text", "--delimiter", "|", "--seed", "7", given=table)
    assert done.returncode == 0, done.stderr
    first, second, third = done.stdout.decode().splitlines()
    assert first == "id|text|n" and second.startswith('1|"Hej | ') and second.endswith('"|x,y')
    assert third.startswith("2|") and third.endswith("|z") and "Karin" not in third
    for wrong in ("", "||", "a", '"', "\n"):
        bad = run("--column", "text", "--delimiter", wrong, given=table)
        assert bad.returncode == 2 and b"--delimiter: give one character" in bad.stderr
    text = run("--from", "text", "--delimiter", "tab", given=b"Amina")
    assert text.returncode == 2 and b"--delimiter: - is read as text" in text.stderr


def test_a_table_without_a_head(run: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(b"Amina\r\n")
    (tmp_path / "u.csv").write_bytes(b"text\r\nAmina\r\n")
    whole = run(tmp_path / "t.csv", "--no-header", "--seed", "7")
    assert re.fullmatch(rb"(?!Amina)\w+\r\n", whole.stdout)
    assert whole.stderr == b"1 document, 1 word, 1 replaced\n"
    for arguments in ([], ["--column", "1"], ["--column", "1", "--profile", "sms"]):
        left = run(tmp_path / "t.csv", *arguments)
        assert (left.returncode, left.stdout) == (0, b"Amina\r\n")
        assert left.stderr.decode() == (
            f"warning: {tmp_path}/t.csv: the first row was taken for column names and left, but "
            "some of it would be pseudonymized; with --no-header it is pseudonymized as well\n"
        )
    assert run(tmp_path / "t.csv", "--column", "Amina").stderr == b""
    assert run(tmp_path / "t.csv", "--set", "firstname_female=mark").stderr == b""
    assert run(tmp_path / "u.csv", "--seed", "7").stderr == b"1 document, 1 word, 1 replaced\n"


def test_who_looks_at_the_first_row_changes_no_name(run: Run, tmp_path: Path) -> None:
    rows = b"Karin och Amina\r\nAmina\r\nKarin\r\n"
    (tmp_path / "t.csv").write_bytes(b"Karin och Amina\r\n" + rows)
    (tmp_path / "u.csv").write_bytes(b"text\r\n" + rows)
    made = [
        run(
            tmp_path / name, "--seed", str(2**64), "--profile", "sms", "-j", jobs
        ).stdout.splitlines()
        for name, jobs in (("t.csv", "1"), ("t.csv", "2"), ("u.csv", "1"))
    ]
    assert made[0] == made[1] and made[0][1:] == made[2][1:]


def test_a_header_more_or_less_is_another_run(run: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(b"Amina\r\nAmina\r\n")
    again = (tmp_path / "t.csv", "-o", tmp_path / "out", "--seed", "7")
    assert b"1 document," in run(*again).stderr
    assert b"2 documents," in run(*again, "--no-header").stderr


def test_an_annotated_graph_keeps_its_corrections(run: Run, essays: Path) -> None:
    graph = json.loads(run(essays / "0.txt", "--format", "svala", "--seed", "7").stdout)
    words = {one["id"]: one["text"] for one in graph["source"]}
    for edge in graph["edges"].values():
        if any(words.get(id, "").startswith("Amina") for id in edge["ids"]):
            edge["labels"], edge["manual"] = ["firstname_unknown", "9"], True
    path = essays.parent / "corrected.json"
    path.write_text(json.dumps(graph), "utf-8")
    again = json.loads(run(path, "--seed", "8", "-q").stdout)
    assert ["firstname_unknown", "9"] in [one["labels"] for one in again["edges"].values()]


def test_internal_notes_are_published_only_on_demand(run: Run, essays: Path) -> None:
    graph = json.loads(run(essays / "0.txt", "--format", "svala", "--seed", "7").stdout)
    edge = next(edge for edge in graph["edges"].values() if edge["labels"])
    edge["labels"], edge["comment"] = [*edge["labels"], "OBS!"], "egentligen Ebba"
    path = essays.parent / "noted.json"
    path.write_text(json.dumps(graph), "utf-8")
    for format in ("xml", "jsonl"):
        published = run(path, "--format", format)
        assert b"Ebba" not in published.stdout and b"OBS!" not in published.stdout
        assert b"--with-notes" in published.stderr
        kept = run(path, "--format", format, "--with-notes")
        assert b"egentligen Ebba" in kept.stdout
    assert b"egentligen Ebba" in run(path).stdout


def test_explanations_go_beside_the_text_and_into_the_page(run: Run) -> None:
    done = run("--explain", "-q", given=ESSAY.encode())
    assert b"explain" not in done.stdout and b"firstname_female" in done.stderr
    assert b"Amina" not in done.stderr
    page = run("--explain", "--format", "html", "-q", given=ESSAY.encode())
    plain = run("--format", "html", "-q", given=ESSAY.encode())
    assert page.stderr == b"" and len(page.stdout) > len(plain.stdout)


def test_the_summary_can_be_json(run: Run, essays: Path) -> None:
    (essays / "bad.txt").write_bytes(b"\xff")
    done = run(essays, "-o", essays.parent / "out", "--json")
    told = json.loads(done.stderr)
    assert done.returncode == 2
    assert (told["documents"], told["actions"], len(told["errors"])) == (7, {"replace": 28}, 1)
    assert told["labels"]["firstname_female"] == 7


def test_a_key_gives_the_same_name_everywhere(run: Run, essays: Path) -> None:
    write_key(essays.parent / "a.key")
    done = [
        run("--key-file", essays.parent / "a.key", "-q", given=f"{ESSAY}{extra}".encode()).stdout
        for extra in ("", "Amina var där.")
    ]
    names = {re.findall(rb"heter (\w+)", one)[0] for one in done}
    assert len(names) == 1 and names != {b"Amina"}
    by_environment = run("-q", given=ESSAY.encode(), TACKNAMN_KEY_FILE=str(essays.parent / "a.key"))
    assert by_environment.stdout == done[0]


def test_a_vault_knows_the_originals(run: Run, essays: Path) -> None:
    key, path = essays.parent / "a.key", essays.parent / "a.vault"
    write_key(key)
    out = essays.parent / "out"
    run(essays, "-o", out, "--vault", path, "--key-file", key, "-j", "2")
    vault = Vault.open(path, read_key(key))
    assert len(vault) == 7 * 4
    name = re.findall(r"heter (\w+)", (out / "year1/a_pseudonymized.txt").read_text("utf-8"))[0]
    (record,) = vault.reveal(name, document="year1/a.txt")
    assert (record.original, record.label) == ("Amina", "firstname_female")
    assert b"7 files done before" in run(
        essays, "-o", out, "--vault", path, "--key-file", key
    ).stderr  # fmt: skip
    other = run(essays, "-o", out, "--vault", essays.parent / "b.vault", "--key-file", key)
    assert b"7 documents" in other.stderr


@pytest.mark.skipif(os.name != "posix", reason="asks a POSIX terminal")
def test_a_bar_is_drawn_on_a_terminal_alone(data: Path, tmp_path: Path, run: Run) -> None:
    (tmp_path / "many.jsonl").write_bytes(lines(200, "Och så vidare. " * 400))
    arguments = ["pseudonymize", str(tmp_path / "many.jsonl"), "-o", str(tmp_path / "out")]
    shown = on_screen(PROGRAMS["pseudonymize"], arguments, **under(tmp_path, data))
    assert "%" in shown and "200 documents" in shown
    assert b"\x1b" not in run(*arguments[1:], "--force").stderr
    plain = on_screen(
        PROGRAMS["pseudonymize"], [*arguments, "--force"], **under(tmp_path, data, NO_COLOR="1")
    )
    assert "%" in plain and not re.search(r"\x1b\[[0-9;]*[1-9][0-9;]*m", plain)


FILES = 160
"""Files of an interrupted run. The signal comes after twenty of them."""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends the signals of POSIX")
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_run_is_taken_up_again(
    jobs: str, sent: signal.Signals, code: int, data: Path, tmp_path: Path, run: Run
) -> None:
    folder, out = tmp_path / "many", tmp_path / "out"
    folder.mkdir()
    for number in range(FILES):
        (folder / f"{number:03}.txt").write_text(ESSAY * 20, "utf-8")
    arguments = (folder, "-o", out, "-j", jobs, "--seed", str(2**64))
    process = subprocess.Popen(
        command("pseudonymize", *arguments), env=under(tmp_path, data),
        stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    with watched(process):
        wait_until(lambda: process.poll() is not None or len(list(out.glob("*.txt"))) >= 20)
        os.killpg(process.pid, sent)
        _, said = process.communicate()
    assert process.returncode == code
    assert b"Traceback" not in said
    if sent == signal.SIGINT:
        kept = "finished files are kept, and the same command continues from there"
        assert said.decode() == f"error: interrupted; {kept}\n"
    left = [path for path in out.iterdir() if path.name.endswith(".tmp")]
    done = len(list(out.glob("*.txt")))
    assert left == [] and 20 <= done < FILES
    told = run(*arguments).stderr.decode()
    before = int(re.findall(r"(\d+) files done before", told)[0])
    assert done - 1 <= before <= done  # the note of the last one may be missing
    assert len(list(out.glob("*.txt"))) == FILES


def test_spans_of_a_line_are_settled(run: Run) -> None:
    line = {"id": 1, "text": "Vi såg mimbrax igår.", "spans": [[7, 14, "city"]]}
    done = run("--from", "jsonl", "--seed", "7", given=f"{json.dumps(line)}\n".encode())
    told = json.loads(done.stdout)
    assert [one["label"] for one in told["spans"]] == ["city"]
    assert "mimbrax" not in told["text"] and told["text"].endswith(" igår.")


@pytest.mark.parametrize(
    ("spans", "said"),
    [
        ([[7, 90, "city"]], "span 1 is not within its text"),
        ([[True, 7, "city"]], "span 1 is not within its text"),
        ([[7, 14, "city"], [9, 12, "geo"]], "two of its spans overlap"),
        ([[0, 2, "city"], "city"], "span 2 is neither [start, end, label]"),
    ],
)
def test_spans_that_cannot_be_are_told(run: Run, spans: list[object], said: str) -> None:
    line = {"id": 1, "text": "Vi såg mimbrax igår.", "spans": spans}
    done = run("--from", "jsonl", given=f"{json.dumps(line)}\n".encode())
    assert done.returncode == 2 and said in done.stderr.decode()
    assert b"mimbrax" not in done.stderr


def test_the_person_to_protect_is_read_from_a_file(run: Run, tmp_path: Path) -> None:
    given, file = b"Ms Elsa Ek was born in 1971.", tmp_path / "person.txt"
    for name, is_warned in (("Elsa Ek", False), ("Ida Ekk", True)):
        file.write_text(f"\ufeff{name}\n", "utf-8")
        done = run("--profile", "tab", "--protect-file", file, given=given)
        assert (b"warning: the person to protect" in done.stderr) == is_warned


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "No such file"),
        (b"", "one line with one name"),
        (b"Karin\nBerg", "one line with one name"),
        (b"Karin " * 400, "one line with one name"),
        (b"Karin \xff", "not UTF-8"),
    ],
)
def test_a_file_without_one_person_is_refused(
    run: Run, tmp_path: Path, content: bytes | None, said: str
) -> None:
    file = tmp_path / "person.txt"
    if content is not None:
        file.write_bytes(content)
    done = run("--profile", "tab", "--protect-file", file, given=b"Hej")
    assert done.returncode == 2
    assert said in done.stderr.decode() and "Karin" not in done.stderr.decode()
    both = run("--protect", "Karin", "--protect-file", file, given=b"Hej").stderr.decode()
    assert "give only one of them" in both

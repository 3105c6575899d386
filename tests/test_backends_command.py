"""Programs as backends: whatever they do, what is right is taken and what is wrong is told."""

import json
import os
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tacknamn.ner.backends.checking import find_all_mentions, find_mentions
from tacknamn.ner.backends.protocol import Backend, BackendError
from tacknamn.ner.backends.registry import make_backend
from tests.backend_programs import program

pytestmark = pytest.mark.slow

TEXT = "🙂 Åsa met Kim."
FOUND = [(2, 5, "PER", 1.0), (10, 13, "PER", 1.0)]
GOOD = """
for one in questions():
    tell(one["id"], names(one["text"]))
"""
SECONDS = 20
"""A limit that no good program comes near, on however busy a machine."""


@pytest.fixture
def running(tmp_path: Path) -> Callable[..., Backend]:
    """A program as a backend."""

    def running(body: str, seconds: float = SECONDS) -> Backend:
        return make_backend(program(tmp_path, body), seconds=seconds)

    return running


Running = Callable[..., Backend]


def test_a_program_is_started_once_and_asked_often(running: Running, tmp_path: Path) -> None:
    started = tmp_path / "started"
    asked = running(f"open({str(started)!r}, 'a').write('once ')\n" + GOOD)
    assert [find_mentions(asked, TEXT) for _ in range(20)] == [FOUND] * 20
    assert started.read_text() == "once "


def test_scores_are_taken_where_a_program_tells_them(running: Running) -> None:
    asked = running("for one in questions(): tell(one['id'], [[2, 5, 'B-PER', 0.25]])")
    assert find_mentions(asked, TEXT) == [(2, 5, "PER", 0.25)]


@pytest.mark.parametrize(
    "text",
    ["", "a\nb\r\n\u2028c\u0085", '"\\', "\x00\x1b", "\ud83d", "😀" * 9, "e\u0301", "\ufeff"],
)
def test_any_text_reaches_a_program_as_it_is(running: Running, text: str) -> None:
    asked = running(
        """
        for one in questions():
            tell(one["id"], [[0, len(one["text"]), "PER"]] if one["text"] else [])
        """
    )
    assert find_mentions(asked, text) == ([(0, len(text), "PER", 1.0)] if text else [])


def test_long_texts_pass_while_long_answers_come(running: Running) -> None:
    text = "Anna met Bo. " * 50_000
    assert len(find_mentions(running(GOOD), text)) == 100_000


def test_many_texts_are_sent_ahead_and_answered_in_their_order(running: Running) -> None:
    asked = running(
        """
        waiting = []
        for one in questions():
            waiting.append(one)
            if len(waiting) == 4:
                for one in reversed(waiting):
                    tell(one["id"], [[0, len(one["text"]), "PER"]])
                waiting.clear()
        """
    )
    texts = ["x" * (number + 1) for number in range(40)]
    assert [found[0].end for found in find_all_mentions(asked, texts)] == list(range(1, 41))


def test_lines_that_are_no_answers_are_passed_over(running: Running) -> None:
    asked = running(
        """
        print("Loading model ...   50 %\\r 100 %")
        sys.stdout.buffer.write(b"\\xff\\xfe\\n{\\n[1]\\n{}\\nnull\\n" + b"[" * 99999 + b"\\n")
        sys.stdout.buffer.write(b'{"id": ' + b"9" * 9999 + b"}\\n")
        for one in questions():
            tell(one["id"] - 1, [[0, 1, "OLD"]])
            tell(one["id"] + 1, [[0, 1, "NEW"]])
            tell(None, 7)
            tell(True, [])
            tell(str(one["id"]), names(one["text"]))
            tell(one["id"], [[0, 1, "AGAIN"]])
        """
    )
    assert [find_mentions(asked, TEXT) for _ in range(3)] == [FOUND] * 3


def test_what_a_program_tells_of_itself_stops_nobody(
    running: Running, capfd: pytest.CaptureFixture[str]
) -> None:
    asked = running(
        """
        for one in questions():
            sys.stderr.write(one["text"] * 100_000)
            tell(one["id"], names(one["text"]))
        """
    )
    assert find_mentions(asked, TEXT) == FOUND
    assert capfd.readouterr() == ("", "")  # it may tell the text there


@pytest.mark.parametrize(
    "body, told",
    [
        ("sys.exit(3)", "ended with exit code 3 before it had answered"),
        ("raise ValueError('Anna')", "ended with exit code 1"),
        ("next(questions()); os.kill(os.getpid(), 9)", "was killed by SIGKILL"),
        ("next(questions()); os.close(1); time.sleep(99)", "closed its output"),
        ("for one in questions(): tell(one['id'], None)", "answers without spans"),
        ("for one in questions(): tell(one['id'], {'start': 0})", "answers without spans"),
        ("for one in questions(): tell(one['id'], [[0, 99, 'PER']])", "from 0 to 99 in a text"),
        ("for one in questions(): tell(one['id'], [[5, 7, 'PER']])", "counts bytes"),
        (
            "for one in questions(): print(json.dumps({'id': one['id'], 'error': 'Åsa'}), flush=True)",
            "reports an error for a text",
        ),
        ("while True: print('junk' * 9999)", "prints endless lines"),
        ("while True: sys.stdout.write('junk' * 9999)", "prints endless lines"),
    ],
)
def test_a_program_that_fails_is_told(running: Running, body: str, told: str) -> None:
    text = "Åsa Ek met Kim." if "bytes" in told else TEXT
    with pytest.raises(BackendError, match=told) as caught:
        find_mentions(running(body), text)
    assert str(caught.value).startswith("backend command:")
    assert "Åsa" not in str(caught.value)


def test_a_program_that_reads_no_more_is_told(running: Running) -> None:
    asked = running("os.close(0); time.sleep(99)")
    begin = time.monotonic()
    with pytest.raises(BackendError, match="stopped reading texts"):
        find_mentions(asked, "x" * 10_000_000)
    assert time.monotonic() - begin < SECONDS


@pytest.mark.parametrize(
    "body",
    [
        "time.sleep(99)",
        "sys.stdin.read()",
        "while True: time.sleep(0.01); print('not yet', flush=True)",
        "while True: pass",
        "import signal; [signal.signal(one, signal.SIG_IGN) for one in (1, 2, 15)]; time.sleep(99)",
    ],
)
def test_a_program_that_hangs_is_ended(running: Running, body: str) -> None:
    asked = running(body, seconds=0.5)
    begin = time.monotonic()
    with pytest.raises(
        BackendError, match=r"no answer within 0\.5 s; it was stopped; .*flush .*--seconds$"
    ):
        find_mentions(asked, "Anna met Bo. " * 100_000)
    assert time.monotonic() - begin < SECONDS


def test_a_program_is_ended_with_all_that_it_has_started(running: Running, tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    asked = running(
        f"""
        import subprocess
        children = [subprocess.Popen(["sleep", "99"]) for _ in range(2)]
        with open({str(numbers)!r}, "w") as file:
            file.write(" ".join(str(one.pid) for one in children) + " " + str(os.getpid()))
        time.sleep(99)
        """,
        seconds=2,
    )
    with pytest.raises(BackendError):
        find_mentions(asked, TEXT)
    left = [int(number) for number in numbers.read_text().split()]
    assert len(left) == 3
    assert _ended(left)


def test_a_program_ends_with_python(tmp_path: Path) -> None:
    number = tmp_path / "number"
    body = f"open({str(number)!r}, 'w').write(str(os.getpid()))\n" + GOOD + "\ntime.sleep(99)\n"
    code = (
        "import sys; from tacknamn.ner import make_backend; asked = make_backend(sys.argv[1]); "
        "print(asked.find('Anna'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, program(tmp_path, body)], capture_output=True, text=True
    )
    assert done.stdout == "[NamedMention(start=0, end=4, label='PER', score=1.0)]\n"
    assert _ended([int(number.read_text())])


def test_after_a_failure_it_is_started_anew(running: Running, tmp_path: Path) -> None:
    asked = running(
        """
        for one in questions():
            if "die" in one["text"]:
                os._exit(1)
            tell(one["id"], names(one["text"]))
        """
    )
    assert find_mentions(asked, TEXT) == FOUND
    with pytest.raises(BackendError, match="ended with exit code 1"):
        find_mentions(asked, "die")
    assert find_mentions(asked, TEXT) == FOUND


def test_answers_that_nobody_waits_for_are_not_taken_for_others(running: Running) -> None:
    asked = running(GOOD)
    answers = find_all_mentions(asked, ["Anna", "Bo", "Eva"])
    assert next(answers) == [(0, 4, "PER", 1.0)]
    answers.close()  # type: ignore[attr-defined]  # it is a generator
    assert find_mentions(asked, TEXT) == FOUND


def test_threads_may_have_a_program_each(running: Running) -> None:
    found: list[object] = []
    programs = [running(GOOD) for _ in range(3)]
    threads = [
        threading.Thread(target=lambda asked=asked: found.append(find_mentions(asked, TEXT)))
        for asked in programs
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [FOUND] * 3


@pytest.mark.parametrize(
    "request_, told",
    [
        ("command", "the command is missing"),
        ("command:./is not there", "cannot be started: No such file"),
        ("command:/", "cannot be started: Permission denied"),
        ('command:./a "b', "cannot be read: No closing quotation"),
        ("command:a\0b", "cannot be started"),
    ],
)
def test_a_program_that_cannot_be_started_is_told(request_: str, told: str) -> None:
    with pytest.raises(BackendError, match=told):
        find_mentions(make_backend(request_), TEXT)


def test_no_shell_comes_between(tmp_path: Path) -> None:
    made = tmp_path / "made"
    with pytest.raises(BackendError):
        find_mentions(make_backend(f"command:true; touch {made}"), TEXT)
    assert not made.exists()


@pytest.mark.parametrize("variable", ["TACKNAMN_KEY", "TACKNAMN_KEY_FILE"])
def test_a_program_never_gets_the_key(
    running: Running, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, "secret")
    monkeypatch.setenv("OTHER", "public")
    asked = running(
        f"""
        label = os.environ.get({variable!r}, "PER") + os.environ.get("OTHER", "")
        for question in questions():
            tell(question["id"], [[2, 5, label]])
        """
    )
    assert find_mentions(asked, TEXT) == [(2, 5, "PERPUBLIC", 1.0)]


def test_every_backend_can_be_such_a_program(good: Path) -> None:
    words = [sys.executable, "-m", "tacknamn.ner.backends", "tacknamn", "--language", "sv"]
    asked = make_backend(f"command:{shlex.join([*words, '--data', str(good)])}", seconds=SECONDS)
    text = "🙂 Anna Berg bor i Göteborg."
    here = make_backend("tacknamn", lexicon_data=good, language="sv")
    assert find_mentions(asked, text) == find_mentions(here, text) != []


def test_as_a_program_it_answers_in_json_lines(good: Path) -> None:
    questions = ['{"id": 7, "text": "Anna"}', "junk", "[]", '{"id": 8}', '{"id": "9", "text": ""}']
    done = subprocess.run(
        [sys.executable, "-m", "tacknamn.ner.backends", "tacknamn", "--data", str(good)],
        input="\n".join(questions),
        capture_output=True,
        text=True,
        timeout=60,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["id"] for one in answers] == [0, 7, "9"]
    assert [one[2] for one in answers[1]["spans"]] == ["PER"]
    assert (answers[2]["spans"], done.returncode) == ([], 0)


def _ended(numbers: list[int]) -> bool:
    """Whether all processes end within a second; those that nobody has waited for have, too."""
    for _ in range(100):
        if not any(_runs(number) for number in numbers):
            return True
        time.sleep(0.01)
    return False


def _runs(number: int) -> bool:
    try:
        os.kill(number, 0)
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"

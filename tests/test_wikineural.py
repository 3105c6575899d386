"""``tacknamn-build wikineural``: sentences with names, drawn from a file whose tokens have tags."""

import csv
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.errors import InputError
from tacknamn.evaluation.comparison.sentences import find_tags, read_sentences
from tacknamn_builders.comparison.draw_sentences import draw_sentences
from tacknamn_builders.comparison.tagged_sentences import TaggedToken, read_tagged_sentences
from tacknamn_builders.comparison.written_sentences import write_sentence
from tests import forks
from tests.reports import environment

PROGRAM = "from tacknamn.cli.program import run; run('tacknamn_builders.cli.app', 'tacknamn-build')"
Done = subprocess.CompletedProcess[str]


def tagged(*sentences: str) -> str:
    """A file as WikiNEuRal's: ``Kim/B-PER Ek/I-PER left .``"""
    blocks = []
    for sentence in sentences:
        pairs = [token.partition("/") for token in sentence.split()]
        lines = (f"{at}\t{word}\t{tag or 'O'}" for at, (word, _, tag) in enumerate(pairs))
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


SENTENCES = (
    "Kim/B-PER Ek/I-PER 's aunt , Eva/B-PER , left Lund/B-LOC .",
    "Nobody came to Umeå/B-LOC .",
    "Bo/B-PER came",
    "Yes Ulf/B-PER",
    f"{'so ' * 111}Al/B-PER",
    f"{'so ' * 112}Al/B-PER",
    'He said " Eva/B-PER " ( twice ) .',
    "Ulf/B-PER met Lo/B-PER and Ann/B-PER",
)
USABLE = 4
"""Those that have a person and 3 to 112 words."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.conllu"
    path.write_text(tagged(*SENTENCES), "utf-8")
    return path


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Done]:
    def call(*arguments: str | Path, given: str = "") -> Done:
        words = [sys.executable, "-c", PROGRAM, "wikineural", *map(str, arguments)]
        return forks.run_text(words, environment(), given=given, cwd=tmp_path)

    return call


# ---- sentences as people write them ----------------------------------------------------------


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("Kim 's aunt , Eva .", "Kim's aunt, Eva."),
        ('He said " Eva " ( twice ) .', 'He said "Eva" (twice).'),
        ('" Eva "', '"Eva"'),
        ("' Eva ' and ' Bo '", "'Eva' and 'Bo'"),
        ("Hans ' aunt", "Hans' aunt"),
        ("' Hans ' came", "'Hans' came"),
        ("They did n't , I 'm sure", "They didn't, I'm sure"),
        ("It ’s $ 5 or 6 %", "It’s $5 or 6%"),
        ("1990 – 1995 , a well - known - 3", "1990 – 1995, a well - known - 3"),
        ("`` Eva '' ...", "``Eva''..."),
        ("( [ Eva ] )", "([Eva])"),
        (".", "."),
    ],
)
def test_blanks_stand_where_people_write_them(tokens: str, text: str) -> None:
    assert write_sentence(map(TaggedToken, tokens.split())).text == text
    assert write_sentence(map(TaggedToken, tokens.split()), spaced=True).text == tokens


def test_names_are_where_their_tokens_are() -> None:
    tokens = [TaggedToken("("), TaggedToken("Kim", "PER", True), TaggedToken("Ek", "PER"), TaggedToken("'s"),
              TaggedToken("Lund", "LOC", True), TaggedToken("Bo", "PER", True)]  # fmt: skip
    one = write_sentence(tokens)
    assert one.text == "(Kim Ek's Lund Bo"
    assert one.spans == ((1, 7, "PER"), (10, 14, "LOC"), (15, 17, "PER"))
    assert one.expected == "([Name]'s Lund [Name]"


pieces = st.sampled_from(
    ["Kim", "Ek", "'s", "'", '"', "(", ")", ",", ".", "n't", "–", "a", "[", "…"]
)
tokens = st.lists(
    st.tuples(pieces, st.sampled_from(["", "PER", "LOC"]), st.booleans()), min_size=1, max_size=12
)


@given(tokens, st.booleans())
def test_nothing_is_lost_and_every_name_is_its_tokens(
    given_tokens: list[tuple[str, str, bool]], spaced: bool
) -> None:
    made: list[TaggedToken] = []
    for text, label, begins in given_tokens:
        goes_on = bool(made) and made[-1].label == label
        made.append(TaggedToken(text, label, bool(label) and (begins or not goes_on)))
    one = write_sentence(made, spaced)
    assert one.text.replace(" ", "") == "".join(token.text for token in made)
    wanted: list[list[str]] = []
    for token in made:
        if token.begins:
            wanted.append([token.text])
        elif token.label:
            wanted[-1].append(token.text)
    found = [one.text[start:end].replace(" ", "") for start, end, _ in one.spans]
    assert found == ["".join(name) for name in wanted]
    assert all(not one.text[place].isspace() for start, _, _ in one.spans for place in [start])


# ---- files with tags -------------------------------------------------------------------------


def words(path: Path) -> list[list[tuple[str, str, bool]]]:
    return [
        [(one.text, one.label, one.begins) for one in s.tokens] for s in read_tagged_sentences(path)
    ]


@pytest.mark.parametrize(
    "content",
    [
        "0\tKim\tB-PER\n1\tEk\tI-PER\n2\tleft\tO\n\n\n0\t#\tO\n",
        "\ufeff# newdoc\r\nKim B-PER\r\nEk I-PER\r\nleft O\r\n\r\n# O\r\n",
        "Kim\tI-PER\nEk\tI-PER\nleft\tO\n\u00a0\tO\n \n#\tO",
    ],
)
def test_forms_of_files_that_there_are(content: str, tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_bytes(content.encode())
    assert words(path) == [
        [("Kim", "PER", True), ("Ek", "PER", False), ("left", "", False)],
        [("#", "", False)],
    ]


def test_another_class_begins_another_name(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text("a\tB-LOC\nb\tI-PER\nc\tI-PER\nd\tO\ne\tI-PER\nf\tB-PER\n", "utf-8")
    assert [begins for _, _, begins in words(path)[0]] == [True, True, False, False, True, True]


BAD: list[tuple[bytes, str]] = [
    (b"Kim\n", "line 1: is not index, token and tag"),
    (b"0\tKim\tB-PER\n1\tEk\tX\n", "line 2: its tag is neither O nor"),
    (b"x\tKim\tB-PER\n", "line 1: is not index"),
    (b"0\tKim\tNNP\tB-PER\n", "line 1: is not index"),
    (b"0\tK\xffm\tO\n", "line 1: not UTF-8"),
    (b"0\t" + b"x" * 70_000 + b"\tO\n", "line 1: longer than 65,536 bytes"),
    (b"so O\n" * 10_001, "line 10001: no empty line so far"),
    (b"", "no sentence of 3 to 112 words has a name"),
    (b"so O\nso O\nso O\n", "no sentence of 3 to 112 words has a name"),
]


@pytest.mark.parametrize(("content", "said"), BAD, ids=[said for _, said in BAD])
def test_bad_files_are_reported_with_their_line(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        draw_sentences(path, 1, 1)
    assert said in str(caught.value)


# ---- the draw --------------------------------------------------------------------------------


def ids(file: Path, number: int, seed: int) -> Sequence[str]:
    return [id for id, _ in draw_sentences(file, number, seed).sentences]


def test_sentences_with_a_person_and_of_a_usual_length_are_drawn(file: Path) -> None:
    drawn = draw_sentences(file, USABLE, 1)
    assert drawn.out_of == USABLE
    assert sorted(id for id, _ in drawn.sentences) == [
        "small-00001", "small-00005", "small-00007", "small-00008",
    ]  # fmt: skip


def test_a_seed_draws_the_same_and_fewer_are_its_beginning(file: Path) -> None:
    assert ids(file, 4, 1) == ids(file, 4, 1)
    assert ids(file, 2, 1) == ids(file, 4, 1)[:2]
    assert len({tuple(ids(file, 4, seed)) for seed in range(20)}) > 5


def test_more_than_there_are_is_an_error(file: Path) -> None:
    with pytest.raises(InputError, match="4 sentences of 3 to 112 words have a name, fewer than 5"):
        draw_sentences(file, 5, 1)


# ---- the command -----------------------------------------------------------------------------


def test_the_command_writes_what_the_comparison_reads(
    run: Callable[..., Done], tmp_path: Path
) -> None:
    (tmp_path / "test_en.conllu").write_text(tagged(*SENTENCES), "utf-8")
    done = run("test_en.conllu", "--seed", 7, "-n", 4, "-o", "names.jsonl")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "drew 4 of 4 sentences with a name, seed 7\n"
    rows = [json.loads(line) for line in (tmp_path / "names.jsonl").read_text("utf-8").splitlines()]
    first = next(row for row in rows if row["id"] == "test_en-00001")
    assert first == {
        "id": "test_en-00001",
        "text": "Kim Ek's aunt, Eva, left Lund.",
        "spans": [[0, 6, "PER"], [15, 18, "PER"], [25, 29, "LOC"]],
        "expected": "[Name]'s aunt, [Name], left Lund.",
    }
    for one, row in zip(read_sentences(tmp_path / "names.jsonl"), rows, strict=True):
        assert find_tags(one.text, row["expected"]) == list(one.names)


def test_the_seeds_table_has_blanks_between_all_tokens(
    run: Callable[..., Done], tmp_path: Path
) -> None:
    (tmp_path / "a.conllu").write_text(tagged(*SENTENCES), "utf-8")
    assert run("a.conllu", "-n", 4, "-o", "a.csv", "--spaced", "--quiet").stderr == ""
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as stream:
        head, *rows = csv.reader(stream)
    assert head == ["Sentence", "Expected Output"]
    assert ["Kim Ek 's aunt , Eva , left Lund .", "[Name] 's aunt , [Name] , left Lund ."] in rows
    assert ['He said " Eva " ( twice ) .', 'He said " [Name] " ( twice ) .'] in rows
    assert sum(len(one.names) for one in read_sentences(tmp_path / "a.csv")) == 7


def test_it_goes_through_a_pipe(run: Callable[..., Done]) -> None:
    done = run("-", "-n", 1, given=tagged(*SENTENCES))
    assert done.returncode == 0
    assert json.loads(done.stdout)["id"].startswith("sentence-")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere"], "nowhere: No such file"),
        (["a.conllu", "-n", "9"], "fewer than 9; ask for at most that with -n"),
        (
            ["a.conllu", "-n", "1", "-o", "a.conllu"],
            "a.conllu: is also the input file; choose another file with -o",
        ),
        (["a.conllu", "-n", "1", "-o", "no/where"], "no/where: No such file"),
    ],
)
def test_every_error_is_one_line(
    run: Callable[..., Done], tmp_path: Path, arguments: list[str], said: str
) -> None:
    content = tagged(*SENTENCES)
    (tmp_path / "a.conllu").write_text(content, "utf-8")
    done = run(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr
    assert (tmp_path / "a.conllu").read_text("utf-8") == content

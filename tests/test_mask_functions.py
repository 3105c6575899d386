"""Names and patterns together, as functions: texts, tables, the masking tool's names for them."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tacknamn.batch.mask_files import mask_file
from tacknamn.batch.masking_tool_names import (
    anonymize_file_input,
    anonymize_manual_input,
    anonymized_file_input,
    anonymized_text,
)
from tacknamn.detection.patterns.custom_masks import parse_pair
from tacknamn.errors import Error, InputError
from tacknamn.ner.backends.protocol import BackendError
from tacknamn.ner.mask_settings import make_mask_settings
from tacknamn.ner.masker import Masker, mask_names
from tests.timing import LEEWAY, slowdown

KIM, MARY, BOTH = "known:Kim+Anna", "known:Mary", "known:Mary Lee+Kim"


@pytest.fixture(autouse=True)
def backends(packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(packages)
    monkeypatch.chdir(tmp_path)


def test_our_own_engine_looks_where_nobody_else_is_named(data: Path) -> None:
    text = "My sister Amina Lind called."
    assert mask_names(text, data=data) == "My sister [Name] called."


def test_several_are_joined() -> None:
    text = "Mary Lee met Kim, Anna did not."
    packages = [MARY, BOTH, KIM]
    assert mask_names(text, packages) == "[Name] met [Name], [Name] did not."
    assert mask_names(text, ",".join(packages), "intersection") == text
    assert mask_names(text, packages, "majority") == "[Name] Lee met [Name], Anna did not."
    weights = {BOTH: 3}
    assert mask_names(text, packages, "weighted", weights=weights) == (
        "[Name] met [Name], Anna did not."
    )
    assert mask_names(text, packages, "weighted", weights=weights, at_least=4) == (
        "[Name] Lee met [Name], Anna did not."
    )


def test_the_lists_go_first(data: Path) -> None:
    text = "My sister Amina lives in Uppsala with Kim."
    packages = ["known:Kim+Uppsala", "tacknamn"]
    assert mask_names(text, packages, "gazetteer-first", data=data, language="sv") == (
        "My sister [Name] lives in Uppsala with [Name]."
    )


def test_no_pattern_is_on_unless_it_is_asked_for() -> None:
    text = "Kim S1234567A 91008100 1/1/22"
    assert mask_names(text, KIM) == "[Name] S1234567A 91008100 1/1/22"
    assert mask_names(text, KIM, details=[1, 2]) == "[Name] [NRIC] [PHONE] 1/1/22"
    text = "Kim 19340619-2384, ring 070-123 45 67"
    assert mask_names(text, KIM, details=[1, 2, 5]) == "[Name] [NRIC], ring [PHONE]"


def test_a_pattern_covers_the_whole_of_a_name_that_it_touches() -> None:
    text = "ward type Kim, patient class: CHAS B Kim"
    packages = ["known:CHAS B Kim+Kim"]
    assert mask_names(text, packages, details=[7, 9]) == "Ward:[WardNo], Patient Class:[Class]"


def test_pairs_of_ones_own_come_last() -> None:
    pairs = [(r"room \d+", "[Room]"), (r"\[nric\] in", "[Who] in")]
    text = "Kim S1234567A in room 12"
    assert mask_names(text, KIM, details=[1], custom=pairs) == "[Name] [Who] in [Room]"


def test_another_placeholder() -> None:
    assert mask_names("Kim's", KIM, placeholder="<\\1>") == "<\\1>'s"
    with pytest.raises(InputError, match="at most 1000 characters"):
        mask_names("Kim", KIM, placeholder="x" * 1001)


def test_spans_say_who_found_them() -> None:
    masked = Masker(make_mask_settings([KIM, BOTH], details=[2]))("Kim, Mary Lee 91008100")
    assert [(one.start, one.end, one.label, dict(one.found_by)) for one in masked.spans] == [
        (0, 3, "PER", {KIM: 0.75, BOTH: 0.75}),
        (5, 13, "PER", {BOTH: 0.75}),
        (14, 22, "PHONE", {}),
    ]
    assert "Kim" not in repr(masked)


def test_a_model_is_loaded_once() -> None:
    masker = Masker(make_mask_settings(KIM))
    assert [masker(text).text for text in ("Kim", "", "Anna")] == ["[Name]", "", "[Name]"]
    with pytest.raises(
        BackendError, match="backend broken: the model small is not there; run: get"
    ):
        Masker(make_mask_settings("broken")).load()


def test_time_grows_with_the_text_alone() -> None:
    masker = Masker(make_mask_settings([KIM, BOTH], details=range(1, 10)))

    def work(times: int) -> None:
        masker("Kim, 91008100 1/1/22 Mary Lee's " * times)

    assert slowdown(work, 300, 1500, 5) < LEEWAY


# ---- backends that fail ------------------------------------------------------------------


@pytest.mark.parametrize("bad", ["crashing", "lying", "broken", "unheard-of"])
def test_a_backend_that_fails_is_an_error_or_left_out(bad: str) -> None:
    with pytest.raises(BackendError, match=f"backend {bad}") as caught:
        mask_names("Kim came", [KIM, bad])
    assert "Kim came" not in str(caught.value)
    for how in ("union", "intersection", "majority"):
        masker = Masker(make_mask_settings([bad, KIM], how, keep_going=True))
        assert masker("Kim came").text == "[Name] came"
        assert list(masker.failed) == [bad]


def test_where_all_fail_there_is_no_result() -> None:
    with pytest.raises(Error, match=r"all packages failed: backend crashing: .*; backend broken: "):
        Masker(make_mask_settings("crashing,broken", keep_going=True))("Kim")
    with pytest.raises(BackendError):
        Masker(make_mask_settings("crashing", keep_going=True))("Kim")


def test_lists_that_are_not_there_are_the_fault_of_our_own_engine(tmp_path: Path) -> None:
    with pytest.raises(BackendError, match="nowhere"):
        mask_names("Kim", ["tacknamn", KIM], data=tmp_path / "nowhere")
    masker = Masker(
        make_mask_settings(["tacknamn", KIM], keep_going=True, data=tmp_path / "nowhere")
    )
    assert masker("Kim").text == "[Name]"
    assert list(masker.failed) == ["tacknamn"]


def test_who_has_failed_once_is_not_asked_again() -> None:
    masker = Masker(make_mask_settings(["late", KIM], keep_going=True))
    assert [one.text for one in masker.many(["Kim", "Kim 2", "Kim 3"])] == [
        "[Name]", "[Name] 2", "[Name] 3",
    ]  # fmt: skip
    assert list(masker.failed) == ["late"]


@pytest.mark.parametrize(
    ("packages", "told"),
    [
        ([], "the list of packages is empty"),
        ("", "is not a list of backends"),
        (",", "is not a list of backends"),
    ],
)
def test_without_packages_nothing_is_done(packages: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        mask_names("Kim", packages)


def test_no_package_counts_twice() -> None:
    assert mask_names("Kim and Bo", ["known:Kim", "known:Kim", "known:Bo"], "majority") == (
        "Kim and Bo"
    )


# ---- files -------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")
def test_a_masked_file_is_as_private_as_the_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("note.txt").write_text("Kim called.", "utf-8")
    Path("note.txt").chmod(0o600)
    assert mask_file("note.txt", [KIM]).stat().st_mode & 0o777 == 0o600


def test_a_text_goes_to_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_bytes("\ufeffKim\r\nmet Mary Lee\tand Anna".encode())
    made = mask_file("note.txt", [KIM, BOTH], "union")
    assert made == Path("note_anonymized.txt")
    assert made.read_bytes().decode() == "\ufeff[Name]\r\nmet [Name]\tand [Name]"


def test_chosen_columns_of_a_table(tmp_path: Path) -> None:
    content = 'who;said;seen\r\nKim;"Kim said ""no""";Kim\r\nAnna;"a;1/1/22\n\nKim";\r\n'
    (tmp_path / "t.csv").write_bytes(content.encode())
    made = mask_file("t.csv", KIM, columns=["said", "3"], details=[5], folder="out")
    assert made == Path("out/t_anonymized.csv")
    assert made.read_bytes().decode() == (
        'who;said;seen\r\nKim;"[Name] said ""no""";[Name]\r\nAnna;"a;[DATE]\n\n[Name]";\r\n'
    )


def test_nothing_is_found_over_two_cells(tmp_path: Path) -> None:
    """Also where a cell has what stands between cells while they are read."""
    (tmp_path / "t.csv").write_text('a,b\nMary,Lee\n"Kim\n\n¶\n\nAnna",Lee\n', "utf-8")
    made = mask_file("t.csv", "known:Mary+Lee+Kim+Anna", columns=["a", "b"])
    assert made.read_text("utf-8") == 'a,b\n[Name],[Name]\n"[Name]\n\n¶\n\n[Name]",[Name]\n'


def test_a_long_table_is_read_row_by_row(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text("n\ttext\n" + "Kim\tKim\n" * 1000 + "\n", "utf-8")
    made = mask_file(tmp_path / "t.tsv", KIM, columns=["text"])
    assert made.name == "t_anonymized.tsv"
    assert made.read_text("utf-8") == "n\ttext\n" + "Kim\t[Name]\n" * 1000 + "\n"


def test_a_table_of_a_head_alone(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a,b\n", "utf-8")
    assert mask_file("t.csv", KIM, columns=["b"]).read_text("utf-8") == "a,b\n"


@pytest.mark.parametrize("masked", [mask_file, anonymize_file_input])
def test_a_table_without_a_head(masked: Any, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("Kim met Bo\nBo met Kim\n", "utf-8")
    made = masked("t.csv", KIM, header=False)
    assert made.read_text("utf-8") == "[Name] met Bo\nBo met [Name]\n"
    for columns in ([], ["1"]):
        with pytest.warns(UserWarning, match="with header=False it is masked as well") as told:
            made = masked("t.csv", KIM, columns=columns)
        assert made.read_text("utf-8") == "Kim met Bo\nBo met [Name]\n"
        assert "Kim" not in str(told[0].message)
    masked("t.csv", KIM, columns=["Kim met Bo"])  # a name that somebody says is one


FAULTS: list[tuple[str, bytes, dict[str, Any], str]] = [
    ("a.txt", b"Kim \xff", {}, "a.txt: not UTF-8 at byte 4"),
    ("a.txt", b"Kim\0", {}, "a.txt: a NUL at byte 3"),
    ("a.txt", b"Kim", {"columns": ["x"]}, "a.txt: is read as a text, which has no columns"),
    ("a.csv", b"a,b\nKim,x\n", {"columns": ["c"]}, "a.csv: there is no column 'c'"),
    ("a.csv", b"Kim,b\n", {"columns": ["b"], "header": False}, "columns are chosen by number; there"),
    ("a.txt", b"Kim", {"header": False}, "omit --no-header (header=False)"),
    ("a.csv", b"a,b\nKim,x,y\n", {"columns": ["a"]}, "a.csv, line 2: 3 cells"),
    ("a.csv", b'a,b\n"Kim', {"columns": ["a"]}, "a quoted cell begins and is never closed"),
    ("a.pdf", b"Kim", {}, "a.pdf: is a PDF; save it as plain text"),
    ("a.jsonl", b"{}", {}, "for jsonl, run `tacknamn pseudonymize --profile mask`"),
    ("a.txt", b"Kim", {"custom": [("(", "x")]}, "custom pair 1: not a regular expression"),
    ("a.txt", b"Kim", {"details": [10]}, "there is no mask '10'"),
    ("a.txt", b"Kim", {"seconds": 0}, "seconds: give a number above 0"),
    ("a.txt", b"Kim", {"seconds": float("nan")}, "seconds: give a number above 0"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "asked", "told"), FAULTS, ids=lambda value: str(value)[:30]
)
def test_what_cannot_be_done_leaves_nothing_behind(
    name: str, content: bytes, asked: dict[str, Any], told: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    folder = tmp_path / "files"
    folder.mkdir()
    monkeypatch.chdir(folder)
    Path(name).write_bytes(content)
    with pytest.raises(Error) as caught:
        mask_file(name, KIM, **asked)
    assert told in str(caught.value) and "Kim" not in str(caught.value)
    assert [one.name for one in folder.iterdir()] == [name]


def test_a_backend_that_fails_within_a_file_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a\n" + "Kim\n" * 200, "utf-8")
    with pytest.raises(BackendError, match="backend late"):
        mask_file("t.csv", ["late", KIM], columns=["a"])
    assert not list(tmp_path.glob("*_anonymized*")) and not list(tmp_path.glob(".*"))


def test_standard_input_has_no_name_for_a_result() -> None:
    with pytest.raises(InputError, match="standard input has no name"):
        mask_file("-", KIM)


def test_a_result_never_replaces_what_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Kim", "utf-8")
    (tmp_path / "a_anonymized.txt").symlink_to("a.txt")
    with pytest.raises(InputError, match="is the input file itself"):
        mask_file("a.txt", KIM)
    assert (tmp_path / "a.txt").read_text("utf-8") == "Kim"


# ---- the masking tool's names --------------------------------------------------------------------


def test_a_table_of_several_columns_needs_a_choice(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a,b\nKim,Kim\n", "utf-8")
    with pytest.raises(
        InputError, match=r"a\.csv: say which columns .*; there are a, b; '\*' means"
    ):
        mask_file(tmp_path / "a.csv", KIM)
    assert list(tmp_path.iterdir()) == [tmp_path / "a.csv"]
    made = mask_file(tmp_path / "a.csv", KIM, columns=["*"])
    assert made.read_text("utf-8") == "a,b\n[Name],[Name]\n"


def test_the_old_names_mask_all_columns_of_a_table(tmp_path: Path) -> None:
    table = tmp_path / "notes.csv"
    table.write_text("ward,note\nAnna,call 91234567\n5,Kim\n", "utf-8")
    made = anonymize_file_input(str(table), ["known:Anna+Kim"], additional_details=[2])
    assert made.name == "notes_anonymized_.csv"
    assert made.read_text("utf-8") == "ward,note\n[Name],call [PHONE]\n5,[Name]\n"


def test_the_masking_tools_functions_by_all_their_names(tmp_path: Path) -> None:
    text = "George met Anna today, 29/8/2022 at the airport."
    found = ["known:George+Anna"]
    wanted = "[Name] met [Name] today, [DATE] at the airport."
    assert anonymized_text is anonymize_manual_input
    assert anonymized_file_input is anonymize_file_input
    assert anonymized_text(text, package=found, additional_details=[5]) == wanted
    (tmp_path / "sample.txt").write_text(text, "utf-8")
    made = anonymize_file_input(
        "sample.txt", ["known:George", "known:Anna"], union_intersection="union",
        additional_details=[1, 2, 5], additional_expression=[[r"air\w+", "[Place]"]],
    )  # fmt: skip
    assert made.name == "sample_anonymized_.txt"
    assert made.read_text("utf-8") == wanted.replace("airport", "[Place]")
    with pytest.raises(InputError, match="give union_intersection"):
        anonymized_text(text, ["known:Anna", "known:Kim"])


@pytest.mark.parametrize("masked", [mask_file, anonymize_file_input])
@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.tsv"])
def test_an_empty_file_gives_an_empty_result(masked: Any, name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"")
    assert masked(name, KIM).read_bytes() == b""
    assert anonymized_text("", KIM) == ""


WRONG_TYPES: list[tuple[dict[str, Any], str]] = [
    ({"user_input": 5}, "not int"),
    ({"user_input": None}, "not NoneType"),
    ({"user_input": b"Kim"}, "not bytes"),
    ({"user_input": ["Kim"]}, "not list"),
    ({"package": 5}, "packages: give a list of names, not int"),
    ({"package": None}, "packages: give a list of names, not NoneType"),
    ({"package": [5]}, "packages: a name must be a string, not int"),
    ({"union_intersection": 5}, "there is no combination '5'"),
    ({"additional_details": 5}, "details: give a list, not int"),
    ({"additional_details": "12"}, "details: give a list, not str"),
    ({"additional_details": ["1"]}, "there is no mask '1'"),
    ({"additional_expression": 5}, "custom pairs: give a list, not int"),
    ({"additional_expression": [5]}, "custom pair 1: give a list, not int"),
    ({"additional_expression": ["ab"]}, "custom pair 1: give a list, not str"),
    ({"additional_expression": [["a", 5]]}, "custom pair 1: give a regular expression"),
]


@pytest.mark.parametrize("masked", [anonymized_text, anonymize_file_input])
@pytest.mark.parametrize(("changed", "message"), WRONG_TYPES, ids=str)
def test_a_wrong_type_is_one_error(
    masked: Any, changed: dict[str, Any], message: str, tmp_path: Path
) -> None:
    (tmp_path / "Kim").write_text("Kim", "utf-8")
    with pytest.raises(InputError) as caught:
        masked(**{"user_input": "Kim", "package": [KIM]} | changed)
    assert message in str(caught.value)
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["Kim"]


@pytest.mark.parametrize("file", ["", ".", 5, None])
def test_what_names_no_file_is_refused(file: Any) -> None:
    with pytest.raises(InputError, match=r"is a folder|give the name of a file, not"):
        mask_file(file, KIM)
    with pytest.raises(InputError, match="columns: give a list, not str"):
        mask_file("a.csv", KIM, columns="x")


@pytest.mark.parametrize(
    ("written", "pair"),
    [
        (r"\d+=[Id]", (r"\d+", "[Id]")),
        ("a=b=[X]", ("a=b", "[X]")),
        (r"a\==[X]", (r"a\=", "[X]")),
        (r"a=n\=1", ("a", "n=1")),
        (r"a\\=[X]", (r"a\\", "[X]")),
        ("a=", ("a", "")),
        ("[=]=", ("[=]", "")),
    ],
)
def test_pairs_are_divided_at_the_last_bare_sign(written: str, pair: tuple[str, str]) -> None:
    assert parse_pair(written) == pair


@pytest.mark.parametrize("written", ["", "abc", "=x", r"a\=x"])
def test_what_is_no_pair_is_told(written: str) -> None:
    with pytest.raises(InputError, match="--expr: write REGEX=TEXT"):
        parse_pair(written)


def test_json_has_no_more_than_it_says() -> None:
    from tacknamn.batch.mask_session import _spans_data

    masked = Masker(make_mask_settings(KIM, details=[2]))("Kim 91008100")
    assert json.loads(json.dumps(_spans_data(masked))) == [
        {"start": 0, "end": 3, "label": "PER", "replacement": "[Name]", "score": 0.75,
         "found_by": {KIM: 0.75}},
        {"start": 4, "end": 12, "label": "PHONE", "replacement": "[PHONE]", "rule": "mask:phone"},
    ]  # fmt: skip


def test_characters_that_hide_a_name_or_number_are_read_over() -> None:
    text = "Hi K\u200bim, call 9\u20601008100 or ９１００８１００"
    masked = Masker(make_mask_settings(KIM, details=[2]))(text)
    assert masked.original == text
    assert masked.text == "Hi [Name], call [PHONE] or [PHONE]"
    assert [text[mask.start : mask.end] for mask in masked.spans] == [
        "K\u200bim", "9\u20601008100", "９１００８１００",
    ]  # fmt: skip

"""Which files a run takes, and where their results go."""

import os
from pathlib import Path

import pytest

from tacknamn.batch.inputs import InputPath, LeftOut, find_inputs
from tacknamn.batch.outputs import PlannedFile, make_folders, plan_outputs
from tacknamn.errors import InputError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    names = [
        "essays/b.txt", "essays/a.txt", "essays/year1/a.txt", "essays/year1/C.TXT", "essays/g.json",
        "essays/notes.pdf", "essays/.hidden.txt", "essays/.git/a.txt", "essays/a_pseudonymized.txt",
        "other/a.txt",
    ]  # fmt: skip
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name, "utf-8")
    return tmp_path


def found(*arguments: str | Path) -> list[str]:
    return [place.path.as_posix() for place in find_inputs(map(str, arguments))]


def left_out(*arguments: str, output: Path | None = None) -> list[str]:
    paths = LeftOut()
    find_inputs(arguments, left_out=paths, output=output)
    assert not paths.links
    return [path.as_posix() for path in paths.results]


def planned(*arguments: str, folder: Path | None = None) -> list[PlannedFile]:
    return plan_outputs(find_inputs(arguments, output=folder), folder, None)


def outputs(*arguments: str, folder: Path | None = None) -> list[str]:
    return [one.output.as_posix() for one in planned(*arguments, folder=folder) if one.output]


def test_a_folder_gives_its_texts_by_name_without_hidden_ones_and_results(folder: Path) -> None:
    assert found("essays") == [
        "essays/a.txt", "essays/b.txt", "essays/g.json", "essays/year1/C.TXT", "essays/year1/a.txt",
    ]  # fmt: skip


def test_what_no_shell_resolved_is_resolved(folder: Path) -> None:
    assert found("*/a.txt") == ["essays/a.txt", "other/a.txt"]
    assert found("**/a.txt") == ["essays/a.txt", "essays/year1/a.txt", "other/a.txt"]


def test_patterns_lead_through_no_rings_of_links_and_to_no_pipes(folder: Path) -> None:
    """Two links that lead up made more ways than there are files in the world."""
    for name in ("essays", "other"):
        (folder / name / "up").symlink_to(folder, target_is_directory=True)
    os.mkfifo(folder / "other" / "pipe.txt")
    assert found("**/a.txt") == ["essays/a.txt", "essays/year1/a.txt", "other/a.txt"]
    assert found("other/*.txt") == ["other/a.txt"]
    assert found(folder / "other" / "*.txt") == [(folder / "other" / "a.txt").as_posix()]
    assert found("./o*er/**.txt") == ["other/a.txt"]


def test_a_name_with_brackets_that_is_there_is_no_pattern(folder: Path) -> None:
    (folder / "a[1].txt").write_text("", "utf-8")
    assert found("a[1].txt") == ["a[1].txt"]


def test_a_file_that_is_named_twice_is_taken_once(folder: Path) -> None:
    assert found("essays/a.txt", "./essays", "essays/*.txt")[:2] == ["essays/a.txt", "essays/b.txt"]
    assert len(found("essays", folder / "essays")) == 5


def test_a_file_that_is_named_is_taken_whatever_its_ending(folder: Path) -> None:
    assert found("essays/notes.pdf", "essays/.hidden.txt") == [
        "essays/notes.pdf", "essays/.hidden.txt",
    ]  # fmt: skip


def test_links_in_a_folder_are_passed_over_and_those_named_are_followed(folder: Path) -> None:
    (folder / "links").mkdir()
    (folder / "links" / "a.txt").symlink_to(folder / "essays" / "a.txt")
    (folder / "links" / "up").symlink_to(folder, target_is_directory=True)
    (folder / "links" / "own.txt").write_text("", "utf-8")
    assert found("links") == ["links/own.txt"]
    assert found("links/a.txt") == ["links/a.txt"]


def test_nothing_named_is_standard_input() -> None:
    assert found() == found("-") == ["-"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-", "essays"], "- is standard input"),
        (["nobody/*.txt"], "nobody/*.txt: no file matches"),
        (["empty"], "empty: no files ending in .csv, .json"),
        (["results"], "only results"),
    ],
)
def test_what_gives_no_texts_is_told(arguments: list[str], said: str, folder: Path) -> None:
    (folder / "empty").mkdir()
    (folder / "results").mkdir()
    (folder / "results" / "a_pseudonymized.txt").write_text("", "utf-8")
    with pytest.raises(InputError) as told:
        found(*arguments)
    assert said in str(told.value)


def test_corrected_graphs_are_taken_where_there_is_nothing_else(folder: Path) -> None:
    graphs = folder / "graphs"
    graphs.mkdir()
    for name in ("a_pseudonymized.json", "b_pseudonymized.json", "b_pseudonymized.txt"):
        (graphs / name).write_text("{}", "utf-8")
    assert found("graphs") == ["graphs/a_pseudonymized.json", "graphs/b_pseudonymized.json"]
    assert outputs("graphs", folder=Path("out")) == [
        "out/a_pseudonymized.json", "out/b_pseudonymized.json",
    ]  # fmt: skip
    with pytest.raises(InputError, match="another folder"):
        outputs("graphs")


def make_files(folder: Path, *names: str) -> None:
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).write_text("{}", "utf-8")


@pytest.mark.parametrize(
    "other", ["notes.txt", "a_pseudonymized_repaired.json", "b_corrected.json"]
)
@pytest.mark.parametrize("argument", ["graphs", "graphs/*"])
def test_corrected_graphs_are_taken_beside_other_files(
    argument: str, other: str, folder: Path
) -> None:
    """They are the only files of their essays, which must not be lost."""
    names = ["a_pseudonymized.json", "b_pseudonymized.json", other]
    make_files(folder / "graphs", *names)
    assert found(argument) == sorted(f"graphs/{name}" for name in names)


@pytest.mark.parametrize("argument", ["graphs", "graphs/*"])
@pytest.mark.parametrize("text", ["a.txt", "a.json"])
def test_a_graph_beside_what_it_was_made_from_is_left_out(
    argument: str, text: str, folder: Path
) -> None:
    make_files(folder / "graphs", text, "a_pseudonymized.json", "b_pseudonymized.json")
    assert sorted(found(argument)) == [f"graphs/{text}", "graphs/b_pseudonymized.json"]
    assert left_out(argument) == ["graphs/a_pseudonymized.json"]
    assert found("graphs/a_pseudonymized.json") == ["graphs/a_pseudonymized.json"]


def test_a_numbered_graph_beside_texts_is_left_out(folder: Path) -> None:
    """Nobody can see which of them it was made from."""
    make_files(folder / "graphs", "anna.txt", "document-01_pseudonymized.json")
    assert left_out("graphs") == ["graphs/document-01_pseudonymized.json"]
    (folder / "graphs" / "anna.txt").unlink()
    assert found("graphs") == ["graphs/document-01_pseudonymized.json"]


def test_results_without_originals_are_read_only_if_they_are_named(folder: Path) -> None:
    make_files(folder / "other", "b_pseudonymized.txt")
    assert found("other") == ["other/a.txt"]
    assert left_out("other") == ["other/b_pseudonymized.txt"]
    assert found("other/*.txt") == ["other/a.txt", "other/b_pseudonymized.txt"]
    assert found("other/b_pseudonymized.txt") == ["other/b_pseudonymized.txt"]


def test_what_an_earlier_run_wrote_to_the_folder_of_results_is_left_out(folder: Path) -> None:
    make_files(folder / "graphs", "a_pseudonymized.json")
    make_files(folder / "graphs" / "final", "a_pseudonymized.json")
    final = Path("graphs/final")
    assert left_out("graphs", output=final) == ["graphs/final/a_pseudonymized.json"]
    assert left_out("graphs/final", output=final) == left_out("graphs", output=Path("graphs")) == []


def test_a_graph_in_a_folder_of_results_among_the_texts_is_left_out(folder: Path) -> None:
    make_files(folder / "essays" / "out", "b_pseudonymized.json", "z_pseudonymized.json")
    make_files(folder / "essays" / "out" / "year1", "C_pseudonymized.json")
    assert left_out("essays") == [
        "essays/a_pseudonymized.txt", "essays/out/b_pseudonymized.json",
        "essays/out/year1/C_pseudonymized.json",
    ]  # fmt: skip


def test_one_text_alone_goes_to_standard_output(folder: Path) -> None:
    assert planned("essays/a.txt")[0].output is None
    assert planned("-")[0].output is None


def test_several_go_beside_their_texts(folder: Path) -> None:
    assert outputs("essays/a.txt", "other/a.txt") == [
        "essays/a_pseudonymized.txt", "other/a_pseudonymized.txt",
    ]  # fmt: skip
    assert outputs("other") == ["other/a_pseudonymized.txt"]


def test_in_a_folder_of_their_own_they_keep_their_tree(folder: Path) -> None:
    (folder / "essays" / "year1" / "C.TXT").unlink()
    (folder / "essays" / "g.json").unlink()
    assert outputs("essays", folder=Path("out")) == [
        "out/a_pseudonymized.txt", "out/b_pseudonymized.txt", "out/year1/a_pseudonymized.txt",
    ]  # fmt: skip


def test_a_result_folder_within_the_texts_gives_no_more_texts(folder: Path) -> None:
    before = outputs("essays", folder=Path("essays/out"))
    make_folders(planned("essays", folder=Path("essays/out")))
    for name in before:
        Path(name).write_text("", "utf-8")
    assert outputs("essays", folder=Path("essays/out")) == before


def test_two_results_of_one_name_are_refused(folder: Path) -> None:
    with pytest.raises(InputError, match=r"essays/a.txt and other/a.txt .* out/a_pseudonymized"):
        planned("essays/a.txt", "other/a.txt", folder=Path("out"))


def test_a_result_that_is_a_link_to_a_text_is_refused(folder: Path) -> None:
    (folder / "other" / "a_pseudonymized.txt").symlink_to("a.txt")
    with pytest.raises(InputError, match="is itself an input, or a link"):
        planned("other")


def test_standard_input_has_no_place_in_a_folder() -> None:
    with pytest.raises(InputError, match="standard input"):
        planned("-", folder=Path("out"))


def test_a_file_in_place_of_the_folder_is_told(folder: Path) -> None:
    for out in ("other/a.txt", "other/a.txt/below"):
        with pytest.raises(InputError, match=r"other/a\.txt"):
            make_folders(planned("essays/a.txt", folder=Path(out)))


def test_a_place_is_called_alike_on_every_machine(folder: Path) -> None:
    (place,) = (one for one in find_inputs([str(folder / "essays")], "svala"))
    assert place.id == "g.json"
    assert InputPath(Path("-"), Path("-")).id == "stdin"

"""From a name that was missed to a bundle that finds it: learnt, reviewed, compiled."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.errors import InputError, SourceError
from tacknamn.labels import Label
from tacknamn.learning.corrected_texts import read_corrected
from tacknamn.learning.learner import learn
from tacknamn.learning.records import Decision, Proposal, ProposalKind, Witness
from tacknamn.learning.table import write_table
from tacknamn_builders.bundle.compile import compile_bundle
from tacknamn_builders.cli.app import app
from tacknamn_builders.curation.curated_tables import load_exclusions
from tacknamn_builders.merging.reviewed import REVIEWED_MENTIONS, combine_exclusions
from tacknamn_builders.sources.profiles import MOST_SOURCES, load_profile
from tacknamn_builders.sources.reviewed_tables import read_reviewed_tables
from tests.golden_build import PROFILE, RAW
from tests.learning_making import graph
from tests.making import entry, merged, source

Compile = Callable[..., Lexicon]
ZORVINE = Proposal(
    ProposalKind.ADD,
    "Zorvine",
    Label.FIRSTNAME_FEMALE,
    Decision.YES,
    witnesses=(Witness("3f9a1c2b7d10", "9c01ab33f0e2", 2, 0, "eva", "2026-11-18"),),
)


@pytest.fixture
def compiled(tmp_path: Path) -> Compile:
    """Compile the miniatures, with tables of these lines."""

    def compiled(*lines: Proposal, name: str = "learnt.tsv") -> Lexicon:
        table = tmp_path / name
        table.write_text(write_table(lines), "utf-8")
        profile = load_profile(str(PROFILE)).add_reviewed_tables([table])
        return Lexicon.open(compile_bundle(profile, RAW, tmp_path / "build" / "golden"))

    return compiled


def labels(lexicon: Lexicon, form: str) -> set[str]:
    return {candidate.label.value for candidate in lexicon.lookup(form)}


def test_a_name_that_was_missed_is_found_in_the_end(tmp_path: Path) -> None:
    bundle = tmp_path / "build" / "golden"
    texts = [
        "Min vän heter [zorvine|firstname_female].",
        "Jag har en vän som heter [zorvine|firstname_female] nu.",
    ]
    files = [tmp_path / f"essay{number}.json" for number in range(2)]
    for file, marked in zip(files, texts, strict=True):
        file.write_text(graph(marked), "utf-8")
    profile = load_profile(str(PROFILE))
    missing = Pseudonymizer(Lexicon.open(compile_bundle(profile, RAW, bundle)), seed=1)
    unseen = "Hej! I dag kom zorvine hit igen."
    assert "zorvine" in missing(unseen).text  # missed

    corrected = [text for file in files for text in read_corrected(file)]
    (line,) = learn(corrected, missing).lines  # learnt
    table = tmp_path / "curation" / "learnt.tsv"
    table.parent.mkdir()
    table.write_text(write_table([line]), "utf-8")
    head, row = table.read_text("utf-8").splitlines()
    table.write_text(f"{head}\nyes{row}\n", "utf-8")  # reviewed

    runner = CliRunner()
    arguments = ["compile", "--profile", str(PROFILE), "--out", str(bundle), "--quiet"]
    environment = {"TACKNAMN_RAW": str(RAW), "TACKNAMN_LEARNT": str(table.parent)}
    done = runner.invoke(app, arguments, env=environment)  # compiled
    assert done.exit_code == 0, done.output

    found = Pseudonymizer(Lexicon.open(bundle), seed=1)
    spans = [(span.label, unseen[span.start : span.end]) for span in found(unseen).spans]
    assert ("firstname_female", "zorvine") in spans  # found
    assert "zorvine" not in found(unseen).text


def test_only_a_yes_is_used(compiled: Compile) -> None:
    lexicon = compiled(
        ZORVINE,
        replace(ZORVINE, form="Kvillberga", decision=Decision.NO),
        replace(ZORVINE, form="Plimsta", decision=Decision.OPEN),
    )
    assert labels(lexicon, "Zorvine") == {"firstname_female"}
    assert not labels(lexicon, "Kvillberga") | labels(lexicon, "Plimsta")


def test_the_manifest_names_the_table_and_how_many_lines_were_used(
    compiled: Compile, tmp_path: Path
) -> None:
    excluded = Proposal(ProposalKind.EXCLUDE, "Anna", Label.FIRSTNAME_FEMALE, Decision.YES)
    lexicon = compiled(ZORVINE, excluded, replace(ZORVINE, form="Plimsta", decision=Decision.NO))
    manifest = lexicon.bundle.manifest
    source = manifest["sources"]["learnt"]
    assert source["records"] == 2
    sum = hashlib.sha256((tmp_path / "learnt.tsv").read_bytes()).hexdigest()
    assert source["sha256"] == {"learnt.tsv": sum}
    assert source["vintage"] == "2026-11-18"
    assert manifest["redistributable"] is False
    assert str(tmp_path) not in json.dumps(dict(manifest))


def test_the_same_table_makes_the_same_bytes(compiled: Compile) -> None:
    def sums() -> Any:
        return compiled(ZORVINE).bundle.manifest["files"]

    assert sums() == sums()


def test_without_a_table_nothing_changes(tmp_path: Path) -> None:
    profile = load_profile(str(PROFILE))
    plain = compile_bundle(profile, RAW, tmp_path / "plain")
    assert "learnt" not in json.loads((plain / "manifest.json").read_text("utf-8"))["sources"]
    assert list(combine_exclusions(load_exclusions(), profile.reviewed)) == list(load_exclusions())


def test_what_is_excluded_goes_with_its_label(compiled: Compile) -> None:
    assert labels(compiled(ZORVINE), "Stockholm") == {"city", "region"}
    after = compiled(Proposal(ProposalKind.EXCLUDE, "Stockholm", Label.REGION, Decision.YES))
    assert labels(after, "Stockholm") == {"city"}


def test_an_excluded_first_name_goes_from_the_lists_of_both_genders(compiled: Compile) -> None:
    """Else a man's name would become that of the few women who bear it."""
    assert "firstname_female" in labels(compiled(ZORVINE), "Anna")
    after = compiled(Proposal(ProposalKind.EXCLUDE, "Anna", Label.FIRSTNAME_FEMALE, Decision.YES))
    assert not any(label.startswith("firstname") for label in labels(after, "Anna"))


def test_a_first_name_changes_its_gender_by_two_lines(compiled: Compile) -> None:
    after = compiled(
        Proposal(ProposalKind.EXCLUDE, "Anna", Label.FIRSTNAME_FEMALE, Decision.YES),
        Proposal(ProposalKind.ADD, "Anna", Label.FIRSTNAME_MALE, Decision.YES),
    )
    assert {label for label in labels(after, "Anna") if label.startswith("first")} == {
        "firstname_male"
    }


def test_what_is_added_comes_before_our_own_exclusions(compiled: Compile) -> None:
    form = next(
        line.form for line in load_exclusions() if line.label is None and len(line.form) > 3
    )
    after = compiled(Proposal(ProposalKind.ADD, form, Label.SURNAME, Decision.YES))
    assert labels(after, form) == {"surname"}


def test_what_is_learnt_is_never_drawn(compiled: Compile) -> None:
    lines = [replace(ZORVINE, label=label) for label in Label if label.startswith("firstname")]
    lines += [Proposal(ProposalKind.ADD, "Zorvine", label, Decision.YES, "SE")
              for label in (Label.CITY, Label.PLACE, Label.REGION)]  # fmt: skip
    lines += [Proposal(ProposalKind.ADD, "Zorvinegatan", Label.PLACE, Decision.YES, "SE")]
    lexicon = compiled(*lines, replace(ZORVINE, label=Label.SURNAME))
    tables = json.loads((lexicon.bundle.folder / "sampling.json").read_text("utf-8"))
    drawn = {row for name in ("names", "cities", "streets", "zip_codes")
             for rows in tables[name].values() for row in rows}  # fmt: skip
    rows = (lexicon.bundle.folder / "lexicon.tsv").read_text("utf-8").splitlines()[1:]
    learnt = {number for number, row in enumerate(rows) if row.endswith("\tlearnt")}
    assert len(learnt) >= 5
    assert not learnt & drawn


def test_a_country_learnt_is_one_more_name_of_the_country(compiled: Compile) -> None:
    lexicon = compiled(Proposal(ProposalKind.ADD, "Zorvinien", Label.COUNTRY, Decision.YES, "DK"))
    (found,) = lexicon.lookup("Zorvinien")
    assert (found.label, found.country) == (Label.COUNTRY, "DK")
    rows = (lexicon.bundle.folder / "lexicon.tsv").read_text("utf-8").splitlines()
    (row,) = [row.split("\t") for row in rows if row.startswith("Zorvinien\t")]
    assert row[7:9] == ["", "country:DK"]


def test_what_is_learnt_is_expected_as_often_as_what_we_list_ourselves(compiled: Compile) -> None:
    lexicon = compiled(
        ZORVINE, Proposal(ProposalKind.ADD, "Zorvinelund", Label.PLACE, Decision.YES)
    )
    rows = (lexicon.bundle.folder / "lexicon.tsv").read_text("utf-8").splitlines()
    mentions = {row.split("\t")[4] for row in rows if row.startswith("Zorvine")}
    assert mentions == {f"{REVIEWED_MENTIONS:g}"}


def test_counts_outweigh_what_is_learnt() -> None:
    """Thousands who bear a name are more than a few texts; nothing is taken from them."""
    senses = merged(
        [[entry("Kim", "surname", 9_000)], [entry("Kim", "surname", 0, "none")]], ["s0"]
    )
    assert [sense.count for sense in senses] == [9_000]
    assert senses[0].mentions > REVIEWED_MENTIONS


# ---- tables that cannot be used ---------------------------------------------------------


def test_tables_of_a_folder_are_used_together(tmp_path: Path) -> None:
    for name, form in (("b.tsv", "Zorvine"), ("a.tsv", "Plimsta")):
        (tmp_path / name).write_text(write_table([replace(ZORVINE, form=form)]), "utf-8")
    learnt = read_reviewed_tables([tmp_path, tmp_path / "a.tsv"])
    assert [line.form for line in learnt.lines] == ["Plimsta", "Zorvine"]
    assert list(learnt.sums) == ["a.tsv", "b.tsv"]


def test_one_decision_in_two_tables_is_one(tmp_path: Path) -> None:
    for name in ("a.tsv", "b.tsv"):
        (tmp_path / name).write_text(write_table([ZORVINE]), "utf-8")
    (tmp_path / "c.tsv").write_text(write_table([replace(ZORVINE, decision=Decision.OPEN)]))
    assert len(read_reviewed_tables([tmp_path]).lines) == 1


CONTRADICTIONS = {
    "two decisions": replace(ZORVINE, decision=Decision.NO),
    "added and excluded": replace(ZORVINE, what=ProposalKind.EXCLUDE),
}


@pytest.mark.parametrize("case", CONTRADICTIONS)
def test_contradictions_are_reported_with_both_places(case: str, tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text(write_table([ZORVINE]), "utf-8")
    (tmp_path / "b.tsv").write_text(write_table([CONTRADICTIONS[case]]), "utf-8")
    with pytest.raises(InputError, match=r"b\.tsv, line 2: .*a\.tsv, line 2 .*; keep") as raised:
        read_reviewed_tables([tmp_path])
    assert "orvine" not in str(raised.value)


def test_a_broken_table_ends_with_file_and_line_and_the_last_bundle_stays(
    tmp_path: Path,
) -> None:
    table = tmp_path / "learnt.tsv"
    table.write_text(write_table([ZORVINE]).replace("yes\t", "ja\t"), "utf-8")
    out = tmp_path / "build" / "golden"
    arguments = ["compile", "--profile", str(PROFILE), "--out", str(out), "--learnt", str(table)]
    done = CliRunner().invoke(app, arguments, env={"TACKNAMN_RAW": str(RAW)})
    assert isinstance(done.exception, InputError)  # exit code 2: tacknamn.cli.program
    assert str(done.exception).startswith(f"{table}, line 2: its decision must be one of")
    assert not out.exists()


@pytest.mark.parametrize(
    ("made", "message"),
    [(lambda at: at / "nowhere.tsv", "no such table"),
     (lambda at: at, "has no table")],
)  # fmt: skip
def test_a_table_that_is_not_there_is_reported(
    made: Callable[[Path], Path], message: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=message):
        read_reviewed_tables([made(tmp_path)])


def test_two_tables_of_one_name_are_refused(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "learnt.tsv").write_text(write_table([ZORVINE]), "utf-8")
    with pytest.raises(InputError, match="rename one of them"):
        read_reviewed_tables([tmp_path / "a", tmp_path / "b"])


def test_a_bundle_to_be_passed_on_takes_nothing_learnt(tmp_path: Path) -> None:
    table = tmp_path / "learnt.tsv"
    table.write_text(write_table([ZORVINE]), "utf-8")
    profile = load_profile(str(PROFILE)).add_reviewed_tables([table])
    assert profile.restrict_to_permissive().reviewed.lines == ()
    arguments = ["compile", "--licences", "permissive", "--learnt", str(table)]
    done = CliRunner().invoke(app, arguments)
    assert isinstance(done.exception, InputError)
    assert "makes a bundle that may be passed on" in str(done.exception)


def test_a_profile_of_ones_own_may_name_tables(tmp_path: Path) -> None:
    (tmp_path / "curation").mkdir()
    (tmp_path / "curation" / "mine.tsv").write_text(write_table([ZORVINE]), "utf-8")
    own = tmp_path / "own.toml"
    text = PROFILE.read_text("utf-8")
    own.write_text(f'learnt = ["curation"]\n{text}', "utf-8")
    assert load_profile(str(own)).reviewed.lines == (ZORVINE,)
    own.write_text(f"learnt = 7\n{text}", "utf-8")
    with pytest.raises(SourceError, match="learnt must be a list"):
        load_profile(str(own))


def test_a_profile_without_room_is_reported(tmp_path: Path) -> None:
    full = replace(
        load_profile(str(PROFILE)), sources=tuple(source(number) for number in range(MOST_SOURCES))
    )
    with pytest.raises(InputError, match="remove a source"):
        full.add_reviewed_tables([tmp_path])

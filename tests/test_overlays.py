"""The user's lists on top of a bundle: they win, and what is allowed is never replaced."""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn import Lexicon, Matcher, Pseudonymizer
from tacknamn.errors import Error, InputError
from tacknamn.formats.registry import FORMATS, load_writer
from tacknamn.labels import OwnLabel
from tacknamn.profiles.reader import list_profiles
from tacknamn_builders.records import WordFrequency
from tests import forks
from tests.making import bundle as make_bundle
from tests.policies_lists import FAKES, list_records
from tests.reports import environment


def run(*arguments: str, status: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command of ``tacknamn`` without notes of earlier runs."""
    call = [sys.executable, "-m", "tacknamn", *arguments]
    with tempfile.TemporaryDirectory() as cache:
        more = environment(TACKNAMN_CACHE=cache)
        done = forks.run_text(call, more)
    assert done.returncode == status or (status == 0 and done.returncode == 1), done.stderr
    return done


EXTRA: list[tuple[Any, ...]] = [
    ("Norrgården", "ward"),
    ("Akuten", "ward"),
    ("Alvedon", "drug", 1200),
    ("Hemtjänst", "unit"),
    ("Erik", "staff"),
    ("Zyxander", "firstname_male"),
]


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lists of the tests of profiles, with some words more."""
    words = [WordFrequency(word, "sv", 4.0) for word in ("torg", "sjukhuset", "kommun", "skola")]
    folder = tmp_path_factory.mktemp("overlays") / "bundle"
    return make_bundle(folder, [[*list_records(), *words]], fakes=FAKES)


@pytest.fixture(scope="module")
def lexicon(bundle: Path) -> Lexicon:
    return Lexicon.open(bundle, extra=[EXTRA], keep=["Lund", "Volvo", "Karolinska", "Anna"])


@pytest.fixture(scope="module")
def pseudonymize(lexicon: Lexicon) -> Callable[[str], str]:
    pseudonymizer = Pseudonymizer(lexicon, seed=1)
    return lambda text: pseudonymizer(text).text


# ---- the user's entries ---------------------------------------------------------------------

REPLACED = [
    ("Hon ligger på Norrgården nu.", "Hon ligger på [ward 1] nu."),
    ("Norrgårdens kök och NORRGÅRDEN.", "[ward 1] kök och [ward 1]."),
    ("Norrgården, sedan Akuten.", "[ward 1], sedan [ward 2]."),
    ("Hon tog alvedon.", "Hon tog [drug 1]."),
    ("Vi ringde hemtjänsten och hemtjänstens chef.", "Vi ringde [unit 1] och [unit 1] chef."),
    ("Jag heter Erik.", "Jag heter [staff 1]."),
]


@pytest.mark.parametrize(("text", "expected"), REPLACED)
def test_entries_become_numbered_placeholders(
    pseudonymize: Callable[[str], str], text: str, expected: str
) -> None:
    assert pseudonymize(text) == expected


def test_labels_of_ours_are_replaced_as_ours(lexicon: Lexicon) -> None:
    (span,) = Pseudonymizer(lexicon, seed=1)("Vi såg Zyxander i går.").spans
    assert (span.label, span.found and span.found.rule) == ("firstname_male", "own_list")
    assert "[" not in span.replacement and span.replacement != "Zyxander"


def test_an_entry_is_explained_by_the_users_list(lexicon: Lexicon) -> None:
    document = Pseudonymizer(lexicon, seed=1)("Hon ligger på Norrgården.")
    explanation = document.explain(document.spans[0])
    assert explanation.rule == "own_list"
    assert [(each.form, each.label) for each in explanation.candidates] == [("Norrgården", "ward")]
    assert explanation.policy == "[ward {n}]"


def test_addresses_and_numbers_stay_whole(pseudonymize: Callable[[str], str]) -> None:
    assert pseudonymize("Skriv till erik@exempel.se.") == "Skriv till email@dot.com."


def test_no_part_of_a_longer_name_stays(pseudonymize: Callable[[str], str]) -> None:
    assert "Eriks" not in pseudonymize("Vi bor på Eriks gata 7.")


@pytest.mark.parametrize("profile", list_profiles())
def test_every_profile_replaces_entries(lexicon: Lexicon, profile: str) -> None:
    text = Pseudonymizer(lexicon, profile, seed=2**64)("Hon ligger på Norrgården.").text
    assert "Norrgården" not in text


@pytest.mark.parametrize(("policy", "expected"), [
    ("keep", "på Norrgården"), ("[Avd {n}]", "på [Avd 1]"), ("stars", "på *****"),
])  # fmt: skip
def test_a_label_may_have_another_method(lexicon: Lexicon, policy: str, expected: str) -> None:
    assert Pseudonymizer(lexicon, policies={"ward": policy})("på Norrgården").text == expected


def test_a_method_for_a_label_of_no_list_is_an_error(lexicon: Lexicon) -> None:
    with pytest.raises(InputError, match=r"there is no label or rule 'wards'.* ward"):
        Pseudonymizer(lexicon, policies={"wards": "keep"})


def test_a_list_alone_is_enough() -> None:
    own = Lexicon.from_entries([("Norrgården", "ward"), ("Erik", "firstname_male")])
    text = Pseudonymizer(own, seed=1)("Erik ligger på Norrgården, skriv till erik@exempel.se").text
    assert re.fullmatch(r"[^ ]+ ligger på \[ward 1\], skriv till email@dot.com", text)
    assert "Erik" not in text


@pytest.mark.parametrize("format", [name for name in FORMATS if name not in ("csv", "review")])
def test_every_format_writes_free_labels(lexicon: Lexicon, format: str) -> None:
    from tacknamn.formats.records import InputDocument

    text = "Hon ligger på Norrgården."
    document = Pseudonymizer(lexicon, seed=1)(text)
    written = load_writer(format)(document, InputDocument("a", text))
    assert "ward" in written or format in ("text", "tab", "portal", "service")


@pytest.mark.parametrize("value", ["Lund", b"Lund", {"form": "Lund"}, 5, Path("staff.csv")])
@pytest.mark.parametrize("name", ["extra", "allow", "keep"])
def test_a_single_list_is_not_taken_for_its_parts(bundle: Path, name: str, value: Any) -> None:
    with pytest.raises(InputError, match=rf"{name} must be a list.*: {name}=\[\.\.\.\]"):
        Lexicon.open(bundle, **{name: value})


# ---- misspelt entries ----------------------------------------------------------------------

MISSPELT = [
    ("Hon ligger på Norrgårdn.", "Hon ligger på [ward 1]."),
    ("Norgårdens kök och Norrgården.", "[ward 1] kök och [ward 1]."),
    ("Hon tog Alvedno.", "Hon tog [drug 1]."),
]
NOT_MISSPELT = {
    "a word in small letters": "Hon låg på norrgårdn.",
    "a word in capitals": "Hon låg på NORRGÅRDN.",
    "a short word": "Hon såg Ero.",
    "a name of the bundle": "Vi bor i Lund.",
    "a misspelt word": "Torgt var tomt.",
}


@pytest.mark.parametrize(("text", "expected"), MISSPELT)
def test_misspelt_entries_are_found(
    pseudonymize: Callable[[str], str], text: str, expected: str
) -> None:
    assert pseudonymize(text) == expected


@pytest.mark.parametrize("text", NOT_MISSPELT.values(), ids=list(NOT_MISSPELT))
def test_other_words_that_resemble_an_entry_stay(bundle: Path, text: str) -> None:
    entries = ["Norrgården", "Erik", "Lundy", "Torgot"]
    lexicon = Lexicon.open(bundle, extra=[[(form, "ward") for form in entries]])
    assert "ward" not in Pseudonymizer(lexicon, seed=1)(text).text


def test_the_matcher_finds_misspelt_entries_if_asked(lexicon: Lexicon) -> None:
    text = "på Norrgårdn"
    assert not Matcher(lexicon).match(text)
    (match,) = Matcher(lexicon, fuzzy=True).match(text)
    assert (match.form, match.edits, match.candidates[0].form) == ("Norrgårdn", 1, "Norrgården")
    assert not Matcher(lexicon, fuzzy=True, labels=["drug"]).match(text)


# ---- what is never replaced -----------------------------------------------------------------

KEPT = [
    "Anna bor i Lund.",
    "Annas bil, Lunds torg, ANNA.",
    "Hon jobbar på Volvo.",
    "Hon jobbar på Karolinska sjukhuset.",
]


@pytest.mark.parametrize("profile", list_profiles())
@pytest.mark.parametrize("text", KEPT)
def test_allowed_forms_are_never_replaced(lexicon: Lexicon, profile: str, text: str) -> None:
    assert Pseudonymizer(lexicon, profile, seed=2**64)(text).text == text


def test_definite_forms_of_allowed_forms_stay(bundle: Path) -> None:
    lexicon = Lexicon.open(bundle, keep=["Alvedon"], extra=[[("Alvedonen", "drug")]])
    text = "alvedonen, alvedonets, alvedons"
    assert Pseudonymizer(lexicon, seed=1)(text).text == text


def test_another_name_is_replaced_whole(bundle: Path) -> None:
    lexicon = Lexicon.open(bundle, keep=["Stor", "exempel"])
    text = Pseudonymizer(lexicon, seed=1)("Skriv till anna@exempel.se på Storgatan.").text
    assert "exempel" not in text and "Storgatan" not in text


def test_what_is_allowed_wins_over_entries(bundle: Path) -> None:
    lexicon = Lexicon.open(bundle, extra=[EXTRA], keep=["Norrgården"])
    assert Pseudonymizer(lexicon, seed=1)("på Norrgården").text == "på Norrgården"
    assert not Matcher(lexicon).match("på Norrgården")


SENTENCES = [
    "Jag heter Anna Andersson.", "Anna bor i Lund på Storgatan 3.", "Annas bror Erik åkte till Lund.",
    "Ring 070-123 45 67 eller anna@exempel.se.", "Lunds skola och Göteborgs kommun.", "anna sa hej",
]  # fmt: skip


@given(
    chosen=st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=5),
    kept=st.sets(st.sampled_from(["Anna", "Lund", "Erik", "Andersson", "Göteborg"]), min_size=1),
)
def test_allowed_forms_are_in_the_result_as_often(
    bundle: Path, chosen: list[str], kept: set[str]
) -> None:
    text = "\n".join(chosen)
    lexicon = Lexicon.open(bundle, keep=sorted(kept))
    result = Pseudonymizer(lexicon, seed=1)(text).text
    for form in kept:
        alone = re.compile(rf"(?<![\w@.]){form}s?(?![\w@]|s? kommun)", re.IGNORECASE)
        assert len(alone.findall(result)) >= len(alone.findall(text))


@given(chosen=st.lists(st.sampled_from([*SENTENCES, "på Norrgården i Akuten"]), max_size=5))
def test_detections_are_sorted_and_do_not_overlap(lexicon: Lexicon, chosen: list[str]) -> None:
    detections = Pseudonymizer(lexicon, seed=1).detect(" ".join(chosen))
    assert all(one.end <= two.start for one, two in pairwise(detections))


# ---- look-up and matcher --------------------------------------------------------------------


def test_the_users_entries_win_in_a_look_up(lexicon: Lexicon) -> None:
    assert [str(found.label) for found in lexicon.lookup("erik")] == ["staff"]
    assert lexicon.lookup("anna")[0].label.value == "firstname_female"
    assert lexicon.complete("nor")[0] == "Norrgården"
    assert lexicon.complete("", label="ward") == ["Akuten", "Norrgården"]


@pytest.mark.parametrize(
    ("labels", "forms"),
    [
        (None, ["Erik", "Norrgården", "Göteborg"]),
        (["ward"], ["Norrgården"]),
        (["ward", "city"], ["Norrgården", "Göteborg"]),
        (["city"], ["Göteborg"]),
    ],
)
def test_the_matcher_finds_both(
    lexicon: Lexicon, labels: list[str] | None, forms: list[str]
) -> None:
    for overlaps in ("longest", "all"):
        matches = Matcher(lexicon, overlaps=overlaps, labels=labels).match(
            "Erik på Norrgården i Göteborg och Lund"
        )
        assert [match.form for match in matches] == forms
        assert all(
            isinstance(m.candidates[0].label, OwnLabel) for m in matches[1:2] if labels is None
        )


# ---- the command line -----------------------------------------------------------------------


@pytest.fixture
def lists(tmp_path: Path) -> list[str]:
    (tmp_path / "wards.csv").write_text("form,label\nNorrgården,ward\n", "utf-8")
    (tmp_path / "keep.txt").write_text("Göteborg\n", "utf-8")
    extra, allow = tmp_path / "wards.csv", tmp_path / "keep.txt"
    return ["--extra", str(extra), "--allow", str(allow), "--keep", "Lund"]


TEXT = "Anna på Norrgården i Göteborg, inte i Lund eller Malmö.\n"


def test_pseudonymize_takes_lists(bundle: Path, tmp_path: Path, lists: list[str]) -> None:
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    done = run(
        "pseudonymize", str(tmp_path / "a.txt"), *lists, "--data", str(bundle), "--seed", "1"
    )
    assert re.fullmatch(
        r"\w+ på \[ward 1\] i Göteborg, inte i Lund eller (?!Malmö)\w+\.\n", done.stdout
    )


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_every_process_uses_the_lists(
    bundle: Path, tmp_path: Path, lists: list[str], jobs: str
) -> None:
    lines = "".join(json.dumps({"id": str(n), "text": TEXT}) + "\n" for n in range(40))
    (tmp_path / "a.jsonl").write_text(lines, "utf-8")
    out = tmp_path / "out"
    run("pseudonymize", str(tmp_path / "a.jsonl"), "-o", str(out), *lists, "-j", jobs,
        "--set", "ward=[Avd {n}]", "--data", str(bundle), "--seed", "1")  # fmt: skip
    (file,) = out.iterdir()
    texts = [json.loads(line)["text"] for line in file.read_text("utf-8").splitlines()]
    assert len(texts) == 40
    assert all("[Avd 1] i Göteborg" in text and "Lund" in text for text in texts)


def test_a_changed_list_repeats_a_run(bundle: Path, tmp_path: Path, lists: list[str]) -> None:
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    call = ["pseudonymize", str(tmp_path / "a.txt"), "-o", str(tmp_path / "out"), *lists,
            "--data", str(bundle), "--seed", "1"]  # fmt: skip
    run(*call)
    (tmp_path / "keep.txt").write_text("Malmö\n", "utf-8")
    run(*call)
    (file,) = (tmp_path / "out").iterdir()
    assert "Göteborg" not in file.read_text("utf-8") and "Malmö" in file.read_text("utf-8")


@pytest.mark.parametrize("command", ["detect", "match", "risk"])
def test_other_commands_take_lists(
    bundle: Path, tmp_path: Path, lists: list[str], command: str
) -> None:
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    file = tmp_path / "a.txt"
    if command == "risk":
        file = tmp_path / "a.jsonl"
        file.write_text(json.dumps({"id": "1", "text": TEXT, "spans": []}) + "\n", "utf-8")
        lists += ["--show"]
    done = run(command, str(file), *lists, "--data", str(bundle))
    printed = done.stdout
    assert "ward" in printed or "Norrgården" in printed
    assert "Göteborg" not in printed and "Lund" not in printed


def test_mask_takes_lists(bundle: Path, tmp_path: Path, lists: list[str]) -> None:
    text = TEXT.replace("Göteborg, inte i", "Göteborg. Björk är i") + "Erik Lund."
    (tmp_path / "keep.txt").write_text("Erik\n", "utf-8")
    done = run("mask", "--text", text, *lists, "--lang", "sv", "--data", str(bundle))
    assert done.stdout.startswith("[Name] på [ward] i Göteborg.")
    assert "Erik" in done.stdout and "Lund" in done.stdout


BAD = [
    (["--extra", "missing.csv"], "missing.csv: No such file"),
    (["--extra", "bad.csv"], "bad.csv, line 1: the column label is missing"),
    (["--allow", "empty.txt"], "empty.txt: no entries"),
    (["--keep", "…"], "--keep, form 1: the form has no letter and no digit"),
    (["--keep", "Lund", "--keep", ""], "--keep, form 2: the form is empty"),
]


@pytest.mark.parametrize(("options", "message"), BAD)
@pytest.mark.parametrize("command", ["pseudonymize", "detect", "match", "mask"])
def test_bad_lists_end_in_one_line(
    bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str,
    options: list[str], message: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.csv").write_text("form\nEk\n", "utf-8")
    (tmp_path / "empty.txt").write_text("\n", "utf-8")
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    done = run(command, "a.txt", *options, "--data", str(bundle), status=2)
    assert message in done.stderr and "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_an_error_in_python_is_one_of_ours(bundle: Path) -> None:
    with pytest.raises(Error):
        Lexicon.open(bundle, allow=["missing.txt"])

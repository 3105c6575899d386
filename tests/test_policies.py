"""Profiles: complete, argued, quick to read, changed by labels and rules, and never guessed at."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from tacknamn.detection import detector, patterns
from tacknamn.detection.patterns.clinical_patterns import CLINICAL_PATTERNS
from tacknamn.errors import InputError
from tacknamn.pipeline import finders as pipeline_finders
from tacknamn.profiles.methods import METHODS
from tacknamn.profiles.parser import EXTENTS, FINDERS, STYLES
from tacknamn.profiles.policy_syntax import read_policy
from tacknamn.profiles.profile import Profile
from tacknamn.profiles.reader import list_profiles, read_profile
from tacknamn.profiles.records import Policy
from tacknamn.records import HARMLESS_RULES, Action, Detection
from tacknamn.replacement.records import DRAWN_LABELS, Extent, Style
from tacknamn.support.tables import read_table
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import LabelKind
from tests.timing import PATIENCE, quickest

BASE = [label for label in load_taxonomy().labels if label.kind is LabelKind.BASE]
NAMES = ("swell", "clinic", "session", "sms", "mask", "tab")
GOOD = """format = 1
description = "ours"
others = "keep"
finders = ["lists"]
"""


def found(label: str, rule: str = "list") -> Detection:
    return Detection(0, 1, label, rule)


def own(folder: Path, text: str) -> Path:
    path = folder / "own.toml"
    path.write_text(text, "utf-8")
    return path


def left_rules(profile: Profile) -> set[str]:
    """Rules of the patterns whose findings stay: prices, clock times, weekdays."""
    return {rule for rule, policy in profile.rules.items() if policy.action is Action.KEEP}


def test_there_are_the_six_profiles() -> None:
    assert list_profiles() == sorted(NAMES)
    assert [read_profile(name).name for name in NAMES] == list(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_our_own_profiles_pass_the_checks_of_a_users(name: str, tmp_path: Path) -> None:
    import tacknamn.profiles

    ours = Path(tacknamn.profiles.__file__).parent.parent / "profiles" / f"{name}.toml"
    copy = tmp_path / f"{name}.toml"
    copy.write_bytes(ours.read_bytes())
    assert read_profile(copy) == read_profile(name)


def test_swell_decides_on_every_label_of_the_taxonomy() -> None:
    assert set(read_profile("swell").policies) == {label.name for label in BASE}


def test_swell_marks_what_the_taxonomy_only_marks() -> None:
    profile = read_profile("swell")
    assert all(
        profile.get_policy(label.name).action is Action.MARK for label in BASE if label.marked
    )


def test_swell_leaves_harmless_numbers_and_weekdays() -> None:
    profile = read_profile("swell")
    assert left_rules(profile) == HARMLESS_RULES | {"authority", "company", "role", "weekday"}
    assert profile.resolve_policy(found("day", "weekday")).action is Action.KEEP
    assert profile.resolve_policy(found("other_nr_seq", "amount")).action is Action.KEEP
    assert profile.resolve_policy(found("day", "day_digits")).action is not Action.KEEP
    assert profile.resolve_policy(found("other_nr_seq", "other")).action is not Action.KEEP


def test_sms_leaves_no_number_of_three_digits() -> None:
    profile = read_profile("sms")
    numbers = {label for _, label, _ in read_table(patterns.__file__, "rules.tsv")} - {
        "age_string", "day", "geo", "month_digit", "month_word", "school", "transport_name"
    }  # fmt: skip
    hows = {label: profile.get_policy(label).method for label in numbers}
    assert {"mask_number", "mask_email", "placeholder"} == set(hows.values())
    assert not left_rules(profile)


def test_mask_keeps_all_but_names_and_masks() -> None:
    profile = read_profile("mask")
    replaced = {
        label.name for label in BASE if profile.get_policy(label.name).action is Action.REPLACE
    }
    assert replaced == {label.name for label in BASE if label.group.name == "names"}
    assert {
        pattern.label: profile.get_policy(pattern.label).text for pattern in CLINICAL_PATTERNS
    } == {pattern.label: pattern.text for pattern in CLINICAL_PATTERNS}


def test_tab_writes_stars() -> None:
    profile = read_profile("tab")
    assert {profile.get_policy(label.name).method for label in BASE} == {"stars"}


def test_everything_is_changed_by_label() -> None:
    profile = read_profile("swell").change_policies(
        {"country": "keep", "account_nr": "fixed_account", "surname": "[LastName]", "city": "mark",
         "firstname:male": "rotate"}
    )  # fmt: skip
    assert profile.get_policy("country") == Policy(Action.KEEP, "keep")
    assert profile.get_policy("account_nr").method == "fixed_account"
    assert profile.get_policy("surname") == Policy(Action.REPLACE, "placeholder", "[LastName]")
    assert profile.get_policy("city").action is Action.MARK
    assert profile.get_policy("firstname_male").method == "rotate"
    assert read_profile("swell").get_policy("country").method == "draw"


def test_rules_are_changed_by_their_names() -> None:
    profile = read_profile("swell").change_policies({"weekday": "[weekday]", "amount": "zero"})
    assert profile.resolve_policy(found("day", "weekday")).text == "[weekday]"
    assert profile.resolve_policy(found("other_nr_seq", "amount")).method == "zero"
    assert profile.resolve_policy(found("day", "day_digits")).method == "day"
    assert left_rules(profile) == (HARMLESS_RULES - {"amount"}) | {"authority", "company", "role"}


def test_what_stays_is_told_to_the_sampler() -> None:
    profile = read_profile("swell").change_policies({"country": "keep"})
    assert profile.sampler_arguments["kept"] == profile.kept_labels
    assert (
        "country" in profile.kept_labels
        and "prof" in profile.kept_labels
        and "city" not in profile.kept_labels
    )


def test_masks_go_with_any_profile() -> None:
    profile = read_profile("swell").change_masks({1}, [("kund", "[Kund]")])
    assert "masks" in profile.finders
    assert profile.masks.switched == {1}
    assert profile.get_policy("NRIC").text == "[NRIC]"
    assert profile.get_policy("custom_1").text == "[Kund]"
    assert profile.change_policies({"custom_1": "stars"}).get_policy("custom_1").method == "stars"
    assert read_profile("mask").change_masks(custom=[("a", "[A]")]).masks.switched == set(
        range(1, 10)
    )


@pytest.mark.parametrize("how", METHODS)
def test_every_how_is_written_and_read_alike(how: str) -> None:
    label = next(iter(sorted(METHODS[how].labels)), "extra")
    written = "[Text]" if how == "placeholder" else how
    policy = read_policy(label, written)
    assert (policy.method, str(policy)) == (how, written)


def test_a_how_may_take_the_names_of_another_label() -> None:
    policy = read_policy("nickname", "draw:firstname_unknown")
    assert (policy.method, policy.text) == ("draw", "firstname_unknown")
    assert str(policy) == "draw:firstname_unknown"


def test_no_how_leaves_a_name_or_a_number_that_it_fits_as_it_is() -> None:
    names = {"zero", "mask_number"}
    assert not any(METHODS[how].labels & METHODS["initial"].labels for how in names)
    assert all(METHODS[how].labels for how in (*names, "initial"))


def test_hows_know_what_the_sampler_draws() -> None:
    assert set(DRAWN_LABELS) - METHODS["draw"].labels == {
        "country_of_origin",
        "telephone_area",
        "transport_nr",
    }
    assert METHODS["draw"].labels < set(DRAWN_LABELS)
    assert set(STYLES) == set(Style) and set(EXTENTS) == set(Extent)


WRONG_CHANGES = [
    ({"cuntry": "keep"}, "did you mean country"),
    ({"city": "kep"}, "city: there is no method 'kep'; did you mean keep"),
    ({"city": "age"}, "city: age is for age_digits, age_string"),
    ({"prof": "draw"}, "prof: draw is for area, city"),
    ({"city": "rotate"}, "rotate is for firstname_female"),
    ({"city": "zero"}, "choose keep, mark, [Text], draw, letter, initial, A, stars"),
    ({"surname": "mask_number"}, "surname: mask_number is for account_nr"),
    ({"weekday": "zero"}, "weekday: zero is for account_nr"),
    ({"username": "zero"}, "choose keep, mark, [Text], letter, A, username, mask_number, stars"),
    ({"phone_nr": "initial"}, "phone_nr: initial is for area, city"),
    ({"city": "placeholder"}, "no method 'placeholder'"),
    ({"city": "zero:city"}, "no method 'zero:city'"),
    ({"city": ""}, "no method ''"),
    ({"gen": "keep"}, "is added to other labels"),
    ({"weekdy": "keep"}, "did you mean weekday"),
    ({"": "keep"}, "no label or rule ''"),
    ({"custom_1": "keep"}, "no label or rule 'custom_1'"),
    ({"city": "[" + "x" * 300 + "]"}, "a policy of 302 characters"),
]


@pytest.mark.parametrize(("changes", "told"), WRONG_CHANGES)
def test_what_cannot_be_set_is_told_with_the_closest(changes: dict[str, str], told: str) -> None:
    with pytest.raises(InputError) as caught:
        read_profile("swell").change_policies(changes)
    assert told in str(caught.value)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("name", ["swel", "", "a\0b", "SWELL", "x" * 10_000, ".."])
def test_an_unknown_profile_is_told_with_those_there_are(name: str) -> None:
    with pytest.raises(InputError, match="and files of your own") as caught:
        read_profile(name)
    assert all(known in str(caught.value) for known in NAMES)
    assert len(str(caught.value)) < 400


def test_a_profile_of_ones_own(tmp_path: Path) -> None:
    path = own(
        tmp_path,
        GOOD
        + """language = "en"
[labels]
surname = "[LastName]"
"firstname:male" = "rotate"
[rules]
year_far = "mark"
[[joins]]
labels = ["place", "street_nr"]
[sampling]
top = 20
style = "letters"
extent = "corpus"
[revealing]
countries = ["NO"]
names = ["Norden"]
[masks]
switched = [2]
custom = [["kund \\\\d+", "[Kund]"]]
""",
    )
    profile = read_profile(path)
    assert (profile.name, profile.language, profile.extent) == ("own", "en", "corpus")
    assert profile.get_policy("firstname_male").method == "rotate"
    assert profile.resolve_policy(found("year", "year_far")).action is Action.MARK
    assert profile.joins[0].labels == {"place", "street_nr"} and profile.joins[0].between == {" "}
    assert (
        profile.sampler_arguments["top"] == 20 and profile.sampler_arguments["style"] == "letters"
    )
    assert profile.harmless.names == {"norden"}
    assert profile.masks == (frozenset({2}), (("kund \\d+", "[Kund]"),))
    assert profile.finders == {"lists", "masks"}
    assert read_profile(str(path)) == profile


WRONG_FILES = [
    ("", "format: is missing"),
    ("format = 2", "format: this version of tacknamn reads format 1"),
    ('format = "1"', "format: must be a whole number, not a string"),
    ("format = true", "format: must be a whole number, not true or false"),
    ("format = 1", "description: is missing"),
    (GOOD + "[lables]", "lables: there is no such key; did you mean labels"),
    (GOOD + "labels = 3", "labels: must be a table, not a whole number"),
    (GOOD + '[labels]\ncuntry = "keep"', "labels.cuntry: there is no label or rule"),
    (GOOD + '[labels]\ncity = "kep"', "labels.city: there is no method 'kep'; did you mean keep"),
    (GOOD + "[labels]\ncity = 3", "labels.city: must be a string, not a whole number"),
    (GOOD + '[labels]\ncity = "age"', "labels.city: age is for"),
    (GOOD + '[labels]\nweekday = "keep"', "labels.weekday: this is a rule of the patterns"),
    (GOOD + '[rules]\ncity = "keep"', "rules.city: this is a label"),
    (GOOD.replace("lists", "list"), "finders: 'list': choose from lists"),
    (GOOD.replace('"keep"', '"kep"'), "others: there is no method"),
    (GOOD.replace('"keep"', '"zero"'), "others: zero is for account_nr"),
    (GOOD + 'language = "de"', "language: choose one of sv, en, auto"),
    (GOOD + "[sampling]\ntop = 0", "sampling.top: must be from 1"),
    (GOOD + "[sampling]\ntop = true", "sampling.top: must be a whole number"),
    (GOOD + '[sampling]\nstyle = "svela"', "sampling.style: choose one of fake"),
    (GOOD + "[sampling]\ncitys = 3", "sampling.citys: there is no such key; did you mean cities"),
    (GOOD + "[revealing]\nnames = [1]", "revealing.names: must be a list of strings"),
    (GOOD + "[revealing]\ncontext = 1", "revealing.context: must be true or false"),
    (GOOD + "[joins]\nlabels = []", "joins: must be a list, not a table"),
    (GOOD + "joins = [1]", "joins: must be tables"),
    (GOOD + "[[joins]]\nbetween = []", "joins 1.labels: is missing"),
    (GOOD + "[masks]\nswitched = [10]", "masks.masks: there is no mask '10'"),
    (GOOD + '[masks]\nswitched = [["a"]]', "there is no mask"),
    (GOOD + '[masks]\ncustom = [["a"]]', "masks.custom: must be pairs"),
    (GOOD + '[masks]\ncustom = [["(", "x"]]', "custom pair 1: not a regular expression"),
    (GOOD + "[masks]\ncustom = 1", "masks.custom: must be a list"),
    ("a = [" * 5000, "not a readable profile"),
    ("\0", "not a readable profile"),
]


@pytest.mark.parametrize(("text", "told"), WRONG_FILES)
def test_a_wrong_file_is_one_error_with_file_and_key(text: str, told: str, tmp_path: Path) -> None:
    path = own(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_profile(path)
    assert str(caught.value).startswith(f"{path}: ") and told in str(caught.value)


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes('description = "å"'.encode("latin-1"))
    (tmp_path / "large.toml").write_bytes(b"#" * 2_000_000)
    for name in ("latin.toml", "large.toml", "missing.toml", "."):
        with pytest.raises(InputError):
            read_profile(tmp_path / name)
    with pytest.raises(InputError, match="not a readable profile"):
        read_profile(str(tmp_path / "missing.toml"))


def test_a_key_of_too_many_parts_is_refused_before_it_is_read(tmp_path: Path) -> None:
    """Python's reader of TOML took sixteen gigabytes for it."""
    path = tmp_path / "mine.toml"
    path.write_text("format = 1\n" + "a." * 100_000 + "a = 1\n", "utf-8")
    with pytest.raises(InputError, match="full stops"):
        read_profile(path)


def test_a_placeholder_that_no_file_can_hold_is_refused() -> None:
    with pytest.raises(InputError, match="UTF-8"):
        read_profile("swell").change_policies({"surname": "[\udcff]"})


def test_a_profile_goes_to_other_processes() -> None:
    profile = read_profile("mask").change_masks(custom=[("a", "[A]")])
    assert pickle.loads(pickle.dumps(profile)) == profile  # noqa: S301 - our own bytes
    assert read_profile(profile) is profile


def test_finders_are_those_of_the_contract() -> None:
    assert {finder for name in NAMES for finder in read_profile(name).finders} == set(FINDERS)


def test_every_finder_is_one_of_the_detector_or_of_the_pipeline() -> None:
    assert sorted([*detector.FINDERS, *pipeline_finders.FINDERS]) == sorted(FINDERS)


def test_reading_loads_nothing_heavy_and_is_quick() -> None:
    code = """if True:
        import sys, time
        import tacknamn.records
        from tacknamn.profiles.reader import read_profile
        began = time.process_time()
        read_profile("swell")
        print(time.process_time() - began)
        print([name for name in ("regex", "tacknamn.taxonomy", "tacknamn.replacement.sampler",
                                 "tacknamn.ner") if name in sys.modules])"""
    run = [sys.executable, "-c", code]

    def reading() -> float:
        done = subprocess.run(run, capture_output=True, text=True, check=True, timeout=PATIENCE)
        took, loaded = done.stdout.splitlines()
        assert loaded == "[]"
        return float(took)

    assert quickest(reading, 0.03) < 0.03, "five milliseconds on a machine at rest"


def test_profiles_are_frozen() -> None:
    profile: Profile = read_profile("swell")
    with pytest.raises(AttributeError):
        profile.name = "other"  # type: ignore[misc]

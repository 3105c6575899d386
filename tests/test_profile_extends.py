"""A profile may extend another one, and give methods to labels of the user's lists."""

from pathlib import Path

import pytest

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.errors import InputError
from tacknamn.profiles.reader import list_profiles, read_profile


def write(folder: Path, name: str, *lines: str) -> Path:
    path = folder / name
    path.write_text("\n".join(("format = 1", *lines)) + "\n", "utf-8")
    return path


@pytest.mark.parametrize("name", list_profiles())
def test_a_profile_of_two_lines_is_its_parent(tmp_path: Path, name: str) -> None:
    parent, child = (
        read_profile(name),
        read_profile(write(tmp_path, "x.toml", f'extends = "{name}"')),
    )
    for field in parent.__dataclass_fields__:
        if field != "name":
            assert getattr(child, field) == getattr(parent, field), field


def test_what_the_child_says_counts(tmp_path: Path) -> None:
    path = write(
        tmp_path, "x.toml", 'extends = "swell"', 'description = "ours"', 'finders = ["lists"]',
        "[labels]", 'city = "keep"', "[sampling]", "top = 3",
    )  # fmt: skip
    swell, child = read_profile("swell"), read_profile(path)
    assert (child.name, child.description) == ("x", "ours")
    assert sorted(child.finders) == ["lists"]
    assert str(child.get_policy("city")) == "keep"
    assert child.get_policy("surname") == swell.get_policy("surname")
    assert child.sampler_settings == {**swell.sampler_settings, "top": 3}


def test_a_profile_extends_a_file_next_to_it(tmp_path: Path) -> None:
    write(tmp_path, "one.toml", 'extends = "sms"', "[labels]", 'city = "[Town]"')
    child = read_profile(write(tmp_path, "two.toml", 'extends = "one.toml"', 'others = "mark"'))
    assert (str(child.get_policy("city")), str(child.others)) == ("[Town]", "mark")


def test_labels_of_own_lists_have_methods(tmp_path: Path) -> None:
    path = write(
        tmp_path, "x.toml", 'extends = "swell"', "[own]", 'ward = "[Avd {n}]"', 'drug = "keep"'
    )
    own = Lexicon.from_entries([("Norrgården", "ward"), ("Alvedon", "drug"), ("Ipren", "product")])
    text = Pseudonymizer(own, path, seed=1)("Alvedon och Ipren på Norrgården").text
    assert text == "Alvedon och [product 1] på [Avd 1]"


BAD = [
    (('extends = "swel"',), "extends: there is no profile 'swel'; did you mean swell"),
    (('extends = "none.toml"',), "extends: there is no file 'none.toml'; check the name"),
    (("extends = 3",), "extends: must be the name of a profile or of a file"),
    (('extends = "x.toml"',), "extends: a circle of profiles (x.toml extends x.toml); remove one"),
    (('extends = "a.toml"',), "a circle of profiles (x.toml extends a.toml extends x.toml)"),
    (('extends = "swell"', "[labels]", 'surnam = "draw"'), "labels.surnam: there is no label"),
    (('extends = "swell"', "[own]", 'surname = "draw"'), "own.surname: this is a label of ours"),
    (('extends = "swell"', "[own]", 'Ward = "keep"'), "own.Ward: the label 'Ward' must be"),
    (('extends = "swell"', "[own]", 'ward = "drawn"'), "own.ward: there is no method 'drawn'"),
    (('extends = "swell"', 'labels = "draw"'), "labels: must be a table"),
]


@pytest.mark.parametrize(("lines", "message"), BAD)
def test_mistakes_name_the_file_once(tmp_path: Path, lines: tuple[str, ...], message: str) -> None:
    path = write(tmp_path, "x.toml", *lines)
    write(tmp_path, "a.toml", 'extends = "x.toml"')
    with pytest.raises(InputError) as caught:
        read_profile(path)
    assert message in str(caught.value)
    assert str(caught.value).count(str(path)) == 1


def test_a_mistake_of_the_parent_names_the_parent(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text("format = [", "utf-8")
    with pytest.raises(InputError, match=r"one\.toml: not a readable profile"):
        read_profile(write(tmp_path, "two.toml", 'extends = "one.toml"'))


def test_a_long_row_of_parents_is_refused(tmp_path: Path) -> None:
    for number in range(20):
        write(tmp_path, f"{number}.toml", f'extends = "{number + 1}.toml"')
    with pytest.raises(InputError, match="more than 10 profiles above it"):
        read_profile(tmp_path / "0.toml")


def test_the_format_is_required(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text('extends = "swell"\n', "utf-8")
    with pytest.raises(InputError, match="format: is missing"):
        read_profile(path)

"""The help of both programs: one wording for one option, options in groups, examples at the end."""

from collections import defaultdict
from typing import Any

import pytest
import typer
from typer.main import get_command

import tacknamn.cli.app
import tacknamn_builders.cli.app

GROUPS = {"Input", "Output", "Replacement", "Detection", "Run"}
EXTRA_GROUPS = {
    "evaluate": {"Measures", "Comparison of packages (--wikineural)"},
    "serve": {"Limits", "Network", "Originals"},
}
OTHER_MEANING = {
    "--all": {"reveal": "records of a vault", "lookup": "meanings of a form"},
    "--annotator": {
        "learn": "a name; for evaluate, a file",
        "pseudonymize": "chooses one of the input",
        "agreement": "chooses two",
    },
    "--bundle": {"export": "also the name of installed lists"},
    "--format": {"export": "formats of other tools"},
    "--from": {"learn": "only formats with corrections"},
    "--json": {
        "pseudonymize": "the results are not JSON, only the summary is",
        "mask": "JSON Lines with the masks",
        "reveal": "JSON Lines with the records",
    },
    "--jsonl": {"detect": "changes the input as well"},
    "--label": {"reveal": "not repeatable", "complete": "not repeatable"},
    "--lang": {"mask": "any language of the packages", "evaluate": "as for mask"},
    "--min-probability": {"export": "another default for each format"},
    "--out": {"compile": "a folder", "fit": "required"},
    "--output": {"learn": "a file", "pseudonymize": "a folder or a file"},
    "--profile": {
        "pseudonymize": "policies; for tacknamn-build, sources",
        "detect": "as for pseudonymize",
        "serve": "as for pseudonymize",
        "review": "as for pseudonymize",
    },
    "--quiet": {
        "status": "prints less of a list",
        "check": "prints less of a list",
        "diff": "prints nothing",
    },
    "--text": {"serve": "the longest text"},
    "--top": {"export": "entries to write, not to draw from"},
    "--vault": {"risk": "only read", "serve": "only for requests that ask for it"},
}
"""By option, the commands in which it means something else than in all others, and what."""


def list_commands() -> list[tuple[str, str, Any]]:
    """Return program, name and Click object of every command."""
    commands = []
    for program, module in (("tacknamn", tacknamn.cli.app),
                            ("tacknamn-build", tacknamn_builders.cli.app)):  # fmt: skip
        group: Any = get_command(module.app)
        context: Any = typer.Context(group)
        for name in group.list_commands(context):
            commands.append((program, name, group.get_command(context, name)))
    return commands


COMMANDS = list_commands()
EACH = pytest.mark.parametrize(
    ("program", "name", "command"),
    COMMANDS,
    ids=[f"{command[0]} {command[1]}" for command in COMMANDS],
)


def list_options(command: Any) -> list[Any]:
    return [
        parameter
        for parameter in command.params
        if parameter.param_type_name == "option" and not parameter.hidden
    ]


def find_name(option: Any) -> str:
    """Return the long name of an option, or its only one."""
    return str(max(option.opts, key=len))


def test_an_option_has_the_same_wording_in_all_commands() -> None:
    wordings: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for _, name, command in COMMANDS:
        for option in list_options(command):
            long_name = find_name(option)
            if name not in OTHER_MEANING.get(long_name, {}):
                wordings[long_name][option.help].append(name)
    assert {option: dict(texts) for option, texts in wordings.items() if len(texts) > 1} == {}


def test_an_option_with_another_meaning_has_another_wording() -> None:
    """The list of exceptions has no entry that is not needed."""
    wordings: dict[str, dict[str, str]] = defaultdict(dict)
    for _, name, command in COMMANDS:
        for option in list_options(command):
            wordings[find_name(option)][name] = option.help
    for option, exceptions in OTHER_MEANING.items():
        usual = {text for name, text in wordings[option].items() if name not in exceptions}
        for name in exceptions:
            assert wordings[option][name] not in usual, (option, name)


@EACH
def test_options_are_in_groups(program: str, name: str, command: Any) -> None:
    allowed = GROUPS | EXTRA_GROUPS.get(name, set())
    groups = {find_name(option): option.rich_help_panel for option in list_options(command)}
    assert {option: group for option, group in groups.items() if group not in allowed} == {}


@EACH
def test_every_option_is_a_sentence(program: str, name: str, command: Any) -> None:
    for parameter in command.params:
        text = parameter.help or ""
        assert text[:1] == text[:1].upper() != "", (name, parameter.name)
        assert text.endswith((".", "...")), (name, parameter.name)


@EACH
def test_examples_come_last(program: str, name: str, command: Any) -> None:
    heading, *examples = (command.epilog or "").split("\n\n")
    assert heading == "Examples:"
    assert examples
    for example in examples:
        assert example.startswith(f"{program} {name}")

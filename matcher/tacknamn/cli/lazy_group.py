"""A Typer program whose commands are imported one by one, when they are called.

A command's module may take a tenth of a second to import. ``tacknamn lookup`` should not wait
for what ``tacknamn evaluate`` needs. A wrong command, option or value ends in an error of one
line, like every other error.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from inspect import cleandoc
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from tacknamn.errors import InputError
from tacknamn.support.printing import make_printable
from tacknamn.support.suggest import suggest_names

__all__ = ["CommandTable", "make_app", "split_help"]

CommandTable = Mapping[str, tuple[str, str]]
"""The name of each command, one word or two, with the module and the function that define it."""
_UsageError: Any = typer.BadParameter.__base__
"""The error of a wrong command line. Typer has a public name only for this class below it."""
_LONGEST_NAME = 40
_MAY_BE_EMPTY = frozenset(
    ("--column", "--delimiter", "--details", "--keep", "--placeholder",
     "FORMS", "LANGUAGE", "PREFIX", "PSEUDONYMS", "TEXTS", "WORDS")
)  # fmt: skip
"""Options and arguments for which an empty value means something, or which refuse it themselves."""
EXAMPLES = "Examples:"
"""The line of a docstring at which the examples begin. The help shows them last."""


def make_app(name: str, commands: CommandTable, help: str) -> typer.Typer:
    """Return the program ``name`` with these commands and the option ``--version``."""

    class LazyGroup(TyperGroup):
        """The group of the commands in the table."""

        def list_commands(self, ctx: Any) -> list[str]:
            return list(commands)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            if cmd_name not in commands:
                return None
            module, function = commands[cmd_name]
            return _make_command(cmd_name, getattr(import_module(module), function))

        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            words = 2 if " ".join(args[:2]) in commands else 1
            name = " ".join(args[:words])
            if name not in commands and not ctx.resilient_parsing:
                raise _make_unknown_command_error(args[0], commands)
            return super().resolve_command(ctx, [name, *args[words:]])

        def make_context(
            self, info_name: str | None, args: list[str], *others: Any, **extra: Any
        ) -> Any:
            with _report_usage_errors(is_reported=bool(args)):  # without arguments: the help
                return super().make_context(info_name, args, *others, **extra)

        def invoke(self, ctx: Any) -> Any:
            with _report_usage_errors():
                return super().invoke(ctx)

    app = typer.Typer(
        cls=LazyGroup, help=help, no_args_is_help=True, pretty_exceptions_enable=False
    )

    def print_version(is_given: bool) -> None:
        if is_given:
            from tacknamn import __version__

            typer.echo(f"{name} {__version__}")
            raise typer.Exit

    @app.callback()
    def start(
        version: Annotated[
            bool,
            typer.Option("--version", callback=print_version, is_eager=True,
                         help="Print the version and exit."),
        ] = False,
    ) -> None:  # fmt: skip
        """Accept the options that stand before the command."""

    return app


def _make_unknown_command_error(given: str, commands: CommandTable) -> InputError:
    """Make the error for a word that is no command, or only the first word of some."""
    name = make_printable(given)[:_LONGEST_NAME]
    longer = [f"`{command}`" for command in commands if command.startswith(f"{given} ")]
    if longer:
        return InputError(f"{name} needs a second word: {', '.join(longer)}")
    return InputError(f"there is no command {name!r}; {suggest_names(given, commands)}")


class _Command(TyperCommand):
    """A command that takes no empty value: the path ``""`` would be the current folder."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        given = list(args)
        rest: list[str] = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            values, _, _ = self.make_parser(ctx).parse_args(given)
            for param in self.get_params(ctx):
                _refuse_empty(param, values.get(param.name))
        return rest


def _refuse_empty(param: Any, value: object) -> None:
    """Refuse an empty value: of a shell's variable that is not set, for example."""
    is_option = param.param_type_name == "option"
    name = max(param.opts, key=len) if is_option else param.name.upper()
    values = value if isinstance(value, (list, tuple)) else (value,)
    if name in _MAY_BE_EMPTY or not any(
        isinstance(each, str) and not each.strip() for each in values
    ):
        return
    shown, left_out = (name, name) if is_option else ((param.metavar or name).strip("[]"), "it")
    raise InputError(
        f"{shown}: is empty; give a value, or leave {left_out} out (is a variable not set?)"
    )


@contextmanager
def _report_usage_errors(is_reported: bool = True) -> Iterator[None]:
    """Turn an error of the command line, which Typer would print in a box, into one line."""
    try:
        yield
    except _UsageError as exc:
        if not is_reported:
            raise
        message = make_printable(exc.format_message()).replace(": Value error, ", ": ")
        message = f"{message[:1].lower()}{message[1:]}".rstrip(".")
        help = "--help" if exc.ctx is None else f"`{exc.ctx.command_path} --help`"
        raise InputError(f"{message}; see {help}") from None


def _make_command(name: str, function: Callable[..., Any]) -> Any:
    """Return the Click command of one function."""
    text, examples = split_help(function.__doc__ or "")
    single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    single.command(name, cls=_Command, help=text, epilog=examples)(function)
    return get_command(single)


def split_help(docstring: str) -> tuple[str, str | None]:
    r"""Split a docstring into the help text and the examples that end it.

    Docstrings are wrapped for readers of the code. Each paragraph becomes one line, which the
    help wraps for the terminal; indented paragraphs stay as they are.

    >>> split_help("Draw names.\n\n    Each line\n    has one.\n\n    Examples:\n\n      sample city")
    ('Draw names.\n\nEach line has one.', 'Examples:\n\nsample city')
    """
    text, mark, examples = cleandoc(docstring).partition(f"\n\n{EXAMPLES}\n")
    paragraphs = (
        paragraph if paragraph.startswith(" ") else paragraph.replace("\n", " ")
        for paragraph in text.split("\n\n")
    )
    if not mark:
        return "\n\n".join(paragraphs), None
    # Rich joins the lines of a paragraph, so each example is a separate paragraph.
    lines = [line.strip() for line in examples.splitlines() if line.strip()]
    return "\n\n".join(paragraphs), "\n\n".join([EXAMPLES, *lines])

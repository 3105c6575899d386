"""The command ``tacknamn``: a table of its commands, each imported only when it is called.

A command module has three parts: typed parameters with their help, one call, one print.
"""

from tacknamn.cli.lazy_group import CommandTable, make_app

__all__ = ["COMMANDS", "app"]

COMMANDS: CommandTable = {
    "pseudonymize": ("tacknamn.cli.pseudonymize", "pseudonymize"),
    "detect": ("tacknamn.cli.detect", "detect"),
    "mask": ("tacknamn.cli.mask", "mask"),
    "sample": ("tacknamn.cli.sample", "sample"),
    "key": ("tacknamn.cli.vault", "key"),
    "reveal": ("tacknamn.cli.vault", "reveal"),
    "risk": ("tacknamn.cli.risk", "risk"),
    "evaluate": ("tacknamn.cli.evaluate", "evaluate"),
    "agreement": ("tacknamn.cli.agreement", "agreement"),
    "learn": ("tacknamn.cli.learn", "learn"),
    "validate": ("tacknamn.cli.validate", "validate"),
    "lookup": ("tacknamn.cli.lists", "lookup"),
    "match": ("tacknamn.cli.lists", "match"),
    "complete": ("tacknamn.cli.lists", "complete"),
    "info": ("tacknamn.cli.lists", "info"),
    "review": ("tacknamn.cli.review", "review"),
    "serve": ("tacknamn.cli.serve", "serve"),
    "data list": ("tacknamn.cli.data", "list_"),
    "data install": ("tacknamn.cli.data", "install"),
    "data remove": ("tacknamn.cli.data", "remove"),
}
"""Each command with the module and the function that define it, in the order of the help."""

app = make_app(
    "tacknamn",
    COMMANDS,
    "Pseudonymize texts, and look names up in Täcknamn's lists. "
    "`tacknamn data install` gets the lists, `tacknamn-build` builds them.\n\n"
    "Start with `tacknamn pseudonymize essay.txt`. "
    "Each command shows its options and an example with --help.",
)

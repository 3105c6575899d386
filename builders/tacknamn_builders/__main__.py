"""``python -m tacknamn_builders`` is ``tacknamn-build``."""

from tacknamn_builders.cli import app

app(prog_name="tacknamn-build")

"""``python -m tacknamn`` is ``tacknamn``."""

from tacknamn.cli import app

app(prog_name="tacknamn")

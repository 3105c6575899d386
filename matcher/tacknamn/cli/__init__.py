"""Run the commands of ``tacknamn``: program start and end, and one module for each command.

:mod:`~tacknamn.cli.program` runs a program from its first line to its exit code,
:mod:`~tacknamn.cli.app` lists the commands and imports only the one that is called,
:mod:`~tacknamn.cli.options` has the options that several commands share, and
:mod:`~tacknamn.cli.option_values` parses their values. ``evaluate`` also has a session for each kind of
comparison, and :mod:`~tacknamn.cli.show` lays out what commands print.
"""

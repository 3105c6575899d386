"""The command line: program start and end, and one module for each command.

:mod:`~tacknamn.cli.program` runs a program from its first line to its exit code,
:mod:`~tacknamn.cli.app` lists the commands and imports only the one that is called,
:mod:`~tacknamn.cli.options` has the options that several commands share.
"""

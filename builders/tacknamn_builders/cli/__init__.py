"""The command ``tacknamn-build``: its commands, their options and what they print."""

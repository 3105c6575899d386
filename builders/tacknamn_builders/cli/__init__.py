"""The command ``tacknamn-build``: its commands, their options and what they print.

``app`` registers the commands of ``source_commands``, ``bundle_commands`` and ``text_commands``.
``reports`` formats results, ``progress`` shows long work.
"""

"""Small tools that every later stage uses.

Files and folders: ``atomic_files``, ``input_files``, ``json_lines``, ``folders``,
``checksum_cache``. Text and tables: ``printing``, ``splice``, ``suggest``, ``tables``, ``tally``.
The process: ``interrupts``, and ``compiled`` for the modules that were compiled at install time.
"""

"""What the commands that report have in common: input read line by line, sections, pages, files.

A report is a sentence (the verdict) and sections (:mod:`tacknamn.reports.sections`), laid out
once and written for people (:mod:`~tacknamn.reports.tables`), for programs (there, too) and as
a page (:mod:`~tacknamn.reports.pages`). What is read comes through
:mod:`~tacknamn.support.input_files`, and what is not ours to trust is printed through
:mod:`~tacknamn.support.printing` alone.

Nothing is imported here: commands need one of these modules each to tell their help, and should
not wait for the others.
"""

"""Reports for people and for programs: pages, tables, pictures, and explanations of spans.

A report is a verdict, which is one sentence, and sections (:mod:`tacknamn.reports.sections`). It is
built once and rendered as a page (:mod:`~tacknamn.reports.pages`), or as tables and lines with tabs
(:mod:`~tacknamn.reports.tables`). A pseudonymized document has a separate page
(:mod:`~tacknamn.reports.document_page`) and explanations in lines
(:mod:`~tacknamn.reports.explanations`).
"""

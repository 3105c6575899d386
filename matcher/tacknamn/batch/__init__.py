"""Process many files: find them, distribute them over processes, write each result completely.

In the order of a run: :mod:`~tacknamn.batch.request` has the options of the user,
:mod:`~tacknamn.batch.inputs` finds the files to read, :mod:`~tacknamn.batch.outputs` decides
where results go, :mod:`~tacknamn.batch.session` starts the run, :mod:`~tacknamn.batch.runner`
carries it out, :mod:`~tacknamn.batch.workers` spreads its tasks over processes,
:mod:`~tacknamn.batch.pseudonymize` and :mod:`~tacknamn.batch.detect` are the tasks, and
:mod:`~tacknamn.batch.ledger` records which files are done.

``tacknamn mask`` has its own session (:mod:`~tacknamn.batch.mask_session`), because models of other
packages run in one process and get many texts at once.
"""

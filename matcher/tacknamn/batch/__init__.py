"""Work through many files: find them, share them out among processes, write each one whole.

In the order of a run: :mod:`~tacknamn.batch.request` has what the user asked for,
:mod:`~tacknamn.batch.inputs` finds the files to read, :mod:`~tacknamn.batch.outputs` decides
where results go, :mod:`~tacknamn.batch.session` starts the run, :mod:`~tacknamn.batch.runner`
conducts it, :mod:`~tacknamn.batch.workers` spreads its tasks over processes,
:mod:`~tacknamn.batch.pseudonymize` and :mod:`~tacknamn.batch.detect` are the tasks, and
:mod:`~tacknamn.batch.ledger` remembers what is done.

``tacknamn mask`` has its own session (:mod:`~tacknamn.batch.mask_session`), because models of other
packages run in one process and get many texts at once.
"""

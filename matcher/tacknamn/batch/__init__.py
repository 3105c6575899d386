"""Work through files: find them, share them out among processes, write each whole or not at all.

The commands ``tacknamn pseudonymize`` and ``tacknamn detect`` are here, and what they have in
common: :mod:`~tacknamn.batch.inputs` and :mod:`~tacknamn.batch.outputs` say what is read and
written, :mod:`~tacknamn.batch.runner` does it, with the help of
:mod:`~tacknamn.batch.workers`, and :mod:`~tacknamn.batch.ledger` knows what was done before.

Nothing is imported here: the commands are registered with all others, which should not wait
for them.
"""

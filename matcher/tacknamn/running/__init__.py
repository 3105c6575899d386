"""Work through files: find them, share them out among processes, write each whole or not at all.

The commands ``tacknamn pseudonymize`` and ``tacknamn detect`` are here, and what they have in
common: :mod:`~tacknamn.running.places` and :mod:`~tacknamn.running.plan` say what is read and
written, :mod:`~tacknamn.running.conduct` does it, with the help of
:mod:`~tacknamn.running.workers`, and :mod:`~tacknamn.running.finished` knows what was done before.

Nothing is imported here: the commands are registered with all others, which should not wait
for them.
"""

"""Texts that share pseudonyms, and answers to them that are restored.

::

    from tacknamn import Lexicon
    from tacknamn.session import Session
    session = Session(Lexicon.open())
    sent = session.anonymize("Anna Lind bor i Lund.").text       # "Malin Berg bor i Malmö."
    session.restore("Malins stad heter Malmö.").text             # "Annas stad heter Lund."

``session`` has the class. ``mapping`` is its state: ``values`` are placeholders, names are settled by
:mod:`tacknamn.replacement.settled`. ``replacing`` replaces the spans of a text so that each leads back
to its original, ``clashes`` finds where it would not. ``forms`` lists the inflected forms of a
pseudonym, ``finding`` finds them in an answer, ``restoring`` puts the originals there, also while the
answer is still arriving. ``stored`` writes the state as plain data.
"""

from tacknamn.session.restoring import RestoredReply
from tacknamn.session.session import Session

__all__ = ["RestoredReply", "Session"]

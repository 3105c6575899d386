"""Learn names from corrections: forms that lists lack, and forms that lists should not contain.

::

    from pathlib import Path
    from tacknamn import Lexicon, Pseudonymizer
    from tacknamn.learning import learn, read_corrected, read_table, write_table
    corrected = read_corrected("essays/e1.json")              # and further files
    learnt = learn(corrected, Pseudonymizer(Lexicon.open()), read_table("learnt.tsv"))
    Path("learnt.tsv").write_text(write_table(learnt.lines), "utf-8")

A table contains proposals. A person writes ``yes`` or ``no`` before each line, and
``tacknamn-build compile --learnt`` uses the lines with a yes; nothing else enters a list.

The modules in the order of their work: :mod:`~tacknamn.learning.corrected_texts` reads texts,
:mod:`~tacknamn.learning.evidence` compares each with what is detected in it,
:mod:`~tacknamn.learning.learner` judges the forms of all texts, :mod:`~tacknamn.learning.notes` explains
a proposal, and :mod:`~tacknamn.learning.table` and :mod:`~tacknamn.learning.summary` write the result.
:mod:`~tacknamn.learning.forms` and :mod:`~tacknamn.learning.lists` say which forms may be learnt and
which are listed.
"""

from tacknamn.learning.corrected_texts import read_corrected
from tacknamn.learning.forms import LEARNT_LABELS, is_learnable
from tacknamn.learning.learner import LearningResult, learn
from tacknamn.learning.records import CorrectedText, Decision, Mark, Proposal, ProposalKind, Witness
from tacknamn.learning.table import read_table, write_table

__all__ = [
    "LEARNT_LABELS",
    "CorrectedText",
    "Decision",
    "LearningResult",
    "Mark",
    "Proposal",
    "ProposalKind",
    "Witness",
    "is_learnable",
    "learn",
    "read_corrected",
    "read_table",
    "write_table",
]

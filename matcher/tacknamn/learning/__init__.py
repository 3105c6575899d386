"""Learn from annotators: what they marked and no list has, what the lists have and they freed.

::

    from pathlib import Path
    from tacknamn import Lexicon, Pseudonymizer
    from tacknamn.learning import learn, read_corrected, read_table, write_table
    corrected = read_corrected("essays/e1.json")              # and further files
    learnt = learn(corrected, Pseudonymizer(Lexicon.open()), read_table("learnt.tsv"))
    Path("learnt.tsv").write_text(write_table(learnt.lines), "utf-8")

A table is a proposal. A person writes ``yes`` or ``no`` before each line, and
``tacknamn-build compile --learnt`` uses those with a yes; nothing else enters a list. The names
are imported when somebody asks for them, as in :mod:`tacknamn.svala`.
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

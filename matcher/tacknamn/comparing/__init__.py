"""Compare backends on sentences with names, as seed C does: ``tacknamn evaluate --wikineural``.

::

    wanted = settings("tacknamn,spacy:en_core_web_sm")
    found = compare("names1000.jsonl", wanted)
    comparison_data(found)["rows"][0]["recall"]        # {"sentence": 0.82, "overall": 0.84}

Each package alone, union and intersection of all, and of our own engine with each: precision and
recall by sentence and overall, seconds and memory with and without loading. Every package runs in
a process of its own, so that loading is really loading.
"""

from tacknamn.lazily import lazily

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from tacknamn.comparing.choosing import Settings, settings
    from tacknamn.comparing.comparison import Comparison, Row, compare
    from tacknamn.comparing.plain_data import comparison_data
    from tacknamn.comparing.sentences import Sentence, read_sentences

__all__ = [
    "Comparison",
    "Row",
    "Sentence",
    "Settings",
    "compare",
    "comparison_data",
    "read_sentences",
    "settings",
]

_HOMES = {
    "choosing": ("Settings", "settings"),
    "comparison": ("Comparison", "Row", "compare"),
    "plain_data": ("comparison_data",),
    "sentences": ("Sentence", "read_sentences"),
}

if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, _HOMES)

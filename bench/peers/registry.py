"""All engines, by what they are for."""

from bench.peers import (
    ahocorasick_rs,
    daachorse,
    flashtext2,
    hyperscan,
    own,
    pyahocorasick,
    spacy,
    words,
)

__all__ = ["ENGINES", "NATIVE_FORMS", "PEERS", "PURE_PYTHON"]

PEERS = (
    daachorse.ENGINE,
    hyperscan.ENGINE,
    ahocorasick_rs.ENGINE,
    pyahocorasick.PLAIN,
    flashtext2.ENGINE,
    spacy.ENGINE,
)
"""What the registry has, each in its best arrangement."""
PURE_PYTHON = (pyahocorasick.EXACT, words.ENGINE)
"""What the portable engine is measured by: exact, and nothing of their own compiled."""
NATIVE_FORMS = (own.OBJECTS, own.SHORT, own.SHORT_OBJECTS, own.THREADS, own.LOWER)
"""Other ways to ask the native engine, and the floor."""
ENGINES = {
    engine.name: engine
    for engine in (own.NATIVE, own.PORTABLE, *PEERS, *PURE_PYTHON, *NATIVE_FORMS)
}

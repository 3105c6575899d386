"""List all engines by their purpose."""

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
"""Packages of others, each in its fastest setup."""
PURE_PYTHON = (pyahocorasick.EXACT, words.ENGINE)
"""What the portable engine is compared with: exact, and without compiled code of its own."""
NATIVE_FORMS = (own.OBJECTS, own.SHORT, own.SHORT_OBJECTS, own.THREADS, own.LOWER)
"""Other ways to call the native engine, and the lower limit of any scan in Python."""
ENGINES = {
    engine.name: engine
    for engine in (own.NATIVE, own.PORTABLE, *PEERS, *PURE_PYTHON, *NATIVE_FORMS)
}

"""A package with backends, installed where tests of masking find it: real entry points, no models.

``known:Anna+Mary Lee`` finds those words; ``crashing``, ``lying`` and ``hanging`` do what they are
called; ``broken`` cannot load its model.
"""

import os
import sys
from pathlib import Path

__all__ = ["installed", "on_path"]

_MODULE = '''
"""Backends of tests."""

import re
import time

from tacknamn.backends import BackendError, Mention


class Known:
    """Finds the words of its model."""

    def __init__(self, setup):
        self.name = setup.name
        words = sorted(setup.model.split("+"), key=len, reverse=True)
        self.words = re.compile("|".join(map(re.escape, words)) or "(?!)")

    def load(self):
        """Nothing to load."""

    def find(self, text):
        return [Mention(*place.span(), "PER", 0.75) for place in self.words.finditer(text)]


class Crashing(Known):
    """Fails with a message that quotes the text."""

    def find(self, text):
        raise RuntimeError(f"cannot read {text}")


class Late(Known):
    """Fails from the third text on."""

    texts = 0

    def find(self, text):
        self.texts += 1
        if self.texts > 2:
            raise RuntimeError(f"cannot read {text}")
        return super().find(text)


class Lying(Known):
    """Finds what is not there."""

    def find(self, text):
        return [Mention(0, len(text) + 5, "PER", 1.0)]


class Hanging(Known):
    """Never ends."""

    def find(self, text):
        time.sleep(3600)


class Broken(Known):
    """Has no model."""

    def load(self):
        raise BackendError(self.name, "the model small is not there", "run: get small")
'''
_POINTS = "".join(
    f"{name.lower()} = tacknamn_test_backends:{name}\n"
    for name in ("Known", "Crashing", "Late", "Lying", "Hanging", "Broken")
)


def installed(folder: Path) -> Path:
    """The folder of the package, made anew; it is to stand in the path of modules."""
    package = folder / "tacknamn_test_backends.py"
    package.write_text(_MODULE, "utf-8")
    about = folder / "tacknamn_test_backends-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: tacknamn-test-backends\nVersion: 1.0\n", "utf-8"
    )
    (about / "entry_points.txt").write_text(f"[tacknamn.backends]\n{_POINTS}", "utf-8")
    return folder


def on_path(folder: Path) -> str:
    """What PYTHONPATH is for a process that has the package."""
    return os.pathsep.join([str(folder), *sys.path])

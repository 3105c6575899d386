"""A package with backends, installed where tests of masking find it: real entry points, no models.

``known:Anna+Mary Lee`` finds those words; ``crashing``, ``lying`` and ``hanging`` do what they are
called; ``broken`` cannot load its model; ``labels:Anna=NAME`` has labels of its own.
"""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

__all__ = ["add_package", "installed", "on_path"]

_MODULE = '''
"""Backends of tests."""

import re
import time

from tacknamn.ner import BackendError, NamedMention


class Known:
    """Finds the words of its model."""

    def __init__(self, setup):
        self.name = setup.name
        words = sorted(setup.model.split("+"), key=len, reverse=True)
        self.words = re.compile("|".join(map(re.escape, words)) or "(?!)")

    def load(self):
        """Nothing to load."""

    def find(self, text):
        return [NamedMention(*place.span(), "PER", 0.75) for place in self.words.finditer(text)]


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
        return [NamedMention(0, len(text) + 5, "PER", 1.0)]


class Hanging(Known):
    """Never ends."""

    def find(self, text):
        time.sleep(3600)


class Labels(Known):
    """Finds words with labels of its own: ``labels:Anna=NAME+Bo=firstname``."""

    def __init__(self, setup):
        self.name = setup.name
        self.labels = dict(pair.split("=") for pair in setup.model.split("+"))

    def find(self, text):
        return [
            NamedMention(found.start(), found.end(), self.labels[found[0]])
            for found in re.finditer("|".join(self.labels), text)
        ]


class Broken(Known):
    """Has no model."""

    def load(self):
        raise BackendError(self.name, "the model small is not there", "run: get small")
'''
_CLASSES = ("Known", "Crashing", "Late", "Lying", "Hanging", "Labels", "Broken")


def installed(folder: Path) -> Path:
    """The folder of the package, made anew; it is to stand in the path of modules."""
    add_package(folder, "tacknamn_test_backends", _MODULE, _CLASSES)
    return folder


def add_package(folder: Path, name: str, module: str, classes: Iterable[str]) -> None:
    """A package of one module, whose classes are backends, as installers leave it."""
    (folder / f"{name}.py").write_text(module, "utf-8")
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    told = f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: 1.0\n"
    (about / "METADATA").write_text(told, "utf-8")
    points = "".join(f"{one.lower()} = {name}:{one}\n" for one in classes)
    (about / "entry_points.txt").write_text(f"[tacknamn.backends]\n{points}", "utf-8")


def on_path(folder: Path) -> str:
    """What PYTHONPATH is for a process that has the package."""
    return os.pathsep.join([str(folder), *sys.path])

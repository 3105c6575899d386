"""A second package with backends, of those that only a comparison minds: dear, noisy, dying ones.

``installed`` puts it beside that of :mod:`tests.masking_backends`.
"""

from pathlib import Path

from tests import masking_backends

__all__ = ["LOADED", "WORKING", "installed"]

LOADED, WORKING = 64_000_000, 32_000_000
"""Bytes that ``greedy`` has from when it is loaded, and that it needs for each text."""
_MODULE = f'''
"""Backends of tests."""

import os
import sys
import time

from tacknamn_test_backends import Known


class Greedy(Known):
    """Needs memory: some for its model, more for a text; and a third of a second to load."""

    model = b""

    def load(self):
        if not self.model:
            time.sleep(0.3)
            self.model = b"x" * {LOADED}

    def find(self, text):
        self.load()
        room = b"y" * {WORKING}
        return super().find(text) if room else []


class Noisy(Known):
    """Prints what is no answer, wherever it can."""

    def find(self, text):
        print('{{"found": []}}')
        os.write(1, b"noise\\n")
        sys.stderr.write("x" * 100_000)
        return super().find(text)


class Dying(Known):
    """Ends its process at the second text."""

    texts = 0

    def find(self, text):
        self.texts += 1
        if self.texts > 2:  # the first one was not ours
            os._exit(7)
        return super().find(text)
'''
_CLASSES = ("Greedy", "Noisy", "Dying")


def installed(folder: Path) -> Path:
    """The folder of both packages, made anew; it is to stand in the path of modules."""
    masking_backends.installed(folder)
    masking_backends.add_package(folder, "tacknamn_dear_backends", _MODULE, _CLASSES)
    return folder

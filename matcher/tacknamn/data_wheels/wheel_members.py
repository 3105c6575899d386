"""Which members a data wheel may have: nothing that pip installs with it can be run.

pip copies each member into site-packages, so a wheel with another package replaces that package. It
makes a program of each entry point of some groups. And it keeps the paths of RECORD, whose files it
deletes when the package is removed. So the names of a data wheel must follow from the name of its
lists, its package has no code, and RECORD lists nothing else.
"""

import csv
import re
import zipfile
from collections.abc import Callable, Collection, Iterator
from pathlib import PurePosixPath

from tacknamn.data_wheels.wheel_name import WheelName
from tacknamn.lexicon.bundle import MANIFEST, REQUIRED
from tacknamn.lexicon.installed import BUNDLE_FOLDER, GROUP

__all__ = ["MOST_BYTES", "find_foreign_member", "list_problems"]

MOST_BYTES = 1 << 30
"""Most bytes that a wheel expands to: ten times the lists of the profile ``default``."""
_FACTS = ("METADATA", "RECORD", "WHEEL", "entry_points.txt")
_TEXTS = re.compile(r"(licenses|sboms)/[\w.-]+")
"""Files of any name that pip only copies, in folders of the metadata."""
_NO_CODE = re.compile(r'("""[^"\\\r\n]*"""\n)?')


def find_foreign_member(archive: zipfile.ZipFile, folders: Collection[str]) -> str | None:
    """Find a member outside these folders; None if there is none."""
    for name in archive.namelist():
        parts = PurePosixPath(name).parts
        if not parts or parts[0] not in folders or ".." in parts or "\\" in name:
            return name
    return None


def list_problems(
    archive: zipfile.ZipFile, name: WheelName, read_text: Callable[[str], str]
) -> Iterator[str]:
    """Yield what is wrong with the members of a wheel of this name.

    ``read_text`` reads a member."""
    members = archive.namelist()
    if len(set(members)) != len(members):
        yield "has two files of one name"
    if sum(member.file_size for member in archive.infolist()) > MOST_BYTES:
        yield f"expands to more than {MOST_BYTES:,} bytes"
    for member in members:
        if not _is_allowed(member, name):
            yield f"has a file that is no part of lists, {member!r:.80}"
    if not _NO_CODE.fullmatch(read_text(f"{name.package}/__init__.py")):
        yield "its package has code"
    # Compared as a whole: readers disagree about blanks, comments and ends of lines.
    if read_text(f"{name.facts}/entry_points.txt") != f"[{GROUP}]\n{name.lists} = {name.package}\n":
        yield "its entry point is not written as usual"
    record = csv.reader(read_text(f"{name.facts}/RECORD").splitlines())
    if not all(_is_allowed(row[0], name) for row in record if row):
        yield "RECORD lists other files"


def _is_allowed(member: str, name: WheelName) -> bool:
    folder, _, rest = member.partition("/")
    if folder == name.facts:
        return rest in _FACTS or _TEXTS.fullmatch(rest) is not None
    files = {f"{BUNDLE_FOLDER}/{file}" for file in (*REQUIRED, MANIFEST)}
    return folder == name.package and rest in {"__init__.py", *files}

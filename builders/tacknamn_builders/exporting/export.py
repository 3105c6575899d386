"""Write an export into a new folder, whole or not at all."""

from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.writing.replace_folder import FolderKind, check_replaceable, replace_folder
from tacknamn.support.locks import remove_last_lock
from tacknamn_builders.exporting.formats import find_format
from tacknamn_builders.exporting.provenance import is_export, list_export_files, write_provenance
from tacknamn_builders.exporting.selection import ExportContent, Selection, choose_content

__all__ = ["export_entries", "write_export"]

_EXPORTS = FolderKind("an export", is_export, list_export_files, "--output")
_NOTHING = FolderKind("empty", lambda folder: False, option="--output")


def export_entries(
    lexicon: Lexicon,
    format: str,
    out: Path,
    selection: Selection | None = None,
    overwrite: bool = False,
) -> ExportContent:
    """Write the chosen entries in a format into the folder ``out``, and return them.

    The folder must be missing or empty. With ``overwrite``, it may have an earlier export. Without
    a selection, the entries that the format takes by default are written."""
    least = find_format(format).min_probability
    _check_folder(out, overwrite)  # before the entries are read, and again when it is replaced
    content = choose_content(lexicon, selection or Selection(min_probability=least))
    write_export(content, format, out, overwrite)
    return content


def write_export(content: ExportContent, format: str, out: Path, overwrite: bool = False) -> None:
    """Write entries that were chosen before; otherwise as :func:`export_entries`."""
    target = _check_folder(out, overwrite)
    with replace_folder(out, _EXPORTS if overwrite else _NOTHING) as folder:
        find_format(format).write(content, folder)
        write_provenance(content, format, folder)
    remove_last_lock(target.parent, target.name)  # the folder next to it is the user's own


def _check_folder(out: Path, overwrite: bool) -> Path:
    """Return the folder to replace, or raise an error if it has something else."""
    if is_export(out) and not overwrite:
        raise InputError(
            f"{out}: has an earlier export; replace it with --overwrite, or choose another folder"
        )
    return check_replaceable(out, _EXPORTS if overwrite else _NOTHING)

"""Check that two versions of Täcknamn make the same of the same texts, byte for byte.

Run after the builds::

    python -m bench.same_outputs [--start COMMIT] [--texts DIR] [--bundle DIR]...

Checks out and compiles the start commit in a temporary folder, and runs :mod:`bench.outputs` with
it and with the working tree: all sets of gold texts, all profiles, both languages, all formats,
and each bundle. Of pages, the structure and the texts are compared, not the wording of headings
and reasons. Then compares the output of commands on files, tables and folders. Exit code 1 if
anything differs.
"""

import argparse
import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import IO

from bench.outputs import CRASH
from bench.versions import ROOT, check_out, make_environment

START = "bd6567b"
"""The commit before the redesign of the layout and the language."""
LANGUAGES = ("sv", "en")
CSV = 'id,letter\n1,Min bror Ahmed bor i Lund.\n2,"Ring Elsa Berg, 070-123 45 67."\n'
COMMANDS = {
    "csv": "pseudonymize letters.csv --column letter --seed 7",
    "csv as jsonl": "pseudonymize letters.csv --column letter --seed 7 --format jsonl",
    "folder": "pseudonymize essays --seed 7 -o out -q",
    "detect": "detect essays",
    "detect jsonl": "detect --jsonl --coarse --scores letters.jsonl",
    "match": "match --jsonl --fuzzy essays/1.txt",
    "lookup": "lookup Elena Göteborg Storgatan --json",
    "complete": "complete Göt -n 50",
    "sample": "sample firstname_female -n 50 --seed 7",
    "mask": "mask letters.csv --column letter -o masked -q",
    "validate": "validate essay.json --json",
}
"""Commands whose output is compared, on the files of :func:`_write_files`."""


def main() -> None:
    """Compare, print the differences, and exit with 0 or 1."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--start", default=START, metavar="COMMIT")
    parser.add_argument("--texts", type=Path, default=ROOT.parent / "shared" / "eval")
    parser.add_argument("--bundle", type=Path, action="append")
    parser.add_argument("--limit", type=int, help="documents of each set; default: all")
    options = parser.parse_args()
    bundles = options.bundle or sorted((ROOT / "build").glob("*/manifest.json"))
    folders = [bundle if bundle.is_dir() else bundle.parent for bundle in bundles]
    if not folders or not options.texts.is_dir():
        sys.exit("needs a bundle (make build) and the gold texts (--texts DIR)")
    with tempfile.TemporaryDirectory() as temporary:
        start = Path(temporary) / "start"
        check_out(options.start, start)
        differences = 0
        for folder in folders:
            bundle = folder.resolve()
            for language in LANGUAGES:
                arguments = [str(options.texts.resolve()), str(bundle), language]
                if options.limit:
                    arguments += ["--limit", str(options.limit)]
                old, new = _run_both(start, arguments)
                differences += _report(f"{bundle.name} {language}", old, new)
            old = dict(_command_digests(start, bundle))
            new = dict(_command_digests(ROOT, bundle))
            differences += _report(f"{bundle.name} commands", old, new)
    sys.exit(1 if differences else 0)


def _run_both(start: Path, arguments: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Run the digests with both versions at the same time."""
    script = str(ROOT / "bench" / "outputs.py")
    with tempfile.TemporaryFile() as old, tempfile.TemporaryFile() as new:
        outputs = {start: old, ROOT: new}
        processes = [
            subprocess.Popen(
                [sys.executable, script, *arguments], env=make_environment(tree), stdout=output
            )
            for tree, output in outputs.items()
        ]
        codes = [process.wait() for process in processes]
        if any(codes):
            sys.exit("bench.outputs failed; see the error above")
        return _read_digests(old), _read_digests(new)


def _read_digests(output: IO[bytes]) -> dict[str, str]:
    output.seek(0)
    lines = output.read().decode("utf-8").splitlines()
    return {name: digest for name, _, digest in (line.partition("\t") for line in lines)}


def _report(title: str, old: Mapping[str, str], new: Mapping[str, str]) -> int:
    """Print what differs, and return how many digests do."""
    crashed = {name for name, digest in old.items() if digest.startswith(CRASH)}
    # The start commit has no result for a text on which it crashed, whatever the format.
    names = {name for name in old.keys() | new if not _is_of_crashed(name, crashed)}
    different = sorted(name for name in names if old.get(name) != new.get(name))
    for name in different:
        print(f"{title}: {name} differs")
    if crashed:
        print(f"{title}: the start commit crashed on {len(crashed):,}, which are not compared")
    print(
        f"{title}: {len(names) - len(different):,} of {len(names):,} digests are equal", flush=True
    )
    return len(different)


def _is_of_crashed(name: str, crashed: Collection[str]) -> bool:
    """Whether a digest belongs to a document on which the start commit crashed."""
    words = name.split()
    # A set of texts, a profile, perhaps a format, and the number of the document.
    return any(" ".join([*words[:size], words[-1]]) in crashed for size in (2, 3))


def _command_digests(tree: Path, bundle: Path) -> Iterator[tuple[str, str]]:
    """Yield a digest of standard output, exit code and written files for each command."""
    for name, command in COMMANDS.items():
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary) / "files"
            _write_files(folder)
            done = subprocess.run(
                [sys.executable, "-m", "tacknamn", *command.split()], check=False, cwd=folder,
                env=make_environment(tree) | {"TACKNAMN_DATA": str(bundle)}, capture_output=True,
            )  # fmt: skip
            total = hashlib.blake2b(done.stdout + str(done.returncode).encode(), digest_size=16)
            for file in sorted(folder.rglob("*")):
                if file.is_file():
                    total.update(file.relative_to(folder).as_posix().encode() + file.read_bytes())
            yield name, total.hexdigest()


def _write_files(folder: Path) -> None:
    essays = folder / "essays"
    essays.mkdir(parents=True)
    text = "Jag heter Amina och är 14 år. Min bror Ali bor i Lund. Ring 070-123 45 67!\n"
    (essays / "1.txt").write_text(text, "utf-8")
    (essays / "2.txt").write_text(text.replace("Lund", "Göteborg"), "utf-8")
    (folder / "letters.csv").write_text(CSV, "utf-8")
    (folder / "letters.jsonl").write_text('{"id": "a", "text": "Elsa bor i Lund."}\n', "utf-8")
    graph = (
        '{"source": [{"id": "s0", "text": "Hej "}], "target": [{"id": "t0", "text": "Hej "}], '
        '"edges": {"e-s0-t0": {"id": "e-s0-t0", "ids": ["s0", "t0"], "labels": [], '
        '"manual": false}}}'
    )
    (folder / "essay.json").write_text(graph, "utf-8")


if __name__ == "__main__":
    main()

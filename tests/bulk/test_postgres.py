"""Tables of a real PostgreSQL through the command, as `COPY` writes and reads them."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running_command import command, under
from tests.timing import PATIENCE

KEY = "9c1185a5c5e9fc54612808977ee8f548b2258d31ac1ef1f1bd4d5bea7c4d9b1f"
"""An invented key."""
PROGRAMS = {name: shutil.which(name) for name in ("initdb", "pg_ctl", "psql")}
pytestmark = pytest.mark.skipif(not all(PROGRAMS.values()), reason="needs PostgreSQL")

CREATE = """
create table notes (id int primary key, note text, other text);
create table safe (like notes);
insert into notes values
  (1, 'Jag heter Amina Lind.', null),
  (2, null, ''),
  (3, '', 'Amina'),
  (4, E'Amina sa "hej",\\nmen Karin\\r\\nsvarade \\\\. inte.', E'a,"b"'),
  (5, 'Amina', '\\N'),
  (6, '"', 'NULL');
"""
OUT = "\\copy (select * from notes order by id) to stdout with (format csv{head})"
IN = "\\copy safe from stdin with (format csv{head})"


class Server:
    """A server that listens on a socket in a folder only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.user = "nobody" if os.geteuid() == 0 else None  # PostgreSQL refuses root

    def run(self, name: str, *arguments: str, given: bytes = b"") -> bytes:
        program = PROGRAMS[name]
        assert program is not None
        done = subprocess.run(
            [program, *arguments], input=given, capture_output=True, check=True, timeout=PATIENCE,
            cwd=self.folder, user=self.user,
        )  # fmt: skip
        return done.stdout

    def ask(self, sql: str, given: bytes = b"") -> bytes:
        """Run SQL, or a command of psql."""
        connection = ("-h", str(self.folder), "-d", "postgres", "-U", "owner")
        stop = ("-X", "-q", "-At", "-v", "ON_ERROR_STOP=1")
        return self.run("psql", *connection, *stop, "-c", sql, given=given)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as name:  # a short path: that of a socket is limited
        folder = Path(name)
        made = Server(folder)
        if made.user:
            shutil.chown(folder, "nobody")
        data = str(folder / "data")
        made.run("initdb", "-D", data, "-U", "owner", "-E", "UTF8", "--locale", "C")
        options = f"-c listen_addresses= -c unix_socket_directories={folder}"
        made.run("pg_ctl", "-D", data, "-w", "-o", options, "-l", f"{data}/log", "start")
        try:
            made.ask(CREATE)
            yield made
        finally:
            made.run("pg_ctl", "-D", data, "-m", "immediate", "stop")


@pytest.mark.parametrize(("head", "column"), [(", header", "note"), ("", "2")])
def test_a_table_goes_through_the_command_and_back(
    head: str, column: str, server: Server, data: Path, tmp_path: Path
) -> None:
    server.ask("truncate safe")
    arguments = ["--from", "csv", "--column", column, "-q", *([] if head else ["--no-header"])]
    done = subprocess.run(
        command("pseudonymize", *arguments), input=server.ask(OUT.format(head=head)),
        env=under(tmp_path, data, TACKNAMN_KEY=KEY), capture_output=True, check=False,
        timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    server.ask(IN.format(head=head), given=done.stdout)
    changed = "select id from notes join safe using (id) where {} order by id"
    assert server.ask(changed.format("notes.note is distinct from safe.note")) == b"1\n4\n5\n"
    assert server.ask(changed.format("notes.other is distinct from safe.other")) == b""
    [name] = server.ask("select note from safe where id = 5").decode().splitlines()
    replaced = "select count(*) from safe where note like '%Amina%'"
    assert name != "Amina" and server.ask(replaced) == b"0\n"
    assert server.ask(f"select note like '{name} sa \"hej\",%' from safe where id = 4") == b"t\n"
    nulls = "select id, note is null, note = '' from safe where id in (2, 3) order by id"
    assert server.ask(nulls) == b"2|t|\n3|f|t\n"

"""Write to the standard streams at once, so that a reading program or person does not wait."""

import sys

__all__ = ["write_stderr", "write_stdout"]


def write_stdout(*data: bytes) -> None:
    """Write bytes to standard output, without conversion of line ends."""
    sys.stdout.flush()  # text that was printed before comes first
    for part in data:
        sys.stdout.buffer.write(part)
    sys.stdout.buffer.flush()


def write_stderr(text: str) -> None:
    """Write text, with its line ends, to standard error."""
    sys.stderr.write(text)
    sys.stderr.flush()

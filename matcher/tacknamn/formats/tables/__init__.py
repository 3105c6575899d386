"""Read and write files of tables with pyarrow: Parquet, and files and streams of Arrow IPC.

Rows become documents in :mod:`tacknamn.formats.arrow_files`.
"""

from tacknamn.errors import InputError

try:
    import pyarrow as _  # noqa: F401
except ImportError as exc:
    raise InputError(
        "files of Parquet and Arrow need pyarrow; `pip install 'tacknamn[arrow]'`"
    ) from exc

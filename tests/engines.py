"""Both engines, for tests that must hold for each; without a compiled scanner its half is skipped."""

import pytest

from tacknamn.matching.engines import has_native

__all__ = ["ENGINES", "needs_native"]

needs_native = pytest.mark.skipif(
    not has_native(), reason="nothing was compiled: reinstall where there is a C compiler"
)
ENGINES = [pytest.param("native", marks=needs_native), "portable"]

"""Check what was built against what must hold, and say so rule by rule."""

from tacknamn_builders.checks.findings import Finding, Severity
from tacknamn_builders.checks.run import Report, run_checks

__all__ = ["Finding", "Report", "Severity", "run_checks"]

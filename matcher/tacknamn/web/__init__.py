"""The review page: one HTML file, built from the sources in ``matcher/web``."""

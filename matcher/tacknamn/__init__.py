"""Täcknamn: find names in running text, say what each may be, and replace them."""

__version__ = "0.1.0"
__all__ = ["__version__"]

"""Get lists as data wheels: check a wheel file, and let pip install or remove it.

This is the only part of the runtime that may use the network, by pip and only when the user asks:
``tacknamn data install``.
"""

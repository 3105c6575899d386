"""The lists as a reconciliation service, for OpenRefine and other clients of its protocol.

The protocol is the Reconciliation Service API 0.2 of the W3C community group. An entity is an entry of
the lists, its type is its label, and its properties are what the lists know of it.
"""

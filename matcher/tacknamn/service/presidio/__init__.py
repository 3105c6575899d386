"""Presidio's HTTP API: its clients find and replace with Täcknamn, and Presidio need not be installed.

=================  ==================================================================================
``router``         the addresses, and errors in the form that clients of Presidio read
``models``         bodies and answers
``analysis``       ``/analyze``: our detections and the client's own recognizers, as results of Presidio
``ad_hoc``         recognizers that a request brings along: deny lists and expressions
``context_words``  higher scores next to certain words
``expressions``    expressions of clients, with limits
``conflicts``      which of overlapping results are replaced
``anonymizing``    ``/anonymize`` and ``/deanonymize``: texts with their results replaced
``anonymizers``    the operators and their parameters
``ciphers``        encryption that Presidio can undo
=================  ==================================================================================
"""

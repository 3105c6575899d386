"""The engine as an HTTP service, through protocols that other tools speak.

``tacknamn serve`` starts it. :func:`tacknamn.service.app.make_app` makes the ASGI application.
"""

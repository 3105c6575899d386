"""Attacks on published texts, and how often they succeed: ``make privacy``.

An attacker has what we publish: the pseudonymized texts, the program and the lists. He never sees an
original, a seed or a key. Each attack plays many rounds against the program as a user would run it,
and counts how often the attacker is right. *Chance* is how often he would be right without the text.

:mod:`tests.privacy.runs` publishes, the other modules attack, and :mod:`tests.privacy.__main__`
reports. Only invented people occur.
"""

"""The compiled paths through rows (matcher/native/rows.c)."""

from typing import Self

class Paths:
    def __new__(cls, kinds: tuple[str, ...], factors: list[list[list[float]]], /) -> Self: ...
    def solve(
        self, shares: list[dict[str, float]], links: list[int], /
    ) -> tuple[list[str], list[dict[str, float]]]: ...

def compute_shares(weights: dict[str, float], kinds: dict[str, str], /) -> dict[str, float]: ...

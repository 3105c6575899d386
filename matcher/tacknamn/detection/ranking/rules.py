"""The rules of labelling that a profile may treat unlike the others of their label."""

from typing import Final

__all__ = ["RULES"]

RULES: Final = {
    "authority": "public_authority",
    "company": "work",
    "role": "prof",
}
"""Rules and the labels that they give: authorities and companies that nobody is said to work at,
and professions of people that one meets (the doctor said)."""

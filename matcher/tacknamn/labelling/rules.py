"""The rules of labelling that a profile may treat unlike the others of their label."""

__all__ = ["RULES"]

RULES = {
    "authority": "public_authority",
    "company": "work",
    "role": "prof",
}
"""Rules and the labels that they give: authorities and companies that nobody is said to work at,
and professions of people that one meets (the doctor said)."""

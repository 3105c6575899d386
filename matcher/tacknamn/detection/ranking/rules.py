"""The rules of this package: what found a name, as a detection and an explanation report it."""

from typing import Final

__all__ = [
    "AUTHORITY",
    "BESIDE_NAME",
    "CAPITAL",
    "COMPANY",
    "EDUCATED",
    "INITIALS",
    "INSTITUTION",
    "LIST",
    "MISSPELT",
    "ROLE",
    "RULES",
    "SPEAKER",
    "WORKPLACE",
]

LIST, MISSPELT = "list", "misspelt"
"""An entry of the lists, as the list spells it or misspelt."""
BESIDE_NAME, CAPITAL, INITIALS = "beside_name", "capital", "initials"
"""A word next to a name; a capitalized word that no list has; initials."""
INSTITUTION: Final = "institution"
"""A name of an institution, known by the words next to it."""
SPEAKER: Final = "speaker"
"""What stands before a colon at the beginning of several lines of a chat."""
WORKPLACE, COMPANY, AUTHORITY = "workplace", "company", "authority"
"""An institution at which a person works; a company and an authority that are only mentioned."""
ROLE, EDUCATED = "role", "educated"
"""A profession of a person who is only mentioned (*the doctor said*); a profession as the aim of an
education."""
RULES: Final = {
    AUTHORITY: "public_authority",
    COMPANY: "work",
    ROLE: "prof",
}
"""The rules that a profile may treat unlike other detections of their label, with that label.
Companies, authorities and professions that are only mentioned identify no person."""

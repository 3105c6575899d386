"""Check digits of numbers, and days of the calendar."""

__all__ = ["is_day", "is_luhn", "is_mod97"]

_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_luhn(digits: str) -> bool:
    """Whether the last digit is the Luhn check digit, as in personal identity and card numbers.

    >>> is_luhn("8112189876"), is_luhn("8112189875")
    (True, False)
    """
    total = 0
    for position, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + position % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def is_mod97(iban: str) -> bool:
    """Whether the check digits of an IBAN are right. Spaces do not count.

    >>> is_mod97("SE35 5000 0000 0549 1000 0003")
    True
    """
    joined = "".join(iban.split()).upper()
    return int("".join(str(int(character, 36)) for character in joined[4:] + joined[:4])) % 97 == 1


def is_day(month: str, day: str) -> bool:
    """Whether a month has this day. February has 29 days in every year."""
    number = int(month)
    return 1 <= number <= 12 and 1 <= int(day) <= _DAYS[number - 1]

"""The codes of members: of their card, of their vouchers and of their invitation.

Both avoid vowels (no words by accident) and characters that look alike: 0 O 1 I L, 2 Z, 5 S, 8 B.
"""

from collections.abc import Callable
from secrets import randbelow

ALPHABET = "34679CDFGHJKMNPQRTVWXY"
REFERRAL_LENGTH = 8
CARD_LENGTH = 12  # 11 random characters (49 bits) and 1 that checks them
GROUP_LENGTH = 4
# Added to the sum that a card's check character completes: a till sees which of the two a code is.
VOUCHER_OFFSET = 11

Draw = Callable[[int], int]


def referral_code(draw: Draw = randbelow) -> str:
    """A code to invite with. `draw(n)` returns a random whole number below n."""
    return _drawn(REFERRAL_LENGTH, draw)


def member_code(draw: Draw = randbelow) -> str:
    """The code in the QR of a member's card: three groups of four, the last character checks the others."""
    return _checked(draw, 0)


def voucher_code(draw: Draw = randbelow) -> str:
    """The code of a voucher: written like a card's, with another check character."""
    return _checked(draw, VOUCHER_OFFSET)


def as_printed(typed: str) -> str:
    """A whole code as it is printed and stored, in whatever case and with or without its dashes."""
    return _grouped("".join(character for character in typed.upper() if character in ALPHABET))


def masked_code(code: str) -> str:
    """A card's code with its last group only, by which its owner recognises it and nobody is found."""
    return "*" * (len(code) - GROUP_LENGTH) + code[-GROUP_LENGTH:]


def part_of_code(typed: str) -> str:
    """A part of a code as one searches for it: capitals, without the dashes and spaces between groups.

    Every other character stays, so that what is in no code finds none.
    """
    return "".join(typed.upper().replace("-", "").split())


def check_character(characters: str, start: int = 0) -> str:
    """The Luhn check character in our alphabet: finds every mistyped character, and swapped neighbours but 3
    and Y.
    """
    size = len(ALPHABET)
    total = start
    for place, character in enumerate(reversed(characters)):
        value = ALPHABET.index(character) * (2 if place % 2 == 0 else 1)
        total += value // size + value % size
    return ALPHABET[-total % size]


def _checked(draw: Draw, start: int) -> str:
    drawn = _drawn(CARD_LENGTH - 1, draw)
    return _grouped(drawn + check_character(drawn, start))


def _grouped(characters: str) -> str:
    starts = range(0, len(characters), GROUP_LENGTH)
    return "-".join(characters[start : start + GROUP_LENGTH] for start in starts)


def _drawn(length: int, draw: Draw) -> str:
    """So many characters by one draw: a random number for each would cost more than the code."""
    size = len(ALPHABET)
    number, characters = draw(size**length), ""
    for _ in range(length):
        number, place = divmod(number, size)
        characters += ALPHABET[place]
    return characters

"""Text without the characters that nobody sees."""

import re
import unicodedata

_JOINERS = "\u200c\u200d"
# Unicode's Default_Ignorable_Code_Point without the variation selectors of emoji, and blank Braille.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800"
    "\u3164\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)
_FLAG = "\U0001f3f4"
_TAGS = re.compile("[\U000e0020-\U000e007e]+\U000e007f")
_HAN_VARIANT = re.compile("[\U000e0100-\U000e01ef]")
_EMOJI_MARKS = "\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
_VIRAMA = 9


def visible(typed: str) -> str:
    """A text without what nobody sees.

    A joiner stays behind a virama, between letters of an Arabic script (RFC 5892, appendix A) and between
    emoji; tags stay behind a flag, and a variation selector behind a Han character.
    """
    return _UNSEEN.sub(_kept, typed)


def visible_line(typed: str) -> str:
    """What is visible of a text, without spaces around it or doubled inside."""
    return " ".join(visible(typed).split())


def _kept(found: re.Match[str]) -> str:
    unseen, text = found[0], found.string
    before, after = text[: found.start()], text[found.end() : found.end() + 1]
    last = before[-1:]
    if unseen in _JOINERS and _joins(last, after):
        return unseen
    if (last == _FLAG and _TAGS.fullmatch(unseen)) or (_is_han(last) and _HAN_VARIANT.fullmatch(unseen)):
        return unseen
    return ""


def _joins(before: str, after: str) -> bool:
    if not before:
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return True
    if not after:
        return False
    is_arabic = unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    return is_arabic or (_is_emoji(before) and _is_emoji(after))


def _is_emoji(character: str) -> bool:
    return character in _EMOJI_MARKS or unicodedata.category(character) == "So"


def _is_han(character: str) -> bool:
    return unicodedata.name(character, "").startswith("CJK ") if character else False

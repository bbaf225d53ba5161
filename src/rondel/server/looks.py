"""What texts look like: characters that cannot be seen, and letters that look like others."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MOST_MARKS: Final = 3
"""So many marks may stand upon one letter."""

_EMOJI: Final = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2460-\u24ff\u25a0-\u27bf"
    "\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa"
    "\U0001f400-\U0001faff]"
)
_TONES: Final = "[\U0001f3fb-\U0001f3ff]"
_ONE_EMOJI: Final = (
    # A flag of a part of a country, of a country, a key, or a picture in some colour of skin.
    "(?:\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f|[\U0001f1e6-\U0001f1ff]{2}"
    f"|[#*0-9]\ufe0f?\u20e3|{_EMOJI}(?:[\ufe0e\ufe0f]|{_TONES})?)"
)
PICTURES: Final = re.compile(f"{_ONE_EMOJI}(?:\u200d{_ONE_EMOJI})*")
"""Emoji, also several joined to one."""

BLANKS: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc\U000e0100-\U000e01ef]"
)
"""Characters that count as letters, marks or signs and show nothing by themselves."""

SCRIPTS: Final = {
    "latin": "a-zA-Z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0250-\u02af\u1e00-\u1eff",
    "greek": "\u0370-\u03ff\u1f00-\u1fff",
    "cyrillic": "\u0400-\u052f\u1c80-\u1c88\u2de0-\u2dff\ua640-\ua69f",
    "armenian": "\u0531-\u058f",
}
"""Scripts with letters that look like those of another."""

_LIKE: Final = {
    "a": "аαɑ", "b": "Ƅ", "c": "сϲᴄ", "d": "ԁ", "e": "еҽ", "f": "ẝ", "g": "ɡց", "h": "һհ",
    "i": "іιıɩ", "j": "јϳ", "k": "κкĸ", "l": "ӏ|ǀ1", "n": "ո", "o": "оοօ0", "p": "рρ",
    "q": "ԛզ", "s": "ѕꜱ", "u": "υս", "v": "ѵν", "w": "ѡԝա", "x": "хχ", "y": "уγүʏ", "z": "ᴢ",
    "A": "АΑ", "B": "ВΒ", "C": "СϹ", "E": "ЕΕ", "H": "НΗ", "I": "ІΙ", "J": "Ј", "K": "КΚ",
    "L": "Ӏ", "M": "МΜ", "N": "Ν", "O": "ОΟՕ", "P": "РΡ", "S": "ЅՏ", "T": "ТΤ", "X": "ХΧ",
    "Y": "ҮΥУ", "Z": "Ζ",
    "'": "\u2019\u02bc\u02b9\u00b4`\u2018", "-": "\u2010\u2011\u2012\u2013\u2014\u2212",
}  # fmt: skip
"""Letters of ours, and those that look like them in the usual type."""

_PROTOTYPES: Final = {ord(like): one for one, likes in _LIKE.items() for like in likes}


def hides_something(text: str) -> bool:
    """Whether something in a text cannot be seen, or reorders it; joined emoji do neither."""
    rest = PICTURES.sub("", text)
    return not rest.isprintable() or BLANKS.search(rest) is not None


def is_flooded(text: str) -> bool:
    """Whether marks stand upon nothing, or so many upon a letter that they cover other lines."""
    marks = MOST_MARKS
    for character in PICTURES.sub(" ", text):
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            return True
    return False


def mixes_scripts(text: str) -> bool:
    """Whether letters of several scripts that look like each other stand side by side."""
    found = [name for name, letters in SCRIPTS.items() if re.search(f"[{letters}]", text)]
    return len(found) > 1


def look_of(text: str) -> str:
    """What a text looks like: two that people would take for each other have the same look."""
    plain = unicodedata.normalize("NFKC", text).translate(_PROTOTYPES).casefold()
    folded = unicodedata.normalize("NFKC", plain).translate(_PROTOTYPES)
    return BLANKS.sub("", "".join(folded.split())).replace("\u200d", "")

"""What cannot be seen, and what looks like something else."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from rondel.server.looks import MOST_MARKS, hides_something, is_flooded, look_of, mixes_scripts
from rondel.server.protocol.names import Login, Name, NewLogin

NAMES: TypeAdapter[str] = TypeAdapter(Name)
LOGINS: TypeAdapter[str] = TypeAdapter(Login)
NEW_LOGINS: TypeAdapter[str] = TypeAdapter(NewLogin)

PICTURES = {
    "a face": "\U0001f600",
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
    "a pilot with a colour of skin": "\U0001f469\U0001f3fd\u200d\u2708\ufe0f",
    "a rainbow flag": "\U0001f3f3\ufe0f\u200d\U0001f308",
    "the flag of Italy": "\U0001f1ee\U0001f1f9",
    "the flag of Scotland": "\U0001f3f4" + "".join(chr(0xE0000 + ord(c)) for c in "gbsct\x7f"),
    "a heart in colour": "\u2764\ufe0f",
    "a heart as text": "\u2764\ufe0e",
    "a key": "1\ufe0f\u20e3",
    "a die": "\N{GAME DIE}",
}


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES.keys())
def test_emoji_are_good_names(picture: str) -> None:
    for name in (picture, f"Ann {picture}", picture * 3):
        assert NAMES.validate_python(name[:40]) == unicodedata.normalize("NFC", name[:40])


HIDDEN = {
    "zero width space": "An\u200bn",
    "zero width joiner between letters": "An\u200dn",
    "zero width joiner at the end": "\U0001f468\u200d",
    "zero width non-joiner": "An\u200cn",
    "word joiner": "Ann\u2060",
    "soft hyphen": "An\u00adn",
    "byte order mark": "\ufeffAnn",
    "right to left": "\u202eAnn",
    "isolate": "\u2066Ann\u2069",
    "mark of direction": "Ann\u200f",
    "tags": "Ann\U000e0041\U000e0042",
    "tags without an end": "\U0001f3f4\U000e0067\U000e0062",
    "selector of a variation alone": "Ann\ufe0f",
    "another selector": "Ann\U000e0101",
    "combining joiner": "An\u034fn",
    "filler of Hangul": "\u3164",
    "blank of Braille": "\u2800",
    "no-break space": "A\u00a0nn",
    "wide space": "A\u3000nn",
    "private use": "\ue000",
    "unassigned": "\u0378",
    "line separator": "A\u2028nn",
}


@pytest.mark.parametrize("name", HIDDEN.values(), ids=HIDDEN.keys())
def test_nothing_hides_in_a_name(name: str) -> None:
    assert hides_something(name)
    for kind, text in ((NAMES, name), (NEW_LOGINS, f"ann{name}")):
        with pytest.raises(ValidationError, match="cannot be seen"):
            kind.validate_python(text)


@pytest.mark.parametrize(
    "text", ["a" + "\u0336" * (MOST_MARKS + 1), "\u0301nn", "x\u20dd\u20dd\u20dd\u20dd"]
)
def test_marks_do_not_flood_a_name(text: str) -> None:
    assert is_flooded(text)
    with pytest.raises(ValidationError, match="marks upon one letter"):
        NAMES.validate_python(text)


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "Nguyễn Thị",
        "Владимир",
        "Ελένη",
        "יוֹסֵף",
        "สมชาย",
        "नरेन्द्र",
        "محمد",
        "高橋",
        "O’Neil",
        "Łukasz",
    ],
)
def test_names_of_all_scripts_are_names(name: str) -> None:
    assert NAMES.validate_python(name) == unicodedata.normalize("NFC", name)


def test_blanks_between_words_are_one() -> None:
    assert NAMES.validate_python("  Ann    B.  ") == "Ann B."


@given(st.text(max_size=60))
def test_any_text_has_a_look_that_stays(text: str) -> None:
    assert look_of(look_of(text)) == look_of(text) or not text.isascii()
    hides_something(text)
    is_flooded(text)


SAME = [
    ("Ann", "Аnn"),
    ("Ann", "ANN"),
    ("Ann", "Ａｎｎ"),
    ("scope", "ѕсоре"),
    ("Ann B", "Ann  B"),
    ("AnnB", "Ann B"),
    ("ТОМ", "TOM"),
    ("Kate", "Κate"),
    ("paul", "pau1"),
    ("O'Neil", "O’Neil"),
    ("a-b", "a\u2010b"),
]
OTHER = [("Ann", "Anna"), ("Zoe", "Zoë"), ("Саша", "Саня"), ("Hans", "Nans"), ("Ян", "RH")]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_people_would_mix_up_looks_the_same(one: str, other: str) -> None:
    assert look_of(one) == look_of(other)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_what_people_tell_apart_looks_different(one: str, other: str) -> None:
    assert look_of(one) != look_of(other)


@pytest.mark.parametrize("login", ["аnn", "annа", "Αnn", "scоpe", "аνα", "pαul"])
def test_new_logins_are_of_one_script(login: str) -> None:
    assert mixes_scripts(login)
    with pytest.raises(ValidationError, match="several scripts"):
        NEW_LOGINS.validate_python(login)


@pytest.mark.parametrize("login", ["саша", "ελένη", "ann@home", "高橋さん", "иван-3", "łukasz_7"])
def test_logins_of_one_script_are_logins(login: str) -> None:
    assert NEW_LOGINS.validate_python(login) == login


def test_older_logins_go_on_working() -> None:
    assert LOGINS.validate_python("аnn") == "аnn"
    assert LOGINS.validate_python("ann\ufe0f") == "ann\ufe0f"

"""The formatter by the rules of ICU MessageFormat and the plural rules of CLDR."""

import pytest

from rondel.records.icu import (
    CATEGORIES,
    MessageError,
    arguments,
    format_message,
    parse,
    plural_category,
)

STEPS = "{n, plural, one {# шаг} few {# шага} many {# шагов} other {# шага}}"


def said(pattern: str, **values: object) -> str:
    return format_message(pattern, "en", values)


# Plural categories --------------------------------------------------------------------------

NUMBERS = (0, 1, 2, 4, 5, 11, 12, 14, 20, 21, 22, 25, 101)
ONE, F, M, X = "one", "few", "many", "other"
TABLES = {
    "en": (X, ONE, X, X, X, X, X, X, X, X, X, X, X),
    "it": (X, ONE, X, X, X, X, X, X, X, X, X, X, X),
    "es": (X, ONE, X, X, X, X, X, X, X, X, X, X, X),
    "ru": (M, ONE, F, F, M, M, M, M, M, ONE, F, M, ONE),
    "pl": (M, ONE, F, F, M, M, M, M, M, M, F, M, M),
}


@pytest.mark.parametrize("language", TABLES)
def test_plural_categories_follow_cldr(language: str) -> None:
    found = tuple([plural_category(language, number) for number in NUMBERS])
    assert found == TABLES[language]


@pytest.mark.parametrize(
    ("language", "number", "category"),
    [
        ("ru", 3, F), ("ru", 13, M), ("ru", 24, F), ("ru", 111, M), ("ru", 121, ONE),
        ("pl", 3, F), ("pl", 13, M), ("pl", 24, F), ("pl", 112, M), ("pl", 31, M),
        ("it", 1_000_000, M), ("es", 2_000_000, M), ("es", 1_000_001, X), ("en", 1_000_000, X),
        ("en", -1, ONE), ("ru", -2, F),
    ],
)  # fmt: skip
def test_plural_categories_beyond_the_table(language: str, number: int, category: str) -> None:
    assert plural_category(language, number) == category


@pytest.mark.parametrize("language", CATEGORIES)
def test_only_known_categories_are_given(language: str) -> None:
    assert {plural_category(language, n) for n in range(200)} <= set(CATEGORIES[language])


def test_language_without_rules_is_refused() -> None:
    with pytest.raises(MessageError, match="'de'"):
        plural_category("de", 1)


# Formatting ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0 шагов"), (1, "1 шаг"), (2, "2 шага"), (5, "5 шагов"), (11, "11 шагов"), (21, "21 шаг")],
)
def test_plural_writes_the_number_for_the_hash(number: int, words: str) -> None:
    assert format_message(STEPS, "ru", {"n": number}) == words


def test_arguments_are_filled_in() -> None:
    assert said("{player} pays {cost, number} million.", player="Ann", cost=5) == (
        "Ann pays 5 million."
    )


def test_number_written_plainly_is_shown_in_digits() -> None:
    assert said("{have} of {need}", have=3, need=5) == "3 of 5"


def test_space_inside_an_argument_does_not_count() -> None:
    assert said("[{ n ,plural,one{#}other{# s}}]", n=2) == "[2 s]"


def test_space_inside_a_branch_counts() -> None:
    assert said("a{x, select, y { b } other {}}c", x="y") == "a b c"


def test_exact_number_goes_before_its_category() -> None:
    pattern = "{n, plural, =1 {only} one {# thing} other {# things}}"
    assert [said(pattern, n=n) for n in (1, 2)] == ["only", "2 things"]


def test_exact_number_may_say_nothing() -> None:
    assert said("{n, plural, =0 {} other {, # more}}", n=0) == ""


def test_category_without_branch_falls_back_to_other() -> None:
    assert format_message("{n, plural, one {a} other {b}}", "pl", {"n": 3}) == "b"


def test_select_takes_the_named_branch_or_other() -> None:
    pattern = "{way, select, rail { by rail} other {}}"
    assert [said(pattern, way=way) for way in ("rail", "land")] == [" by rail", ""]


def test_select_may_stand_in_a_plural_and_a_plural_in_a_select() -> None:
    pattern = (
        "{who, select, us {{n, plural, one {we # {x, select, a {A} other {B}}} other {we #}}}"
        " other {they}}"
    )
    assert said(pattern, who="us", n=1, x="a") == "we 1 A"
    assert said(pattern, who="us", n=2) == "we 2"
    assert said(pattern, who="them") == "they"


def test_hash_belongs_to_the_innermost_plural() -> None:
    pattern = "{a, plural, other {#{b, plural, other {(#)}}#}}"
    assert said(pattern, a=1, b=2) == "1(2)1"


def test_hash_outside_a_plural_is_plain() -> None:
    assert said("No. #1") == "No. #1"


def test_values_are_never_read_as_patterns() -> None:
    assert said("{player}: {x, select, other {{player}}}", player="{'#}", x="") == "{'#}: {'#}"


def test_argument_of_a_branch_not_taken_may_be_missing() -> None:
    assert said("{x, select, a {{absent}} other {b}}", x="b") == "b"


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("it's", "it's"),
        ("it''s", "it's"),
        ("'{braces}'", "{braces}"),
        ("'{it''s}'", "{it's}"),
        ("a '{' b '}' c", "a { b } c"),
        ("l'Italia", "l'Italia"),
        ("end'", "end'"),
        ("'#'", "'#'"),
        ("{n, plural, other {'#' #}}", "# 3"),
        ("{n, plural, other {it's #}}", "it's 3"),
    ],
)
def test_apostrophes_quote_only_before_special_signs(pattern: str, text: str) -> None:
    assert said(pattern, n=3) == text


# Errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("{", "name of an argument"),
        ("{}", "name of an argument"),
        ("{1st}", "name of an argument"),
        ("{a", "expected ','"),
        ("a}", "closing brace"),
        ("{a, date}", "argument type 'date'"),
        ("{a, number, integer}", "expected '}'"),
        ("{a, plural}", "expected ','"),
        ("{a, plural, one {x}}", "without a branch for other"),
        ("{a, select, }", "without a branch for other"),
        ("{a, plural, single {x} other {y}}", "plural category 'single'"),
        ("{a, plural, offset:1 other {y}}", "plural category 'offset'"),
        ("{a, select, =1 {x} other {y}}", "'=1' in a select"),
        ("{a, plural, other {x} other {y}}", "two branches for 'other'"),
        ("{a, plural, other x}", "expected '{'"),
        ("{a, plural, other {x}", "a selector"),
        ("{a, plural, other {x", "expected '}'"),
        ("'{a", "a quotation"),
        ("{n, plural, other {{x, select, other {#}}}}", "name the argument"),
    ],
)
def test_malformed_pattern_is_refused(pattern: str, why: str) -> None:
    with pytest.raises(MessageError, match="malformed message") as caught:
        parse(pattern)
    assert why in str(caught.value)
    assert "⟨here⟩" in str(caught.value)


@pytest.mark.parametrize("pattern", ["{a}", "{a, number}", "{a, plural, other {}}"])
def test_missing_argument_is_named(pattern: str) -> None:
    with pytest.raises(MessageError, match=r"argument 'a'.*nothing"):
        said(pattern, b=1)


@pytest.mark.parametrize("value", [None, 1.5, True, [1]])
def test_only_text_and_whole_numbers_are_values(value: object) -> None:
    with pytest.raises(MessageError, match="argument 'a': expected text or a number"):
        said("{a}", a=value)


@pytest.mark.parametrize("pattern", ["{a, number}", "{a, plural, other {#}}"])
def test_text_is_no_number(pattern: str) -> None:
    with pytest.raises(MessageError, match="expected a whole number, got '5'"):
        said(pattern, a="5")


# Looking into patterns ----------------------------------------------------------------------


def test_arguments_of_all_branches_are_found() -> None:
    pattern = "{a} {b, plural, one {{c}} other {{d, select, x {{e, number}} other {}}}}"
    assert arguments(pattern) == {"a", "b", "c", "d", "e"}


def test_pattern_is_read_once() -> None:
    assert parse(STEPS) is parse("".join(STEPS))

"""Reading the rules: what is written wrongly is refused with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.rulebook import RulebookError, read_rulebook, rulebook

GOOD = {
    "0.md": "# Words\n\nR-CON-1: Money is counted in *millions*.\n",
    "3.md": (
        "# Actions\n\n## 3.1 Factory\n\nWhat is built.\n\nR-FAC-1 [2030]: Build one (A-01).\n\n"
        "| a | b |\n| --- | --- |\n| 1 | 2 |\n\nR-FAC-2: As R-CON-1 says.\n"
    ),
    "rulings.md": "# Rulings\n\nA-01: The books are silent.\n",
}


def written(folder: Path, **changed: str) -> Path:
    for name, text in GOOD.items():
        (folder / name).write_text(changed.get(name[:-3], text), encoding="utf-8")
    return folder


def test_what_is_written_is_read(tmp_path: Path) -> None:
    book = read_rulebook("en", written(tmp_path))
    first, built, other = book.clauses()
    assert (first.number, first.game, first.text) == (
        "0.1",
        None,
        "Money is counted in *millions*.",
    )
    assert (built.number, built.game, built.rulings) == ("3.1.1", "2030", ("A-01",))
    assert built.table == (("a", "b"), ("1", "2"))
    assert (other.number, other.mentions) == ("3.1.2", ("R-CON-1",))
    assert [section.lead for section in book.sections()] == ["", "What is built."]
    assert book.clause("R-FAC-2") is book.clause("3.1.2") is other
    assert not built.is_of("classic")
    assert first.is_of("classic")


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("0", "Words\n", r"0\.md:1: expected '# Title of the chapter', found 'Words'"),
        ("0", "", "chapter 0 is empty"),
        ("0", "# W\n\nR-CON-1: One.\n\nmore\n", r"0\.md:5: expected 'R-XXX-n \[game\]: text'"),
        ("0", "# W\n\nR-CON-1 [2006]: One.\n", r"0\.md:3: expected"),
        ("3", "# A\n\n## 4.1 Factory\n", r"3\.md:3: expected '## 3\.n Title of the section'"),
        ("3", "# A\n\nR-FAC-1: B.\n\n| a |\n| b | c |\n", r"3\.md:6: expected a row of 1 cells"),
        ("3", "# A\n\nR-FAC-1: B.\n\n| a\n", r"3\.md:5: expected a row that ends with"),
        ("3", "# A\n\nR-CON-1: Again.\n", "R-CON-1 is there twice"),
        ("3", "# A\n\nR-FAC-1: See R-FAC-9.\n", "R-FAC-1 points to R-FAC-9"),
        ("3", "# A\n\nR-FAC-1: See (A-07).\n", "R-FAC-1 points to A-07"),
        ("rulings", "A-1: Short.\n", r"rulings\.md:1: expected 'A-nn: text'"),
    ],
)
def test_faults_are_told_with_their_place(tmp_path: Path, file: str, text: str, told: str) -> None:
    with pytest.raises(RulebookError, match=told):
        read_rulebook("en", written(tmp_path, **{file: text}))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    written(tmp_path)
    (tmp_path / "rulings.md").unlink()
    with pytest.raises(RulebookError, match=r"rulings\.md: cannot be read"):
        read_rulebook("en", tmp_path)


def test_unknown_languages_and_clauses_are_refused() -> None:
    with pytest.raises(RulebookError, match="no rules in 'xx'"):
        rulebook("xx")
    with pytest.raises(KeyError):
        rulebook("en").clause("9.99")

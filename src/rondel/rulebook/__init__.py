"""The rules for those who play: every clause in the reader's language, and where it is found.

`texts/<language>/` holds one file for each chapter of `docs/rules.md` and the rulings; that page
stays the specification, clause by clause, and a test holds the two together.
"""

from rondel.rulebook.index import index
from rondel.rulebook.model import GAMES, Chapter, Clause, Rulebook, Ruling, Section
from rondel.rulebook.options import RESTS_ON, Rests, rests_on
from rondel.rulebook.reading import RulebookError, languages, read_rulebook, rulebook
from rondel.rulebook.search import find, nearest, plain, section_named
from rondel.rulebook.taxes import TaxNumbers, tax_example
from rondel.rulebook.trying import Example, Tried, example_of, examples_of, tried
from rondel.rulebook.why import CLAUSE_OF

__all__ = [
    "CLAUSE_OF",
    "GAMES",
    "RESTS_ON",
    "Chapter",
    "Clause",
    "Example",
    "Rests",
    "Rulebook",
    "RulebookError",
    "Ruling",
    "Section",
    "TaxNumbers",
    "Tried",
    "example_of",
    "examples_of",
    "find",
    "index",
    "languages",
    "nearest",
    "plain",
    "read_rulebook",
    "rests_on",
    "rulebook",
    "section_named",
    "tax_example",
    "tried",
]

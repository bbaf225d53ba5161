"""Games on cardboard: what happened is entered, and Rondel keeps the money and the rules.

It runs in the browser without a server, and answers what the server would be asked there.
"""

from rondel.companion.companion import Companion
from rondel.companion.errors import Refusal
from rondel.companion.table import Table

__all__ = ["Companion", "Refusal", "Table"]

"""Whether a server has kept its word: what was acknowledged against what the store holds."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tests.server.house import Json, Person
from tests.server.scripted import Sent

Claim = tuple[str, ...]
"""What tells one deed from all others."""


@dataclass
class Account:
    """What the log of a table says, as one of its players reads it."""

    id: str
    rows: list[Json] = field(default_factory=list)

    async def read_on(self, person: Person) -> None:
        """Reads the lines that are new."""
        while True:
            rows = (await person.get(f"/api/tables/{self.id}/log?since={len(self.rows)}"))["rows"]
            if not rows:
                return
            self.rows += rows

    @property
    def gaps(self) -> int:
        """Lines that are not where their number says."""
        return sum(row["seq"] != number for number, row in enumerate(self.rows, 1))

    @property
    def positions(self) -> list[int]:
        """The positions that actions and undos led to, in order."""
        return [row["body"]["position"] for row in self.rows if row["kind"] in ("action", "undone")]

    def entries(self) -> list[Json]:
        """The record as it must be: actions one after the other, less what was taken back."""
        entries: list[Json] = []
        for row in self.rows:
            body = row["body"]
            if row["kind"] == "action":
                entries[body["number"] - 1 :] = [body["entry"]]
            elif row["kind"] == "undone":
                del entries[body["to"] :]
        return entries

    def deeds(self) -> Counter[Claim]:
        """How often each thing that people may send was done."""
        return Counter(claim for row in self.rows if (claim := deed_of(row)))

    def audit(self, acknowledged: Iterable[Sent], sent: Iterable[Sent]) -> Findings:
        """Compares the log with what was acknowledged before it was read, and with all sent."""
        kept = [one for one in acknowledged if one.table == self.id]
        claims = Counter(claim for one in kept if (claim := claim_of(one)))
        tried = Counter(
            claim
            for one in sent
            if one.table == self.id and not one.refused and (claim := claim_of(one))
        )
        deeds = self.deeds()
        return Findings(
            acknowledged=claims.total(),
            lost=(claims - deeds).total() + sum(not self._has_undo(one) for one in kept),
            doubled=(deeds - tried).total() + self._repeated(),
            gaps=self.gaps,
        )

    def _has_undo(self, sent: Sent) -> bool:
        """Whether an acknowledged undo was carried out or put to the vote; true for all else."""
        if sent.message["type"] != "undo":
            return True
        assert sent.done
        last = self.rows[sent.done["seq"] - 1 :][:1]
        return bool(last) and last[0]["kind"] in ("undone", "vote")

    def _repeated(self) -> int:
        """Positions that were led to more than once, or never."""
        return sum(position != n for n, position in enumerate(self.positions, 1))


@dataclass(frozen=True)
class Findings:
    """What an audit has found."""

    acknowledged: int = 0
    """Decisions and chat lines the server said were safe."""
    lost: int = 0
    """Those of them, and undos, that are not in the log."""
    doubled: int = 0
    """What is in the log more often than anybody sent it."""
    gaps: int = 0

    def __add__(self, other: Findings) -> Findings:
        return Findings(
            self.acknowledged + other.acknowledged,
            self.lost + other.lost,
            self.doubled + other.doubled,
            self.gaps + other.gaps,
        )

    @property
    def is_fine(self) -> bool:
        """Whether the server has kept its word."""
        return not (self.lost or self.doubled or self.gaps)


def claim_of(sent: Sent) -> Claim | None:
    """What must be in the log for something that was sent."""
    message = sent.message
    match message["type"]:
        case "act":
            # The position it was made on makes it the only one of its kind.
            entry = json.dumps(message["entry"], sort_keys=True)
            return ("action", sent.user, str(message["position"] + 1), entry)
        case "chat":
            return ("chat", sent.user, message["text"])
        case _:
            return None


def deed_of(row: Json) -> Claim | None:
    """What a line of the log says that somebody has sent; None for all else."""
    body = row["body"]
    if row["kind"] == "action" and row["user"]:
        entry = json.dumps(body["entry"], sort_keys=True)
        return ("action", row["user"], str(body["position"]), entry)
    if row["kind"] == "chat":
        return ("chat", row["user"], body["text"])
    return None


def bot_decisions(rows: Sequence[Json]) -> int:
    """How often bots have decided."""
    return sum(row["kind"] == "action" and row["body"]["bot"] is not None for row in rows)

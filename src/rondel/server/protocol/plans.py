"""Plans: what the server decides for a player when it comes to it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rondel.server.protocol.base import Asked, SeatNumber, Told, example

Scope = Literal["turn", "round", "game"]
NationName = Annotated[str, Field(pattern="^[a-z0-9_]{1,30}$")]


class _Planned(Asked):
    """What all plans say."""

    seat: SeatNumber
    """The seat it is for, which must be yours."""


class Standing(_Planned):
    """The same answer each time: to a battle, to a nation that would pass Investor."""

    model_config = example({"kind": "decline_battles", "seat": 0, "scope": "round"})

    kind: Literal["decline_battles", "let_pass", "force_stop"]
    """What is answered."""
    scope: Scope = "round"
    """For this turn, this round, or the whole game."""


class CanalPlan(_Planned):
    """Lets a nation pass a canal each time."""

    model_config = example({"kind": "allow_canal", "seat": 0, "canal": "suez", "nation": "china"})

    kind: Literal["allow_canal"]
    """What is answered."""
    canal: NationName
    """The canal."""
    nation: NationName
    """The nation that may pass."""
    scope: Scope = "game"
    """For this turn, this round, or the whole game."""


class DefencePlan(_Planned):
    """When you may invest: buy of a nation if you would lose its government."""

    model_config = example({"kind": "keep_government", "seat": 0, "nation": "india", "most": 12})

    kind: Literal["keep_government"]
    """What is done."""
    nation: NationName
    """The nation."""
    most: Annotated[int, Field(ge=1, le=99)]
    """So much may it cost, in millions."""
    scope: Scope = "game"
    """For this turn, this round, or the whole game."""


class PassPlan(_Planned):
    """When you may invest: pass."""

    model_config = example({"kind": "pass_invest", "seat": 0, "unless": ["india"]})

    kind: Literal["pass_invest"]
    """What is done."""
    unless: Annotated[list[NationName], Field(max_length=6)] = Field(default_factory=list)
    """Nations whose government you would want to defend: if you would lose one of them, you are
    asked."""
    upgrades_only: bool = False
    """Pass only where nothing but upgrades of your own bonds could be had."""
    scope: Scope = "game"
    """For this turn, this round, or the whole game."""


class SlotPlan(_Planned):
    """The space of the rondel for the next turn of a nation."""

    model_config = example(
        {"kind": "slot", "seat": 0, "nation": "india", "slot": "taxation", "unchanged": True}
    )

    kind: Literal["slot"]
    """What is chosen."""
    nation: NationName
    """The nation, which you must govern."""
    slot: NationName
    """The space."""
    unchanged: bool = True
    """Only if nothing has changed for you by then."""


NewPlan = Annotated[
    Standing | CanalPlan | DefencePlan | PassPlan | SlotPlan, Field(discriminator="kind")
]

PlanKind = Literal[
    "decline_battles", "let_pass", "force_stop", "allow_canal", "keep_government", "pass_invest",
    "slot",
]  # fmt: skip


class OwnPlan(Told):
    """A plan of yours."""

    id: str
    """Its id."""
    seat: int
    """The seat it is for."""
    kind: PlanKind
    """What it does."""
    scope: Scope
    """For how long it holds."""
    nation: str | None
    """The nation it is about, if any."""
    canal: str | None
    """The canal it is about, if any."""
    slot: str | None
    """The space of the rondel it chooses, if any."""
    most: int | None
    """So much may it cost, if it buys."""
    unless: list[str]
    """Nations that are not to be lost."""
    upgrades_only: bool
    """Whether it passes upgrades alone."""
    unchanged: bool
    """Whether it holds only if nothing has changed for you."""
    made_at: float
    """When you made it, in Unix seconds."""
    state: Literal["waiting", "done", "lapsed"]
    """Whether it is still to be carried out."""
    ended_at: float | None
    """When it was over, in Unix seconds."""
    reason: Literal["changed", "not_legal", "passed"] | None
    """Why it lapsed."""
    entry: int | None
    """The last entry of the record that it has decided."""


class OwnPlans(Told):
    """Your plans at a table."""

    plans: list[OwnPlan]
    """Those that wait, the oldest first, and then the last that are over."""

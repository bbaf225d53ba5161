"""A game told to its players: events as sentences, decisions as questions, choices as labels.

The sentences themselves are in `messages/`, one catalogue per language; this module only says
which of them tells what, and fills in names and numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from rondel.engine import KINDS, Decision, Event, Game, title_of
from rondel.engine.shapes import Chosen, Context, Entry, Result, UnitTold
from rondel.records.words import LANGUAGES, Words

__all__ = ["JOINED", "LANGUAGES", "REASONS", "SILENT", "Narrator"]

SILENT = {
    "tax_marker_moved": "the revenue, the bonus and the power points it stands for are told",
}
"""Events without a sentence, and why."""

JOINED = {
    "unit_produced": "units_produced",
    "unit_imported": "units_imported",
    "flag_placed": "flags_placed",
}
"""Events told together when they follow one another -> the message for several of them."""

TELLING_CHOICES = ("marker_placed", "marker_moved", "units_stayed", "flag_placed")
"""Events that tell the choice which brought them about, so that it needs no sentence itself."""


class Narrator:
    """Tells one game in one language, by the newest version of the rules unless one is named.

    Raises: ValueError for an unknown game, language or version, naming the known ones.
    """

    def __init__(self, game: str, lang: str, rules_version: int | None = None) -> None:
        self.words = Words(game, lang)
        """Names, counts and messages of the game."""
        printing = title_of(game).printing(rules_version)
        self._homes: dict[str, Any] = {p["id"]: p for p in printing.facts["home_provinces"]}
        bonds = printing.table.bonds
        self._interest = dict(zip(bonds.values, bonds.interests, strict=True))

    @staticmethod
    def of(game: Game, lang: str) -> Narrator:
        """The narrator of a game, by the rules it was begun with.

        Raises: ValueError for an unknown language, naming the known ones.
        """
        return Narrator(game.rules.game, lang, game.rules.version)

    # Names ----------------------------------------------------------------------------------

    def title(self) -> str:
        """The name of the game."""
        return self.words.name("terms", self.words.game)

    def nation(self, id: str, short: bool = False) -> str:
        """The name of a nation."""
        return self.words.name("nations", id, short)

    def region(self, id: str, short: bool = False) -> str:
        """The name of a home province, land region or sea region."""
        return self.words.name("regions", id, short)

    def slot(self, id: str) -> str:
        """The name of a rondel slot; both Production slots have the same."""
        return self.words.name("slots", id)

    def canal(self, id: str) -> str:
        """The name of a canal."""
        return self.words.name("canals", id)

    def say(self, message: str, **values: object) -> str:
        """Any message of the catalogue; `values` are ids and numbers.

        Raises: KeyError for an unknown message, MessageError for a missing argument.
        """
        return self.words.say(message, values)

    # Events ---------------------------------------------------------------------------------

    def hint(self, player: str) -> str:
        """That a player has asked for a hint."""
        return self.say("hint_asked", player=player)

    def sentence(self, event: Event) -> str | None:
        """What happened, or None for an event that is not worth a sentence.

        Silent are the events in `SILENT` and payments and gains of 0.
        """
        fields = event.to_json()
        kind = fields.pop("event")
        if kind in SILENT or _is_nothing(kind, fields):
            return None
        match kind:
            case "marker_moved":
                del fields["origin"]
                return self.say(kind, **fields)
            case "unit_moved":
                return self._moved(fields)
            case "game_ended":
                return self._ended(fields)
            case _:
                return self.say(kind, **fields, **self._added(kind, fields))

    def sentences(self, events: Iterable[Event], entry: Entry | None = None) -> list[str]:
        """What happened, in order, silent events left out.

        Units a nation produces or imports one after the other share a sentence; flags too.
        `entry` is the entry of the record that brought it about: a choice that no event tells
        has a sentence of its own.
        """
        happened = list(events)
        chosen = None if entry is None else self._chosen(entry, happened)
        told = [chosen, *[self._together(group) for group in _groups(happened)]]
        return [sentence for sentence in told if sentence is not None]

    def _chosen(self, entry: Entry, events: Sequence[Event]) -> str | None:
        """A slot announced, peace kept, a nation asked, a step ended; None if an event tells it."""
        if any(event.kind in TELLING_CHOICES for event in events):
            return None
        kind, nation = entry["decision"], entry.get("nation")
        match kind, entry["choice"]:
            case "choose_slot", {"slot": slot}:
                return self.say("slot_announced", nation=nation, slot=slot)
            case "arrival", {"choice": "stay"}:
                return self.say("peace_kept", nation=nation)
            case "ask_next", {"nation": enemy}:
                return self.say("battle_asked", nation=nation, enemy=enemy)
            case _, {"done": True} | {"order": "done"}:
                return self.say(f"ended_{kind}", nation=nation)
            case _:
                return None

    def _added(self, kind: str, fields: dict[str, Any]) -> dict[str, object]:
        """Arguments of a sentence that are not fields of its event."""
        match kind:
            case "army_entered" | "stance_changed":
                return {"unit": "army"}
            case "factory_destroyed":
                lost = fields["hostile_armies"] + fields["friendly_armies"]
                return {"lost_acc": self.words.count("army", lost, "acc")}
            case "government_changed":
                return {"first": fields["before"] is None}
            case "tax_collected":
                return {"flags_nom": self.words.count("flag", fields["flags"])}
            case _:
                return {}

    def _moved(self, fields: dict[str, Any]) -> str:
        canals = fields.pop("canals")
        if fields["way"] == "convoy":
            names = [self.words.forms("canals", canal)["acc"] for canal in canals]
            fields |= {"canals": len(canals), "canals_acc": self.words.listed(names)}
            return self.say("army_convoyed", fleets=len(fields["seas"]), **fields)
        if canals:
            fields["canal"] = canals[0]
        return self.say("unit_moved", **fields)

    def _ended(self, fields: dict[str, Any]) -> str:
        ranking: list[list[str]] = fields["ranking"]
        scores: dict[str, int] = fields["scores"]
        over = self.say("game_ended", nation=fields["nation"], points=fields["points"])
        won = self.won({"ranking": ranking, "scores": scores})
        places = [
            self.say("final_ranking_part", place=place, player=player, points=scores[player])
            for place, player in _places(ranking)
        ]
        return f"{over} {won} {self.say('final_ranking', places=', '.join(places))}"

    def won(self, result: Result) -> str:
        """Who has won, and with how many points."""
        first = result["ranking"][0]
        winners = {"players": self.words.listed(first), "winners": len(first)}
        return self.say("game_won", points=result["scores"][first[0]], **winners)

    def _together(self, events: list[Event]) -> str | None:
        if len(events) == 1:
            return self.sentence(events[0])
        told = [event.to_json() for event in events]
        message, nation = JOINED[told[0]["event"]], told[0]["nation"]
        if message == "flags_placed":
            return self._flags(nation, [fields["region"] for fields in told])
        units = self._units(message, [(fields["unit"], fields["region"]) for fields in told])
        cost = sum([fields.get("cost", 0) for fields in told])
        return self.say(message, nation=nation, units_acc=units, cost=cost)

    def _flags(self, nation: str, regions: list[str]) -> str:
        places = self.words.listed([self.words.forms("regions", id)["in"] for id in regions])
        flags = self.words.count("flag", len(regions), "acc")
        return self.say("flags_placed", nation=nation, flags_acc=flags, places=places)

    def _units(self, message: str, units: list[tuple[str, str]]) -> str:
        """Units and where they are put, alike ones counted together."""
        parts = [
            self.say(
                f"{message}_part",
                units_acc=self.words.some(unit, units.count((unit, region))),
                region=region,
            )
            for unit, region in dict.fromkeys(units)
        ]
        return self.words.listed(parts)

    # Questions ------------------------------------------------------------------------------

    def prompt(
        self,
        decision: Decision,
        *,
        active: str | None = None,
        cash: int | None = None,
        treasury: int | None = None,
        cost: int | None = None,
        left: int | None = None,
    ) -> str:
        """What the player is asked.

        `active` is the nation on turn, which a Swiss Bank or the owner of a canal wants to know.
        `cash`, `treasury`, `cost` and `left` (units that may still be bought) are told if given.
        """
        notes = {"cash": cash, "treasury": treasury, "cost": cost, "left": left}
        told = [self.say(f"note_{name}", **{name: n}) for name, n in notes.items() if n is not None]
        return " ".join([self._question(decision, active), *told])

    def waiting(self, decision: Decision) -> str:
        """Whose decision the others wait for."""
        return self.say("waiting", player=decision.player, **_named(decision.nation))

    def _question(self, decision: Decision, active: str | None) -> str:
        kind, nation, context = decision.kind, decision.nation, decision.context
        match kind:
            case "swiss_force":
                return self.say("ask_swiss_force", **_named(active))
            case "canal_consent":
                return self.say("ask_canal_consent", **_named(active), **_passage(context))
            case "arrival":
                return self._arrival(context)
            case "ask_next":
                return self.say("ask_ask_next", region=context["place"])
            case "battle_demand":
                return self.say("ask_battle_demand", enemy=nation, **_arrived(context))
            case "invest":
                round_for = context.get("round_for")
                return self.say("ask_invest", round=round_for is not None, **_named(round_for))
            case _ if kind in KINDS:
                return self.say(f"ask_{kind}", **_named(nation))
            case _:
                raise ValueError(f"there is no decision {kind!r}")

    def _arrival(self, context: Context) -> str:
        arrived = _arrived(context)
        home = self._homes.get(context["place"], {}).get("nation", arrived["nation"])
        abroad = home != arrived["nation"]
        return self.say("ask_arrival_home" if abroad else "ask_arrival", **arrived)

    # Choices --------------------------------------------------------------------------------

    def alone(self, entry: Entry) -> str:
        """A label for a choice that stands apart from the decision it answers."""
        kind, choice = entry["decision"], entry["choice"]
        if choice.get("order") == "done":
            return self.say("choose_no_order")
        return self.choice(kind, choice, entry.get("nation"))

    def choice(self, kind: str, choice: Chosen | Any, nation: str | None = None) -> str:
        """A short label for a choice in its JSON form (Rules: section 9).

        `nation` is the one the decision is about. No two choices of a decision share a label.

        Raises: ValueError for an unknown kind of decision.
        """
        match kind:
            case "draft_bond":
                return self._bond(nation, choice)
            case "choose_slot":
                return self._slot_label(choice["slot"])
            case "build_factory" | "produce" | "import_unit":
                return self._building(kind, choice)
            case "fleet_order" | "army_order":
                return self._order(kind, choice)
            case "arrival":
                return self._on_arrival(choice)
            case "ask_next":
                return self.nation(choice["nation"])
            case "place_flag":
                return self.say("choose_region", region=choice["region"])
            case "invest":
                return self._investment(choice)
            case "donate":
                return self.say("choose_donate", **choice)
            case "swiss_force" | "canal_consent" | "battle_demand":
                return self._answer(choice)
            case _:
                raise ValueError(f"there is no decision {kind!r}")

    def _bond(self, nation: str | None, choice: Chosen) -> str:
        if "pass" in choice:
            return self.say("choose_pass")
        value, interest = choice["value"], self._interest[choice["value"]]
        return self.say("choose_bond", value=value, interest=interest, **_named(nation))

    def _investment(self, choice: Chosen) -> str:
        match choice["choice"]:
            case "pass":
                return self.say("choose_pass")
            case "buy":
                return self._bond(choice["nation"], choice)
            case _:
                old, new = choice["from"], int(choice["to"])
                values = {"nation": choice["nation"], "old": old, "new": new}
                return self.say("choose_upgrade", interest=self._interest[new], **values)

    def _slot_label(self, slot: str) -> str:
        copy = slot.rpartition("_")[2]
        return self.say("choose_slot", slot=slot, copy=int(copy) if copy.isdigit() else 0)

    def _building(self, kind: str, choice: Chosen) -> str:
        for word in ("decline", "all", "done"):
            if word in choice:
                return self.say(f"choose_{word}")
        region = choice["province"]
        factory = self._homes[region]["city_type"]
        if kind == "build_factory":
            return self.say("choose_build", region=region, factory=factory)
        unit = choice.get("unit", "fleet" if factory == "shipyard" else "army")
        return self.say("choose_unit", region=region, unit=unit)

    def _order(self, kind: str, choice: Chosen) -> str:
        match choice["order"]:
            case "move":
                return self._move(choice)
            case "attack":
                return self._attack(kind, choice)
            case "set_stance":
                return self.say("choose_set_stance", region=choice["province"], stance=choice["to"])
            case "destroy_factory":
                region = choice["province"]
                factory = self._homes[region]["city_type"]
                return self.say("choose_destroy", region=region, factory=factory)
            case _:
                return self.say("choose_done")

    def _move(self, choice: Chosen) -> str:
        hints = [self.say("piece", piece=choice["stance"])] if "stance" in choice else []
        crossed = choice.get("canals", [choice["canal"]] if "canal" in choice else [])
        hints += [self.canal(canal) for canal in crossed]
        places = {"origin": choice["from"], "target": choice["to"]}
        return self.say("choose_move", hints=len(hints), hint=", ".join(hints), **places)

    def _attack(self, kind: str, choice: Chosen) -> str:
        own = _piece(choice["own"])
        armed = kind == "army_order" and own != "army"
        return self.say(
            "choose_attack",
            region=choice["region"],
            armed=armed,
            own_with=self.say("piece_with", piece=own),
            **self._foe(choice["target"]),
        )

    def _foe(self, target: UnitTold) -> dict[str, object]:
        foe = self.say("piece_acc", piece=_piece(target))
        return {"foe_acc": foe, "enemy": target["nation"]}

    def _on_arrival(self, choice: Chosen) -> str:
        match choice["choice"]:
            case "attack":
                return self.say("choose_attack_arriving", **self._foe(choice["target"]))
            case "stay":
                return self.say("choose_stay")
            case stance:
                return self.say("choose_enter", stance=stance)

    def reason(self, code: str, values: dict[str, Any]) -> str:
        """Why a choice that people look for is not legal; code and values as `Game.refused` tells.

        Raises: KeyError for a code that `Game.refused` does not tell.
        """
        return self.say(REASONS[code], **values)

    def _answer(self, choice: Chosen) -> str:
        if choice.get("demand"):
            piece = self.say("piece", piece=_piece(choice["with"]))
            return self.say("choose_demand", piece=piece)
        ((question, answer),) = choice.items()
        return self.say(f"choose_{_ANSWERS[question][bool(answer)]}")


REASONS = {
    "draft/must_buy": "refused_must_buy",
    "draft/not_in_stock": "refused_bond_taken",
    "draft/cash_too_low": "refused_cash",
    "rondel/out_of_reach": "refused_reach",
    "rondel/cash_too_low": "refused_slot_price",
    "rondel/interest_too_high": "refused_interest",
    "swiss_bank/treasury_too_low": "refused_force",
    "factory/already_built": "refused_built",
    "factory/occupied": "refused_occupied",
    "factory/treasury_too_low": "refused_build_price",
    "production/no_factory": "refused_no_factory",
    "production/occupied": "refused_occupied",
    "production/used": "refused_used",
    "production/supply_empty": "refused_supply",
    "production/supply_too_small": "refused_supply_small",
    "import/occupied": "refused_occupied",
    "import/no_port": "refused_port",
    "import/supply_empty": "refused_supply",
    "import/treasury_too_low": "refused_unit_price",
    "fleet/canal_refused": "refused_canal",
    "arrival/last_factory": "refused_last_factory",
    "army/last_factory": "refused_last_factory",
    "army/stance_fixed": "refused_stance",
    "destroy/too_few_armies": "refused_destroy_armies",
    "destroy/defended": "refused_defended",
    "destroy/last_factory": "refused_last_factory",
    "flag/not_held": "refused_flag",
    "invest/other_nation": "refused_round",
    "invest/not_in_stock": "refused_bond_taken",
    "invest/cash_too_low": "refused_cash",
}
"""Codes of refusals of what people look for (`Game.refused`) -> the message that tells why."""

_ANSWERS = {
    "force": ("let_pass", "force"),
    "allow": ("deny", "allow"),
    "demand": ("no_demand", "demand"),
}
"""What a yes-or-no choice is about -> the labels of no and yes."""


def _is_nothing(kind: str, fields: dict[str, Any]) -> bool:
    """Whether an event moved no money and gained no points."""
    return fields.get("points" if kind == "power_gained" else "amount") == 0


def _groups(events: Iterable[Event]) -> list[list[Event]]:
    """Events in order, those that are told together in one list."""

    def same(numbered: tuple[int, Event]) -> tuple[object, ...]:
        number, event = numbered
        return (event.kind, event.to_json()["nation"]) if event.kind in JOINED else (number,)

    return [[event for _, event in group] for _, group in groupby(enumerate(events), same)]


def _places(ranking: Sequence[Sequence[str]]) -> list[tuple[int, str]]:
    """Place and player, players who share a place having the same number."""
    places: list[tuple[int, str]] = []
    for shared in ranking:
        place = len(places) + 1
        places += [(place, player) for player in shared]
    return places


def _named(nation: str | None) -> dict[str, object]:
    """The nation if there is one, and whether there is."""
    return {"named": False} if nation is None else {"named": True, "nation": nation}


def _arrived(context: Context) -> dict[str, object]:
    unit = context["unit"]
    return {"region": context["place"], "nation": unit["nation"], "unit": unit["unit"]}


def _passage(context: Context) -> dict[str, object]:
    order = context["order"]
    return {
        "canal": context["canal"],
        "unit": "fleet" if "canal" in order else "army",
        "origin": order["from"],
        "target": order["to"],
    }


def _piece(unit: UnitTold) -> str:
    """A unit by what tells it from others: its stance if that is given, else its kind."""
    return unit.get("stance", unit["unit"])

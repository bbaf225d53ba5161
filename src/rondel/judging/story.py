"""A game gone through once: cash, nations and what happened, without any judgement."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from rondel.engine import NOBODY, Event, Game, payments
from rondel.judging.shapes import CashLine, CashTold, NationStory, Reign
from rondel.records import Transcript

START = "start"
CASH = "cash:"


@dataclass(frozen=True)
class Place:
    """Where in the game something happened."""

    entries: int
    round: int
    nation: str | None


@dataclass(frozen=True)
class Happened:
    """An event and its place."""

    event: Event
    place: Place


@dataclass
class Story:
    """What is known of a game when it has been gone through."""

    game: Game
    """At its end."""
    places: list[Place] = field(default_factory=list)
    """Before the first entry, and after each."""
    events: list[Happened] = field(default_factory=list)
    received: dict[str, Counter[str]] = field(default_factory=dict)
    spent: dict[str, Counter[str]] = field(default_factory=dict)


def story_of(transcript: Transcript) -> Story:
    """The story of a whole game."""
    game = transcript.begun()
    story = Story(game)
    for player, amount in zip(game.players, game.state.cash, strict=True):
        story.received[player], story.spent[player] = Counter(), Counter()
        story.received[player][START] = amount
    story.places.append(_place(game))
    for event in game.opening:
        _tell(story, event, story.places[0])
        _undo_start(story, event)
    for number, id in enumerate(transcript.ids, 1):
        # An entry may end the turn it belongs to.
        here = replace(story.places[-1], entries=number)
        for event in game.apply(game.action(id)):
            _tell(story, event, here)
        story.places.append(_place(game))
    return story


def _place(game: Game) -> Place:
    state = game.state
    nation = None if state.nation == NOBODY else state.nation_id(state.nation)
    return Place(len(game), state.round, nation)


def _tell(story: Story, event: Event, place: Place) -> None:
    story.events.append(Happened(event, place))
    for paid in payments(event):
        if paid.payee.startswith(CASH):
            story.received[paid.payee.removeprefix(CASH)][event.kind] += paid.amount
        if paid.payer.startswith(CASH):
            story.spent[paid.payer.removeprefix(CASH)][event.kind] += paid.amount


def _undo_start(story: Story, event: Event) -> None:
    """What was paid at set-up is in the cash that everybody starts with."""
    for paid in payments(event):
        if paid.payee.startswith(CASH):
            story.received[paid.payee.removeprefix(CASH)][START] -= paid.amount
        if paid.payer.startswith(CASH):
            story.received[paid.payer.removeprefix(CASH)][START] += paid.amount


def cash_told(story: Story) -> dict[str, CashTold]:
    """Where everybody's cash came from and went to."""
    state = story.game.state
    return {
        player: {
            "received": _lines(story.received[player]),
            "spent": _lines(story.spent[player]),
            "left": state.cash[seat],
        }
        for seat, player in enumerate(story.game.players)
    }


def _lines(sums: Counter[str]) -> list[CashLine]:
    return [{"source": source, "amount": amount} for source, amount in sums.most_common() if amount]


def nations_told(story: Story) -> dict[str, NationStory]:
    """What became of every nation."""
    nations = story.game.state.rules.board.nation_ids
    return {id: _nation_told(story, nation, id) for nation, id in enumerate(nations)}


def _nation_told(story: Story, nation: int, id: str) -> NationStory:
    state, sums = story.game.state, _sums(story, id)
    return {
        "power": state.power[nation],
        "reigns": _reigns(story, id),
        "taxations": sums["taxations"],
        "taxed": sums["tax_collected"],
        "interest": sums["interest_paid"],
        "bonuses": sums["bonus_paid"],
        "factories": sums["factory_built"],
        "flags": state.flags[nation].bit_count(),
    }


def _sums(story: Story, nation: str) -> Counter[str]:
    sums: Counter[str] = Counter()
    for happened in story.events:
        event = happened.event
        if getattr(event, "nation", None) != nation:
            continue
        match event.kind:
            case "tax_collected":
                sums["taxations"] += 1
                sums[event.kind] += sum(paid.amount for paid in payments(event))
            case "interest_paid" | "bonus_paid":
                sums[event.kind] += sum(paid.amount for paid in payments(event))
            case "factory_built":
                sums[event.kind] += 1
            case _:
                pass
    return sums


def _reigns(story: Story, nation: str) -> list[Reign]:
    reigns: list[Reign] = []
    for happened in story.events:
        event, place = happened.event, happened.place
        if event.kind == "government_changed" and event.to_json()["nation"] == nation:
            player = event.to_json()["after"]
            reigns.append({"player": player, "entries": place.entries, "round": place.round})
    return reigns

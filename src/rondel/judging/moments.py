"""The moments of a game that are worth looking at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rondel.engine import EventTold
from rondel.judging.shapes import CurvePoint, ReviewMoment
from rondel.judging.story import Happened, Story

MOST: Final = 6
"""So many are shown, the end among them."""

WEIGHTS: Final = {
    "government_changed": 0.02,
    "swiss_bank_forced": 0.03,
    "factory_destroyed": 0.02,
    "interest_covered": 0.015,
    "power_gained": 0.0,
}
"""Kinds of events that make a moment -> how much they count beside the swing of shares."""

END: Final = "game_ended"

DIGITS: Final = 4


def moments_told(story: Story, curve: Sequence[CurvePoint]) -> list[ReviewMoment]:
    """The moments that moved most, one for an entry, and the end."""
    found = [_moment(happened, curve) for happened in story.events if _counts(happened)]
    best = sorted(_one_for_each_entry(found), key=_rank)[: MOST - 1]
    end = [_moment(one, curve) for one in story.events if one.event.kind == END]
    return sorted([*best, *end], key=lambda one: one["entries"])


def _counts(happened: Happened) -> bool:
    """First governments are no moments: everybody has some from the start."""
    event = happened.event
    if event.kind == "government_changed":
        return event.to_json()["before"] is not None
    return event.kind in WEIGHTS


def _rank(moment: ReviewMoment) -> float:
    return -(moment["swing"] + WEIGHTS[moment["kind"]])


def _one_for_each_entry(found: list[ReviewMoment]) -> list[ReviewMoment]:
    """Of several at once the weightiest."""
    best: dict[int, ReviewMoment] = {}
    for moment in sorted(found, key=_rank, reverse=True):
        best[moment["entries"]] = moment
    return list(best.values())


def _moment(happened: Happened, curve: Sequence[CurvePoint]) -> ReviewMoment:
    told, place = happened.event.to_json(), happened.place
    return {
        "entries": place.entries,
        "round": place.round,
        "nation": told.get("nation", place.nation),
        "kind": happened.event.kind,
        "player": told.get("after", told.get("player", told.get("government"))),
        "amount": _amount(told),
        "swing": _swing(curve, place.entries),
    }


def _amount(told: EventTold) -> int | None:
    amount: int | None = told.get("points")
    return amount


def _swing(curve: Sequence[CurvePoint], entries: int) -> float:
    """By how much the share of somebody moved from before an entry to after it."""
    before = [point for point in curve if point["entries"] < entries]
    after = [point for point in curve if point["entries"] >= entries]
    if not before or not after:
        return 0.0
    old, new = before[-1]["shares"], after[0]["shares"]
    return round(max(abs(new[player] - old[player]) for player in new), DIGITS)

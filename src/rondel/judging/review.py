"""A review put together: what the passes have judged, and what the game itself tells."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from rondel.engine import Game
from rondel.judging.judge import Judge, even_share, final_shares
from rondel.judging.moments import moments_told
from rondel.judging.passes import Finding, Glance, is_clear
from rondel.judging.shapes import Cost, CurvePoint, JudgedChoice, Parts, Review
from rondel.judging.story import Place, Story, cash_told, nations_told, story_of
from rondel.records import Transcript

DIGITS = 4
"""Of shares: a hundredth of a point."""


def write_review(
    judge: Judge, transcript: Transcript, seen: Sequence[Glance], found: Sequence[Finding]
) -> Review:
    """The review of a game whose decisions were all glanced at, and the suspects looked at."""
    story = story_of(transcript)
    game, clear = story.game, [one for one in found if is_clear(one)]
    curve = curve_told(story, seen)
    return {
        "judge": {
            "name": judge.name,
            "version": judge.version,
            "playouts": sum(one.playouts for one in seen) + sum(one.playouts for one in found),
        },
        "players": game.players,
        "secret_cash": game.options.get("secret_cash", False),
        "curve": curve,
        "costs": _costs(transcript, story, clear),
        "parts": {
            player: _parts(game, curve, player, [one for one in seen if one.seat == seat], clear)
            for seat, player in enumerate(game.players)
        },
        "cash": cash_told(story),
        "nations": nations_told(story),
        "moments": moments_told(story, curve),
    }


# The curve ----------------------------------------------------------------------------------


def curve_told(story: Story, seen: Sequence[Glance]) -> list[CurvePoint]:
    """The points of the glances so far, and the end once all of it was seen."""
    players = story.game.players
    points = [
        _point(players, story.places[one.entry - 1], one.point.shares, one.point.margins)
        for one in seen
        if one.point is not None
    ]
    if story.game.over:
        end, nothing = final_shares(story.game.state), [0.0] * len(players)
        points.append(_point(players, story.places[-1], end, nothing))
    return points


def _point(
    players: list[str], place: Place, shares: list[float], margins: list[float]
) -> CurvePoint:
    return {
        "entries": place.entries,
        "round": place.round,
        "nation": place.nation,
        "shares": _by_player(players, shares),
        "margins": _by_player(players, margins),
    }


def _by_player(players: list[str], numbers: list[float]) -> dict[str, float]:
    return {player: round(number, DIGITS) for player, number in zip(players, numbers, strict=True)}


# What decisions cost ------------------------------------------------------------------------


def _costs(transcript: Transcript, story: Story, clear: list[Finding]) -> list[Cost]:
    """The decisions that cost, the dearest first."""
    game, told = transcript.begun(), list[Cost]()
    for finding in sorted(clear, key=lambda one: one.entry):
        for id in transcript.ids[len(game) : finding.entry - 1]:
            game.play(id)
        told.append(_cost(game, story.places[finding.entry - 1], finding))
    return sorted(told, key=lambda one: -one["loss"])


def _cost(game: Game, place: Place, finding: Finding) -> Cost:
    decision = game.decision
    assert decision is not None, "there is nothing to decide after the end"
    return {
        "entry": finding.entry,
        "round": place.round,
        "nation": place.nation,
        "player": game.players[finding.seat],
        "decision": decision.to_json(),
        "did": _judged(game, finding.did, finding.did_shares),
        "better": _judged(game, finding.better, finding.better_shares),
        "loss": round(finding.loss, DIGITS),
        "margin": round(finding.margin, DIGITS),
        "tendencies": finding.tendencies,
    }


def _judged(game: Game, id: int, shares: list[float]) -> JudgedChoice:
    action = game.action(id)
    gift = id >= game.rules.table.donate
    return {
        "entry": action.to_json(),
        "consequences": None if gift else game.consequences(action),
        "shares": _by_player(game.players, shares),
    }


# Luck and play ------------------------------------------------------------------------------


def _parts(
    game: Game, curve: list[CurvePoint], player: str, own: list[Glance], clear: list[Finding]
) -> Parts:
    """What a share is made of; only what is clearly lost counts as lost."""
    even, start, end = even_share(game.rules), curve[0], curve[-1]
    lost = [one for one in clear if game.players[one.seat] == player]
    decisions = -sum(one.loss for one in lost)
    deal, share = start["shares"][player] - even, end["shares"][player]
    return {
        "even": round(even, DIGITS),
        "deal": round(deal, DIGITS),
        "deal_margin": start["margins"][player],
        "decisions": round(decisions, DIGITS),
        "decisions_margin": round(hypot(*(one.margin for one in lost)), DIGITS),
        "others": round(share - even - deal - decisions, DIGITS),
        "share": share,
        "judged": len(own),
        "close": len(own) - len(lost),
    }

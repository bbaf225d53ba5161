"""What is learned from moments: results by way of what was expected later (PPO)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from training import ragged
from training.acting import Moment, logits_of, split
from training.mixture import CURRENT
from training.network import Network, quickly
from training.seats import by_play, off_by
from training.weights import SEATS

KEPT = 3 * SEATS


@dataclass
class Recipe:
    """How to learn."""

    rate: float = 3e-4
    entropy: float = 0.01
    clip: float = 0.2
    passes: int = 2
    batch: int = 24_576
    advantage_decay: float = 0.95
    """How much of what is expected a decision later counts, against what comes after that."""
    judgement_decay: float = 0.99
    share_weight: float = 0.5
    longest_slope: float = 1.0
    imitate: float = 0.0
    """The weight of doing as the banker does; with 1 nothing else moves the policy."""


@dataclass
class Target:
    """What a moment's decisions turned out to be worth, in the order of play of the deciders."""

    known: Tensor
    """Whether there is anything to go by: the decider's next look, or the end of the game."""
    advantage: Tensor
    wins: Tensor
    shares: Tensor


class Outlook:
    """What each player at each table sees next, and what comes of it.

    Expectations of different players are never mixed. Who decides knows more about himself than
    others know about him, so one player's view would seem to gain on another's.
    """

    def __init__(self, moments: list[Moment], recipe: Recipe) -> None:
        near, far = recipe.advantage_decay, recipe.judgement_decay
        self._device = moments[0].wins.device
        decays = [near] * SEATS + [far] * (2 * SEATS)
        self._decays = torch.tensor(decays, device=self._device)
        """Wins soon, wins in the end and points in the end, by seat: `KEPT` numbers."""
        shape = (len(moments[0]), SEATS, KEPT)
        self._next = torch.zeros(shape, device=self._device)
        """By table and player who looks: what is expected at the next look."""
        self._after = torch.zeros(shape, device=self._device)
        """The same, with what comes after it."""
        self._known = torch.zeros(shape[:2], dtype=torch.bool, device=self._device)
        """Whether a player looks once more, or the game ends."""

    def look(self, moment: Moment) -> tuple[Tensor, Tensor]:
        """What the decisions of a moment led to in their deciders' eyes, and whether it is known.

        Moments come last first.
        """
        expected = torch.cat([moment.wins, moment.wins, moment.shares], 1)
        seat = moment.actors[:, None]
        place = seat[:, :, None].expand(-1, 1, KEPT)
        known = self._known.gather(1, seat)
        led = torch.lerp(self._next.gather(1, place), self._after.gather(1, place), self._decays)
        led = torch.where(known, led[:, 0], expected)
        self._next.scatter_(1, place, expected[:, None])
        self._after.scatter_(1, place, led[:, None])
        self._known.scatter_(1, seat, True)
        return led, known[:, 0]

    def end(self, moment: Moment) -> None:
        """Games that ended before a moment: everybody sees the result."""
        wins, points = moment.results[:, None, :SEATS], moment.results[:, None, SEATS:]
        result, ended = torch.cat([wins, wins, points], 2), moment.ended[:, None]
        self._next = torch.where(ended[:, :, None], result, self._next)
        self._after = torch.where(ended[:, :, None], result, self._after)
        self._known |= ended


@torch.no_grad()
def set_targets(moments: list[Moment], count: int, recipe: Recipe) -> None:
    """Sets the targets of the first moments; the later ones are there to see what came of them."""
    outlook = Outlook(moments, recipe)
    for i in range(len(moments) - 1, -1, -1):
        moment = moments[i]
        led, known = outlook.look(moment)
        if i < count:
            soon, won, points = led.split(SEATS, 1)
            gain = (soon - moment.wins).gather(1, moment.actors[:, None])[:, 0]
            seats = moment.actors, moment.players
            moment.target = Target(
                known.float(), gain * known, by_play(won, *seats), by_play(points, *seats)
            )
        outlook.end(moment)


class Learner:
    """Changes a network."""

    def __init__(self, network: Network, recipe: Recipe, device: str) -> None:
        self.network, self.recipe, self.device = network, recipe, device
        self.optimizer = torch.optim.Adam(
            network.parameters(), lr=recipe.rate, eps=1e-6, fused=device == "cuda"
        )
        self.steps = 0
        self.told: dict[str, Tensor] = {}
        """Sums over the batches since the last report."""
        self.batches = 0

    def learn(self, moments: list[Moment]) -> Iterator[None]:
        """Goes through moments in batches, `passes` times; pauses after each batch."""
        gains = torch.cat([moment.target.advantage for moment in moments])
        mine = torch.cat([_own(moment) for moment in moments])
        mean = (gains * mine).sum() / mine.sum()
        spread = ((gains - mean).square() * mine).sum().div(mine.sum()).sqrt() + 1e-6
        per_batch = max(1, self.recipe.batch // len(moments[0]))
        for _ in range(self.recipe.passes):
            order = torch.randperm(len(moments)).tolist()
            for at in range(0, len(order), per_batch):
                chosen = [moments[i] for i in order[at : at + per_batch]]
                self._batch(chosen, mean, spread)
                yield

    def _batch(self, moments: list[Moment], mean: Tensor, spread: Tensor) -> None:
        loss = self._loss(moments, mean, spread)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        length = torch.nn.utils.clip_grad_norm_(
            self.network.parameters(), self.recipe.longest_slope
        )
        for group in self.optimizer.param_groups:
            group["lr"] = self.recipe.rate
        self.optimizer.step()
        self.steps += 1
        self.batches += 1
        self._tell("slope", length)
        self._tell("spread", spread)

    def _loss(self, moments: list[Moment], mean: Tensor, spread: Tensor) -> Tensor:
        recipe = self.recipe
        counts = torch.cat([moment.counts for moment in moments])
        packed = torch.cat([moment.packed for moment in moments])
        with quickly(self.device):
            values = self.network.features(torch.cat([moment.seen for moment in moments]))
            scores, wins, shares = self.network.judged(values)
            seen = self.network.witness(values, torch.cat([moment.seated for moment in moments]))
        rows, count = ragged.rows_of(counts, len(packed)), len(counts)
        entries, details = split(packed, scores.shape[1])
        logs = ragged.log_softmax(logits_of(scores, rows, entries, details), rows, count)
        starts = ragged.starts_of(counts)
        chosen = torch.cat([moment.chosen for moment in moments])
        mine = torch.cat([_own(moment) for moment in moments])
        fair = torch.cat([moment.target.known * moment.pure for moment in moments])
        own = mine.sum().clamp(min=1)
        entropy = (ragged.sums(-logs.exp() * logs, rows, count) * mine).sum() / own
        won, shared = self._expected(moments, (wins, shares), fair)
        seen_won, seen_shared = self._expected(moments, seen, mine)
        loss = won + seen_won + recipe.share_weight * (shared + seen_shared)
        self._tell("entropy", entropy)
        self._tell("win_loss", won)
        self._tell("share_loss", shared)
        self._tell("witness_loss", seen_won)
        if recipe.imitate:
            labels = torch.cat([moment.labels for moment in moments])
            known = (labels >= 0).float()
            off = -(logs[starts + labels.clamp(min=0)] * known).sum() / known.sum().clamp(min=1)
            self._tell("imitation", off)
            loss = loss + recipe.imitate * off
        if recipe.imitate < 1:
            gain = (torch.cat([m.target.advantage for m in moments]) - mean) / spread
            before = torch.cat([moment.logs for moment in moments])
            loss = loss + self._policy(logs[starts + chosen], before, gain, mine / own)
            loss = loss - recipe.entropy * entropy
        return loss

    def _expected(
        self, moments: list[Moment], found: tuple[Tensor, Tensor], weight: Tensor
    ) -> tuple[Tensor, Tensor]:
        """How far scores of wins and of shares are from what they should have been."""
        players = torch.cat([moment.players for moment in moments])
        wins = torch.cat([moment.target.wins for moment in moments])
        shares = torch.cat([moment.target.shares for moment in moments])
        won = self._off(wins, found[0], players, weight)
        return won, self._off(shares, found[1], players, weight)

    def _policy(self, logs: Tensor, before: Tensor, gain: Tensor, weight: Tensor) -> Tensor:
        """The clipped objective of PPO."""
        change = logs - before
        ratio = change.exp()
        clip = self.recipe.clip
        least = torch.minimum(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain)
        with torch.no_grad():
            self._tell("divergence", ((ratio - 1 - change) * weight).sum())
            self._tell("clipped", (((ratio - 1).abs() > clip) * weight).sum())
        return -(least * weight).sum()

    @staticmethod
    def _off(target: Tensor, scores: Tensor, players: Tensor, weight: Tensor) -> Tensor:
        """How far expected shares are from what they should have been, on average.

        What ships learns where the network plays all seats: elsewhere its own seats do better or
        worse than others, and their deciders would learn to know themselves by deciding.
        """
        off = off_by(target, scores, players)
        return (off * weight).sum() / weight.sum().clamp(min=1)

    def _tell(self, name: str, value: Tensor) -> None:
        value = value.detach()
        self.told[name] = self.told[name] + value if name in self.told else value

    def report(self) -> dict[str, float]:
        """Means over the batches since the last report."""
        found = {name: float(total) / max(1, self.batches) for name, total in self.told.items()}
        self.told, self.batches = {}, 0
        return found


def _own(moment: Moment) -> Tensor:
    """The decisions that the policy learns from: its own, of which something came."""
    own: Tensor = (moment.who == CURRENT) * moment.target.known
    return own

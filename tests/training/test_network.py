"""The network of PyTorch and what ships of it compute the same, by player and by action."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training alone needs PyTorch")

from training import ragged, weights  # noqa: E402
from training.network import Network  # noqa: E402
from training.seats import by_play, by_seat, log_shares  # noqa: E402


def drawn_network() -> Network:
    torch.manual_seed(3)
    network = Network(40, 60, width=32, blocks=2)
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.2)
    return network


def test_shipped_weights_compute_what_the_network_does(tmp_path: Path) -> None:
    network, path = drawn_network(), tmp_path / "imperial.npz"
    network.ship(path, "imperial", "by hand")
    shipped = weights.Network.read(path)
    network.take(shipped)
    seen = np.random.default_rng(1).integers(0, 256, (5, 40)).astype(np.uint8)
    with torch.no_grad():
        expected = network(torch.from_numpy(seen))
    for one, other in zip(shipped.scores(seen), expected, strict=True):
        assert np.allclose(one, other.numpy(), atol=1e-4)


def test_a_larger_network_begins_as_the_smaller_one(tmp_path: Path) -> None:
    network, path = drawn_network(), tmp_path / "imperial.npz"
    network.ship(path, "imperial", "by hand")
    larger = Network(40, 60, width=48, blocks=3)
    larger.take(weights.Network.read(path))
    network.take(weights.Network.read(path))
    seen = torch.from_numpy(np.random.default_rng(1).integers(0, 256, (5, 40)).astype(np.uint8))
    for one, other in zip(larger(seen), network(seen), strict=True):
        assert torch.allclose(one, other, atol=1e-3)
    sum(part.square().sum() for part in larger(seen)).backward()
    assert larger.into.weight.grad is not None
    assert larger.into.weight.grad[32:].abs().sum() > 0


def test_a_network_begins_as_large_as_what_it_begins_as_and_never_smaller(tmp_path: Path) -> None:
    network, path = drawn_network(), tmp_path / "imperial.npz"
    network.ship(path, "imperial", "by hand")
    shipped = weights.Network.read(path)
    assert (shipped.inputs, shipped.entries, shipped.width, shipped.blocks) == (40, 60, 32, 2)
    same = Network.of(shipped)
    assert (same.into.out_features, len(same.blocks)) == (32, 2)
    again = Network.of_checkpoint(same.state_dict())
    assert all(map(torch.equal, again.state_dict().values(), same.state_dict().values()))
    with pytest.raises(ValueError, match="32 numbers and 2 blocks is larger"):
        Network(40, 60, width=24, blocks=2).take(shipped)


def test_a_witness_begins_with_what_the_network_expects_and_sees_who_sits_where() -> None:
    network = Network(40, 60, width=32, blocks=2)
    network.witness.follow(network)
    values = network.features(torch.full((1, 40), 128, dtype=torch.uint8))
    nobody, equals = torch.full((1, 6), -1), torch.tensor([[0, 0, -1, -1, -1, -1]])
    expected = network.judged(values)[1:]
    for one, other in zip(network.witness(values, nobody), expected, strict=True):
        assert torch.allclose(one, other)
    torch.nn.init.normal_(network.witness.seats.weight)
    torch.nn.init.normal_(network.witness.win.weight)
    beside_a_banker = torch.tensor([[0, 2, -1, -1, -1, -1]])
    wins = [network.witness(values, seated)[0] for seated in (equals, beside_a_banker)]
    assert not torch.allclose(wins[0], wins[1])


def test_seats_are_turned_to_the_decider_and_back() -> None:
    actors, players = torch.tensor([2, 1]), torch.tensor([4, 3])
    seated = torch.tensor([[1.0, 2, 3, 4, 0, 0], [5, 6, 7, 0, 0, 0]])
    played = by_play(seated, actors, players)
    assert played.tolist() == [[3, 4, 1, 2, 0, 0], [6, 7, 5, 0, 0, 0]]
    assert by_seat(played, actors, players).tolist() == seated.tolist()


def test_those_who_do_not_play_have_no_share() -> None:
    shares = log_shares(torch.zeros(1, 6), torch.tensor([3])).exp()
    assert shares[0].tolist() == pytest.approx([1 / 3] * 3 + [0] * 3)


def test_each_row_has_chances_of_its_own() -> None:
    counts = torch.tensor([2, 3])
    rows = ragged.rows_of(counts, 5)
    logs = ragged.log_softmax(torch.tensor([1.0, 1.0, 5.0, 0.0, 0.0]), rows, 2)
    assert ragged.sums(logs.exp(), rows, 2).tolist() == pytest.approx([1, 1])
    assert ragged.best(logs, rows, 2)[1] == 2
    drawn = ragged.drawn(logs, rows, 2)
    assert 0 <= drawn[0] < 2 <= drawn[1] < 5

"""Lists of different lengths, one after the other in one tensor: each belongs to a row."""

from __future__ import annotations

import torch
from torch import Tensor


def rows_of(counts: Tensor, total: int) -> Tensor:
    """The row that each element belongs to; `total` is the sum of the counts."""
    numbers = torch.arange(len(counts), device=counts.device)
    return torch.repeat_interleave(numbers, counts, output_size=total)


def starts_of(counts: Tensor) -> Tensor:
    """Where each row's elements begin."""
    return torch.cumsum(counts, 0) - counts


def largest(values: Tensor, rows: Tensor, count: int) -> Tensor:
    """The largest value of each row."""
    found = torch.full((count,), float("-inf"), dtype=values.dtype, device=values.device)
    return found.scatter_reduce(0, rows, values, "amax")


def sums(values: Tensor, rows: Tensor, count: int) -> Tensor:
    """The sum of each row's values."""
    return torch.zeros(count, dtype=values.dtype, device=values.device).index_add(0, rows, values)


def log_softmax(values: Tensor, rows: Tensor, count: int) -> Tensor:
    """Logarithms of the chances, within each row."""
    with torch.no_grad():
        most = largest(values, rows, count)
    values = values - most[rows]
    return values - sums(values.exp(), rows, count).log()[rows]


def drawn(logs: Tensor, rows: Tensor, count: int) -> Tensor:
    """One element of each row by its chance, as places in the whole."""
    luck = torch.rand_like(logs).clamp_(1e-10, 1 - 1e-7)
    return best(logs - (-luck.log()).log(), rows, count)


def best(values: Tensor, rows: Tensor, count: int) -> Tensor:
    """The element of each row with the largest value, as places in the whole."""
    places = torch.arange(len(values), device=values.device)
    places = torch.where(values == largest(values, rows, count)[rows], places, -1)
    found = torch.full((count,), -1, dtype=places.dtype, device=values.device)
    return found.scatter_reduce(0, rows, places, "amax")

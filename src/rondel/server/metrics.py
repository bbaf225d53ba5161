"""What the server counts, for Prometheus."""

from __future__ import annotations

from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""Others are counted as one: anybody may invent methods."""

FAST: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 10)
"""Bounds in seconds for what a person waits for."""

SLOW: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 60)
"""Bounds in seconds for thinking."""


class Metrics:
    """The numbers of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "rondel_requests",
            "Requests answered.",
            ("route", "method", "status"),
            registry=self.registry,
        )
        self.request_seconds = Histogram(
            "rondel_request_seconds",
            "Time to answer a request.",
            ("route", "method"),
            buckets=FAST,
            registry=self.registry,
        )
        self.websockets = Gauge("rondel_websockets", "Open WebSockets.", registry=self.registry)
        self.actions_acknowledged = Counter(
            "rondel_actions_acknowledged",
            "Actions kept and acknowledged, by who decided: person or bot.",
            ("by",),
            registry=self.registry,
        )
        self.bot_decisions = Counter(
            "rondel_bot_decisions",
            "Decisions asked of bots, by what came of it.",
            ("bot", "outcome"),
            registry=self.registry,
        )
        self.bot_seconds = Histogram(
            "rondel_bot_seconds",
            "Time a bot thought about one decision.",
            ("bot",),
            buckets=SLOW,
            registry=self.registry,
        )
        self.tables_in_memory = Gauge(
            "rondel_tables_in_memory", "Tables held in memory.", registry=self.registry
        )
        self.tables_aside = Gauge(
            "rondel_tables_set_aside",
            "Tables this process leaves alone, because something is wrong with them.",
            registry=self.registry,
        )
        self.table_troubles = Counter(
            "rondel_table_troubles",
            "How often a table was set aside.",
            registry=self.registry,
        )
        self.tables_checked = Counter(
            "rondel_tables_checked",
            "Games replayed in the background, by whether all was well.",
            ("outcome",),
            registry=self.registry,
        )
        self.task_restarts = Counter(
            "rondel_task_restarts",
            "How often work in the background met a mistake of ours and was taken up again.",
            ("task",),
            registry=self.registry,
        )
        self.last_round = Gauge(
            "rondel_last_round_timestamp_seconds",
            "When the clocks were last looked at, in Unix seconds.",
            registry=self.registry,
        )
        self.bots_waiting = Gauge(
            "rondel_bots_waiting",
            "Decisions of bots that wait for a process.",
            registry=self.registry,
        )
        self.bot_wait_seconds = Histogram(
            "rondel_bot_wait_seconds",
            "Time from the question to a bot to its answer, waiting included.",
            ("bot",),
            buckets=SLOW,
            registry=self.registry,
        )
        self.commit_seconds = Histogram(
            "rondel_commit_seconds",
            "Time of a transaction that writes, from its begin to its commit.",
            buckets=FAST,
            registry=self.registry,
        )
        self.notices = Counter(
            "rondel_notices",
            "Notices, by channel and by what came of them: sent, retried, failed, withdrawn or "
            "recalled.",
            ("channel", "outcome"),
            registry=self.registry,
        )

    def answered(self, route: str, method: str, status: int, seconds: float) -> None:
        """Counts a request; `route` is the template of its path, never the path."""
        method = method if method in METHODS else "OTHER"
        self.requests.labels(route, method, str(status)).inc()
        self.request_seconds.labels(route, method).observe(seconds)

    def text(self) -> bytes:
        """All numbers in the text format of Prometheus."""
        return generate_latest(self.registry)

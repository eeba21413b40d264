"""The probes and metrics of a node, and the headers of every response."""

import subprocess
import sys
from functools import partial

import pytest
from sqlalchemy import text, update
from structlog.testing import capture_logs

from loyalty import create_app
from loyalty.db.session import transaction
from loyalty.features.points.models import PointAccount
from support.factories import a_member, run_command
from support.login_steps import ask


def version_is(owner, revision):
    with owner.writes.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})


def test_a_node_with_current_tables_is_ready(client):
    assert client.get("/readyz").get_json() == {"status": "ready"}


def test_a_node_with_older_tables_is_not_ready_and_names_the_command(client, owner):
    with owner.writes.begin() as connection:
        connection.execute(text("DELETE FROM alembic_version"))

    answer = client.get("/readyz")

    assert answer.status_code == 503
    assert "db upgrade" in answer.get_json()["message"]


def test_a_node_that_was_rolled_back_works_on_newer_tables(client, owner):
    version_is(owner, "9999")

    assert client.get("/readyz").status_code == 200


def test_without_tables_a_node_is_alive_and_not_ready(client, owner):
    with owner.writes.begin() as connection:
        connection.execute(text("DROP TABLE alembic_version"))

    assert client.get("/readyz").status_code == 503
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("path", ["/api/callingCode", "/api/member/1", "/api/nowhere", "/healthz"])
def test_every_response_has_the_security_headers(client, path):
    headers = client.get(path).headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_the_documentation_viewer_loads_from_this_host_only(client):
    policy = client.get("/api/docs/").headers["Content-Security-Policy"]

    assert "default-src 'self'" in policy
    assert "http" not in policy


@pytest.mark.any_database
def test_metrics_are_summed_over_all_workers(client, tmp_path, monkeypatch):
    """Two workers that ended have left their counts; every worker adds them up."""
    folder = tmp_path / "figures"
    folder.mkdir()
    for _ in range(2):
        subprocess.run(
            [
                sys.executable,
                "-c",
                "from loyalty.http.logs import REQUESTS; REQUESTS.labels('GET', '/a', 200).inc()",
            ],
            check=True,
            env={"PROMETHEUS_MULTIPROC_DIR": str(folder)},
        )
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(folder))

    figures = client.get("/metrics").get_data(as_text=True)

    assert 'loyalty_requests_total{method="GET",route="/a",status="200"} 2.0' in figures


def test_a_probe_is_in_the_log_only_when_it_is_not_well(client, owner):
    def levels():
        with capture_logs() as lines:
            client.get("/readyz")
        return [line["log_level"] for line in lines if line["event"] == "request"]

    assert levels() == []
    with owner.writes.begin() as connection:
        connection.execute(text("DELETE FROM alembic_version"))
    assert levels() == ["info"]


@pytest.mark.parametrize(("level", "is_logged"), [("warning", False), ("info", True)])
def test_requests_are_in_the_log_unless_its_level_is_warning(config, capsys, level, is_logged):
    app = create_app(config.model_copy(update={"log_level": level}))
    assert app.test_client().get("/api/outlet").status_code == 200
    app.extensions["loyalty.database"].close()
    assert ("/api/outlet" in capsys.readouterr().err) is is_logged


def figure(client, name) -> float:
    """What /metrics says of a figure, with its labels as they are written there."""
    lines = client.get("/metrics").get_data(as_text=True).splitlines()
    return next(float(line.split()[-1]) for line in lines if line.startswith(f"{name} "))


def test_metrics_tell_when_a_task_last_succeeded(app, client, clock):
    last = partial(figure, client, 'loyalty_last_success_timestamp_seconds{task="scheduler"}')
    assert last() == 0

    run_command(app, "scheduler", "run", "--dry-run")
    assert last() == 0

    run_command(app, "scheduler", "run")
    assert last() == clock.now().timestamp()


def test_an_audit_with_a_violation_is_no_success(app, client, database):
    last = partial(figure, client, 'loyalty_last_success_timestamp_seconds{task="audit"}')
    member = a_member(database, earned=50)
    with database.bound(), transaction() as db:
        db.execute(update(PointAccount).where(PointAccount.member_id == member).values(balance=51))

    assert run_command(app, "audit").exit_code == 1
    assert last() == 0

    with database.bound(), transaction() as db:
        db.execute(update(PointAccount).where(PointAccount.member_id == member).values(balance=50))
    assert run_command(app, "audit").exit_code == 0
    assert last() > 0


def test_metrics_tell_how_long_messages_and_events_have_waited(client, database, clock):
    overdue = partial(figure, client, 'loyalty_jobs_overdue_seconds{queue="phone"}')
    a_member(database, number="123456789")
    assert overdue() == 0

    ask(client)
    clock.advance(minutes=10)

    assert overdue() == 600
    assert figure(client, 'loyalty_jobs_due{queue="phone"}') == 1
    assert figure(client, 'loyalty_jobs_retried{queue="phone"}') == 0
    assert figure(client, 'loyalty_jobs_due{queue="email"}') == 0


def run_python(program, **settings):
    """What a program says in a process of its own, with these settings and no others."""
    return subprocess.run(  # noqa: S603
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=settings
    ).stdout


def test_alarm_counters_start_at_zero():
    figures = run_python(
        "import prometheus_client, loyalty.serving as gunicorn\n"
        "gunicorn.post_worker_init(None); print(prometheus_client.generate_latest().decode())"
    )

    for kind in ("pumped_range", "daily_budget", "failures"):
        assert f'loyalty_code_alarms_total{{kind="{kind}"}} 0.0' in figures
    assert 'loyalty_security_events_total{kind="till_key_refused"} 0.0' in figures


def test_a_command_needs_no_folder_for_metrics(tmp_path):
    run_python(
        "import loyalty; loyalty.create_app()",
        PROMETHEUS_MULTIPROC_DIR=f"{tmp_path}/none",
        LOYALTY_DATABASE_URL=f"sqlite:///{tmp_path}/none.db",
        LOYALTY_WORKER="off",
    )

"""What operators ask a node: whether it lives, whether to send it requests, what it counted."""

import subprocess
import sys

import pytest
from sqlalchemy import text


def version_is(owner, revision):
    with owner.writes.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})


def test_a_node_with_tables_as_new_as_itself_is_ready(client):
    assert client.get("/readyz").get_json() == {"status": "ready"}


def test_a_node_whose_tables_are_older_takes_no_requests_and_says_what_to_do(client, owner):
    with owner.writes.begin() as connection:
        connection.execute(text("DELETE FROM alembic_version"))

    answer = client.get("/readyz")

    assert answer.status_code == 503
    assert "db upgrade" in answer.get_json()["message"]


def test_a_node_that_was_rolled_back_works_on_newer_tables(client, owner):
    version_is(owner, "9999")

    assert client.get("/readyz").status_code == 200


def test_a_database_without_tables_makes_a_node_unready_but_does_not_kill_it(client, owner):
    with owner.writes.begin() as connection:
        connection.execute(text("DROP TABLE alembic_version"))

    assert client.get("/readyz").status_code == 503
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("path", ["/api/callingCode", "/api/member/1", "/api/nowhere", "/healthz"])
def test_every_answer_says_what_a_browser_may_do_with_it(client, path):
    headers = client.get(path).headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_the_viewer_of_the_documentation_may_draw_itself_from_this_host_alone(client):
    policy = client.get("/api/docs/").headers["Content-Security-Policy"]

    assert "default-src 'self'" in policy
    assert "http" not in policy


def test_the_figures_are_those_of_all_workers(client, tmp_path, monkeypatch):
    """Two workers that ended have left their counts; whoever is asked adds them up."""
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


def run_python(program, **settings):
    """What a program says in a process of its own, with these settings and no others."""
    return subprocess.run(  # noqa: S603
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=settings
    ).stdout


def test_alarms_are_counted_from_zero_so_that_the_first_one_is_growth():
    figures = run_python(
        "import prometheus_client, loyalty.serving as gunicorn\n"
        "gunicorn.post_worker_init(None); print(prometheus_client.generate_latest().decode())"
    )

    for kind in ("pumped_range", "daily_budget", "failures"):
        assert f'loyalty_code_alarms_total{{kind="{kind}"}} 0.0' in figures
    assert 'loyalty_security_events_total{kind="till_key_refused"} 0.0' in figures


def test_a_command_needs_no_folder_for_figures_on_a_machine_where_nothing_serves_yet(tmp_path):
    run_python(
        "import loyalty; loyalty.create_app()",
        PROMETHEUS_MULTIPROC_DIR=f"{tmp_path}/none",
        LOYALTY_DATABASE_URL=f"sqlite:///{tmp_path}/none.db",
        LOYALTY_WORKER="off",
    )

"""What Prometheus watches is counted, and an alert also fires where a figure is missing."""

import json
import re
import subprocess
from pathlib import Path
from shutil import which

import pytest
import yaml
from prometheus_client import REGISTRY

from loyalty.http.probes import NodeFigures
from loyalty.web import FIGURES

HERE = Path(__file__).resolve().parents[3]
PROMTOOL = which("promtool")


def test_every_metric_of_the_alerts_and_of_the_dashboard_exists(app):
    groups = yaml.safe_load((HERE / "deploy/prometheus/alerts.yml").read_text())["groups"]
    panels = json.loads((HERE / "deploy/grafana/loyalty-api.json").read_text())["panels"]
    asked = [rule["expr"] for group in groups for rule in group["rules"]]
    asked += [target["expr"] for panel in panels for target in panel.get("targets", [])]
    families = [*REGISTRY.collect(), *(each for of in (NodeFigures(), *FIGURES) for each in of.describe())]
    counted = {
        f"{each.name}{end}" for each in families for end in ("", "_total", "_bucket", "_sum", "_count")
    }

    named = {name for expression in asked for name in re.findall(r"\bloyalty_\w+", expression)}

    assert named - counted == set()
    assert len(named) > 10


@pytest.mark.skipif(PROMTOOL is None, reason="promtool of Prometheus is not installed")
def test_alerts_fire_also_where_a_figure_is_missing():
    tests = HERE / "apps/api/tests/alerts_test.yml"

    ended = subprocess.run([PROMTOOL, "test", "rules", tests], capture_output=True, text=True)  # noqa: S603

    assert ended.returncode == 0, ended.stdout + ended.stderr

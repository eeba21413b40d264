"""What the tests of rules share."""

import os
import time
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", params=["UTC", "Asia/Kuala_Lumpur", "America/Los_Angeles"])
def server_zone(request: pytest.FixtureRequest) -> Iterator[None]:
    """The machine is in this zone: days and months are Malaysia's all the same (SECURITY.md B14)."""
    own = os.environ.get("TZ")
    os.environ["TZ"] = request.param
    time.tzset()
    yield
    if own is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = own
    time.tzset()

"""Runs an operator's commands for the browser tests: starting the API's command line takes longer than most
of them.

Each line of the input is a JSON list of words. The answer to it is a line with `printed`, and `refused`: null
or why the command failed.
"""

import json
import sys

from loyalty import create_app

runner = create_app().test_cli_runner()
for line in sys.stdin:
    result = runner.invoke(args=json.loads(line))
    refused = None if result.exit_code == 0 else f"{result.stderr}{result.exception!r}"
    print(json.dumps({"printed": result.stdout, "refused": refused}), flush=True)

"""The worker of webhooks as a process of its own, to be killed: `python webhook_worker.py ADDRESS HOST`."""

import sys

from loyalty.app import create_app
from loyalty.config import Config
from loyalty.gateways.channels import FileChannel
from loyalty.gateways.public_http import PublicHttp
from loyalty.worker import Worker

address, host = sys.argv[1:]
config = Config(database_url=address, webhook_private=host, worker=False)
app = create_app(config, with_http=False)
nothing = FileChannel("/dev/null", shown=False)
Worker(app.extensions["loyalty.database"], nothing, webhooks=PublicHttp([host])).run()

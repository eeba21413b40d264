"""A mail server that keeps what it is given: `email_server.py PORT FILE`, a line of JSON for each email."""

import json
import signal
import sys
from email import message_from_bytes
from email.policy import default
from pathlib import Path

from aiosmtpd.controller import Controller


class Mailbox:
    """Accepts every email and writes it down."""

    def __init__(self, file: Path) -> None:
        self._file = file

    async def handle_DATA(self, _server, _session, envelope):
        email = message_from_bytes(envelope.original_content, policy=default)
        attached = [
            {
                "name": part.get_filename(),
                "type": part.get_content_type(),
                "head": part.get_content()[:5].decode("latin-1"),
            }
            for part in email.iter_attachments()
        ]
        line = {
            "to": envelope.rcpt_tos,
            "subject": str(email["Subject"]),
            "text": email.get_body(("plain",)).get_content(),
            "attachments": attached,
        }
        with self._file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(line) + "\n")
        return "250 Kept"


if __name__ == "__main__":
    controller = Controller(Mailbox(Path(sys.argv[2])), hostname="127.0.0.1", port=int(sys.argv[1]))
    controller.start()
    print("listening", flush=True)
    signal.sigwait({signal.SIGINT, signal.SIGTERM})
    controller.stop()

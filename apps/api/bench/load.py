"""Requests over kept connections, as a proxy sends them; each is timed."""

import socket
import threading
import time
from collections.abc import Sequence

CONNECTIONS = 4


def send_all(path: str, requests: Sequence[bytes]) -> list[float]:
    """Send requests over a few connections at once; gives the seconds of each. 2xx and 304 are no errors."""
    return _share(path, requests, CONNECTIONS, 0.0)


def send_evenly(path: str, requests: Sequence[bytes], per_second: float, connections: int) -> list[float]:
    """Send so many requests a second over some connections; gives the seconds of each."""
    return _share(path, requests, connections, connections / per_second)


def _share(path: str, requests: Sequence[bytes], connections: int, every_s: float) -> list[float]:
    """Send requests over some connections, over each of them one `every_s` seconds at most."""
    shares = [requests[start::connections] for start in range(connections)]
    seconds: list[list[float]] = [[] for _ in shares]
    problems: list[BaseException] = []

    def work(at: int) -> None:
        try:
            time.sleep(every_s / connections * at)
            seconds[at] = _send(path, shares[at], every_s)
        except BaseException as error:
            problems.append(error)

    threads = [threading.Thread(target=work, args=(at,)) for at in range(len(shares))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if problems:
        raise problems[0]
    return [second for share in seconds for second in share]


def request_bytes(method: str, path: str, headers: dict[str, str], body: bytes, nth: int) -> bytes:
    """A request as bytes; it seems to come from one of many addresses, so that no flood limit is met."""
    address = f"10.{nth // 65_536 % 256}.{nth // 256 % 256}.{nth % 256}"
    lines = {"Host": "api.example.com", "X-Forwarded-For": address, "X-Forwarded-Proto": "https", **headers}
    if body:
        lines["Content-Length"] = str(len(body))
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


def _send(path: str, requests: Sequence[bytes], every_s: float) -> list[float]:
    found: list[float] = []
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(30)
        connection.connect(path)
        begun = time.perf_counter()
        for nth, request in enumerate(requests):
            time.sleep(max(0.0, begun + nth * every_s - time.perf_counter()))
            start = time.perf_counter()
            connection.sendall(request)
            status = _answer(connection)
            found.append(time.perf_counter() - start)
            if not (200 <= status < 300 or status == 304):
                raise RuntimeError(f"{request.split(b' HTTP')[0].decode()} was answered {status}")
    return found


def _answer(connection: socket.socket) -> int:
    """Read one answer to its end; gives its status."""
    got = b""
    while b"\r\n\r\n" not in got:
        more = connection.recv(65_536)
        if not more:
            raise RuntimeError("the server hung up")
        got += more
    head, _, body = got.partition(b"\r\n\r\n")
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    left = int(fields.get(b"content-length", 0)) - len(body)  # a 304 has no body
    while left > 0:
        left -= len(connection.recv(65_536))
    return int(head[9:12])

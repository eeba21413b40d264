import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { ports } from "./servers.ts";

const CHECK = "/api/member/checksession";

/** Request and end leave as one (TCP_CORK), as they lie in the queue of a node: Node.js can only send one after the other. */
const SENT_AND_ENDED = `import socket, sys
line = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
if hasattr(socket, "TCP_CORK"): line.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)
line.sendall(sys.stdin.buffer.read())
line.shutdown(socket.SHUT_WR)
print(line.makefile("rb").read().decode())`;

interface Check {
  head: string;
  leaves: Promise<unknown>;
}

/**
 * The proxy of a browser, and behind it a node of the API that stops answering on demand: a check of the
 * session then waits unread, as in the queue of a node without a free thread, also after its page was left.
 */
export class BusyNode {
  readonly #server = createServer((request, response) => this.#receive(request, response));
  #takes?: (check: Check) => void;

  /** Begins, at a port of its own; gives its address for a browser's settings. */
  async begin(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async end(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((ended) => this.#server.close(ended));
  }

  nextCheck(): Promise<Check> {
    return new Promise((resolve) => (this.#takes = resolve));
  }

  async workOff({ head, leaves }: Check): Promise<number> {
    await leaves;
    const line = spawn("python3", ["-c", SENT_AND_ENDED, String(ports.api)]);
    line.stdin.end(head);
    const [, status] = (await text(line.stdout)).split(" ");
    return Number(status);
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const { host, hostname, port, pathname, search } = new URL(request.url!);
    if (pathname === CHECK && this.#takes) {
      this.#takes({ head: headOf(request, CHECK), leaves: once(response, "close") });
      this.#takes = undefined;
      return;
    }
    const onward = {
      path: pathname + search,
      method: request.method,
      headers: { ...request.headers, host },
    };
    // A browser knows every name under localhost as this machine; others do not.
    const place = { host: hostname.endsWith("localhost") ? "localhost" : hostname, port };
    const passed = send({ ...onward, ...place }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    response.on("close", () => passed.destroy());
    request.pipe(passed);
  }
}

/** The beginning of a request as it goes over the line; a check has no body. */
function headOf({ rawHeaders }: IncomingMessage, path: string): string {
  const fields = rawHeaders.flatMap((name, at) =>
    at % 2 ? [] : [`${name}: ${rawHeaders[at + 1]}`],
  );
  const kept = fields.filter((field) => !/^(proxy-)?connection:/i.test(field));
  return [`GET ${path} HTTP/1.1`, ...kept, "Connection: close", "", ""].join("\r\n");
}

import { connect, type Socket } from "node:net";

import { ports } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

/** Both nodes together answer eight requests at a time. */
const CLIENTS = Number(process.env.LOYALTY_E2E_ROUNDS ?? 0) > 0 ? 500 : 120;
const PER_ADDRESS = 80;

const slow = {
  // SECURITY.md F12: a body that comes byte by byte.
  "bodies that never end": "Content-Length: 5000\r\nContent-Type: application/json\r\n\r\n{",
  // F11, the clients' side: half-open, in the middle of the head.
  "heads that never end": "X-Waiting: ",
};

function begun(nth: number, beginning: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const localAddress = `127.0.7.${1 + Math.floor(nth / PER_ADDRESS)}`;
    const socket = connect({ host: "127.0.0.1", port: ports.site, localAddress });
    socket.on("error", reject);
    socket.write(`POST /api/email/feedback HTTP/1.1\r\nHost: site.localhost\r\n${beginning}`, () =>
      resolve(socket),
    );
  });
}

for (const [what, beginning] of Object.entries(slow)) {
  test(`${what} delay nobody else`, async ({ request }) => {
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, (_, nth) => begun(nth, beginning)),
    );

    const answers = [];
    for (let nth = 0; nth < 20; nth++) {
      const answer = await request.get(`http://127.0.0.1:${ports.site}/api/outlet?statusId=1`, {
        headers: { Host: "site.localhost" },
        timeout: 10_000,
      });
      answers.push(answer.status());
    }
    for (const client of clients) client.destroy();

    expect(answers).toEqual(Array(20).fill(200));
  });
}

import { createServer, request, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

import type { Browser, BrowserContext } from "@playwright/test";

/** `silent`: requests are accepted and never answered; `gone`: connections are closed. */
type State = "up" | "silent" | "gone";

/**
 * A browser whose requests, those of service workers too, go through a proxy that a test can stop. To the browser it has a
 * network all the time.
 *
 * @returns its context, and how to change the network
 */
export async function behindProxy(browser: Browser): Promise<{
  context: BrowserContext;
  become: (state: State) => void;
  close: () => Promise<void>;
}> {
  let state: State = "up";
  const sockets = new Set<Socket>();
  const proxy: Server = createServer((asked, answer) => {
    if (state === "silent") return;
    if (state === "gone") return void asked.socket.destroy();
    const { host, port, pathname, search } = new URL(asked.url!);
    const onward = request(
      {
        host: "127.0.0.1",
        port,
        path: pathname + search,
        method: asked.method,
        headers: { ...asked.headers, host },
      },
      (received) => {
        answer.writeHead(received.statusCode!, received.headers);
        received.pipe(answer);
      },
    );
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  });
  proxy.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  const context = await browser.newContext({
    proxy: { server: `http://127.0.0.1:${port}`, bypass: "<-loopback>" },
  });
  // A machine without a network of its own says that it is offline.
  await context.addInitScript(() =>
    Object.defineProperty(navigator, "onLine", { get: () => true }),
  );
  return {
    context,
    become: (next) => {
      state = next;
    },
    close: async () => {
      await context.close();
      sockets.forEach((socket) => socket.destroy());
      proxy.close();
    },
  };
}

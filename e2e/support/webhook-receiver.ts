import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";

import { Webhook } from "standardwebhooks";

import { ports } from "./servers.ts";

/** A receiver of webhooks on this machine: takes what the library of Standard Webhooks finds signed by `secret`. */
export class WebhookReceiver {
  readonly url = `http://127.0.0.1:${ports.webhook}/events`;
  readonly taken: string[] = [];
  secret = "";
  readonly #server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      try {
        const headers = request.headers as Record<string, string>;
        const event = new Webhook(this.secret).verify(body, headers) as { type: string };
        this.taken.push(event.type);
        response.writeHead(200).end("thank you");
      } catch (error) {
        response.writeHead(400).end(String(error));
      }
    });
  });

  async start(): Promise<void> {
    this.#server.listen(ports.webhook, "127.0.0.1");
    await once(this.#server, "listening");
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }
}

import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { buffer } from "node:stream/consumers";

import type { BrowserContext, Page } from "@playwright/test";

import { mini, ports } from "./servers.ts";

/**
 * A push service on this machine, and the browser's half of one subscription: Chromium reaches Google's only. It
 * decrypts what the API sends, which is then given to the browser's own worker.
 */
export class PushService {
  readonly pushes: string[] = [];
  readonly #keys: ECDH = createECDH("prime256v1");
  readonly #secret = randomBytes(16);
  readonly #server: Server = createServer((request, response) => {
    void buffer(request).then((body) => {
      this.pushes.push(this.#decrypted(body));
      response.writeHead(201).end();
    });
  });

  async start(): Promise<void> {
    this.#keys.generateKeys();
    this.#server.listen(ports.push, "127.0.0.1");
    await once(this.#server, "listening");
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async serve(context: BrowserContext): Promise<void> {
    await context.addInitScript(
      (made) => {
        const key = "subscribed-in-this-test";
        const subscription = {
          toJSON: () => made,
          unsubscribe: async () => {
            localStorage.removeItem(key);
            return true;
          },
        };
        Object.assign(PushManager.prototype, {
          async subscribe({ userVisibleOnly, applicationServerKey }: PushSubscriptionOptionsInit) {
            if (!userVisibleOnly || String(applicationServerKey).length !== 87)
              throw new DOMException("refused", "NotAllowedError");
            localStorage.setItem(key, "");
            return subscription;
          },
          getSubscription: async () => (localStorage.getItem(key) === null ? null : subscription),
        });
      },
      {
        endpoint: `http://127.0.0.1:${ports.push}/send`,
        keys: {
          p256dh: this.#keys.getPublicKey("base64url"),
          auth: this.#secret.toString("base64url"),
        },
      },
    );
  }

  /** RFC 8291 from the receiver's side. */
  #decrypted(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const theirs = body.subarray(21, 21 + body[20]!);
    const sealed = body.subarray(21 + theirs.length);
    const derived = (from: Buffer, by: Buffer, info: Buffer | string, length: number) =>
      Buffer.from(hkdfSync("sha256", from, by, info, length));
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.#keys.getPublicKey(), theirs]);
    const material = derived(this.#keys.computeSecret(theirs), this.#secret, info, 32);
    const key = derived(material, salt, "Content-Encoding: aes128gcm\0", 16);
    const nonce = derived(material, salt, "Content-Encoding: nonce\0", 12);
    const cipher = createDecipheriv("aes-128-gcm", key, nonce);
    cipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}

/** Gives a push to the browser's worker of the mini-program, as a push service would. */
export async function deliver(page: Page, data: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${mini}/`);
      if (found) resolve(found.registrationId);
    });
  });
  await browser.send("ServiceWorker.enable");
  const registrationId = await registered;
  await browser.send("ServiceWorker.deliverPushMessage", { origin: mini, registrationId, data });
  await browser.detach();
}

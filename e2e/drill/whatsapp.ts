import { appendFileSync } from "node:fs";
import { createServer, type Server } from "node:http";

import { paths } from "../support/servers.ts";

interface Template {
  to: string;
  template: { components: { type: string; parameters: { text: string }[] }[] };
}

/**
 * A fake of WhatsApp's Cloud API on loopback: receives the authentication template that the worker sends, and
 * writes each code where the tests read codes.
 *
 * @param key what it takes for ours; anything else is refused as WhatsApp does
 */
export function aWhatsApp(port: number, key: string): Promise<Server> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const known = request.headers.authorization === `Bearer ${key}`;
      if (known) keep(JSON.parse(Buffer.concat(parts).toString()) as Template);
      response.writeHead(known ? 200 : 401, { "Content-Type": "application/json" });
      response.end(JSON.stringify(known ? { messages: [{ id: "wamid.1" }] } : { error: {} }));
    });
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

function keep({ to, template }: Template): void {
  const code = template.components.find(({ type }) => type === "body")?.parameters[0]?.text;
  appendFileSync(paths.messages, `${JSON.stringify({ to: `+${to}`, kind: "otp", code })}\n`);
}

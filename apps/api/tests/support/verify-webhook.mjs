// Reads {secret, body, headers} as JSON lines, and says of each whether the library of Standard Webhooks takes it.
import { createInterface } from "node:readline";
import { Webhook } from "standardwebhooks";

for await (const line of createInterface({ input: process.stdin })) {
  const { secret, body, headers } = JSON.parse(line);
  try {
    new Webhook(secret).verify(body, headers);
    process.stdout.write("taken\n");
  } catch (error) {
    process.stdout.write(`${error.message}\n`);
  }
}

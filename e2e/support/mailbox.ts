import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { places, ports } from "./places.ts";

export interface Letter {
  to: string[];
  subject: string;
  text: string;
  attachments: { name: string; type: string; head: string }[];
}

const python = join(places.root, ".venv/bin/python");

/** The mail server of the run's API: real SMTP, which a test can stop and start. */
export class Mailbox {
  private server: ChildProcess | null = null;

  async start(): Promise<void> {
    const script = join(places.root, "e2e/support/mailbox.py");
    this.server = spawn(python, [script, String(ports.mail), places.letters], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(this.server.stdout!, "data");
  }

  async stop(): Promise<void> {
    const server = this.server;
    this.server = null;
    if (!server || server.exitCode !== null) return;
    server.kill();
    await once(server, "exit");
  }

  /** The letters whose text holds some words, oldest first. */
  lettersAbout(words: string): Letter[] {
    if (!existsSync(places.letters)) return [];
    return readFileSync(places.letters, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Letter)
      .filter(({ text }) => text.includes(words));
  }
}

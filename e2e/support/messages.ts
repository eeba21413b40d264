import { existsSync, readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { paths, ports } from "./servers.ts";

interface Message {
  to: string;
  kind: string;
  code?: string;
}

function messagesTo(number: string): Message[] {
  if (!existsSync(paths.messages)) return [];
  return readFileSync(paths.messages, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Message)
    .filter(({ to }) => to === number);
}

export function codesSentTo(number: string): number {
  return codesOf(number).length;
}

export function codesOf(number: string): string[] {
  return messagesTo(number).flatMap(({ code }) => code ?? []);
}

/**
 * The one-time code a phone received, out of the message file.
 *
 * @param number in full: `+60123456789`
 * @param after how many codes it had before; the outbox may take a moment
 */
export async function codeSentTo(number: string, after = 0): Promise<string> {
  await expect.poll(() => codesSentTo(number)).toBeGreaterThan(after);
  return codesOf(number).at(-1) ?? "";
}

export interface Email {
  to: string[];
  subject: string;
  text: string;
  attachments: { name: string; type: string; head: string }[];
}

const python = join(paths.root, ".venv/bin/python");

/** The mail server of the run's API: real SMTP, which a test can stop and start. */
export class Mailbox {
  private server: ChildProcess | null = null;

  async start(): Promise<void> {
    const script = join(paths.root, "e2e/support/email_server.py");
    this.server = spawn(python, [script, String(ports.mail), paths.emails], {
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

  emailsAbout(words: string): Email[] {
    if (!existsSync(paths.emails)) return [];
    return readFileSync(paths.emails, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Email)
      .filter(({ text }) => text.includes(words));
  }
}

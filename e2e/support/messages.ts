import { existsSync, readFileSync } from "node:fs";

import { expect } from "@playwright/test";

import { places } from "./places.ts";

interface Message {
  to: string;
  kind: string;
  code?: string;
}

function messagesTo(number: string): Message[] {
  if (!existsSync(places.messages)) return [];
  return readFileSync(places.messages, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Message)
    .filter(({ to }) => to === number);
}

/** How many codes a number has been sent, to ask afterwards for the next one. */
export function codesSentTo(number: string): number {
  return codesOf(number).length;
}

/** The codes a number has been sent, oldest first. */
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
  await expect.poll(() => codesSentTo(number), { timeout: 5000 }).toBeGreaterThan(after);
  return codesOf(number).at(-1) ?? "";
}

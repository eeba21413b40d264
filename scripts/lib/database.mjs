/** The embedded database: its tables brought up to date and the demo filled in, when that is due. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { run, root } from "./processes.mjs";
import { Problem, printDone, printWaiting } from "./terminal.mjs";

const record = `${root}var/.prepared.json`;
const usualUrl = "sqlite:///var/loyalty.db";
const flask = `${root}.venv/bin/flask`;

/**
 * @returns {Promise<string>} the demo member that signs in, as a sentence
 */
export async function prepareDatabase(env) {
  const since = performance.now();
  const url = env.LOYALTY_DATABASE_URL ?? usualUrl;
  const wanted = fingerprint(url);
  const last = existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : {};
  let demo = last.demo;
  if (last.fingerprint !== wanted || fileIsMissing(url)) {
    printWaiting("Database: tables and demo data");
    mkdirSync(`${root}var`, { recursive: true });
    await command(["db", "upgrade"], "The tables could not be made:", env);
    await command(["seed"], "The programme could not be filled in:", env);
    const output = await command(["demo", "members"], "The demo could not be filled in:", env);
    demo = output.trimEnd().split("\n").at(-1);
    writeFileSync(record, JSON.stringify({ fingerprint: wanted, demo }));
  }
  printDone("Database", since);
  return demo;
}

/**
 * Make the demo's accounts of the staff app where they are missing, and a new invitation for each.
 *
 * @returns {Promise<string[]>} a line a role: its name and the link that makes a passkey
 */
export async function staffInvitations(env) {
  const output = await command(["demo", "staff"], "The demo's staff could not be added:", env);
  return output.split("\n").filter((line) => line.includes("://"));
}

/**
 * Add a year of every outlet where it is missing; it takes a few minutes.
 *
 * @returns {Promise<string>} how many bills were added, as a sentence
 */
export async function addLargeDemo(env) {
  printWaiting("Database: a year of 20,000 members");
  const output = await command(["demo", "large"], "The members could not be added:", env);
  return output.trim();
}

/** The output of a command of the API; an error it prints as one sentence becomes a Problem. */
async function command(words, sentence, env) {
  const { code, output } = await run([flask, "--app", "loyalty", ...words], { env });
  if (code === 0) return output;
  const [, refused] = /^Error: (.+)$/m.exec(output) ?? [];
  throw new Problem(refused ?? `${sentence}\n\n${output.trimEnd()}\n`);
}

/**
 * Take away the demo's database, attachments and messages, so that the next start makes them again.
 *
 * @returns {string[]} the files, from the root of the project
 * @throws {Problem} when the database is not a file of this folder's var/
 */
export function forgetDatabase(env) {
  const url = env.LOYALTY_DATABASE_URL ?? usualUrl;
  const file = url.match(/^sqlite:\/\/\/([^?]+)/)?.[1];
  const place = file && relative(`${root}var`, resolve(root, file));
  if (!place || place.startsWith("..") || isAbsolute(place))
    throw new Problem(
      "LOYALTY_DATABASE_URL leads out of var/: that database is not the demo's to delete.",
    );
  const attachments = env.LOYALTY_ATTACHMENTS
    ? []
    : [`var/${place.replace(/\.[^.]+$/, "")}.attachments`];
  const gone = [
    `var/${place}`,
    `var/${place}-wal`,
    `var/${place}-shm`,
    "var/.prepared.json",
  ].concat(attachments);
  if (env.LOYALTY_MESSAGE_FILE === "var/messages.jsonl") gone.push(env.LOYALTY_MESSAGE_FILE);
  const there = gone.filter((one) => existsSync(`${root}${one}`));
  for (const one of there) rmSync(`${root}${one}`, { recursive: true });
  return there;
}

/** Changes with the address and with the API itself: then the database is checked again. */
function fingerprint(url) {
  const source = `${root}apps/api/src`;
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".pyc"))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  const hash = createHash("sha256").update(url);
  for (const file of files) hash.update(file.slice(source.length)).update(readFileSync(file));
  return hash.digest("hex");
}

function fileIsMissing(url) {
  const file = url.match(/^sqlite:\/\/\/([^?]+)/)?.[1];
  return file !== undefined && !existsSync(file.startsWith("/") ? file : `${root}${file}`);
}

/** The embedded database: its tables brought up to date and the demo filled in, when that is due. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mustRun, root } from "./processes.mjs";
import { sayDone, sayWaiting } from "./terminal.mjs";

const record = `${root}var/.prepared.json`;
const usualUrl = "sqlite:///var/loyalty.db";
const flask = `${root}.venv/bin/flask`;

/**
 * @returns {Promise<string>} what the seed said last: who the demo member is
 */
export async function prepareDatabase(env) {
  const since = performance.now();
  const url = env.LOYALTY_DATABASE_URL ?? usualUrl;
  const wanted = fingerprint(url);
  const last = existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : {};
  let demo = last.demo;
  if (last.fingerprint !== wanted || fileIsMissing(url)) {
    sayWaiting("Database: tables and demo data");
    mkdirSync(`${root}var`, { recursive: true });
    await mustRun([flask, "--app", "loyalty", "db", "upgrade"], "The tables could not be made:", {
      env,
    });
    const said = await mustRun(
      [flask, "--app", "loyalty", "seed", "--demo"],
      "The demo data could not be filled in:",
      { env },
    );
    demo = said.trimEnd().split("\n").at(-1);
    writeFileSync(record, JSON.stringify({ fingerprint: wanted, demo }));
  }
  sayDone("Database", since);
  return demo;
}

/** Changes with the address and with the API itself: then the database may need another look. */
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

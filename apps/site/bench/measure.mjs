/**
 * `npm run bench -- --web`: how fast the built site is, served as production does, in Lighthouse's telephone. One
 * table: what, value, goal, met or not. It fails nothing. `--json` for programs, `--rounds 1` for haste, `--only /menu`
 * for one page.
 */

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { endOnSignal, mustRun, root, Servers } from "../../../scripts/lib/processes.mjs";
import { giveUp, Problem } from "../../../scripts/lib/terminal.mjs";
import { visitAll } from "./lighthouse.mjs";

const { values } = parseArgs({
  options: {
    web: { type: "boolean" },
    json: { type: "boolean", default: false },
    only: { type: "string" },
    rounds: { type: "string", default: "3" },
    port: { type: "string", default: "4600" },
  },
});
const origin = `http://localhost:${values.port}`;
const site = join(root, "apps/site");
const say = (what) => process.stderr.write(`${what}\n`);

async function build() {
  say("building the site …");
  await mustRun(["nx", "run", "site:package", "--skip-nx-cache"], "The site was not built.");
}

/** Behind nginx from the package, with an API and its seed, until what is asked has been done. */
async function whileServed(task) {
  const folder = mkdtempSync(join(tmpdir(), "loyalty-bench-"));
  const servers = new Servers();
  const env = {
    LOYALTY_SITE_ORIGIN: origin,
    LOYALTY_DATABASE_URL: `sqlite:///${folder}/loyalty.db`,
    LOYALTY_MESSAGE_FILE: `${folder}/messages.jsonl`,
  };
  const flask = [".venv/bin/flask", "--app", "loyalty"];
  const apiPort = String(Number(values.port) + 1);
  const nginx = ["node", "e2e/support/nginx-server.mjs", "site", values.port, folder, apiPort];
  const start = (name, command) =>
    servers.start(name, command, { env, onLine: () => {}, onEnd: () => {} });
  try {
    await mustRun([...flask, "db", "upgrade"], "The database was not made.", { env });
    await mustRun([...flask, "seed"], "The database was not filled.", { env });
    start("api", [...flask, "run", "--port", apiPort]);
    start("site", nginx);
    await answering(`http://127.0.0.1:${apiPort}/readyz`);
    await answering(origin);
    return await task();
  } finally {
    await servers.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function answering(address) {
  for (let nth = 0; nth < 100; nth += 1) {
    if (
      await fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Problem(`Nothing answers at ${address}: is nginx installed?`);
}

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const row = (what, value, unit, goal, met) => ({ what, value, unit, goal, met });
const most = (what, value, unit, limit) => row(what, value, unit, `≤ ${limit}`, value <= limit);
const plain = (what, value, unit) => row(what, value, unit, "", true);
const least = (what, value, limit) => row(what, value, "", `≥ ${limit}`, value >= limit);

function rowsOf(path, visits) {
  const of = (pick) => middle(visits.map(pick));
  const rows = ["accessibility", "best-practices", "seo"].map((id) => ({
    ...least(
      `${path} ${id}`,
      of(({ scores }) => scores[id]),
      100,
    ),
    faults: [...new Set(visits.flatMap(({ faults }) => faults))],
  }));
  rows.push(
    least(
      `${path} performance`,
      of(({ scores }) => scores.performance),
      95,
    ),
    most(`${path} largest paint`, Math.round(of(({ lcp }) => lcp)), "ms", 1800),
    most(`${path} layout shift`, Number(of(({ cls }) => cls).toFixed(3)), "", 0.02),
    most(`${path} blocked`, Math.round(of(({ tbt }) => tbt)), "ms", 150),
  );
  if (path === "/") {
    rows.push(
      plain("/ in all", Math.round(of(({ bytes }) => bytes) / 1000), "kB"),
      most("/ other origins", new Set(visits.flatMap(({ origins }) => origins)).size, "", 0),
    );
  }
  return rows;
}

/** The prerendered pages of a build, by address; without the one for addresses that nobody knows. */
function pagesOf(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith("index.html") && !file.startsWith("404"))
    .map((file) => `/${file.replace(/\/?index\.html$/, "")}`)
    .sort();
}

/** Below this Lighthouse itself warns that its times say more of the machine than of the pages. */
const FAST_ENOUGH = 1000;

function hostRow(visits) {
  const found = middle([...visits.values()].flat().map(({ host }) => host));
  return least("this machine, by Lighthouse's index", Math.round(found), FAST_ENOUGH);
}

function show(rows) {
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, value, unit, goal, met, faults } of rows) {
    const measured = `${value}${unit && ` ${unit}`}`.padStart(10);
    const why = !met && faults?.length ? `  ${faults.join(", ")}` : "";
    process.stdout.write(
      `${what.padEnd(width)} ${measured}  ${goal.padEnd(8)} ${goal && (met ? "met" : "not met")}${why}\n`,
    );
  }
}

async function measure() {
  await build();
  const pages = pagesOf(join(site, "build/client")).filter((path) => path !== "/login");
  const chosen = values.only ? pages.filter((path) => path === values.only) : pages;
  const addresses = chosen.map((path) => origin + path);
  const visits = await whileServed(() => visitAll(addresses, Number(values.rounds), say));
  const rows = [
    ...chosen.flatMap((path) => rowsOf(path, visits.get(origin + path))),
    hostRow(visits),
  ];
  if (values.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else show(rows);
}

endOnSignal();
await measure().catch(giveUp);

/**
 * `npm test`: what a change is tested with. `npm run test:all`: every test there is, which continuous integration and a
 * release run. Both print what each runner counted, how long each part took, and what was left out or skipped.
 */

import { readdirSync } from "node:fs";
import { haveChromium } from "./lib/chromium.mjs";
import { endOnSignal, root, run } from "./lib/processes.mjs";
import { giveUp, paint, print, printFailed, seconds } from "./lib/terminal.mjs";
import { closingOf, flakyOf, lastLine, skippedOf, sum, tasksOf } from "./lib/totals.mjs";
import { setUp } from "./setup.mjs";

const all = process.argv.includes("--all");

const leftOut = [];
const skipped = [];
const flaky = [];

/** The runner of a task of Nx, and the title of its row. */
const runnerOf = {
  "api:test": ["pytest", "API on SQLite"],
  "api:test-whole": ["pytest", "API on SQLite"],
  "api:test-postgresql": ["pytest", "API on PostgreSQL"],
  "api:test-postgresql-differences": ["pytest", "API on PostgreSQL"],
  "conformance:test": ["pytest", "Conformance kit"],
  "conformance:test-whole": ["pytest", "Conformance kit"],
  "api-client:test": ["vitest", "Client"],
  "ui:test": ["vitest", "Screens"],
  "site:test": ["vitest", "Site"],
  "mini:test": ["vitest", "Mini-program"],
  "staff:test": ["vitest", "Staff app"],
  "artwork:test": ["vitest", "Artwork"],
};

/** These install what `npx nx run-many -t package` has packed, or make the demo several times. */
const longScriptTests = [
  "package/package",
  "package/nginx",
  "package/install-api",
  "package/localhost",
  "reset",
].map((name) => `${name}.test.mjs`);

const parts = {
  "Front end": testFrontEnd,
  "API on SQLite": testOnSqlite,
  "API on PostgreSQL": testOnPostgresql,
  "Conformance kit": testConformance,
  Builds: () => runTargets(all ? "build,package" : "build", ""),
  Scripts: testScripts,
  Browser: testInBrowser,
};

async function testFrontEnd() {
  if (await haveChromium()) return runTargets("test", "--exclude=api,conformance");
  leftOut.push("the artwork: no Chromium or Chrome is installed");
  return runTargets("test", "--exclude=api,conformance,artwork");
}

function testOnSqlite() {
  if (!all) leftOut.push("the tests of the API that are marked long");
  return runTargets(all ? "test-whole" : "test", "--projects=api");
}

async function testOnPostgresql() {
  if (!(await havePostgresql())) {
    leftOut.push("the API on PostgreSQL: its server programs are not installed");
    return [];
  }
  if (!all) leftOut.push("the tests on PostgreSQL that are not marked databases_differ");
  return runTargets(all ? "test-postgresql" : "test-postgresql-differences", "--projects=api");
}

function testConformance() {
  if (!all) leftOut.push("most of the conformance kit's planted deviations");
  return runTargets(all ? "test-whole" : "test", "--projects=conformance");
}

async function testScripts() {
  if (!all) leftOut.push(`scripts/${longScriptTests.join(", scripts/")}`);
  const files = readdirSync(`${root}scripts`, { recursive: true })
    .filter((file) => file.endsWith(".test.mjs") && (all || !longScriptTests.includes(file)))
    .map((file) => `${root}scripts/${file}`);
  // Two files at a time, as in every other part: on two cores Node would take one.
  const command = [
    process.execPath,
    "--test",
    "--test-concurrency=2",
    "--test-reporter=spec",
    ...files,
  ];
  const { code, output } = await runShown(command);
  return [rowOf("Scripts", "node", output, code === 0)];
}

/** With --all the packages behind nginx and two nodes of the API, on a desktop and on a phone. */
async function testInBrowser() {
  if (!(await haveChromium())) {
    leftOut.push("the browser tests: no Chromium or Chrome is installed");
    return [];
  }
  const behindNginx = all && (await haveNginx());
  if (all && !behindNginx) leftOut.push("the browser tests behind nginx: it is not installed");
  if (!all) {
    leftOut.push(
      "the browser tests behind nginx (e2e/nginx) and those on a phone",
      "the browser tests that are tagged @long",
    );
  }
  const command = ["playwright", "test", "--config", "e2e"];
  const { code, output } = await runShown(
    all ? command : [...command, "--project", "desktop", "--grep-invert", "@long"],
    behindNginx ? { LOYALTY_E2E_SERVERS: "production" } : {},
  );
  flaky.push(...flakyOf(output));
  return [rowOf("The apps in a browser", "playwright", output, code === 0)];
}

async function havePostgresql() {
  const question = "import postgres, sys; sys.exit(postgres.programs() is None)";
  const env = { PYTHONPATH: `${root}apps/api/tests` };
  const { code } = await run([`${root}.venv/bin/python`, "-c", question], { env });
  return code === 0;
}

async function haveNginx() {
  const { code } = await run(["nginx", "-v"], { env: { PATH: `${process.env.PATH}:/usr/sbin` } });
  return code === 0;
}

async function runTargets(targets, projects) {
  const command = ["nx", "run-many", "--targets", targets, "--output-style=static"];
  const { code, output } = await runShown(projects ? [...command, projects] : command);
  const failed = new Set(
    output.match(/^\s*- [\w-]+:[\w-]+$/gm)?.map((line) => line.trim().slice(2)),
  );
  const rows = [...tasksOf(output)]
    .filter(([task]) => task in runnerOf || failed.has(task))
    .map(([task, printed]) => {
      const [runner, title] = runnerOf[task] ?? [null, task];
      return rowOf(title, runner, printed, !failed.has(task));
    });
  if (code !== 0 && failed.size === 0) rows.push(rowOf(targets, null, "", false));
  return rows;
}

/** One row of the closing lines. A runner that fails without counting a failure counts as one. */
function rowOf(title, runner, output, succeeded) {
  const closing = runner ? closingOf(runner, output) : null;
  const totals = closing?.totals ?? { passed: 0, failed: 0, skipped: 0 };
  if (!succeeded && totals.failed === 0) totals.failed = 1;
  if (runner) for (const name of skippedOf(runner, output)) skipped.push(`${title}: ${name}`);
  return {
    title,
    own: closing?.own ?? (succeeded ? "nothing to run" : "did not come to its end"),
    totals,
  };
}

/**
 * Without colours, so that the log of a CI can be read, and the totals out of it. Python keeps what it compiles, also
 * where a container's image says not to: the tests start hundreds of its processes.
 */
function runShown(command, env = {}) {
  const settings = { FORCE_COLOR: "0", NO_COLOR: undefined, PYTHONDONTWRITEBYTECODE: undefined };
  return run(command, { env: { ...settings, ...env }, show: true });
}

endOnSignal();
await setUp().catch(giveUp);
const began = performance.now();
const rows = [];
const times = [];
for (const [part, perform] of Object.entries(parts)) {
  const since = performance.now();
  rows.push(...(await perform()));
  times.push([part, performance.now() - since]);
}

print("\nWhat each runner counted");
for (const { title, own, totals } of rows) {
  const mark = totals.failed > 0 ? paint("red", "✗") : paint("green", "✓");
  print(`  ${mark} ${title.padEnd(26)} ${own}`);
}
print("\nHow long each part took");
for (const [part, took] of [...times, ["In all", performance.now() - began]])
  print(`  ${part.padEnd(28)} ${seconds(took)}`);
if (leftOut.length > 0) print("");
for (const what of leftOut) printFailed(`Left out: ${what}`);
if (!all) print("  `npm run test:all` runs them.");
for (const name of skipped) print(`  Skipped: ${name}`);
for (const name of flaky) print(`  Passed only when run again: ${name}`);
const total = sum(rows.map(({ totals }) => totals));
print(`\n${lastLine(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;

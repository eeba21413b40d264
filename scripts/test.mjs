/**
 * `npm test`: every test there is. The API's suite on SQLite and then on PostgreSQL, the front end's in
 * vitest, both apps end to end in a real browser; then what each runner counted, and what was left out.
 */

import { readdirSync } from "node:fs";
import { haveChromium } from "./lib/chromium.mjs";
import { endOnSignal, root, run } from "./lib/processes.mjs";
import { giveUp, paint, print, printFailed } from "./lib/terminal.mjs";
import { closingOf, lastLine, sum, tasksOf } from "./lib/totals.mjs";
import { setUp } from "./setup.mjs";

const leftOut = [];

/** Which runner speaks in a task of Nx, and what its row is called. */
const runnerOf = {
  "api:test": ["pytest", "API on SQLite"],
  "api:test-postgresql": ["pytest", "API on PostgreSQL"],
  "api-client:test": ["vitest", "Client"],
  "ui:test": ["vitest", "Screens"],
  "site:test": ["vitest", "Site"],
  "mini:test": ["vitest", "Mini-program"],
};

async function testScripts() {
  const files = readdirSync(`${root}scripts`, { recursive: true })
    .filter((file) => file.endsWith(".test.mjs"))
    .map((file) => `${root}scripts/${file}`);
  const { code, output } = await shown([
    process.execPath,
    "--test",
    "--test-reporter=spec",
    ...files,
  ]);
  return [rowOf("Scripts", "node", output, code === 0)];
}

async function testProjects() {
  const targets = ["build", "package", "test"];
  if (await havePostgres()) targets.push("test-postgresql");
  else leftOut.push("the API on PostgreSQL: its server programs are not installed");
  return runTargets(targets);
}

/** Both apps as they were just packed, on two hosts behind nginx, with two nodes of the API. */
async function testInBrowser() {
  if (!(await haveChromium())) {
    leftOut.push("the browser tests: no Chromium or Chrome is installed");
    return [];
  }
  const env = (await haveNginx()) ? { LOYALTY_E2E_SERVERS: "production" } : {};
  if (!env.LOYALTY_E2E_SERVERS) leftOut.push("the browser tests behind nginx: it is not installed");
  const { code, output } = await shown(["playwright", "test", "--config", "e2e"], env);
  return [rowOf("Both apps in a browser", "playwright", output, code === 0)];
}

async function havePostgres() {
  const question = "import postgres, sys; sys.exit(postgres.programs() is None)";
  const env = { PYTHONPATH: `${root}apps/api/tests` };
  const { code } = await run([`${root}.venv/bin/python`, "-c", question], { env });
  return code === 0;
}

async function haveNginx() {
  const { code } = await run(["nginx", "-v"], { env: { PATH: `${process.env.PATH}:/usr/sbin` } });
  return code === 0;
}

async function runTargets(targets) {
  const command = ["nx", "run-many", "--targets", targets.join(), "--output-style=static"];
  const { code, output } = await shown(command);
  const broken = new Set(
    output.match(/^\s*- [\w-]+:[\w-]+$/gm)?.map((line) => line.trim().slice(2)),
  );
  const rows = [...tasksOf(output)]
    .filter(([task]) => task in runnerOf || broken.has(task))
    .map(([task, said]) => {
      const [runner, title] = runnerOf[task] ?? [null, task];
      return rowOf(title, runner, said, !broken.has(task));
    });
  if (code !== 0 && broken.size === 0) rows.push(rowOf(targets.join(), null, "", false));
  return rows;
}

/** One row of the closing lines. Whatever broke without counting a failure counts as one. */
function rowOf(title, runner, output, succeeded) {
  const closing = runner ? closingOf(runner, output) : null;
  const totals = closing?.totals ?? { passed: 0, failed: 0, skipped: 0 };
  if (!succeeded && totals.failed === 0) totals.failed = 1;
  return {
    title,
    own: closing?.own ?? (succeeded ? "nothing to run" : "did not come to its end"),
    totals,
  };
}

/** Without colours, so that the log of a CI can be read, and the totals out of it. */
function shown(command, env = {}) {
  return run(command, { env: { FORCE_COLOR: "0", NO_COLOR: undefined, ...env }, show: true });
}

endOnSignal();
await setUp().catch(giveUp);
// The scripts' tests install what the projects' targets have packed.
const rows = [...(await testProjects()), ...(await testScripts()), ...(await testInBrowser())];
const total = sum(rows.map(({ totals }) => totals));

print("\nWhat each runner counted");
for (const { title, own, totals } of rows) {
  print(
    `  ${totals.failed > 0 ? paint("red", "✗") : paint("green", "✓")} ${title.padEnd(26)} ${own}`,
  );
}
for (const what of leftOut) printFailed(`Left out: ${what}`);
print(lastLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;

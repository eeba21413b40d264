/**
 * `npm test`: what a change is tested with. `npm run test:all`: every test there is, which continuous integration and a
 * release run. Both run targets of Nx, and print what each runner counted, how long each part took, and what was left out.
 */

import { haveChromium } from "./lib/chromium.mjs";
import { endOnSignal, root, run } from "./lib/processes.mjs";
import { giveUp, paint, print, printFailed, seconds } from "./lib/terminal.mjs";
import { setUp } from "./setup.mjs";
import { clearReports, readReports } from "./totals.mjs";

const all = process.argv.includes("--all");

endOnSignal();
await setUp().catch(giveUp);

const [chromium, postgresql, nginx] = await Promise.all([
  haveChromium(),
  havePostgresql(),
  haveNginx(),
]);

/** Each part: the arguments of nx, and why it is left out where it cannot run. */
const parts = [
  {
    title: "Front end",
    nx: [
      "run-many",
      "-t",
      "test",
      `--exclude=api,conformance,workspace${chromium ? "" : ",artwork"}`,
    ],
  },
  { title: "API on SQLite", nx: ["run", all ? "api:test-whole" : "api:test"] },
  {
    title: "API on PostgreSQL",
    nx: ["run", all ? "api:test-postgresql" : "api:test-postgresql-differences"],
    missing: postgresql ? null : "its server programs are not installed",
  },
  { title: "Conformance kit", nx: ["run", all ? "conformance:test-whole" : "conformance:test"] },
  {
    title: "Builds",
    nx: ["run-many", "-t", "build", ...(all ? ["package"] : []), "--exclude=artwork"],
  },
  { title: "Scripts", nx: ["run", all ? "workspace:test-whole" : "workspace:test"] },
  {
    title: "Browser",
    nx: ["run", all ? "e2e:e2e-whole" : "e2e:e2e"],
    missing: chromium ? null : "no Chromium or Chrome is installed",
    env: all && nginx ? { LOYALTY_E2E_SERVERS: "production" } : {},
  },
];

const leftOut = [
  ...(chromium ? [] : ["the artwork: no Chromium or Chrome is installed"]),
  ...(all && !nginx ? ["the browser tests behind nginx: it is not installed"] : []),
  ...parts.filter(({ missing }) => missing).map(({ title, missing }) => `${title}: ${missing}`),
];

async function havePostgresql() {
  const question =
    "import sys; from support import postgres; sys.exit(postgres.programs() is None)";
  const env = { PYTHONPATH: `${root}apps/api/tests` };
  const { code } = await run([`${root}.venv/bin/python`, "-c", question], { env });
  return code === 0;
}

async function haveNginx() {
  const { code } = await run(["nginx", "-v"], { env: { PATH: `${process.env.PATH}:/usr/sbin` } });
  return code === 0;
}

/**
 * Without colours, so that the log of a CI can be read. Python keeps what it compiles, also where a container's image says
 * not to: the tests start hundreds of its processes.
 */
const plainly = { FORCE_COLOR: "0", NO_COLOR: undefined, PYTHONDONTWRITEBYTECODE: undefined };

clearReports();
const began = performance.now();
const results = [];
for (const { title, nx, env } of parts.filter(({ missing }) => !missing)) {
  const since = performance.now();
  const command = ["nx", ...nx, "--output-style=static"];
  const { code } = await run(command, { env: { ...plainly, ...env }, show: true });
  results.push({ title, failed: code !== 0, took: performance.now() - since });
}

const reports = readReports();
print("\nWhat each runner counted");
for (const { name, passed, failed, skipped } of reports) {
  const mark = failed.length > 0 ? paint("red", "✗") : paint("green", "✓");
  print(
    `  ${mark} ${name.padEnd(32)} ${passed} passed, ${failed.length} failed, ${skipped.length} skipped`,
  );
}
print("\nHow long each part took");
for (const { title, failed, took } of results)
  print(
    `  ${failed ? paint("red", "✗") : paint("green", "✓")} ${title.padEnd(26)} ${seconds(took)}`,
  );
print(`    ${"In all".padEnd(26)} ${seconds(performance.now() - began)}`);
for (const what of leftOut) printFailed(`Left out: ${what}`);
if (!all) print("  `npm run test:all` also runs what is long, the phone and nginx.");
for (const { name, skipped } of reports)
  for (const one of skipped) print(`  Skipped: ${name}: ${one}`);
for (const { name, failed } of reports)
  for (const one of failed) printFailed(`Failed: ${name}: ${one}`);

const passed = reports.reduce((sum, report) => sum + report.passed, 0);
const skipped = reports.reduce((sum, report) => sum + report.skipped.length, 0);
// A part that ends badly without a failed test counts as one: a build, a runner that did not come to its end.
const counted = reports.reduce((sum, report) => sum + report.failed.length, 0);
const failed = Math.max(counted, results.filter((result) => result.failed).length);
print(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;

/**
 * `npm run bench`: what the API's hot calls cost, as ratios to a bare Flask view in the same run. It lists the goals that
 * are not met and never fails. `-- --json` for programs, `-- --only claim` for some of it, `-- --against <commit>` beside
 * another commit in the same rounds. Other measurements:
 *
 * - `-- --web`: how fast the built site is (apps/site/bench); `--only /menu` for one page
 * - `-- --handoff`: from a code on the site to the points in the mini-program; `--against <commit>` too
 * - `-- --growth`: the hot calls with a thousand members and with a hundred thousand
 * - `-- --sign-in`: how many codes and sign-ins a second one node and two carry; `--against <commit>` too
 * - `-- --capacity`: requests a second of nine calls on them, and what a thousand open cards cost
 * - `-- --messages`: how long it takes to notify a hundred thousand members
 */

import { spawn } from "node:child_process";
import { root } from "./lib/processes.mjs";
import { giveUp } from "./lib/terminal.mjs";
import { setUp } from "./setup.mjs";

await setUp().catch(giveUp);
const asked = process.argv.slice(2);
const python = `${root}.venv/bin/python`;
const ofApi = asked.includes("--sign-in")
  ? "signing_in"
  : asked.includes("--capacity")
    ? "capacity"
    : "measure";
const [program, script] = asked.includes("--web")
  ? [process.execPath, "apps/site/bench/measure.mjs"]
  : asked.includes("--handoff")
    ? [process.execPath, "apps/site/bench/handoff.mjs"]
    : [python, `apps/api/bench/${ofApi}.py`];
const measuring = spawn(program, [script, ...asked], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, PYTHONPATH: "apps/api/tests" },
});
measuring.on("exit", (code) => (process.exitCode = code ?? 1));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => measuring.kill(signal));

/**
 * `npm run bench`: what the API's hot calls cost, as ratios to a bare Flask view in the same run; `-- --web`: how fast
 * the built site is (apps/site/bench). It lists the goals that are not met and never fails. `-- --json` for programs,
 * `-- --only claim` or `-- --web --only /menu` for some of it, `-- --against <commit>` beside another commit in the same
 * rounds, `-- --growth` for the hot calls with a thousand members and with a hundred thousand, `-- --sign-in` for how many
 * codes and sign-ins a second one node and two carry (`--against <commit>` too), `-- --capacity` for requests a second of
 * eight calls on them, `-- --messages` for how long it takes to notify a hundred thousand members.
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
  : [python, `apps/api/bench/${ofApi}.py`];
const measuring = spawn(program, [script, ...asked], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, PYTHONPATH: "apps/api/tests" },
});
measuring.on("exit", (code) => (process.exitCode = code ?? 1));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => measuring.kill(signal));

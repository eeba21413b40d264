/**
 * `npm run storm`: the tests that repeat, with as many rounds as it takes to believe them: races, replays and
 * faults, on both databases and in the browser. `npm run test:all` runs the same tests with few rounds.
 */

import { endOnSignal, root, run } from "./lib/processes.mjs";
import { giveUp, printDone, printFailed, seconds } from "./lib/terminal.mjs";
import { setUp } from "./setup.mjs";

const pytest = [`${root}.venv/bin/python`, "-m", "pytest", "-q", "--storm"];
const runs = [
  { title: "The API on SQLite", command: pytest },
  { title: "The API on PostgreSQL", command: [...pytest, "--db=postgresql"] },
  {
    title: "Tabs in a browser",
    // A race is the same on every size.
    command: [
      "sh",
      "-c",
      "nx run-many -t build && playwright test --config e2e handoff/tabs --project desktop",
    ],
  },
];

endOnSignal();
await setUp().catch(giveUp);
for (const { title, command } of runs) {
  const began = performance.now();
  const { code } = await run(command, { show: true, env: { LOYALTY_E2E_ROUNDS: "100" } });
  if (code === 0)
    printDone(`${title}: calm after the storm  ${seconds(performance.now() - began)}`);
  else {
    printFailed(`${title}: the lines above name what broke`);
    process.exitCode = 1;
  }
}

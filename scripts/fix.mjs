/** `npm run fix`: everything a machine can put right, put right. */

import { endOnSignal, run } from "./lib/processes.mjs";
import { printDone, printFailed } from "./lib/terminal.mjs";

const steps = [
  {
    title: "ruff check --fix",
    command: [".venv/bin/ruff", "check", "--fix", "--quiet", "apps/api", "libs/conformance"],
  },
  {
    title: "ruff format",
    command: [".venv/bin/ruff", "format", "--quiet", "apps/api", "libs/conformance"],
  },
  { title: "oxlint --fix", command: ["oxlint", "--fix", "--quiet"] },
  { title: "prettier --write", command: ["prettier", "--write", "--log-level", "warn", "."] },
];

endOnSignal();
for (const { title, command } of steps) {
  const since = performance.now();
  const { code, output } = await run(command);
  if (code === 0) printDone(title, since);
  else {
    printFailed(`${title}: something is left for you`, since);
    console.log(output);
    process.exitCode = 1;
  }
}

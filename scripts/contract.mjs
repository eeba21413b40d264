/**
 * `npm run contract`: after a change of the API's calls, write openapi.json and its types again, and the content that the apps
 * begin with. With `--check` it writes nothing and fails where one of them is not what the API does now.
 */

import { contractIsCurrent, openapi, snapshot, types, writeContract } from "./lib/contract.mjs";
import { endOnSignal } from "./lib/processes.mjs";
import { giveUp, Problem, printDone } from "./lib/terminal.mjs";

endOnSignal();
const since = performance.now();
try {
  if (process.argv.includes("--check")) {
    const stale = await contractIsCurrent();
    if (stale.length > 0)
      throw new Problem(`${stale.join(" and ")}: not what the API does now. Run: npm run contract`);
  } else await writeContract();
  printDone(`${openapi}, ${types} and ${snapshot} are up to date with the API`, since);
} catch (problem) {
  giveUp(problem);
}

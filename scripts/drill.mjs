/**
 * `npm run drill`: the steps of docs/deploy.md, performed. The three packages are made, installed as on a
 * bare one, used by a member in a browser, upgraded and rolled back meanwhile, and every log is read afterwards.
 */

import { endOnSignal, mustRun } from "./lib/processes.mjs";
import { giveUp, printDone, printWaiting } from "./lib/terminal.mjs";
import { setUp } from "./setup.mjs";

async function drill() {
  const began = performance.now();
  printWaiting("Packages of the site, the mini-program and the API");
  await mustRun(
    ["nx", "run-many", "-t", "package", "--output-style=static"],
    "The packages could not be made:",
  );
  await mustRun(["playwright", "test", "--config", "e2e/drill"], "The drill found something:", {
    show: true,
  });
  printDone("The drill: nobody was signed out, no point was lost, no log contains a secret", began);
}

endOnSignal();
await setUp().catch(giveUp);
await drill().catch(giveUp);

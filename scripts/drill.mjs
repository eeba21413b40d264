/**
 * `npm run drill`: what docs/deploy.md says, done. The three packages are made, installed on this machine as on a
 * bare one, used by a member in a browser, upgraded and rolled back under her, and every log is read afterwards.
 */

import { endOnSignal, mustRun } from "./lib/processes.mjs";
import { giveUp, sayDone, sayWaiting } from "./lib/terminal.mjs";
import { setUp } from "./setup.mjs";

async function drill() {
  const began = performance.now();
  sayWaiting("Packages of the site, the mini-program and the API");
  await mustRun(
    ["nx", "run-many", "-t", "package", "--output-style=static"],
    "The packages could not be made:",
  );
  await mustRun(["playwright", "test", "--config", "e2e/drill"], "The drill found something:", {
    show: true,
  });
  sayDone("The drill: nobody was signed out, no point was lost, no log tells a secret", began);
}

endOnSignal();
await setUp().catch(giveUp);
await drill().catch(giveUp);

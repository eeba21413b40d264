/**
 * `nx run site:package`, `mini:package`, `staff:package`, `api:package`: makes the one file that a team deploys, from what
 * was built: `apps/<app>/package/loyalty-<app>-<version>.tar.gz` (docs/deploy.md).
 */

import { endOnSignal } from "./lib/processes.mjs";
import { giveUp, Problem, printDone } from "./lib/terminal.mjs";
import { packageApi } from "./package/api.mjs";
import { packageWeb } from "./package/web.mjs";

const makers = {
  api: () => packageApi(),
  site: () => packageWeb("site"),
  mini: () => packageWeb("mini"),
  staff: () => packageWeb("staff"),
};

async function make(name) {
  const maker = makers[name];
  if (!maker) throw new Problem(`Which one? ${Object.keys(makers).join(", ")}.`);
  const began = performance.now();
  printDone(await maker(), began);
}

endOnSignal();
await make(process.argv[2]).catch(giveUp);

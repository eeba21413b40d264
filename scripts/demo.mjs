/**
 * `npm run demo -- --large`: 20,000 members with a year of bills at every outlet, beside those of the demo, to try tables and
 * reports on. `npm run reset` begins anew.
 */

import { addLargeDemo, prepareDatabase } from "./lib/database.mjs";
import { settings } from "./lib/servers.mjs";
import { Problem, giveUp, print } from "./lib/terminal.mjs";
import { setUp } from "./setup.mjs";

async function fill() {
  if (process.argv[2] !== "--large") throw new Problem("It is `npm run demo -- --large`.");
  await setUp();
  await prepareDatabase(settings);
  print(await addLargeDemo(settings));
}

await fill().catch(giveUp);

/**
 * `npm run reset`: deletes the demo's database and messages in var/ and makes them again. It asks first; `-- --yes` does not.
 */

import { createInterface } from "node:readline/promises";

import { forgetDatabase, prepareDatabase } from "./lib/database.mjs";
import { isBusy } from "./lib/doctor.mjs";
import { endOnSignal } from "./lib/processes.mjs";
import { servers, settings } from "./lib/servers.mjs";
import { giveUp, Problem, print } from "./lib/terminal.mjs";
import { setUp } from "./setup.mjs";

async function reset() {
  if (settings.LOYALTY_ENV === "production") throw new Problem("LOYALTY_ENV is production.");
  const [api] = servers;
  if (await isBusy(api.port))
    throw new Problem(`Something answers at port ${api.port}: end npm start first.`);
  if (!(await isWanted())) throw new Problem("Nothing was deleted.");
  await setUp();
  for (const file of forgetDatabase(settings)) print(`  ${file} is deleted`);
  print(`  ${await prepareDatabase(settings)}`);
}

async function isWanted() {
  if (process.argv.includes("--yes")) return true;
  if (!process.stdin.isTTY) throw new Problem("Without a terminal: npm run reset -- --yes");
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asking.question(
    "Delete the demo's database, with every member and bill in it, and begin anew? [y/N] ",
  );
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}

endOnSignal();
await reset().catch(giveUp);

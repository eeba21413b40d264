/** `npm run contract`: after a change of the API's calls, write openapi.json and its types anew, and the content that the apps begin with. */

import { openapi, snapshot, types, writeContract } from "./lib/contract.mjs";
import { endOnSignal } from "./lib/processes.mjs";
import { giveUp, printDone } from "./lib/terminal.mjs";

endOnSignal();
const since = performance.now();
await writeContract().catch(giveUp);
printDone(`${openapi}, ${types} and ${snapshot} are up to date with the API`, since);

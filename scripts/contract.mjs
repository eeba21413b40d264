/** `npm run contract`: after a change of the API's calls, write openapi.json and its types anew. */

import { careers, openapi, types, writeContract } from "./lib/contract.mjs";
import { endOnSignal } from "./lib/processes.mjs";
import { giveUp, printDone } from "./lib/terminal.mjs";

endOnSignal();
const since = performance.now();
await writeContract().catch(giveUp);
printDone(`${openapi}, ${types} and ${careers} are up to date with the API`, since);

/** The contract in its two forms: the document the API writes, the types made from it. */

import { mustRun, root } from "./processes.mjs";

export const openapi = "libs/api-client/openapi.json";
export const types = "libs/api-client/src/generated/schema.d.ts";

/**
 * Write both forms anew.
 *
 * @param {{ openapi: string, types: string }} to paths from the root of the project
 */
export async function writeContract(to = { openapi, types }) {
  await mustRun(
    [`${root}.venv/bin/flask`, "--app", "loyalty", "openapi", "write", "--format=json", to.openapi],
    "The API could not write its contract:",
    { env: { LOYALTY_RATE_LIMITS: "off" } },
  );
  await mustRun(
    ["openapi-typescript", to.openapi, "-o", to.types],
    "The types could not be made from the contract:",
  );
}

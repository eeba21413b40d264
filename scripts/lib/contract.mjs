/** What the front end has from the API: the document it writes, the types made from it, and who is hiring. */

import { readFile, writeFile } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";

import { mustRun, root } from "./processes.mjs";

export const openapi = "libs/api-client/openapi.json";
export const types = "libs/api-client/src/generated/schema.d.ts";
export const careers = "libs/api-client/src/generated/careers.ts";
const openings = "apps/api/src/loyalty/features/content/seed/openings.json";

/**
 * Write all of them anew.
 *
 * @param {{ openapi: string, types: string, careers: string }} to paths from the root of the project
 */
export async function writeContract(to = { openapi, types, careers }) {
  await mustRun(
    [`${root}.venv/bin/flask`, "--app", "loyalty", "openapi", "write", "--format=json", to.openapi],
    "The API could not write its contract:",
    { env: { LOYALTY_RATE_LIMITS: "off" } },
  );
  await mustRun(
    ["openapi-typescript", to.openapi, "-o", to.types],
    "The types could not be made from the contract:",
  );
  const file = isAbsolute(to.careers) ? to.careers : resolve(root, to.careers);
  await writeFile(file, openingsInTypeScript(await readFile(`${root}${openings}`, "utf8")));
}

/** Departments and places as constants, so that a text that lacks one of them does not compile. */
function openingsInTypeScript(json) {
  const { departments, places } = JSON.parse(json);
  const list = (entries) =>
    `${JSON.stringify(
      entries.map(({ id, name }) => ({ key: id, name })),
      null,
      2,
    )} as const`;
  return `/** Written by \`npm run contract\` from ${openings}: change that file. */
export const DEPARTMENTS = ${list(departments)};
export const PLACES = ${list(places)};
`;
}

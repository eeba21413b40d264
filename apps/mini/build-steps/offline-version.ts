import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const client = join(import.meta.dirname, "../../../libs/api-client");

/** The part of `openapi.json` that is read here. */
export interface Contract {
  paths: Record<string, object>;
  components: Record<string, Record<string, object>>;
}

/**
 * Changes whenever the shape of what a member's device keeps may change: with the calls that members make, and with the
 * queries and records they end in. A call of the staff or of a till changes nothing of it.
 */
export function offlineVersion(
  contract = JSON.parse(readFileSync(join(client, "openapi.json"), "utf8")) as Contract,
): string {
  const hash = createHash("sha256");
  const seen = new Set<string>();
  // With all that it refers to.
  const add = (part: object) =>
    hash.update(
      JSON.stringify(part, (name, value: unknown) => {
        if (name === "$ref" && !seen.has(String(value))) {
          seen.add(String(value));
          const [group, key] = String(value).split("/").slice(2);
          add(contract.components[group!]![key!]!);
        }
        return name === "description" || name === "summary" ? undefined : value;
      }),
    );
  for (const [path, calls] of Object.entries(contract.paths))
    if (!/^\/api\/(staff|pos)\//.test(path)) add(calls);
  for (const folder of ["react", "rules"])
    for (const name of readdirSync(join(client, "src", folder)).sort())
      if (!name.includes(".test.")) hash.update(readFileSync(join(client, "src", folder, name)));
  return hash.digest("hex").slice(0, 12);
}

import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { places } from "./places.ts";

/** Runs one command of an operator on this run's own database, and answers what it printed. */
export function flask(...command: string[]): string {
  return execFileSync(join(places.root, ".venv/bin/flask"), ["--app", "loyalty", ...command], {
    cwd: places.root,
    encoding: "utf8",
    env: {
      ...process.env,
      LOYALTY_DATABASE_URL: `sqlite:///${places.database}`,
      LOYALTY_SECRET_KEYS: "only-for-this-run-of-the-browser-tests",
      LOYALTY_MESSAGE_FILE: places.messages,
    },
  });
}

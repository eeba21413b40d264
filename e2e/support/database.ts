import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { paths, staff } from "./servers.ts";

/**
 * Runs one statement on this run's own database: the only way to make a ticket a minute old
 * without waiting for a minute.
 */
export function inDatabase(statement: string, ...values: (string | number)[]): void {
  const script =
    "import sqlite3, sys, json\n" +
    "db = sqlite3.connect(sys.argv[1], timeout=10)\n" +
    "with db: db.execute(sys.argv[2], json.loads(sys.argv[3]))\n";
  execFileSync(join(paths.root, ".venv/bin/python"), [
    "-c",
    script,
    paths.database,
    statement,
    JSON.stringify(values),
  ]);
}

/** Runs one command of an operator on this run's own database, and answers what it printed. */
export function flask(...command: string[]): string {
  return execFileSync(join(paths.root, ".venv/bin/flask"), ["--app", "loyalty", ...command], {
    cwd: paths.root,
    encoding: "utf8",
    env: {
      ...process.env,
      LOYALTY_DATABASE_URL: `sqlite:///${paths.database}`,
      LOYALTY_SECRET_KEYS: "only-for-this-run-of-the-browser-tests",
      LOYALTY_MESSAGE_FILE: paths.messages,
      LOYALTY_STAFF_ORIGIN: staff,
    },
  });
}

import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { places } from "./places.ts";

/**
 * Runs one statement on this run's own database: the only way to make a ticket a minute old
 * without waiting for a minute.
 */
export function inDatabase(statement: string, ...values: (string | number)[]): void {
  const script =
    "import sqlite3, sys, json\n" +
    "db = sqlite3.connect(sys.argv[1], timeout=10)\n" +
    "with db: db.execute(sys.argv[2], json.loads(sys.argv[3]))\n";
  execFileSync(join(places.root, ".venv/bin/python"), [
    "-c",
    script,
    places.database,
    statement,
    JSON.stringify(values),
  ]);
}

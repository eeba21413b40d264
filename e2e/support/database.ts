import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

import { paths, staff } from "./servers.ts";

const python = join(paths.root, ".venv/bin/python");

/**
 * Runs one statement on this run's own database: the only way to make a ticket a minute old
 * without waiting for a minute.
 */
export function inDatabase(statement: string, ...values: (string | number)[]): void {
  const script =
    "import sqlite3, sys, json\n" +
    "db = sqlite3.connect(sys.argv[1], timeout=10)\n" +
    "with db: db.execute(sys.argv[2], json.loads(sys.argv[3]))\n";
  execFileSync(python, ["-c", script, paths.database, statement, JSON.stringify(values)]);
}

/** The command line of this run's API, started at its first use; it ends with the worker of the test runner. */
let commands: ChildProcessByStdio<Writable, Readable, null> | undefined;
let answers: AsyncIterator<string> | undefined;
let last: Promise<unknown> = Promise.resolve();

function start() {
  commands = spawn(python, [join(paths.root, "e2e/support/commands.py")], {
    cwd: paths.root,
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      ...process.env,
      LOYALTY_DATABASE_URL: `sqlite:///${paths.database}`,
      LOYALTY_SECRET_KEYS: "only-for-this-run-of-the-browser-tests",
      LOYALTY_MESSAGE_FILE: paths.messages,
      LOYALTY_STAFF_ORIGIN: staff,
    },
  });
  commands.unref();
  answers = createInterface({ input: commands.stdout })[Symbol.asyncIterator]();
}

/** Runs one command of an operator on this run's own database, and answers what it printed; throws when it fails. */
export function flask(...command: string[]): Promise<string> {
  const run = last.then(async () => {
    if (commands === undefined) start();
    commands!.stdin.write(`${JSON.stringify(command)}\n`);
    const { value, done } = await answers!.next();
    if (done) throw new Error(`${command.join(" ")}: the command line has ended`);
    const { printed, refused } = JSON.parse(value) as { printed: string; refused: string | null };
    if (refused !== null) throw new Error(`${command.join(" ")}: ${refused}`);
    return printed;
  });
  last = run.catch(() => {});
  return run;
}

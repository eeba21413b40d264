import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";

// Debian keeps servers out of an ordinary user's path.
const PATH = `${process.env.PATH}:/usr/sbin`;
/** Nothing of ours: an operator's shell on a bare machine knows none of the tests' settings. */
const environment = Object.fromEntries(
  Object.entries({ ...process.env, PATH }).filter(([name]) => !name.startsWith("LOYALTY_")),
);

interface How {
  cwd?: string;
  /** Another user's id, when we are root: PostgreSQL runs for nobody else. */
  uid?: number;
}

/** Runs a line of a shell to its end and gives what it said; throws when it did not succeed. */
export function sh(line: string, how: How = {}): string {
  const done = spawnSync("sh", ["-c", line], { ...how, env: environment, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${line}\n${done.stdout}${done.stderr}`);
  return done.stdout;
}

/** A server that runs until it is told to end, with its words in a log. */
export class Service {
  #process: ChildProcess;
  #ended: Promise<number | null>;

  /** @param line of a shell; it ends with `exec`, so that signals reach the program itself */
  constructor(line: string, log: string, how: How = {}) {
    const words = openSync(log, "a");
    this.#process = spawn("sh", ["-c", line], {
      ...how,
      env: environment,
      stdio: ["ignore", words, words],
    });
    closeSync(words);
    this.#ended = new Promise((resolve) => this.#process.on("exit", resolve));
  }

  tell(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** Asks it to end, and waits until it has; gives its exit code. */
  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    this.tell(signal);
    return this.#ended;
  }
}

/** Waits until an address answers with 200. */
export async function answering(url: string): Promise<void> {
  for (const giveUp = Date.now() + 60_000; ;) {
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    if (Date.now() > giveUp) throw new Error(`${url} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

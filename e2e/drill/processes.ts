import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";

// Debian keeps servers out of an ordinary user's path.
const PATH = `${process.env.PATH}:/usr/sbin`;
// Root may have a Python of his own where a service's user cannot go.
const python = process.getuid!() === 0 ? { PYTHON: "/usr/bin/python3" } : {};
/** Nothing of ours: an operator's shell on a bare machine knows none of the tests' settings. */
const environment = Object.fromEntries(
  Object.entries({ ...process.env, PATH, ...python }).filter(
    ([name]) => !name.startsWith("LOYALTY_"),
  ),
);
interface How {
  cwd?: string;
  /** Another user's id, when we are root: PostgreSQL runs for nobody else. */
  uid?: number;
  gid?: number;
  /** All that it is to know, instead of what an operator's shell knows. */
  env?: Record<string, string>;
  noNewPrivileges?: boolean;
  /** The signal that ends it, and how long it may take before it is killed. */
  signal?: NodeJS.Signals;
  timeoutMs?: number;
}

/** A shell command that the kernel ends when this process is gone, however that came about. */
function started(line: string, stdio: ["ignore", number | "pipe", number | "pipe"], how: How) {
  const { noNewPrivileges, cwd, uid, gid, env = environment } = how;
  const bound = noNewPrivileges ? ["--no-new-privs"] : [];
  const ours = ["--pdeathsig", "TERM", ...bound, "sh", "-c", line];
  return spawn("setpriv", ours, { cwd, uid, gid, env, stdio, detached: true });
}

const underWay = new Set<ChildProcess>();

/** Ends every command that sh() still waits for, with whatever it has started. */
export async function abandon(): Promise<void> {
  const ended = [...underWay].map((child) => new Promise((resolve) => child.on("close", resolve)));
  for (const { pid } of underWay) if (pid) process.kill(-pid, "SIGTERM");
  await Promise.all(ended);
}

/** Runs a shell command and returns its output; throws when it fails or a program is not found. */
export function sh(line: string, how: How = {}): Promise<string> {
  const child = started(line, ["ignore", "pipe", "pipe"], how);
  underWay.add(child);
  let output = "";
  let complaints = "";
  child.stdout!.setEncoding("utf8").on("data", (words: string) => (output += words));
  child.stderr!.setEncoding("utf8").on("data", (words: string) => (complaints += words));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      underWay.delete(child);
      if (code === 0 && !/not found/.test(complaints)) resolve(output);
      else reject(new Error(`${line}\n${output}${complaints}`));
    });
  });
}

/** A server that runs until end(), with its output in a log. */
export class Service {
  /** Its exit code when it is over; null when it had to be killed. */
  readonly ended: Promise<number | null>;
  readonly #process: ChildProcess;
  readonly #how: How;

  /** @param line of a shell; it ends with `exec`, so that signals reach the program itself */
  constructor(line: string, log: string, how: How = {}) {
    const words = openSync(log, "a");
    this.#process = started(line, ["ignore", words, words], how);
    closeSync(words);
    this.#how = how;
    this.ended = new Promise((resolve) => this.#process.on("exit", resolve));
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** Asks it to end, and waits until it has; gives its exit code, null when it had to be killed. */
  async end(): Promise<number | null> {
    const { signal = "SIGTERM", timeoutMs = 40_000 } = this.#how;
    this.signal(signal);
    const insist = setTimeout(() => this.signal("SIGKILL"), timeoutMs);
    const code = await this.ended;
    clearTimeout(insist);
    return code;
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

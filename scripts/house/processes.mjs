/** Running other programs: to their end, or beside each other until somebody presses Ctrl-C. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Problem } from "./terminal.mjs";

export const root = new URL("../../", import.meta.url).pathname;

/** The folder of programs that npm installed, first on the path, as npm scripts have it. */
export function environment(more = {}) {
  return { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH}`, ...more };
}

const atWork = new Set();

/** End the programs that run() still waits for. */
export function abandon(signal = "SIGTERM") {
  for (const child of atWork) child.kill(signal);
}

/** Let Ctrl-C and SIGTERM end what run() has started too, and then this program. */
export function endOnSignal() {
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
    process.on(signal, () => {
      abandon();
      process.exit(code);
    });
  }
}

/**
 * Run a program to its end and collect what it says.
 *
 * @param {string[]} command program and arguments
 * @param {{ env?: object, cwd?: string, show?: boolean }} options `show` passes its words on as they come
 * @returns {Promise<{ code: number, output: string }>} both streams in order; 127 when there is no such program
 */
export function run([program, ...args], { env = {}, cwd = root, show = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: environment(env),
      stdio: ["ignore", "pipe", "pipe"],
    });
    atWork.add(child);
    let output = "";
    const hear = (stream) => (chunk) => {
      output += chunk;
      if (show) stream.write(chunk);
    };
    child.stdout.setEncoding("utf8").on("data", hear(process.stdout));
    child.stderr.setEncoding("utf8").on("data", hear(process.stderr));
    child.on("error", (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
    child.on("close", () => atWork.delete(child));
  });
}

/**
 * Run a program that must succeed.
 *
 * @throws {Problem} `sentence`, and below it what the program said
 */
export async function mustRun(command, sentence, options) {
  const { code, output } = await run(command, options);
  if (code !== 0) throw new Problem(`${sentence}\n\n${output.trimEnd()}\n`);
  return output;
}

/**
 * Programs that run beside each other and end together. Each leads a process group of its own, so
 * that its children end with it, whoever the signal was sent to.
 */
export class Servers {
  #children = new Map();
  #ending = null;

  /**
   * Start a server.
   *
   * @param {string} name what its lines are called
   * @param {string[]} command program and arguments
   * @param {{ env?: object, cwd?: string, onLine: (line: string) => void, onEnd: (code: number) => void }} options
   */
  start(name, [program, ...args], { env = {}, cwd = root, onLine, onEnd }) {
    const child = spawn(program, args, {
      cwd,
      env: environment(env),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", onLine);
    }
    const gone = new Promise((resolve) => {
      child.on("error", (error) => {
        onLine(error.message);
        resolve();
        onEnd(127);
      });
      child.on("exit", (code) => onEnd(code ?? 1));
      // Not before every descendant has let go of the streams too.
      child.on("close", resolve);
    });
    this.#children.set(name, { child, gone });
  }

  get ending() {
    return this.#ending !== null;
  }

  /** Ask every server to end, and insist after `patienceMs`. */
  end(patienceMs = 5000) {
    this.#ending ??= this.#end(patienceMs);
    return this.#ending;
  }

  async #end(patienceMs) {
    const groups = [...this.#children.values()];
    for (const { child } of groups) signalGroup(child, "SIGTERM");
    const insist = setTimeout(() => {
      for (const { child } of groups) signalGroup(child, "SIGKILL");
    }, patienceMs);
    await Promise.all(groups.map(({ gone }) => gone));
    clearTimeout(insist);
    // Somebody who closed the streams may still be there.
    for (const { child } of groups) signalGroup(child, "SIGKILL");
  }
}

function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error; // Nobody left in the group: that is what we wanted.
  }
}

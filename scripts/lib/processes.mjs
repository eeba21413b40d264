/** Running other programs: to their end, or side by side until Ctrl-C. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { Problem } from "./terminal.mjs";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The folder of programs that npm installed, first on the path, as npm scripts have it. */
export function environment(more = {}) {
  return { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH}`, ...more };
}

/** Longer than any program that we run takes to put away what it has started. */
const EXIT_TIMEOUT_MS = 60_000;

const atWork = new Set();
let abandoned = null;

/**
 * End every program that was started here and is still there as Ctrl-C does, with all that it has started. A
 * run() that waits for one never returns.
 *
 * @returns {Promise<void>} until all of them are gone
 */
export function abandon() {
  abandoned ??= endGroups([...atWork], "SIGINT", EXIT_TIMEOUT_MS);
  return abandoned;
}

/** Let Ctrl-C, SIGTERM and a closed terminal end what was started here too, and then this program. */
export function endOnSignal() {
  for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })) {
    process.on(signal, () => void abandon().then(() => process.exit(code)));
  }
}

function startGroup([program, ...args], { env, cwd }) {
  const child = spawn(program, args, {
    cwd,
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  // Not before every descendant has let go of the streams too.
  const gone = new Promise((resolve) => child.on("close", resolve));
  const group = { child, gone };
  atWork.add(group);
  child.on("close", () => atWork.delete(group));
  return group;
}

/**
 * Run a program to its end and collect its output.
 *
 * @param {string[]} command program and arguments
 * @param {{ env?: object, cwd?: string, show?: boolean }} options `show` passes its words on as they come
 * @returns {Promise<{ code: number, output: string }>} both streams in order; 127 when there is no such program
 */
export function run(command, { env = {}, cwd = root, show = false } = {}) {
  return new Promise((resolve) => {
    if (abandoned) return;
    const { child } = startGroup(command, { env, cwd });
    let output = "";
    const hear = (stream) => (chunk) => {
      output += chunk;
      if (show) stream.write(chunk);
    };
    const answer = (code) => !abandoned && resolve({ code, output });
    child.stdout.setEncoding("utf8").on("data", hear(process.stdout));
    child.stderr.setEncoding("utf8").on("data", hear(process.stderr));
    child.on("error", (error) => {
      output += `${error.message}\n`;
      answer(127);
    });
    child.on("close", (code) => answer(code ?? 1));
  });
}

/**
 * Run a program that must succeed.
 *
 * @throws {Problem} `sentence`, and below it the output of the program
 */
export async function mustRun(command, sentence, options) {
  const { code, output } = await run(command, options);
  if (code !== 0) throw new Problem(`${sentence}\n\n${output.trimEnd()}\n`);
  return output;
}

/** Programs that run beside each other and end together. */
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
  start(name, command, { env = {}, cwd = root, onLine, onEnd }) {
    const group = startGroup(command, { env, cwd });
    const { child } = group;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", onLine);
    }
    child.on("error", (error) => {
      onLine(error.message);
      onEnd(127);
    });
    child.on("exit", (code) => onEnd(code ?? 1));
    this.#children.set(name, group);
  }

  get ending() {
    return this.#ending !== null;
  }

  /** Ask every server to end, and insist after `timeoutMs`. */
  end(timeoutMs = 5000) {
    this.#ending ??= endGroups([...this.#children.values()], "SIGTERM", timeoutMs);
    return this.#ending;
  }
}

/** Send a signal to process groups, insist after `timeoutMs`, and wait until they are gone. */
async function endGroups(groups, signal, timeoutMs) {
  for (const { child } of groups) signalGroup(child, signal);
  const insist = setTimeout(() => {
    for (const { child } of groups) signalGroup(child, "SIGKILL");
  }, timeoutMs);
  await Promise.all(groups.map(({ gone }) => gone));
  clearTimeout(insist);
  // A process that closed its streams may still run.
  for (const { child } of groups) signalGroup(child, "SIGKILL");
}

function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error; // Nobody left in the group: that is what we wanted.
  }
}

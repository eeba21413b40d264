/** Reading the closing lines of the test runners: pytest, vitest, Playwright, node --test. */

import { plain } from "./terminal.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Totals
 * @typedef {{ own: string, totals: Totals }} Closing the runner's own line, and its numbers
 */

const kinds = {
  passed: ["passed", "pass", "flaky", "xpassed"],
  failed: ["failed", "fail", "error", "errors", "interrupted"],
  skipped: ["skipped", "todo", "xfailed", "did not run", "cancelled"],
};

function count(words) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const [, number, word] of words) {
    const kind = Object.keys(kinds).find((name) => kinds[name].includes(word));
    if (kind) totals[kind] += Number(number);
  }
  return totals;
}

const numbered = /(\d+) (passed|failed|skipped|todo|errors?|xfailed|xpassed)/g;

/** How each runner closes: the lines to take, and the numbers in them. */
const runners = {
  // "3 failed, 12 passed, 1 skipped in 4.21s"
  pytest: (output) => {
    const line = output
      .match(/^.*\d+ (?:passed|failed|errors?|skipped).* in [\d.:hms ()]+.*$/gm)
      ?.at(-1);
    return line && { own: line.replaceAll("=", "").trim(), words: line.matchAll(numbered) };
  },
  // "      Tests  1 failed | 12 passed (13)"
  vitest: (output) => {
    const line = output.match(/^\s+Tests {2}.*$/gm)?.at(-1);
    return line && { own: line.trim().replace(/ {2,}/, " "), words: line.matchAll(numbered) };
  },
  // "  1 failed", its names, "  12 passed (31.4s)", each on a line of its own
  playwright: (output) => {
    const lines = output.match(
      /^ {2}\d+ (?:passed|failed|skipped|flaky|interrupted|did not run)\b.*$/gm,
    );
    if (!lines) return undefined;
    const words = lines
      .join("\n")
      .matchAll(/(\d+) (passed|failed|skipped|flaky|interrupted|did not run)/g);
    return { own: lines.map((line) => line.trim()).join(", "), words };
  },
  // "ℹ pass 12", "ℹ fail 0", …
  node: (output) => {
    const lines = [...output.matchAll(/^ℹ (pass|fail|cancelled|skipped|todo) (\d+)$/gm)];
    if (lines.length === 0) return undefined;
    const words = lines.map(([, word, number]) => [null, number, word]);
    return { own: lines.map(([, word, number]) => `${word} ${number}`).join(", "), words };
  },
};

/**
 * @param {keyof typeof runners} runner
 * @param {string} output everything it printed
 * @returns {Closing | null} null when it never came to its end
 */
export function closingOf(runner, output) {
  const found = runners[runner](plain(output));
  return found ? { own: found.own, totals: count(found.words) } : null;
}

/** The lines by which a runner names what it skipped; vitest names nothing. */
const skips = {
  // "SKIPPED [1] apps/api/tests/x.py:12: curl is not installed"
  pytest: /^SKIPPED \[\d+\] (.+)$/gm,
  vitest: undefined,
  // "  -   3 [desktop] › nginx/headers.spec.ts:5:1 › sent as brotli"
  playwright: /^ {2}- +\d+ (\[.+)$/gm,
  // "﹣ the README's commands (0.4ms) # curl is not installed"
  node: /^\s*﹣ (.+)$/gm,
};

/**
 * @param {keyof typeof skips} runner
 * @param {string} output everything it printed
 * @returns {string[]} what it skipped, in its own words
 */
export function skippedOf(runner, output) {
  return skips[runner]
    ? [...new Set([...plain(output).matchAll(skips[runner])].map(([, name]) => name.trim()))]
    : [];
}

/**
 * The browser tests that failed at first and passed when they were run again.
 *
 * @param {string} output everything Playwright printed
 * @returns {string[]} their names, in its own words
 */
export function flakyOf(output) {
  const names = plain(output).match(/^ {2}\d+ flaky\n((?: {4}.+\n)+)/m)?.[1] ?? "";
  return names
    .split("\n")
    .filter(Boolean)
    .map((line) => line.trim().replace(/ ─+$/, ""));
}

/**
 * Cut the output of `nx run-many --output-style=static` into its tasks.
 *
 * @returns {Map<string, string>} from "ui:test" to what it printed
 */
export function tasksOf(output) {
  const tasks = new Map();
  const parts = plain(output).split(/^> nx run ([\w-]+:[\w-]+).*$/m);
  for (let index = 1; index < parts.length; index += 2) tasks.set(parts[index], parts[index + 1]);
  return tasks;
}

/** @param {Totals[]} all */
export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const each of all) for (const kind of Object.keys(total)) total[kind] += each[kind];
  return total;
}

/** The plain last line of a test run. */
export function lastLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** The output of the scripts: one plain line per step, colours only in a terminal. */

const colours = { red: 31, green: 32, grey: 90 };

/** Whether lines are coloured: NO_COLOR and FORCE_COLOR, otherwise whether it is a terminal. */
const inColour =
  !process.env.NO_COLOR &&
  (process.env.FORCE_COLOR ? process.env.FORCE_COLOR !== "0" : Boolean(process.stdout.isTTY));

/** `text` in one of the colours above, or as it is where colours are not wanted. */
export function paint(colour, text) {
  return inColour ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;
}

/** `text` without the control sequences that colour it. */
export function plain(text) {
  // eslint-disable-next-line no-control-regex -- the escape character is meant
  return text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, "");
}

/** Seconds as people read them: "0.4 s", "12 s", "1 min 05 s". */
export function seconds(milliseconds) {
  const s = milliseconds / 1000;
  if (s < 9.95) return `${s.toFixed(1)} s`;
  if (s < 59.5) return `${Math.round(s)} s`;
  const whole = Math.round(s);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}

export function print(text = "") {
  console.log(text);
}

export function printDone(text, since) {
  const took = since === undefined ? "" : paint("grey", `  ${seconds(performance.now() - since)}`);
  print(`${paint("green", "✓")} ${text}${took}`);
}

export function printFailed(text, since) {
  const took = since === undefined ? "" : paint("grey", `  ${seconds(performance.now() - since)}`);
  print(`${paint("red", "✗")} ${text}${took}`);
}

export function printWaiting(text) {
  print(paint("grey", `… ${text}`));
}

/**
 * A command's end when something is missing: the sentence alone, no stack, exit code 1.
 *
 * @param {unknown} problem a Problem, or anything unexpected, which keeps its stack
 */
export function giveUp(problem) {
  if (problem instanceof Problem) printFailed(problem.message);
  else console.error(problem);
  process.exit(1);
}

/** Something a person can put right; its message says what and how. */
export class Problem extends Error {}

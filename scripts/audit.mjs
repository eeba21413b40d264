/**
 * `npm run audit`, or `npm run audit -- node`, `-- python`: whether a weakness is known of what the packages bring along. A release asks it
 * (.github/workflows/release.yml). Where a registry does not answer, the audit fails.
 */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readNpm, readPip } from "./audit/findings.mjs";
import { endOnSignal, mustRun, root, run } from "./lib/processes.mjs";
import { giveUp, Problem, print, printDone, printFailed } from "./lib/terminal.mjs";

async function askNpm() {
  const { output } = await run(["npm", "audit", "--omit=dev", "--json"]);
  return readNpm(output);
}

/** pip-audit is fetched for the question: nothing else here needs it. */
async function askPip() {
  const folder = await mkdtemp(join(tmpdir(), "audit-"));
  try {
    const lock = join(folder, "requirements.txt");
    const command = ["scripts/package/python_packages.py", "lock", "apps/api/requirements.lock"];
    const pins = await mustRun([`${root}.venv/bin/python`, ...command], "The lock cannot be read.");
    await writeFile(lock, pins);
    const question = ["--disable-pip", "--require-hashes", "--progress-spinner=off", "-f", "json"];
    const uv = [`${root}.venv/bin/uv`, "tool", "run", "--quiet", "pip-audit"];
    const { output } = await run([...uv, ...question, "-r", lock]);
    return readPip(output);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const asks = { node: ["Node packages", askNpm], python: ["Python packages", askPip] };

async function perform(title, ask) {
  const since = performance.now();
  const { findings, unanswered } = await ask();
  if (unanswered) printFailed(`${title}: cannot be asked from here (${unanswered})`, since);
  else if (findings.length === 0) printDone(`${title}: no weakness is known`, since);
  else {
    printFailed(`${title}: ${findings.length} with a known weakness`, since);
    for (const finding of findings) print(`    ${finding}`);
  }
  return !unanswered && findings.length === 0;
}

endOnSignal();
try {
  const wanted = process.argv[2];
  if (wanted && !(wanted in asks))
    throw new Problem(`Which ones? ${Object.keys(asks).join(", ")}.`);
  const good = [];
  for (const [kind, [title, ask]] of Object.entries(asks))
    if (!wanted || wanted === kind) good.push(await perform(title, ask));
  process.exitCode = good.every(Boolean) ? 0 : 1;
} catch (problem) {
  giveUp(problem);
}

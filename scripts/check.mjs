/** `npm run check`: what can be known without running the product, one line for each check. */

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { openapi, snapshot, types, writeContract } from "./lib/contract.mjs";
import { endOnSignal, root, run } from "./lib/processes.mjs";
import { giveUp, plain, print, printDone, printFailed } from "./lib/terminal.mjs";
import { setUp } from "./setup.mjs";

const python = (program, ...args) => [`${root}.venv/bin/${program}`, ...args];

/** Where a program keeps its cache: the second run checks only what has changed. */
const cache = (program) => `node_modules/.cache/${program}/check`;

const checks = [
  { title: "Python types (mypy)", command: python("mypy") },
  {
    // All of it as one program: each file is read once, and an error is reported once.
    title: "TypeScript types (tsc)",
    command: ["sh", "-c", "(cd apps/site && react-router typegen) && tsc -p tsconfig.check.json"],
  },
  {
    title: "Layout (prettier)",
    command: ["prettier", "--check", "--cache", "--cache-location", cache("prettier"), "."],
  },
  { title: "Nothing unused (knip)", command: ["knip", "--no-progress", "--cache"] },
  { title: "Python lint (ruff)", command: python("ruff", "check", "apps/api", "libs/conformance") },
  {
    title: "Python layout (ruff format)",
    command: python("ruff", "format", "--check", "apps/api", "libs/conformance"),
  },
  { title: "Python imports (import-linter)", command: python("lint-imports") },
  { title: "TypeScript lint (oxlint)", command: ["oxlint"] },
  {
    title: "TypeScript imports (dependency-cruiser)",
    command: [
      "depcruise",
      "--cache",
      cache("depcruise"),
      ...["site", "mini", "staff"].map((app) => `apps/${app}/src`),
      "libs",
    ],
  },
  { title: "The contract is current", check: contractIsCurrent },
];

/** Compare the committed contract with what the API of this working copy would write. */
async function contractIsCurrent() {
  const folder = await mkdtemp(join(tmpdir(), "contract-"));
  const fresh = {
    openapi: join(folder, "openapi.json"),
    types: join(folder, "schema.d.ts"),
    snapshot: join(folder, "snapshot"),
  };
  try {
    await writeContract(fresh);
    const read = (file) => readFile(file.startsWith("/") ? file : `${root}${file}`, "utf8");
    const stale = [];
    const pairs = [
      [fresh.openapi, openapi],
      [fresh.types, types],
      ...(await readdir(fresh.snapshot)).map((name) => [
        join(fresh.snapshot, name),
        `${snapshot}/${name}`,
      ]),
    ];
    for (const [made, committed] of pairs) {
      if ((await read(made)) !== (await read(committed).catch(() => ""))) stale.push(committed);
    }
    return stale.length === 0
      ? { code: 0, output: "" }
      : {
          code: 1,
          output: `${stale.join(" and ")}: not what the API does now. Run: npm run contract`,
        };
  } catch (problem) {
    return { code: 1, output: problem.message };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function perform({ title, command, check }) {
  const since = performance.now();
  const { code, output } = check ? await check() : await run(command);
  if (code === 0) printDone(title, since);
  else {
    printFailed(title, since);
    print(indent(plain(output).trim()));
  }
  return code === 0;
}

const indent = (text) => text.replaceAll(/^/gm, "    ");

/** Perform them all, as many at a time as there are cores, the long ones first. */
async function performAll() {
  const waiting = [...checks];
  const results = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      results.push(await perform(next));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}

endOnSignal();
await setUp().catch(giveUp);
const results = await performAll();
const failed = results.filter((passed) => !passed).length;
print(`\n${results.length - failed} checks passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** `npm run setup`: the packages of both languages, each installed only when its lock has changed. */

import { fileURLToPath } from "node:url";
import { findPython, whyNotNode } from "./lib/doctor.mjs";
import { installNodePackages, nodePackagesAreCurrent } from "./lib/node-packages.mjs";
import {
  installPythonPackages,
  pythonPackagesAreCurrent,
  venvWorks,
} from "./lib/python-packages.mjs";
import { endOnSignal } from "./lib/processes.mjs";
import { Problem, giveUp, printDone, printWaiting } from "./lib/terminal.mjs";

/** Make the working copy ready to start, test and check; does nothing that is done already. */
export async function setUp() {
  const problem = whyNotNode(process.versions.node);
  if (problem) throw new Problem(problem);
  // Before minutes of packages, not after them.
  if (!pythonPackagesAreCurrent() && !(await venvWorks())) await findPython();
  const steps = [
    { title: "Node packages", isCurrent: nodePackagesAreCurrent, install: installNodePackages },
    {
      title: "Python packages",
      isCurrent: pythonPackagesAreCurrent,
      install: installPythonPackages,
    },
  ];
  const results = await Promise.allSettled(steps.map(bringUpToDate));
  const failed = results.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}

async function bringUpToDate({ title, isCurrent, install }) {
  const since = performance.now();
  if (!isCurrent()) {
    printWaiting(`${title}: installing what the lock lists`);
    await install();
  }
  printDone(title, since);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  endOnSignal();
  await setUp().catch(giveUp);
}

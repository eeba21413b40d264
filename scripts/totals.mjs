/** What the runners counted, out of their reports in the format of JUnit: `var/reports/*.xml`. */

import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { root } from "./lib/processes.mjs";

const folder = `${root}var/reports`;

export const clearReports = () => rmSync(folder, { recursive: true, force: true });

/**
 * @returns {{ name: string, passed: number, failed: string[], skipped: string[] }[]} one entry a report, the names of
 *   the tests that failed and of those that were skipped
 */
export function readReports() {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((file) => file.endsWith(".xml"))
    : [];
  return files.sort().map((file) => ({
    name: file.replace(".xml", ""),
    ...countsOf(readFileSync(`${folder}/${file}`, "utf8")),
  }));
}

export function countsOf(xml) {
  const counts = { passed: 0, failed: [], skipped: [] };
  for (const test of xml.split("<testcase").slice(1)) {
    const name = (/\bname="([^"]*)"/.exec(test)?.[1] ?? "")
      .replaceAll("&apos;", "'")
      .replaceAll("&quot;", '"');
    if (/<(failure|error)\b/.test(test)) counts.failed.push(name);
    else if (/<skipped\b/.test(test)) counts.skipped.push(name);
    else counts.passed += 1;
  }
  return counts;
}

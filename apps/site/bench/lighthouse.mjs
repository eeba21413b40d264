/**
 * Lighthouse, as on a telephone, in the system's own Chromium, without windows where that is installed: what the browser
 * draws for itself would be charged to the page. It is installed here when it is first asked for.
 */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";

import { headlessChromium } from "../../../scripts/lib/chromium.mjs";
import { mustRun } from "../../../scripts/lib/processes.mjs";
import { Problem } from "../../../scripts/lib/terminal.mjs";

const here = import.meta.dirname;
const flags = [
  "--headless=new",
  // A telephone draws with its graphics chip, which would be emulated on the processor that is measured.
  "--disable-gpu",
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
];

/**
 * What Lighthouse measured on one page. Times in ms, bytes as they travelled, scores of 100; `host` is how fast it found this
 * machine, of which its telephone is a quarter.
 */
/** @typedef {{ scores: Record<string, number>, lcp: number, cls: number, tbt: number, bytes: number, origins: string[], faults: string[], host: number }} Visit */

/**
 * Visit pages, as often as is asked, one round after the other.
 *
 * @param {string[]} addresses
 * @param {number} rounds
 * @param {(what: string) => void} say progress, for people
 * @returns {Promise<Map<string, Visit[]>>} by address
 */
export async function visitAll(addresses, rounds, say) {
  const chromePath = headlessChromium();
  if (!chromePath) throw new Problem("Lighthouse needs Chromium or Chrome, and there is none.");
  if (!existsSync(`${here}/node_modules/lighthouse`)) {
    say("Lighthouse is being installed …");
    await mustRun(["npm", "ci"], "Lighthouse could not be installed.", { cwd: here });
  }
  const { default: lighthouse } = await import("lighthouse");
  // It comes with Lighthouse, wherever npm has put it.
  const { launch } = await import(createRequire(import.meta.url).resolve("chrome-launcher"));
  const chrome = await launch({ chromePath, chromeFlags: flags });
  const visits = new Map(addresses.map((address) => [address, []]));
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const address of addresses) {
        say(`round ${round} of ${rounds}: ${new URL(address).pathname}`);
        const visit = () => lighthouse(address, { port: chrome.port, logLevel: "silent" });
        let { lhr } = await visit();
        if (lhr.runtimeError) ({ lhr } = await visit()); // Now and then it misses a navigation.
        if (lhr.runtimeError) throw new Problem(`${address}: ${lhr.runtimeError.message}`);
        visits.get(address).push(visitOf(lhr, address));
      }
    }
  } finally {
    await chrome.kill();
  }
  return visits;
}

function visitOf({ audits, categories, environment }, address) {
  const asked = audits["network-requests"].details.items.filter(({ url }) => /^https?:/.test(url));
  const others = asked.map(({ url }) => new URL(url).origin);
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([id, { score }]) => [id, Math.round(score * 100)]),
    ),
    lcp: audits["largest-contentful-paint"].numericValue,
    cls: audits["cumulative-layout-shift"].numericValue,
    tbt: audits["total-blocking-time"].numericValue,
    bytes: asked.reduce((sum, { transferSize }) => sum + transferSize, 0),
    origins: [...new Set(others)].filter((origin) => origin !== new URL(address).origin),
    faults: faultsOf(audits, categories),
    host: environment.benchmarkIndex,
  };
}

/** The audits that cost a point where there is none to lose. */
function faultsOf(audits, { performance: _, ...categories }) {
  return Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
      .map(({ id }) => id),
  );
}

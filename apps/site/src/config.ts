import { handoffTarget } from "@loyalty/api-client/session";

/** What a deployment may set, in `config.json` beside the pages. Read at run time: one build serves every host. */
const withoutHandoff = {
  /** The host on which signed-in members are handed to the mini-program, e.g. `www.example.com`. */
  productionHost: "",
  /** The mini-program's origin; empty where there is none. */
  miniOrigin: "",
  /** Where the API is, from these pages. */
  apiBase: "/api",
  /** Address of the map's tiles with `{z}`, `{x}`, `{y}`; empty for the drawn map alone. */
  tileUrl: "",
  /** Who made the tiles, as HTML; empty names OpenStreetMap. */
  tileAttribution: "",
  /** `ticket` passes a token for one use; `session` the stored one, literally (docs/handoff.md). */
  handoff: "ticket" as "ticket" | "session",
};

type SiteConfig = typeof withoutHandoff;

/** Long enough for a slow connection: without the file no member is handed over. */
const TIMEOUT_MS = 10_000;

let current = withoutHandoff;

/** The configuration of this deployment. Complete once `loadConfig` has been awaited. */
export function siteConfig(): SiteConfig {
  return current;
}

/**
 * Reads `config.json`. A page whose configuration cannot be read works without the handoff,
 * and logs that once.
 *
 * @returns the configuration, also kept for `siteConfig`
 */
export async function loadConfig(): Promise<SiteConfig> {
  try {
    const answer = await fetch("/config.json", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    current = { ...withoutHandoff, ...((await answer.json()) as Partial<SiteConfig>) };
  } catch (error) {
    report(`config.json could not be read, the handoff is off: ${String(error)}`);
    return current;
  }
  const target = handoffTarget(current, window.location);
  if ("off" in target) report(`The handoff to the mini-program is off: ${target.off}`);
  return current;
}

function report(problem: string): void {
  // oxlint-disable-next-line no-console -- an operator looks for this in the browser's log (docs/handoff.md B15)
  console.warn(problem);
}

/** What a deployment may set, in `config.json` beside the app. Read at run time: one build serves every host. */
const defaults = {
  /** The host of the brand site; only links from there sign in without a question. */
  productionHost: "",
  apiBase: "/api",
  /** Address of the map's tiles with `{z}`, `{x}`, `{y}`; empty for the drawn map alone. */
  tileUrl: "",
  /** The attribution of the tiles, as HTML; empty means OpenStreetMap. */
  tileAttribution: "",
  /** Ask before a token of unknown origin is used; `false` uses it and names the member afterwards. */
  handoffStrict: true,
};

/** Long enough for a slow connection: without the file no handoff from the brand site is trusted. */
const TIMEOUT_MS = 10_000;

let current = defaults;

/** The configuration of this deployment. Complete once `loadConfig` has been awaited. */
export const miniConfig = () => current;

/**
 * Loads `config.json`; without it the app trusts no other host and logs a warning.
 *
 * @returns the configuration, which `miniConfig` returns from then on
 */
export async function loadConfig(): Promise<typeof defaults> {
  try {
    const answer = await fetch("/config.json", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    current = { ...defaults, ...((await answer.json()) as Partial<typeof defaults>) };
  } catch (error) {
    // oxlint-disable-next-line no-console -- an operator looks for this in the browser's log
    console.warn(`config.json could not be read, no host is trusted: ${String(error)}`);
  }
  return current;
}

/** The brand site's origin, e.g. `https://www.example.com`; this app's own if none is configured. */
export function siteOrigin(): string {
  const { productionHost } = current;
  return productionHost ? `${window.location.protocol}//${productionHost}` : window.location.origin;
}

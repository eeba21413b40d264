/** What a deployment may set, in `config.json` beside the app. Read at run time: one build serves every host. */
export interface MiniConfig {
  /** The host of the brand site; only what comes from there signs in without a word. */
  productionHost: string;
  /** Where the API is, from here. */
  apiBase: string;
  /** Address of the map's tiles with `{z}`, `{x}`, `{y}`; empty for the drawn map alone. */
  tileUrl: string;
  /** Who made the tiles, as HTML; empty names OpenStreetMap. */
  tileAttribution: string;
  /** Ask before a token of unknown origin is used; `false` uses it and names the member afterwards. */
  handoffStrict: boolean;
}

const plain: MiniConfig = {
  productionHost: "",
  apiBase: "/api",
  tileUrl: "",
  tileAttribution: "",
  handoffStrict: true,
};

/** Long enough for a slow line: without the file a member who comes over is taken for a stranger. */
const PATIENCE_MS = 10_000;

let current = plain;

/** The configuration of this deployment. Complete once `loadConfig` has been awaited. */
export function miniConfig(): MiniConfig {
  return current;
}

/**
 * Reads `config.json`; without it the app trusts no other host, and says so in the log once.
 *
 * @returns the configuration, also kept for `miniConfig`
 */
export async function loadConfig(): Promise<MiniConfig> {
  try {
    const answer = await fetch("/config.json", { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    current = { ...plain, ...((await answer.json()) as Partial<MiniConfig>) };
  } catch (error) {
    // oxlint-disable-next-line no-console -- an operator looks for this in the browser's log
    console.warn(`config.json could not be read, no host is trusted: ${String(error)}`);
  }
  return current;
}

/** The brand site's address, e.g. `https://www.example.com`; this app's own where none is named. */
export function siteOrigin(): string {
  const { productionHost } = current;
  return productionHost ? `${window.location.protocol}//${productionHost}` : window.location.origin;
}

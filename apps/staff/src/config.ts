/** What a deployment may set, in `config.json` beside the app. Read at run time: one build serves every host. */
interface StaffConfig {
  /** The address of the API, on this host: the session is a cookie of it. */
  apiBase: string;
}

const defaults: StaffConfig = { apiBase: "/api" };

const TIMEOUT_MS = 10_000;

/** Loads `config.json`; without it the defaults hold, and a warning is logged. */
export async function loadConfig(): Promise<StaffConfig> {
  try {
    const answer = await fetch("/config.json", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    return { ...defaults, ...((await answer.json()) as Partial<StaffConfig>) };
  } catch (error) {
    // oxlint-disable-next-line no-console -- an operator looks for this in the browser's log
    console.warn(`config.json could not be read: ${String(error)}`);
    return defaults;
  }
}

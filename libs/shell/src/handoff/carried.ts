import { localStore, tabStore } from "@loyalty/api-client/store";
import { isBrandKey } from "@loyalty/ui/brands";

/**
 * What travels from the site to the mini-program beside the token (docs/handoff.md): the brand and the colour scheme
 * that were chosen on the site, and a sentence that has to be read over there. Each is one of few known words.
 */

/** The storage keys of brand and scheme are the names in the query too (`theme/theme-store.ts`). */
const BRAND = "activeTab";
const SCHEME = "colorScheme";
const NOTICE = "notice";

/** On the site: what travelled last. A choice travels once, so that it undoes no later one of the mini-program. */
const CARRIED_KEY = "carriedTheme";
/** The name the key had before; its value is read once. */
const OLD_CARRIED_KEY = "carriedLook";
const NOTICE_KEY = "arrivedNotice";

export type ArrivalNotice = "already-member";

const isKnown: Readonly<Record<string, (value: string) => boolean>> = {
  [BRAND]: isBrandKey,
  [SCHEME]: (value) => ["system", "light", "dark"].includes(value),
  [NOTICE]: (value) => value === "already-member",
};

let notice: ArrivalNotice | null = null;

/** Has a notice shown where the member arrives: the page that is left within the second cannot be read. */
export function queueArrivalNotice(next: ArrivalNotice): void {
  notice = next;
}

/** On the site, right before it is left: what travels, as parameters of the query. */
export function handoffParams(): Record<string, string> {
  const before = carriedBefore();
  const carried: Record<string, string> = {};
  const chosen: Record<string, string> = {};
  for (const name of [BRAND, SCHEME]) {
    const value = localStore.read(name);
    if (value === null || !isKnown[name]!(value)) continue;
    chosen[name] = value;
    if (before[name] !== value) carried[name] = value;
  }
  if (Object.keys(chosen).length > 0) localStore.write(CARRIED_KEY, JSON.stringify(chosen));
  localStore.remove(OLD_CARRIED_KEY);
  if (notice !== null) carried[NOTICE] = notice;
  notice = null;
  return carried;
}

function carriedBefore(): Record<string, unknown> {
  const kept = localStore.read(CARRIED_KEY) ?? localStore.read(OLD_CARRIED_KEY);
  try {
    return Object(JSON.parse(kept ?? "{}")) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/**
 * In the mini-program's boot script: keeps what came with a token, and takes it out of the address. The brand's own boot
 * script runs after it.
 */
export function keepCarried(): void {
  const here = new URL(location.href);
  if (!here.searchParams.has("token")) return;
  for (const [name, isKnownValue] of Object.entries(isKnown)) {
    const value = here.searchParams.get(name);
    here.searchParams.delete(name);
    if (value === null || !isKnownValue(value)) continue;
    if (name === NOTICE) tabStore.write(NOTICE_KEY, value);
    else localStore.write(name, value);
  }
  if (here.href !== location.href) history.replaceState(history.state, "", here);
}

/** In the mini-program, once a member is signed in: the notice for them, which is shown once. */
export function consumeArrivalNotice(): ArrivalNotice | null {
  const kept = tabStore.read(NOTICE_KEY);
  tabStore.remove(NOTICE_KEY);
  return kept !== null && isKnown[NOTICE]!(kept) ? (kept as ArrivalNotice) : null;
}

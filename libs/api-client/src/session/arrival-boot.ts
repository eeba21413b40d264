import { takeToken } from "./handoff.ts";
import { tokenStore } from "./token-store.ts";

/**
 * The boot script of the mini-program: takes the token out of the address before anything else is asked for, and
 * keeps it for `createArrival` (docs/handoff.md, the mini's part).
 *
 * The address is replaced by a whole URL: a path like `//zz` alone would throw, and the token would stay (rule B2).
 */
export function keepHandoff(page: Window): void {
  const token = strip(page);
  if (token === null) return;
  tokenStore.keepPendingHandoff({
    token,
    nonce: newNonce(),
    at: Date.now(),
    referrer: page.document.referrer,
  });
}

/** The boot script of the site: a token in its address is never used, only taken away (docs/handoff.md B9). */
export function dropHandoff(page: Window): void {
  strip(page);
}

function strip(page: Window): string | null {
  const here = new URL(page.location.href);
  const { token, clean } = takeToken(here);
  if (clean.href !== here.href) page.history.replaceState(page.history.state, "", clean);
  return token;
}

/** 192 random bits; the rules ask for 128 at least. */
function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

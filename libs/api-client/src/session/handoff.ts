import { randomHex } from "../hex.ts";
import { tokenStore } from "./token-store.ts";

/**
 * The addresses of the handoff (docs/handoff.md): where a member goes, with what, and what is taken on arrival.
 * Pure: nothing here navigates or stores.
 */

/** The name of the token in the query string (spec 000 §2). */
const TOKEN = "token";

/** The parameters of the query that are forwarded with the token; others are not (docs/handoff.md B3). */
const FORWARDED = ["tab", "isPromotion", "isMembership"];

/** Where a path leads that the mini-program does not know. */
const FALLBACK = "/dashboard";

export interface HandoffConfig {
  /** Host, with its port if it has one, on which public pages hand off too. */
  productionHost: string;
  /** Origin of the mini-program; null when there is none. */
  miniOrigin: string | null;
}

/** Where members are handed to, or why they are not. */
export type HandoffTarget =
  { origin: string } | { off: "missing" | "not-an-origin" | "insecure" | "same-origin" };

/**
 * Checks the configured mini-program before a token is sent there: an origin without a path, another than this
 * one (or it would loop), over https; plain http only on this very machine (docs/handoff.md B15).
 */
export function handoffTarget(config: HandoffConfig, here: { origin: string }): HandoffTarget {
  if (!config.miniOrigin) return { off: "missing" };
  if (!URL.canParse(config.miniOrigin)) return { off: "not-an-origin" };
  const target = new URL(config.miniOrigin);
  if (target.href !== `${target.origin}/`) return { off: "not-an-origin" };
  if (target.origin === new URL(here.origin).origin) return { off: "same-origin" };
  if (target.protocol !== "https:" && !isThisMachine(target)) return { off: "insecure" };
  return { origin: target.origin };
}

/** The browsers' own idea of a trustworthy plain address. */
function isThisMachine({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && /^(localhost|.+\.localhost|127\.[0-9.]+|\[::1\])$/.test(hostname);
}

/**
 * The address of the same place in the mini-program, with the token (docs/handoff.md B1 to B3).
 *
 * Only the path of a fixed address is set, so the host can never change, whatever the path looks like.
 *
 * @param isKnownPath whether the mini-program has that path; others lead to the dashboard
 * @param token null leads there without one, and without `carried`
 * @param carried more parameters, by name
 */
export function handoffUrl(
  miniOrigin: string,
  from: { pathname: string; search: string },
  token: string | null,
  isKnownPath: (pathname: string) => boolean,
  carried: Readonly<Record<string, string>> = {},
): URL {
  const url = new URL(miniOrigin);
  url.pathname = from.pathname.replace(/^[/\\]+/, "/");
  if (!isKnownPath(url.pathname)) url.pathname = FALLBACK;
  const wanted = new URLSearchParams(from.search);
  for (const name of FORWARDED) {
    const value = wanted.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  if (token === null) return url;
  for (const [name, value] of Object.entries(carried)) url.searchParams.set(name, value);
  url.searchParams.set(TOKEN, token);
  return url;
}

/**
 * Takes the token out of an address.
 *
 * @returns the token, or null when there is none or two that differ (docs/handoff.md B3), and the address without it
 */
export function takeToken(address: URL): { token: string | null; clean: URL } {
  const tokens = new Set(address.searchParams.getAll(TOKEN));
  const clean = new URL(address);
  if (tokens.size > 0) clean.searchParams.delete(TOKEN);
  const [token] = tokens;
  return { token: tokens.size === 1 && token ? token : null, clean };
}

/**
 * The boot script of the mini-program: takes the token out of the address before anything else is loaded, and
 * keeps it for `createArrival` (docs/handoff.md, the mini's part).
 *
 * The address is replaced by a whole URL: a path like `//zz` alone would throw, and the token would stay (rule B2).
 */
export function keepHandoff(page: Window): void {
  const token = strip(page);
  if (token === null) return;
  tokenStore.pendingHandoff.write({
    token,
    nonce: newNonce(),
    at: Date.now(),
    referrer: page.document.referrer,
  });
}

/** The boot script of the site: a token in its address is never used, only removed (docs/handoff.md B9). */
export function dropHandoff(page: Window): void {
  strip(page);
}

function strip(page: Window): string | null {
  const here = new URL(page.location.href);
  const { token, clean } = takeToken(here);
  if (clean.href !== here.href) page.history.replaceState(page.history.state, "", clean);
  return token;
}

/** 192 random bits; at least 128 are required. */
export const newNonce = (): string => randomHex(24);

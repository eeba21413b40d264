import { asMember } from "../rules/records.ts";
import { localStore, type SafeStorage, tabStore } from "../store.ts";
import type { Member, Preferences } from "../wire.ts";

/** Every storage key of the session, here and nowhere else. The first five are the documents' (spec 000 §3). */
export const STORAGE_KEYS = {
  token: "authToken",
  user: "userData",
  lastPhoneNumber: "lastPhoneNumber",
  signInReset: ["userSession", "rememberMe", "userPreferences"],
  pendingReferral: "pendingReferralCode",
  pendingReceipt: "pendingReceiptCode",
  pendingSignOuts: "signedOutTokens",
  consumedHandoff: "handoffConsumed",
  firstLogin: "firstLogin",
  firstLoginSeen: "firstLoginSeen",
  pendingHandoff: "handoffPending",
  notYouUntil: "handoffNotYouUntil",
  departures: "handoffDepartures",
  unsentPreferences: "unsentPreferences",
  hostAttempt: "hostAttempt",
  hostOpening: "hostOpening",
  hostLink: "hostLink",
  hostAround: "hostAround",
} as const;

/** A token that came in the address and waits to be presented, with the nonce of all its presentations. */
export interface PendingHandoff {
  token: string;
  nonce: string;
  /** When it arrived, ms since the epoch by this device. */
  at: number;
  /** `document.referrer` of the arrival; empty when the browser gave none. */
  referrer: string;
  /** A super-app vouched for the member, in an attempt that this browser began: no question is asked. */
  byHost?: boolean;
}

/** A sign-in by a super-app that began in this browser: `path` is where the member wanted to go. */
export interface HostAttempt {
  name: string;
  title: string;
  origins: readonly string[];
  path: string;
  /** When it began, ms since the epoch by this device. */
  at: number;
}

/** What the address of this page says about a super-app: open inside it, or back from it with a code. */
export type HostOpening =
  | { kind: "start"; name: string }
  | { kind: "back"; name: string | null; code: string; state: string; referrer: string };

/** An account at a super-app that waits to be linked: `path` is where the member wanted to go. */
export interface HostLink {
  name: string;
  title: string;
  linkTicket: string;
  path: string;
  at: number;
}

/** A session that was ended here and that the server may not know of yet. */
interface PendingSignOut {
  token: string;
  at: number;
}

/** What a member chose in this browser and the API has not confirmed yet: the fields of each section that changed. */
export interface UnsentPreferences {
  memberId: number;
  changes: { [Section in keyof Preferences]?: Partial<Preferences[Section]> };
}

export type TokenStore = ReturnType<typeof createTokenStore>;

/** What this browser remembers of a session: `local` for all its tabs, `tab` for this one. */
export function createTokenStore(local: SafeStorage, tab: SafeStorage) {
  const keys = STORAGE_KEYS;
  return {
    token: () => local.read(keys.token),
    user: () => memberOf(local.read(keys.user)),

    /** The user first: other tabs act on the token's event and must find both. */
    keep(user: Member, token: string) {
      local.write(keys.user, JSON.stringify(user));
      local.write(keys.token, token);
    },
    keepUser: (user: Member) => local.write(keys.user, JSON.stringify(user)),
    keepToken: (token: string) => local.write(keys.token, token),

    /** Drops the session, not what waits to become one. */
    forget() {
      local.remove(keys.token);
      local.remove(keys.user);
    },
    /** Drops all that a sign-out drops; the last phone number, the brand, the language and pendingSignOuts stay. */
    forgetAll() {
      this.forget();
      local.remove(keys.pendingReferral);
      local.remove(keys.pendingReceipt);
      local.remove(keys.consumedHandoff);
      local.remove(keys.firstLogin);
      local.remove(keys.firstLoginSeen);
      local.remove(keys.unsentPreferences);
      local.remove(keys.hostAttempt);
      tab.remove(keys.pendingHandoff);
      tab.remove(keys.notYouUntil);
      tab.remove(keys.hostOpening);
      tab.remove(keys.hostLink);
    },

    lastPhoneNumber: () => local.read(keys.lastPhoneNumber),
    keepLastPhoneNumber: (number: string) => local.write(keys.lastPhoneNumber, number),
    resetSignIn: () => keys.signInReset.forEach((key) => local.remove(key)),

    pendingReferral: () => local.read(keys.pendingReferral),
    keepPendingReferral: (code: string) => local.write(keys.pendingReferral, code),
    forgetPendingReferral: () => local.remove(keys.pendingReferral),

    pendingReceipt: () => local.read(keys.pendingReceipt),
    keepPendingReceipt: (code: string) => local.write(keys.pendingReceipt, code),
    forgetPendingReceipt: () => local.remove(keys.pendingReceipt),

    pendingSignOuts: () => parsed<PendingSignOut[]>(local.read(keys.pendingSignOuts)) ?? [],
    keepPendingSignOuts(all: PendingSignOut[]) {
      if (all.length === 0) local.remove(keys.pendingSignOuts);
      else local.write(keys.pendingSignOuts, JSON.stringify(all));
    },

    consumedHandoff: () => local.read(keys.consumedHandoff),
    keepConsumedHandoff: (hash: string) => local.write(keys.consumedHandoff, hash),

    /** The member who is here for the first time and has not answered the referral-code dialog. */
    firstLogin: () => Number(local.read(keys.firstLogin)) || null,
    keepFirstLogin: (memberId: number) => local.write(keys.firstLogin, String(memberId)),
    firstLoginSeen: () => Number(local.read(keys.firstLoginSeen)) || null,
    keepFirstLoginSeen(memberId: number) {
      local.remove(keys.firstLogin);
      local.write(keys.firstLoginSeen, String(memberId));
    },

    unsentPreferences: () => parsed<UnsentPreferences>(local.read(keys.unsentPreferences)),
    keepUnsentPreferences: (unsent: UnsentPreferences) =>
      local.write(keys.unsentPreferences, JSON.stringify(unsent)),
    forgetUnsentPreferences: () => local.remove(keys.unsentPreferences),

    pendingHandoff: () => parsed<PendingHandoff>(tab.read(keys.pendingHandoff)),
    keepPendingHandoff: (pending: PendingHandoff) =>
      tab.write(keys.pendingHandoff, JSON.stringify(pending)),
    forgetPendingHandoff: () => tab.remove(keys.pendingHandoff),

    /** All tabs share it: some super-apps come back in another view of the same browser. */
    hostAttempt: () => parsed<HostAttempt>(local.read(keys.hostAttempt)),
    keepHostAttempt: (attempt: HostAttempt) =>
      local.write(keys.hostAttempt, JSON.stringify(attempt)),
    forgetHostAttempt: () => local.remove(keys.hostAttempt),

    hostOpening: () => parsed<HostOpening>(tab.read(keys.hostOpening)),
    keepHostOpening: (opening: HostOpening) => tab.write(keys.hostOpening, JSON.stringify(opening)),
    forgetHostOpening: () => tab.remove(keys.hostOpening),

    hostLink: () => parsed<HostLink>(tab.read(keys.hostLink)),
    keepHostLink: (link: HostLink) => tab.write(keys.hostLink, JSON.stringify(link)),
    forgetHostLink: () => tab.remove(keys.hostLink),

    /** The super-app inside which this tab was opened. */
    hostAround: () => tab.read(keys.hostAround),
    keepHostAround: (name: string) => tab.write(keys.hostAround, name),

    notYouUntil: () => Number(tab.read(keys.notYouUntil)) || null,
    keepNotYouUntil: (until: number) => tab.write(keys.notYouUntil, String(until)),
    forgetNotYouUntil: () => tab.remove(keys.notYouUntil),

    departures: () => parsed<number[]>(tab.read(keys.departures)) ?? [],
    keepDepartures: (times: number[]) => tab.write(keys.departures, JSON.stringify(times)),
  };
}

/** This browser's store. Outside a browser it keeps everything in memory. */
export const tokenStore = createTokenStore(localStore, tabStore);

/** Whether a token is stored here: an unknown path then leads to the dashboard, else home (spec 000 §2). */
export const hasStoredToken = (): boolean => tokenStore.token() !== null;

/** The number of the last sign-in, which the dialog fills in the next time (spec 000 §2). */
export const lastPhoneNumber = {
  read: (): string | null => tokenStore.lastPhoneNumber(),
  write: (number: string): void => tokenStore.keepLastPhoneNumber(number),
};

/** The longest referral code (spec 000 §9). */
export const REFERRAL_CODE_MAX_LENGTH = 20;

/** The path and query of the page that a visitor opened inside a super-app, while its account waits to be linked. */
export const pathAtHost = (): string | null => tokenStore.hostLink()?.path ?? null;

/** The code that came with /login/{referralCode}, until a registration uses it (spec 000 §2). */
export const pendingReferral = {
  /** The code, or an empty string when none is pending. */
  read: (): string => tokenStore.pendingReferral() ?? "",
  /** Keeps a code, trimmed; what cannot be one changes nothing. */
  write(code: string): void {
    const trimmed = code.trim();
    if (trimmed === "" || trimmed.length > REFERRAL_CODE_MAX_LENGTH) return;
    tokenStore.keepPendingReferral(trimmed);
  },
  clear: (): void => tokenStore.forgetPendingReferral(),
};

/** How the code of a receipt begins: whatever else is behind the # of an address is none (docs/till.md). */
const RECEIPT_CODE = /^LR\d\./;

/** The code of a receipt that was scanned, until it is claimed or cannot be. It outlives signing in and joining. */
export const pendingReceipt = {
  /** The code, or an empty string when none is pending. */
  read: (): string => tokenStore.pendingReceipt() ?? "",
  write: (code: string): void => tokenStore.keepPendingReceipt(code),
  clear: (): void => tokenStore.forgetPendingReceipt(),
  /** The code in an address, where it is behind the # so that no log has it; an empty string without one. */
  of: ({ hash }: { hash: string }): string => {
    const code = hash.slice(1);
    return RECEIPT_CODE.test(code) ? code : "";
  },
};

/** What opening the sign-in dialog clears: userSession, rememberMe and userPreferences (spec 000 §2). */
export const resetSignIn = (): void => tokenStore.resetSignIn();

function memberOf(text: string | null): Member | null {
  const record = parsed<Member>(text);
  return typeof record?.id === "number" ? asMember(record) : null;
}

// Others can write to storage; what does not read as ours counts as absent.
function parsed<T>(text: string | null): T | null {
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

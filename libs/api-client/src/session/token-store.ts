import { asMember } from "../rules/records.ts";
import { localStore, storedJson, storedText, tabStore, type SafeStorage } from "../store.ts";
import type { Member, Preferences } from "../wire.ts";

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
  { kind: "start"; name: string } | { kind: "back"; code: string; state: string; referrer: string };

/** An account at a super-app that waits to be linked: `path` is where the member wanted to go. */
export interface HostLink {
  name: string;
  title: string;
  linkTicket: string;
  path: string;
  at: number;
}

/** A session that was ended here and that the server may not know of yet. */
export interface PendingSignOut {
  token: string;
  at: number;
}

/** What a member chose in this browser and the API has not confirmed yet: the fields of each section that changed. */
export interface UnsentPreferences {
  memberId: number;
  changes: { [Section in keyof Preferences]?: Partial<Preferences[Section]> };
}

/** A claim that was sent and has no known answer yet, by its reward. */
export interface UnansweredClaim {
  rewardId: number;
  key: string;
  at: number;
}

export type TokenStore = ReturnType<typeof createTokenStore>;

/**
 * What this browser remembers of a session: `local` for all its tabs, `tab` for this one. Every storage key of the session
 * is here and nowhere else; the first three are the documents' (spec 000 §3).
 */
export function createTokenStore(local: SafeStorage, tab: SafeStorage) {
  const dropped = {
    token: storedText(local, "authToken"),
    user: storedMember(local, "userData"),
    pendingReferral: storedText(local, "pendingReferralCode"),
    pendingReceipt: storedText(local, "pendingReceiptCode"),
    consumedHandoff: storedText(local, "handoffConsumed"),
    /** The id of the member who is here for the first time and has not answered the referral-code dialog. */
    firstLogin: storedJson<number>(local, "firstLogin"),
    firstLoginSeen: storedJson<number>(local, "firstLoginSeen"),
    unansweredClaims: storedJson<UnansweredClaim[]>(local, "unansweredClaims"),
    unsentPreferences: storedJson<UnsentPreferences>(local, "unsentPreferences"),
    /** All tabs share it: some super-apps come back in another view of the same browser. */
    hostAttempt: storedJson<HostAttempt>(local, "hostAttempt"),
    hostOpening: storedJson<HostOpening>(tab, "hostOpening"),
    hostLink: storedJson<HostLink>(tab, "hostLink"),
    pendingHandoff: storedJson<PendingHandoff>(tab, "handoffPending"),
    notYouUntil: storedJson<number>(tab, "handoffNotYouUntil"),
  };
  return {
    ...dropped,
    lastPhoneNumber: storedText(local, "lastPhoneNumber"),
    pendingSignOuts: storedJson<PendingSignOut[]>(local, "signedOutTokens"),
    /** The name of the super-app inside which this tab was opened. */
    hostAround: storedText(tab, "hostAround"),
    departures: storedJson<number[]>(tab, "handoffDepartures"),

    /** The user first: other tabs act on the token's event and must find both. */
    keep(user: Member, token: string) {
      dropped.user.write(user);
      dropped.token.write(token);
    },

    forget() {
      dropped.token.clear();
      dropped.user.clear();
    },

    /** Drops all that a sign-out drops; the last phone number, the brand, the language and pendingSignOuts stay. */
    forgetAll() {
      for (const value of Object.values(dropped)) value.clear();
    },
  };
}

/** A record that is one: with an id, and every field that the pages write out. */
function storedMember(storage: SafeStorage, key: string) {
  const stored = storedJson<Member>(storage, key);
  return {
    ...stored,
    read() {
      const record = stored.read();
      return typeof record?.id === "number" ? asMember(record) : null;
    },
  };
}

/** This browser's store. Outside a browser it keeps everything in memory. */
export const tokenStore = createTokenStore(localStore, tabStore);

/** Whether a token is stored here: an unknown path then leads to the dashboard, else home (spec 000 §2). */
export const hasStoredToken = (): boolean => tokenStore.token.read() !== null;

/** The number of the last sign-in, which the dialog fills in the next time (spec 000 §2). */
export const { lastPhoneNumber } = tokenStore;

/** The longest referral code (spec 000 §9). */
export const REFERRAL_CODE_MAX_LENGTH = 20;

/** The path and query of the page that a visitor opened inside a super-app, while its account waits to be linked. */
export const pathAtHost = (): string | null => tokenStore.hostLink.read()?.path ?? null;

/** The code that came with /login/{referralCode}, until a registration uses it (spec 000 §2). */
export const pendingReferral = {
  ...tokenStore.pendingReferral,
  /** The code, or an empty string when none is pending. */
  read: () => tokenStore.pendingReferral.read() ?? "",
  /** Keeps a code, trimmed; what cannot be one changes nothing. */
  write(code: string) {
    const trimmed = code.trim();
    if (trimmed === "" || trimmed.length > REFERRAL_CODE_MAX_LENGTH) return;
    tokenStore.pendingReferral.write(trimmed);
  },
};

/** How the code of a receipt begins: whatever else is behind the # of an address is none (docs/till.md). */
const RECEIPT_CODE = /^LR\d\./;

/** The code of a receipt that was scanned, until it is claimed or cannot be. It outlives signing in and joining. */
export const pendingReceipt = {
  ...tokenStore.pendingReceipt,
  /** The code, or an empty string when none is pending. */
  read: () => tokenStore.pendingReceipt.read() ?? "",
  /** The code in an address, where it is behind the # so that no log has it; an empty string without one. */
  of({ hash }: { hash: string }) {
    const code = hash.slice(1);
    return RECEIPT_CODE.test(code) ? code : "";
  },
};

/** What opening the sign-in dialog clears (spec 000 §2). */
export function resetSignIn(): void {
  for (const key of ["userSession", "rememberMe", "userPreferences"]) localStore.remove(key);
}

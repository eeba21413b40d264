/** Mirrors the API's own limit on a referral code (spec 000 §9). */
export const REFERRAL_CODE_MAX_LENGTH = 20;

const KEY = "pendingReferralCode";

/**
 * The referral code that came with /login/{referralCode}, kept until a registration uses it (spec 000 §2).
 * Storage can be refused (private windows, full disks): then there simply is no pending code.
 */
export const pendingReferral = {
  /** The code, or an empty string when none is pending. */
  read(): string {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return "";
    }
  },

  /** Keeps a code, trimmed; blank or longer than a code can be is not one and changes nothing. */
  write(code: string): void {
    const trimmed = code.trim();
    if (trimmed === "" || trimmed.length > REFERRAL_CODE_MAX_LENGTH) return;
    try {
      localStorage.setItem(KEY, trimmed);
    } catch {
      // Without storage the member can still type the code.
    }
  },

  /** Forgets the code, once a registration has used it. */
  clear(): void {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Nothing was kept, nothing to forget.
    }
  },
};

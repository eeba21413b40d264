import { HOME_CALLING_CODE } from "@loyalty/api-client/group";
import { ApiError } from "@loyalty/api-client/errors";
import {
  type CodePurpose,
  type CodeRequest,
  codeRequests,
  lastPhoneNumber as kept,
} from "@loyalty/api-client/session";
import { useCallback, useEffect, useRef, useState } from "react";

/** A phone number as the API knows it; `mobileNumber` is its national digits, without leading zeros. */
export type PhoneNumber = Pick<CodeRequest, "callingCodeId" | "callingCode" | "mobileNumber">;

/**
 * A phone number whose one-time code was right although nobody is registered under it: the registration goes on
 * with the ticket instead of asking for a second code.
 */
export interface ProvedNumber extends PhoneNumber {
  /** Short-lived proof from `404 not_registered`, sent in place of the code. */
  ticket: string;
}

export function isSameNumber(a: PhoneNumber | null, b: PhoneNumber | null): boolean {
  return a !== null && a.callingCodeId === b?.callingCodeId && a.mobileNumber === b.mobileNumber;
}

type TypedNumber = Pick<PhoneNumber, "callingCode" | "mobileNumber">;

/** The number of the last sign-in in this browser, or an empty one of the group's country. */
export function lastPhoneNumber(): TypedNumber {
  const last = kept.read() ?? "";
  const foreign = /^\+([0-9]+) ([0-9]+)$/.exec(last);
  return foreign
    ? { callingCode: foreign[1]!, mobileNumber: foreign[2]! }
    : { callingCode: HOME_CALLING_CODE, mobileNumber: last };
}

/** Keeps the number for next time: bare national digits for the group's country, `+65 81234567` for others. */
export function rememberPhoneNumber({ callingCode, mobileNumber }: TypedNumber): void {
  kept.write(callingCode === HOME_CALLING_CODE ? mobileNumber : `+${callingCode} ${mobileNumber}`);
}

/** Life of a code when the server names none (spec 000 §9). */
const CODE_LIFETIME_S = 120;

/** No code lives longer than this, so a longer life means that this device's clock is wrong. */
const MAX_LIFETIME_S = 600;

/**
 * When a code that was just sent ends, on this device's clock in milliseconds.
 *
 * Counted from `expiredAt` when the server says it (spec 000 §4), else 120 s. A device whose clock is off would see
 * a fresh code as dead or as good for hours: then the default is nearer to the truth, and the server decides anyway.
 */
export function codeDeadline(expiredAt: string | null | undefined, now = Date.now()): number {
  const expiry = expiredAt ? Date.parse(expiredAt) : Number.NaN;
  const life = (expiry - now) / 1000;
  return life > 0 && life <= MAX_LIFETIME_S ? expiry : now + CODE_LIFETIME_S * 1000;
}

const countdownTo = (deadline: number) => {
  const now = Date.now();
  return { now, deadline, totalSeconds: secondsBetween(now, deadline) };
};

const secondsBetween = (now: number, deadline: number) =>
  Math.max(0, Math.ceil((deadline - now) / 1000));

/**
 * Counts down to a moment by the clock and not by its own ticks, so that a phone that slept shows the truth.
 *
 * @param initialDeadline a moment to count down to from the start, in milliseconds since 1970; 0 for none
 * @returns the whole seconds that are left, and those that it began with, also when it is over by now
 */
export function useCountdown(initialDeadline = 0) {
  const [{ now, deadline, totalSeconds }, setCountdown] = useState(() =>
    countdownTo(initialDeadline),
  );
  const isRunning = now < deadline;

  useEffect(() => {
    if (!isRunning) return;
    const tick = () => setCountdown((countdown) => ({ ...countdown, now: Date.now() }));
    const timer = setInterval(tick, 1000);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [isRunning, deadline]);

  const startUntil = useCallback((moment: number) => setCountdown(countdownTo(moment)), []);
  return { secondsLeft: secondsBetween(now, deadline), totalSeconds, startUntil };
}

export type Countdown = ReturnType<typeof useCountdown>;

/** The moment in so many seconds, in milliseconds since 1970. */
export const inSeconds = (seconds: number): number => Date.now() + seconds * 1000;

interface Options {
  send: (number: PhoneNumber) => Promise<{ expiredAt?: string | null }>;
  /** Seconds before another code may be asked for; the server may say longer. */
  cooldownS: number;
  /** What the codes are for. Without it nothing outlives the dialog. */
  purpose?: CodePurpose;
  initial?: CodeRequest | null;
}

/**
 * Asks for one-time codes: remembers where the last one went, how long it is good and when the next may be asked, also
 * over a closed dialog and a reloaded page.
 */
export function useCodeRequest({ send, cooldownS, purpose, initial = null }: Options) {
  const [sentTo, setSentTo] = useState<PhoneNumber | null>(initial);
  const [sending, setSending] = useState(false);
  const expiry = useCountdown(initial?.expiresAt);
  const cooldown = useCountdown(initial?.resendAt);
  const attemptId = useRef(0);

  // While a code is waited for, a page that is loaded again opens the dialog again.
  const isAwaited = sentTo !== null;
  useEffect(() => {
    if (!purpose || !isAwaited) return;
    codeRequests.setDialog(purpose);
    return () => codeRequests.setDialog(null);
  }, [purpose, isAwaited]);

  const keep = (number: PhoneNumber, times: { expiresAt: number; resendAt: number }) => {
    if (purpose) codeRequests.keep(purpose, { ...number, ...times });
  };

  /**
   * Sends a code.
   *
   * @returns `dropped` when it was cancelled before the answer arrived; `wait` when the server asks to wait, and the
   *   countdown runs: `resumed` where a code that still counts was sent before
   */
  const request = async (number: PhoneNumber) => {
    const mine = ++attemptId.current;
    setSending(true);
    try {
      const { expiredAt } = await send(number);
      const expiresAt = codeDeadline(expiredAt);
      const resendAt = inSeconds(cooldownS);
      keep(number, { expiresAt, resendAt });
      if (mine !== attemptId.current) return { kind: "dropped" } as const;
      setSentTo(number);
      expiry.startUntil(expiresAt);
      cooldown.startUntil(resendAt);
      return { kind: "sent" } as const;
    } catch (error) {
      if (mine !== attemptId.current) return { kind: "dropped" } as const;
      if (!(error instanceof ApiError) || error.retryAfterS === null)
        return { kind: "failed", error } as const;
      const known = purpose ? codeRequests.find(purpose, number) : null;
      const resendAt = inSeconds(error.retryAfterS);
      keep(number, { expiresAt: known?.expiresAt ?? 0, resendAt });
      const resumed = known !== null && !isSameNumber(number, sentTo) && resume(number);
      cooldown.startUntil(resendAt);
      return { kind: "wait", resumed, error } as const;
    } finally {
      if (mine === attemptId.current) setSending(false);
    }
  };

  const { startUntil: startExpiry } = expiry;
  const { startUntil: startCooldown } = cooldown;

  /**
   * Takes up what this tab still knows of a number, if one is given, and forgets any other, with the answer that may be
   * on its way.
   *
   * @returns whether a code that still counts was sent to it
   */
  const resume = useCallback(
    (number: PhoneNumber | null) => {
      const known = number && purpose ? codeRequests.find(purpose, number) : null;
      const counts = known !== null && known.expiresAt > Date.now();
      attemptId.current += 1;
      setSentTo(counts ? number : null);
      setSending(false);
      startExpiry(known?.expiresAt ?? 0);
      startCooldown(known?.resendAt ?? 0);
      return counts;
    },
    [purpose, startExpiry, startCooldown],
  );

  return { sentTo, sending, expiry, cooldown, request, resume };
}

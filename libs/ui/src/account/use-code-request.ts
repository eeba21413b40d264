import { ApiError } from "@loyalty/api-client/errors.ts";
import {
  type CodePurpose,
  type CodeRequest,
  codeRequests,
} from "@loyalty/api-client/session/code-requests.ts";
import { lastPhoneNumber as kept } from "@loyalty/api-client/session/token-store.ts";
import { useCallback, useEffect, useRef, useState } from "react";

/** A phone number as the API knows it: the id of its calling code and its national digits. */
export interface PhoneNumber {
  callingCodeId: number;
  /** Numeric, without `+`: `60`. */
  callingCode: string;
  /** National digits, without leading zeros. */
  mobileNumber: string;
}

/**
 * A phone number whose one-time code was right although nobody is registered under it: the registration goes on
 * with the ticket instead of asking for a second code.
 */
export interface ProvedNumber extends PhoneNumber {
  /** Short-lived proof from `404 not_registered`, sent in place of the code. */
  ticket: string;
}

/** Whether two numbers reach the same phone. */
export function isSameNumber(a: PhoneNumber | null, b: PhoneNumber | null): boolean {
  return (
    a !== null &&
    b !== null &&
    a.callingCodeId === b.callingCodeId &&
    a.mobileNumber === b.mobileNumber
  );
}

const DEFAULT_CALLING_CODE = "60";

type TypedNumber = Pick<PhoneNumber, "callingCode" | "mobileNumber">;

/** The number of the last sign-in in this browser, or an empty Malaysian one. */
export function lastPhoneNumber(): TypedNumber {
  const last = kept.read() ?? "";
  const foreign = /^\+([0-9]+) ([0-9]+)$/.exec(last);
  return foreign
    ? { callingCode: foreign[1]!, mobileNumber: foreign[2]! }
    : { callingCode: DEFAULT_CALLING_CODE, mobileNumber: last };
}

/** Keeps the number for next time: bare national digits for Malaysia, `+65 81234567` for others. */
export function rememberPhoneNumber({ callingCode, mobileNumber }: TypedNumber): void {
  kept.write(
    callingCode === DEFAULT_CALLING_CODE ? mobileNumber : `+${callingCode} ${mobileNumber}`,
  );
}

/** Life of a code when the server names none (spec 000 §9). */
export const CODE_LIFE_S = 120;

/** No code lives longer than this, so a longer life means that this device's clock is wrong. */
const LONGEST_LIFE_S = 600;

/**
 * When a code that was just sent ends, on this device's clock in milliseconds.
 *
 * Counted from `expiredAt` when the server says it (spec 000 §4), else 120 s. A device whose clock is off would see
 * a fresh code as dead or as good for hours: then the default is nearer to the truth, and the server decides anyway.
 */
export function codeDeadline(expiredAt: string | null | undefined, now = Date.now()): number {
  const expiry = expiredAt ? Date.parse(expiredAt) : Number.NaN;
  const life = (expiry - now) / 1000;
  return life > 0 && life <= LONGEST_LIFE_S ? expiry : now + CODE_LIFE_S * 1000;
}

export interface Countdown {
  /** Whole seconds that are left, 0 when the countdown is over or none runs. */
  secondsLeft: number;
  /** Whole seconds that the countdown began with, also when it is over by now; 0 when none was started. */
  totalSeconds: number;
  /** Counts down to a moment, in milliseconds since 1970. */
  startUntil: (deadline: number) => void;
  /** Counts down a number of seconds. */
  startFor: (seconds: number) => void;
  stop: () => void;
}

/**
 * Counts down to a moment by the clock and not by its own ticks, so that a phone that slept shows the truth.
 *
 * @param initialDeadline a moment to count down to from the start, in milliseconds since 1970
 */
export function useCountdown(initialDeadline: number | null = null): Countdown {
  const [deadline, setDeadline] = useState(initialDeadline);
  const [now, setNow] = useState(() => Date.now());
  const [totalSeconds, setTotalSeconds] = useState(() =>
    initialDeadline === null ? 0 : secondsBetween(now, initialDeadline),
  );
  const running = deadline !== null && now < deadline;

  useEffect(() => {
    if (!running) return;
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, 1000);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [running, deadline]);

  const startUntil = useCallback((moment: number) => {
    const start = Date.now();
    setNow(start);
    setDeadline(moment);
    setTotalSeconds(secondsBetween(start, moment));
  }, []);
  const startFor = useCallback(
    (seconds: number) => startUntil(Date.now() + seconds * 1000),
    [startUntil],
  );
  const stop = useCallback(() => {
    setDeadline(null);
    setTotalSeconds(0);
  }, []);

  const secondsLeft = running ? Math.ceil((deadline - now) / 1000) : 0;
  return { secondsLeft, totalSeconds, startUntil, startFor, stop };
}

const secondsBetween = (now: number, deadline: number) =>
  Math.max(0, Math.ceil((deadline - now) / 1000));

/** Error banners disappear after 5 s (spec 000 §9). */
export const BANNER_LIFE_MS = 5000;

/**
 * A message that goes away by itself. Saying the same one again starts its time anew.
 *
 * @returns the message or null, how to show one, and how to remove it.
 */
export function usePassingMessage(lifeMs: number = BANNER_LIFE_MS) {
  const [message, setMessage] = useState<{ text: string } | null>(null);

  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(null), lifeMs);
    return () => clearTimeout(timer);
  }, [message, lifeMs]);

  const show = useCallback((text: string) => setMessage({ text }), []);
  const clear = useCallback(() => setMessage(null), []);
  return { message: message?.text ?? null, show, clear };
}

/** Long enough that no number is called wrong while it is still being typed. */
const SETTLED_AFTER_MS = 800;

/** Whether a value has stayed the same for a moment. */
export function useIsSettled(value: string): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled === value;
}

/** What came of asking for a code: `dropped` when it was cancelled before the answer arrived. */
export type CodeRequestResult =
  | { kind: "sent" }
  | { kind: "dropped" }
  /** The server asks to wait; the countdown runs. `resumed`: a code that still counts was sent before. */
  | { kind: "wait"; resumed: boolean; error: ApiError }
  | { kind: "failed"; error: unknown };

interface Options {
  send: (number: PhoneNumber) => Promise<{ expiredAt?: string | null }>;
  /** Seconds before another code may be asked for; the server may say longer. */
  cooldownS: number;
  /** What the codes are for. Without it nothing outlives the dialog. */
  purpose?: Exclude<CodePurpose, "erasure">;
  /** A request of this tab to begin with. */
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
  const turn = useRef(0);

  useOpenAgain(purpose, sentTo !== null);

  const keep = (number: PhoneNumber, times: { expiresAt: number; resendAt: number }) => {
    if (purpose) codeRequests.keep(purpose, { ...number, ...times });
  };

  const request = async (number: PhoneNumber): Promise<CodeRequestResult> => {
    const mine = ++turn.current;
    setSending(true);
    try {
      const { expiredAt } = await send(number);
      const expiresAt = codeDeadline(expiredAt);
      const resendAt = inSeconds(cooldownS);
      keep(number, { expiresAt, resendAt });
      if (mine !== turn.current) return { kind: "dropped" };
      setSentTo(number);
      expiry.startUntil(expiresAt);
      cooldown.startUntil(resendAt);
      return { kind: "sent" };
    } catch (error) {
      if (mine !== turn.current) return { kind: "dropped" };
      if (!(error instanceof ApiError) || error.retryAfterS === null)
        return { kind: "failed", error };
      const resumed = wait(number, error.retryAfterS);
      return { kind: "wait", resumed, error };
    } finally {
      if (mine === turn.current) setSending(false);
    }
  };

  const wait = (number: PhoneNumber, waitS: number): boolean => {
    const resendAt = inSeconds(waitS);
    const known = purpose ? codeRequests.find(purpose, number) : null;
    keep(number, { expiresAt: known?.expiresAt ?? 0, resendAt });
    if (known && !isSameNumber(number, sentTo)) return resume(number);
    cooldown.startUntil(resendAt);
    return false;
  };

  const { startUntil: startExpiry, stop: stopExpiry } = expiry;
  const { startUntil: startCooldown, stop: stopCooldown } = cooldown;

  /** Forgets the code that was sent, and the answer that may still be on its way. */
  const cancel = useCallback(() => {
    turn.current += 1;
    setSentTo(null);
    setSending(false);
    stopExpiry();
    stopCooldown();
  }, [stopExpiry, stopCooldown]);

  /**
   * Takes up what this tab still knows of a number, and forgets any other.
   *
   * @returns whether a code that still counts was sent to it
   */
  const resume = useCallback(
    (number: PhoneNumber | null): boolean => {
      cancel();
      const known = number && purpose ? codeRequests.find(purpose, number) : null;
      if (!known) return false;
      if (known.resendAt > Date.now()) startCooldown(known.resendAt);
      if (known.expiresAt <= Date.now()) return false;
      setSentTo(number);
      startExpiry(known.expiresAt);
      return true;
    },
    [purpose, cancel, startCooldown, startExpiry],
  );

  return { sentTo, sending, expiry, cooldown, request, cancel, resume };
}

const inSeconds = (seconds: number) => Date.now() + seconds * 1000;

/** While a code is waited for, a page that is loaded again opens the dialog again. */
function useOpenAgain(purpose: CodePurpose | undefined, isWaiting: boolean) {
  useEffect(() => {
    if (!purpose || !isWaiting) return;
    codeRequests.setDialog(purpose);
    return () => codeRequests.setDialog(null);
  }, [purpose, isWaiting]);
}

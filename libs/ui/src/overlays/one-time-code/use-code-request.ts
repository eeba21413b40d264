import { ApiError, codeRequests, type CodePurpose, type CodeRequest } from "@loyalty/api-client";
import { useCallback, useEffect, useRef, useState } from "react";

import { codeDeadline } from "./code-deadline.ts";
import { isSameNumber, type PhoneNumber } from "./phone-number.ts";
import { useCountdown } from "./use-countdown.ts";

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

import { ApiError } from "@loyalty/api-client";
import { useCallback, useRef, useState } from "react";

import { codeDeadline } from "./code-deadline.ts";
import type { PhoneNumber } from "./phone-number.ts";
import { useCountdown } from "./use-countdown.ts";

/** What came of asking for a code: `dropped` when it was cancelled before the answer arrived. */
export type CodeRequestResult =
  { kind: "sent" } | { kind: "dropped" } | { kind: "failed"; error: unknown };

interface Options {
  send: (number: PhoneNumber) => Promise<{ expiredAt?: string | null }>;
  /** Seconds before another code may be asked for; the server may say longer. */
  cooldownS: number;
}

/** Asks for one-time codes: remembers where the last one went, how long it is good and when the next may be asked. */
export function useCodeRequest({ send, cooldownS }: Options) {
  const [sentTo, setSentTo] = useState<PhoneNumber | null>(null);
  const [sending, setSending] = useState(false);
  const expiry = useCountdown();
  const cooldown = useCountdown();
  const turn = useRef(0);

  const request = async (number: PhoneNumber): Promise<CodeRequestResult> => {
    const mine = ++turn.current;
    setSending(true);
    try {
      const { expiredAt } = await send(number);
      if (mine !== turn.current) return { kind: "dropped" };
      setSentTo(number);
      expiry.startUntil(codeDeadline(expiredAt, Date.now()));
      cooldown.startUntil(Date.now() + cooldownS * 1000);
      return { kind: "sent" };
    } catch (error) {
      if (mine !== turn.current) return { kind: "dropped" };
      const waitS = error instanceof ApiError ? error.retryAfterS : null;
      if (waitS !== null) cooldown.startUntil(Date.now() + waitS * 1000);
      return { kind: "failed", error };
    } finally {
      if (mine === turn.current) setSending(false);
    }
  };

  const { stop: stopExpiry } = expiry;
  const { stop: stopCooldown } = cooldown;
  /** Forgets the code that was sent, and the answer that may still be on its way. */
  const cancel = useCallback(() => {
    turn.current += 1;
    setSentTo(null);
    setSending(false);
    stopExpiry();
    stopCooldown();
  }, [stopExpiry, stopCooldown]);

  return { sentTo, sending, expiry, cooldown, request, cancel };
}

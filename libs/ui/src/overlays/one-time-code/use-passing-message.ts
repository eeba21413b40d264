import { useCallback, useEffect, useState } from "react";

/** Error banners disappear after 5 s (spec 000 §9). */
export const BANNER_LIFE_MS = 5000;

/**
 * A message that goes away by itself. Saying the same one again starts its time anew.
 *
 * @returns the message or null, how to say one, and how to take it back.
 */
export function usePassingMessage(lifeMs: number = BANNER_LIFE_MS) {
  const [message, setMessage] = useState<{ text: string } | null>(null);

  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(null), lifeMs);
    return () => clearTimeout(timer);
  }, [message, lifeMs]);

  const say = useCallback((text: string) => setMessage({ text }), []);
  const clear = useCallback(() => setMessage(null), []);
  return { message: message?.text ?? null, say, clear };
}

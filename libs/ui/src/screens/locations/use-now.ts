import { startTransition, useEffect, useState } from "react";

const MINUTE_MS = 60_000;

/** The time, kept up to the minute; null on a prerendered page, which must not say yesterday's. */
export function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    // Every badge is drawn anew: in between whatever the reader does meanwhile, not in one piece before it.
    const tell = () => startTransition(() => setNow(new Date()));
    tell();
    const timer = setInterval(tell, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

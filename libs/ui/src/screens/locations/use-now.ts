import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

/** The time, kept up to the minute; null on a prerendered page, which must not say yesterday's. */
export function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

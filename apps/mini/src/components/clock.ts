import { serverNow } from "@loyalty/api-client/http";
import { useEffect, useReducer, useState } from "react";

/** Re-renders at each interval. Returns the browser's time in ms; `serverNow()` is the server's. */
export function useNowEvery(intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}

/** The longest delay of a browser's timer, some 24 days; a longer one would fire at once. */
const MAX_MS = 2 ** 31 - 1;

/** Whether it is before an instant by the server's clock; the component re-renders when the instant comes. */
export function useIsBefore(instant: string | null): boolean {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  const left = instant === null ? 0 : Date.parse(instant) - serverNow().getTime();
  const isBefore = left > 0;
  useEffect(() => {
    if (!isBefore) return undefined;
    const timer = setTimeout(render, Math.min(left, MAX_MS));
    return () => clearTimeout(timer);
  }, [isBefore, left]);
  return isBefore;
}

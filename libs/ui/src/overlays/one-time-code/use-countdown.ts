import { useCallback, useEffect, useState } from "react";

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

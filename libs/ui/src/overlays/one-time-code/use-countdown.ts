import { useCallback, useEffect, useState } from "react";

export interface Countdown {
  /** Whole seconds that are left, 0 when the countdown is over or none runs. */
  secondsLeft: number;
  /** Whole seconds that the countdown began with, also when it is over by now; 0 when none was started. */
  totalSeconds: number;
  /** Counts down to a moment, in milliseconds since 1970. */
  startUntil: (deadline: number) => void;
  stop: () => void;
}

/**
 * Counts down to a moment by the clock and not by its own ticks, so that a phone that slept shows the truth.
 */
export function useCountdown(): Countdown {
  const [deadline, setDeadline] = useState<number | null>(null);
  const [totalSeconds, setTotalSeconds] = useState(0);
  const [now, setNow] = useState(0);
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
    setTotalSeconds(Math.max(0, Math.ceil((moment - start) / 1000)));
  }, []);
  const stop = useCallback(() => {
    setDeadline(null);
    setTotalSeconds(0);
  }, []);

  const secondsLeft = running ? Math.ceil((deadline - now) / 1000) : 0;
  return { secondsLeft, totalSeconds, startUntil, stop };
}

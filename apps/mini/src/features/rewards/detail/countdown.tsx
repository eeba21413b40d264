import { presentedSecondsLeft, serverNow } from "@loyalty/api-client";
import { useTexts } from "@loyalty/ui";
import { rewardTexts } from "@loyalty/ui/texts/reward";
import { useEffect, useReducer } from "react";

import styles from "./countdown.module.css";

const SECOND_MS = 1000;
/** Below this it is said in words and in another colour. */
const SOON_S = 60;

/** Draws its component again each second. */
export function useTicking(): void {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, []);
}

function spelled(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A browser takes no longer time for a timer, some 24 days; a longer one would be over at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Whether it is before an instant by the server's clock; told anew when that comes. */
export function useIsBefore(instant: string | null): boolean {
  const [, draw] = useReducer((draws: number) => draws + 1, 0);
  const left = instant === null ? 0 : Date.parse(instant) - serverNow().getTime();
  const waits = left > 0;
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(draw, Math.min(left, LONGEST_MS));
    return () => clearTimeout(timer);
  }, [waits, left]);
  return waits;
}

/** The time a shown voucher has left before it is the member's again. */
export function Countdown({ until }: { until: string }) {
  const t = useTexts(rewardTexts);
  useTicking();
  const left = presentedSecondsLeft(until, serverNow());
  const soon = left < SOON_S;
  return (
    <div className={styles.left} data-soon={soon || undefined}>
      <p role="timer" aria-live="off">
        {t("show.left", { time: spelled(left) })}
      </p>
      <p role="status" className={styles.words}>
        {soon && t("show.soon")}
      </p>
    </div>
  );
}

import { oneTimeCodeTexts } from "../../texts/one-time-code.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./one-time-code.module.css";
import type { Countdown } from "./use-countdown.ts";

/** How long the code is still good. The server decides: a code that looks expired here may still be tried. */
export function CodeLife({ expiry: { secondsLeft, totalSeconds } }: { expiry: Countdown }) {
  const t = useTexts(oneTimeCodeTexts);
  if (totalSeconds === 0) return null;
  return (
    <div className={styles.life}>
      {secondsLeft > 0 && <p role="timer">{t("expiresIn", { time: minutes(secondsLeft) })}</p>}
      <div role="status">
        {secondsLeft === 0 && <p className={styles.expired}>{t("expired")}</p>}
      </div>
    </div>
  );
}

/** `1:05`. */
function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

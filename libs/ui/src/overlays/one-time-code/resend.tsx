import { Button } from "../../primitives/button/button.tsx";
import { VisuallyHidden } from "../../primitives/visually-hidden/visually-hidden.tsx";
import { oneTimeCodeTexts } from "../../texts/one-time-code.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./one-time-code.module.css";
import type { Countdown } from "./use-countdown.ts";

interface ResendProps {
  cooldown: Countdown;
  sending: boolean;
  onResend: () => void;
}

/** Asks for another code, once the time between two is over. The countdown is seen live and heard at its ends only. */
export function Resend({
  cooldown: { secondsLeft, totalSeconds },
  sending,
  onResend,
}: ResendProps) {
  const t = useTexts(oneTimeCodeTexts);
  const label = sending
    ? t("resending")
    : secondsLeft > 0
      ? t("resendIn", { seconds: secondsLeft })
      : t("resend");

  return (
    <div className={styles.resend}>
      <Button variant="ghost" busy={sending} disabled={secondsLeft > 0} onClick={onResend}>
        {label}
      </Button>
      <span role="status">
        <VisuallyHidden>
          {totalSeconds > 0 && (secondsLeft > 0 ? t("wait", { count: totalSeconds }) : t("ready"))}
        </VisuallyHidden>
      </span>
    </div>
  );
}

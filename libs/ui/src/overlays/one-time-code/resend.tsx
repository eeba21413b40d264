import { Button } from "../../primitives/button.tsx";
import { VisuallyHidden } from "../../primitives/visually-hidden.tsx";
import { oneTimeCodeTexts } from "../../texts/one-time-code.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./one-time-code.module.css";
import type { Countdown } from "./use-countdown.ts";

/** A longer wait is said in minutes. */
const LONGEST_IN_SECONDS = 90;
const minutesOf = (seconds: number) => Math.ceil(seconds / 60);

interface ResendProps {
  cooldown: Countdown;
  sending: boolean;
  onResend: () => void;
}

/** Asks for another code, once the time between two is over. The countdown is seen live and heard at its ends only. */
export function Resend({ cooldown, sending, onResend }: ResendProps) {
  const t = useTexts(oneTimeCodeTexts);
  const { secondsLeft } = cooldown;
  const remaining =
    secondsLeft > LONGEST_IN_SECONDS
      ? t("resendInMinutes", { minutes: minutesOf(secondsLeft) })
      : t("resendIn", { seconds: secondsLeft });
  const label = sending ? t("resending") : secondsLeft > 0 ? remaining : t("resend");

  return (
    <div className={styles.resend}>
      <Button variant="ghost" busy={sending} disabled={secondsLeft > 0} onClick={onResend}>
        {label}
      </Button>
      <WaitAnnounced countdown={cooldown} to="ask" />
    </div>
  );
}

interface WaitProps {
  countdown: Countdown;
  /** What has to wait: asking for a code, or trying one. */
  to: "ask" | "try";
}

/** How long somebody has to wait, seen live; nothing when nobody has to. */
export function Wait({ countdown, to }: WaitProps) {
  const sentence = useWaitSentence(to);
  if (countdown.totalSeconds === 0) return null;
  return (
    <div className={styles.life}>
      {countdown.secondsLeft > 0 && <p role="timer">{sentence(countdown.secondsLeft)}</p>}
      <WaitAnnounced countdown={countdown} to={to} />
    </div>
  );
}

/** The same for those who hear it: its beginning and its end, not every second. */
function WaitAnnounced({ countdown: { secondsLeft, totalSeconds }, to }: WaitProps) {
  const t = useTexts(oneTimeCodeTexts);
  const sentence = useWaitSentence(to);
  const over = t(to === "ask" ? "ready" : "tryReady");
  return (
    <span role="status">
      <VisuallyHidden>
        {totalSeconds > 0 && (secondsLeft > 0 ? sentence(totalSeconds) : over)}
      </VisuallyHidden>
    </span>
  );
}

/** `You can request a new code in 30 seconds.` */
function useWaitSentence(to: WaitProps["to"]) {
  const t = useTexts(oneTimeCodeTexts);
  return (seconds: number) => {
    const inMinutes = seconds > LONGEST_IN_SECONDS;
    const count = inMinutes ? minutesOf(seconds) : seconds;
    if (to === "ask") return t(inMinutes ? "waitMinutes" : "wait", { count });
    return t(inMinutes ? "tryInMinutes" : "tryIn", { count });
  };
}

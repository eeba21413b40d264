import { Button } from "@loyalty/ui/button";
import textStyles from "@loyalty/ui/text.module.css";
import { MAX_IN_SECONDS } from "../errors/translate-errors.ts";
import { VisuallyHidden } from "@loyalty/ui/visually-hidden";
import { useEffect, useEffectEvent } from "react";
import { Trans, useTranslation } from "react-i18next";

import { oneTimeCodeTexts } from "./texts.ts";
import styles from "./one-time-code.module.css";
import type { Countdown, PhoneNumber, useCodeRequest } from "./use-code-request.ts";

/** How long the code is still good. The server decides: a code that looks expired here may still be tried. */
export function CodeExpiry({ expiry: { secondsLeft, totalSeconds } }: { expiry: Countdown }) {
  const { t } = useTranslation(oneTimeCodeTexts);
  if (totalSeconds === 0) return null;
  return (
    <div className={`${textStyles.note} ${textStyles.tabular}`}>
      {secondsLeft > 0 && <p role="timer">{t("expiresIn", { time: minutes(secondsLeft) })}</p>}
      <div role="status">
        {secondsLeft === 0 && <p className={textStyles.danger}>{t("expired")}</p>}
      </div>
    </div>
  );
}

/** `1:05`. */
function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A number as it is shown while others may look over the shoulder: `+60 12-•••• 789`. */
export function maskedNumber(callingCode: string, mobileNumber: string): string {
  const digits = mobileNumber.replace(/[^0-9]/g, "");
  return `+${callingCode} ${digits.slice(0, 2)}-•••• ${digits.slice(-3)}`;
}

/** What `Trans` puts into a sentence with a masked number. */
export const withNumber = ({ callingCode, mobileNumber }: PhoneNumber) => ({
  values: { number: maskedNumber(callingCode, mobileNumber) },
  components: { number: <strong className={textStyles.nowrap} /> },
});

/** Where the code went: "Sent by WhatsApp to +60 12-•••• 789". */
export function SentTo({ number }: { number: PhoneNumber }) {
  const { t } = useTranslation(oneTimeCodeTexts);
  return (
    <span className={textStyles.tabular}>
      <Trans t={t} i18nKey="sentTo" {...withNumber(number)} />
    </span>
  );
}

const minutesOf = (seconds: number) => Math.ceil(seconds / 60);

interface ResendProps {
  request: Pick<ReturnType<typeof useCodeRequest>, "cooldown" | "sending">;
  onResend: () => void;
}

/** Asks for another code, once the time between two is over. The countdown is shown live; screen readers announce its start and its end only. */
export function Resend({ request: { cooldown, sending }, onResend }: ResendProps) {
  const { t } = useTranslation(oneTimeCodeTexts);
  const { secondsLeft } = cooldown;
  const remaining =
    secondsLeft > MAX_IN_SECONDS
      ? t("resendInMinutes", { minutes: minutesOf(secondsLeft) })
      : t("resendIn", { seconds: secondsLeft });
  const label = sending ? t("resending") : secondsLeft > 0 ? remaining : t("resend");

  return (
    <div className={styles.resend}>
      <Button variant="ghost" busy={sending} disabled={secondsLeft > 0} onClick={onResend}>
        {label}
      </Button>
      <CooldownAnnouncement countdown={cooldown} to="ask" />
    </div>
  );
}

interface CooldownProps {
  countdown: Countdown;
  to: "ask" | "try";
}

/** How long a user has to wait, seen live; nothing when nobody has to. */
export function Cooldown({ countdown, to }: CooldownProps) {
  const sentence = useCooldownText(to);
  if (countdown.totalSeconds === 0) return null;
  return (
    <div className={`${textStyles.note} ${textStyles.tabular}`}>
      {countdown.secondsLeft > 0 && <p role="timer">{sentence(countdown.secondsLeft)}</p>}
      <CooldownAnnouncement countdown={countdown} to={to} />
    </div>
  );
}

/** The same for screen readers: its beginning and its end, not every second. */
function CooldownAnnouncement({ countdown: { secondsLeft, totalSeconds }, to }: CooldownProps) {
  const { t } = useTranslation(oneTimeCodeTexts);
  const sentence = useCooldownText(to);
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
function useCooldownText(to: CooldownProps["to"]) {
  const { t } = useTranslation(oneTimeCodeTexts);
  return (seconds: number) => {
    const inMinutes = seconds > MAX_IN_SECONDS;
    const count = inMinutes ? minutesOf(seconds) : seconds;
    if (to === "ask") return t(inMinutes ? "waitMinutes" : "wait", { count });
    return t(inMinutes ? "tryInMinutes" : "tryIn", { count });
  };
}

/**
 * Takes the code out of a text message where the browser offers it (WebOTP, Chrome on Android); elsewhere it does
 * nothing. It stops listening as soon as `listening` ends, so that no prompt outlives the step that asked for it.
 */
export function useWebOtp(listening: boolean, onCode: (code: string) => void) {
  const take = useEffectEvent(onCode);

  useEffect(() => {
    if (!listening || !("OTPCredential" in window)) return;
    const stop = new AbortController();
    // TypeScript's DOM library knows neither `otp` nor `code`.
    const request = { otp: { transport: ["sms"] }, signal: stop.signal };
    navigator.credentials
      .get(request)
      .then((credential) => {
        const code = (credential as (Credential & { code: string }) | null)?.code;
        if (code && !stop.signal.aborted) take(code);
      })
      .catch(() => {
        // Aborted, refused or timed out: the code is typed by hand.
      });
    return () => stop.abort();
  }, [listening]);
}

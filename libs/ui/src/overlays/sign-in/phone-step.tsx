import { Button } from "../../primitives/button.tsx";
import { PhoneField } from "../../primitives/phone-field.tsx";
import { signInTexts } from "../../texts/sign-in.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { Wait } from "../one-time-code/resend.tsx";
import type { Countdown } from "../one-time-code/use-countdown.ts";
import styles from "./sign-in.module.css";
import type { usePasskeySignIn } from "./use-passkey-sign-in.ts";
import type { usePhoneEntry } from "./use-phone-entry.ts";

interface PhoneStepProps {
  phone: ReturnType<typeof usePhoneEntry>;
  sending: boolean;
  /** Another code may be asked for when it is over; null where nothing has to be waited for. */
  wait: Countdown | null;
  onContinue: () => void;
  onSignUp: () => void;
  /** Null where the browser has no passkeys. */
  passkey: ReturnType<typeof usePasskeySignIn>;
}

/** Step 1: the phone number or a passkey, and the way to registration. */
export function PhoneStep({ phone, sending, wait, onContinue, onSignUp, passkey }: PhoneStepProps) {
  const t = useTexts(signInTexts);

  return (
    <form
      noValidate
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault();
        onContinue();
      }}
    >
      <PhoneField
        label={t("phoneLabel")}
        hint={t("phoneIntro")}
        error={phone.problem}
        callingCodes={phone.callingCodes}
        callingCodeId={phone.callingCodeId}
        onCallingCodeChange={phone.changeCallingCode}
        number={phone.mobileNumber}
        onNumberChange={phone.changeMobileNumber}
        input={{
          name: "mobileNumber",
          onBlur: phone.leave,
          // A disabled Continue would swallow Enter; whoever presses it hears what is wrong.
          onKeyDown: (event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onContinue();
          },
        }}
      />
      <Button
        type="submit"
        size="lg"
        wide
        busy={sending}
        disabled={(!phone.number || wait !== null) && !sending}
      >
        {sending ? t("sending") : t("continue")}
      </Button>
      {wait && <Wait countdown={wait} to="ask" />}
      {passkey && (
        <Button
          variant="outline"
          size="lg"
          wide
          busy={passkey.waiting}
          onClick={() => void passkey.signIn()}
        >
          {passkey.waiting ? t("usingPasskey") : t("usePasskey")}
        </Button>
      )}
      <p className={styles.other}>
        {t("notAMember")}{" "}
        <Button variant="link" onClick={onSignUp}>
          {t("signUp")}
        </Button>
      </p>
    </form>
  );
}

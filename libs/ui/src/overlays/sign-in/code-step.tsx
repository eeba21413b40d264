import { Button } from "../../primitives/button.tsx";
import { OtpBoxes } from "../../primitives/otp-field.tsx";
import { signInTexts } from "../../texts/sign-in.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { CodeLife } from "../one-time-code/code-life.tsx";
import type { PhoneNumber } from "../one-time-code/phone-number.ts";
import { Resend, Wait } from "../one-time-code/resend.tsx";
import { SentTo } from "../one-time-code/sent-to.tsx";
import type { useCodeRequest } from "../one-time-code/use-code-request.ts";
import { useWebOtp } from "../one-time-code/use-web-otp.ts";
import styles from "./sign-in.module.css";
import type { useCodeCheck } from "./use-code-check.ts";

interface CodeStepProps {
  sentTo: PhoneNumber;
  check: ReturnType<typeof useCodeCheck>;
  request: ReturnType<typeof useCodeRequest>;
  onEdit: () => void;
  onResend: () => void;
}

/** Step 2: the six boxes. Nothing submits by itself: the button and Enter do. */
export function CodeStep({ sentTo, check, request, onEdit, onResend }: CodeStepProps) {
  const t = useTexts(signInTexts);
  useWebOtp(!check.checking, (code) => check.boxes.current?.fill(code));

  return (
    <form
      noValidate
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault();
        void check.check();
      }}
    >
      <p className={styles.sentTo}>
        <SentTo number={sentTo} />
        <Button variant="link" aria-label={t("editNumber")} onClick={onEdit}>
          {t("edit")}
        </Button>
      </p>
      <OtpBoxes
        ref={check.boxes}
        label={t("codeLabel")}
        pasteRule="exact6"
        onChange={check.setCode}
        onEnter={() => void check.check()}
      />
      <CodeLife expiry={request.expiry} />
      <Button
        type="submit"
        size="lg"
        wide
        busy={check.checking}
        disabled={(!check.isWhole || check.pause.secondsLeft > 0) && !check.checking}
      >
        {check.checking ? t("verifying") : t("verify")}
      </Button>
      <Wait countdown={check.pause} to="try" />
      <Resend cooldown={request.cooldown} sending={request.sending} onResend={onResend} />
    </form>
  );
}

import { CircleCheck } from "lucide-react";
import { useEffect } from "react";

import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { OtpBoxes } from "../../primitives/otp-field.tsx";
import { registerTexts } from "../../texts/register.ts";
import { RichText } from "../../texts/rich-text.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { CodeLife } from "../one-time-code/code-life.tsx";
import { maskedNumber } from "../one-time-code/masked-number.ts";
import { Resend, Wait } from "../one-time-code/resend.tsx";
import { SentTo } from "../one-time-code/sent-to.tsx";
import { useWebOtp } from "../one-time-code/use-web-otp.ts";
import styles from "./register.module.css";
import type { NumberProof as Proof } from "./use-number-proof.ts";

/** Get OTP, then the six boxes; or the word that the number is proved already. */
export function NumberProof({ proof }: { proof: Proof }) {
  const t = useTexts(registerTexts);
  const { typed, ticket, request, problem } = proof;

  if (ticket !== null && typed.number) {
    const { callingCode, mobileNumber } = typed.number;
    return (
      <p className={styles.proved}>
        <CircleCheck aria-hidden="true" size={20} className={styles.provedIcon} />
        <span>
          <RichText
            texts={registerTexts}
            name="numberProved"
            values={{ number: maskedNumber(callingCode, mobileNumber) }}
            parts={{ number: <strong className={styles.number} /> }}
          />
        </span>
      </p>
    );
  }
  if (request.sentTo) return <SentCode proof={proof} />;
  return (
    <div className={styles.proof}>
      <p className={styles.proofHint}>{t("otpHint")}</p>
      <Button
        variant="soft"
        size="lg"
        wide
        busy={request.sending}
        disabled={request.cooldown.secondsLeft > 0}
        onClick={() => void proof.requestCode()}
      >
        {request.sending ? t("sendingOtp") : t("getOtp")}
      </Button>
      <Wait countdown={request.cooldown} to="ask" />
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** At the top of the form, for whoever meant to sign in: why they are here, and that their code was not in vain. */
export function NotAMemberYet({ proof: { typed, ticket } }: { proof: Proof }) {
  if (ticket === null || !typed.number) return null;
  const { callingCode, mobileNumber } = typed.number;
  return (
    <Alert kind="info">
      <RichText
        texts={registerTexts}
        name="notAMemberYet"
        values={{ number: maskedNumber(callingCode, mobileNumber) }}
        parts={{ number: <strong className={styles.number} /> }}
      />
    </Alert>
  );
}

function SentCode({ proof }: { proof: Proof }) {
  const t = useTexts(registerTexts);
  const { request, boxes, problem, focusBoxes } = proof;
  useWebOtp(true, (code) => boxes.current?.fill(code));
  useEffect(focusBoxes, [focusBoxes]);

  return (
    <div className={styles.proof}>
      {request.sentTo && (
        <p className={styles.proofHint}>
          <SentTo number={request.sentTo} />
        </p>
      )}
      <OtpBoxes
        ref={boxes}
        label={t("otpLabel")}
        pasteRule="cut6"
        error={problem}
        onChange={proof.setCode}
      />
      <CodeLife expiry={request.expiry} />
      <Wait countdown={proof.pause} to="try" />
      <Resend
        cooldown={request.cooldown}
        sending={request.sending}
        onResend={() => void proof.requestCode()}
      />
    </div>
  );
}

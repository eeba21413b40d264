import { messageOf } from "@loyalty/api-client/errors.ts";
import { useRequestRegistrationCode } from "@loyalty/api-client/react/sign-in.ts";
import { CircleCheck } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";

import { useTexts } from "../i18n/i18n.ts";
import { RichText } from "../i18n/rich-text.tsx";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { OtpBoxes, type OtpBoxesHandle } from "../primitives/otp-field.tsx";
import { showToast } from "../primitives/toast.tsx";
import { registerTexts } from "../texts/register.ts";
import { CodeLife, maskedNumber, Resend, SentTo, useWebOtp, Wait } from "./one-time-code.tsx";
import { useTypedNumber } from "./number-fields.tsx";
import styles from "./register-dialog.module.css";
import { type RegistrationFields, REQUIRED_FIELDS } from "./registration-form.ts";
import {
  isSameNumber,
  type ProvedNumber,
  useCodeRequest,
  useCountdown,
} from "./use-code-request.ts";

/** Before another registration code may be asked for (spec 000 §9). */
const RESEND_AFTER_S = 60;

/**
 * The proof that the number is the visitor's: a code that was sent to it, or the ticket that sign-in brought along.
 * Another number needs another proof (spec 000 §4). A code that still counts can be typed in as soon as its number is
 * in the form: after the dialog was closed, the page reloaded, or the number changed and put back.
 */
export function useNumberProof(form: RegistrationFields, proved: ProvedNumber | undefined) {
  const t = useTexts(registerTexts);
  const typed = useTypedNumber(form);
  const request = useCodeRequest({
    send: useRequestRegistrationCode().mutateAsync,
    cooldownS: RESEND_AFTER_S,
    purpose: "registration",
  });
  const [ticket, setTicket] = useState(proved?.ticket ?? null);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const boxes = useRef<OtpBoxesHandle>(null);
  const pause = useCountdown();

  const { sentTo, sending, cancel, resume } = request;
  const { fullNumber } = typed;
  const provenFor = useRef(fullNumber);
  const isUnderWay = ticket !== null || sentTo !== null || sending;
  useEffect(() => {
    if (!isUnderWay || provenFor.current === fullNumber) return;
    cancel();
    setTicket(null);
    setCode("");
    setProblem(null);
    showToast("info", t("info.numberChanged"));
  }, [isUnderWay, fullNumber, cancel, t]);

  // While the number is being typed, its field keeps the focus when the boxes come back.
  const isTyping = useRef(false);
  const openedWith = useRef(fullNumber);
  useEffect(() => {
    if (fullNumber !== openedWith.current) isTyping.current = true;
  }, [fullNumber]);

  const { number } = typed;
  const isProved = ticket !== null;
  const isAwaited = isSameNumber(number, sentTo);
  useEffect(() => {
    if (isProved || isAwaited || !number) return;
    provenFor.current = fullNumber;
    resume(number);
  }, [isProved, isAwaited, number, fullNumber, resume]);

  const requestCode = async () => {
    const isFilled = await form.trigger(REQUIRED_FIELDS, { shouldFocus: true });
    // As after a visit: an error goes when its field is put right, not when it is left, where it would move what is pressed.
    for (const field of REQUIRED_FIELDS)
      form.setValue(field, form.getValues(field), { shouldTouch: true });
    const isBlank = REQUIRED_FIELDS.some((field) => !form.getValues(field)?.trim());
    if (isBlank) showToast("error", t("errors.fillRequired"));
    if (!isFilled || !typed.number) return;

    provenFor.current = fullNumber;
    isTyping.current = false;
    setProblem(null);
    const result = await request.request(typed.number);
    if (result.kind === "sent") {
      boxes.current?.clear();
      showToast("success", t("info.otpSent"));
    }
    if (result.kind === "failed") {
      showToast("error", messageOf(result.error, t("errors.sendFailed")));
    }
  };

  return {
    typed,
    request,
    requestCode,
    ticket,
    dropTicket: () => setTicket(null),
    code,
    boxes,
    /** Puts the focus into the boxes that have come, unless somebody is typing elsewhere. */
    focusBoxes: useCallback(() => {
      if (!isTyping.current) boxes.current?.focus();
    }, []),
    /** Too many wrong codes: until it is over, none is looked at. */
    pause,
    /** What is wrong with the code, shown beside the boxes. */
    problem,
    setProblem,
    setCode: (digits: string) => {
      setCode(digits);
      setProblem(null);
    },
  };
}

/** What the form knows of the number and its proof. */
export type NumberProofState = ReturnType<typeof useNumberProof>;

/** Get OTP, then the six boxes; or the word that the number is proved already. */
export function NumberProof({ proof }: { proof: NumberProofState }) {
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

/** At the top of the form, for a visitor who meant to sign in: why they are here, and that their code still counts. */
export function NotAMemberYet({ proof: { typed, ticket } }: { proof: NumberProofState }) {
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

function SentCode({ proof }: { proof: NumberProofState }) {
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

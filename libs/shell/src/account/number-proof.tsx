import { messageOf } from "@loyalty/api-client/errors";
import { useRequestRegistrationCode } from "@loyalty/api-client/react/sign-in";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { Cluster, Stack } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { OtpBoxes, type OtpBoxesHandle } from "@loyalty/ui/otp-field";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { showToast } from "@loyalty/ui/toast";
import { CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Trans, useTranslation } from "react-i18next";

import { registerTexts } from "./texts.ts";
import { useTypedNumber } from "./number-fields.tsx";
import { CodeExpiry, Resend, SentTo, useWebOtp, Cooldown, withNumber } from "./one-time-code.tsx";
import { type RegistrationForm, REQUIRED_FIELDS } from "./registration-form.ts";
import {
  isSameNumber,
  type PhoneNumber,
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
export function useNumberProof(form: RegistrationForm, proved: ProvedNumber | undefined) {
  const { t } = useTranslation(registerTexts);
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
  const lockout = useCountdown();

  const { sentTo, sending, resume } = request;
  const { fullNumber, number } = typed;
  const provenFor = useRef(fullNumber);
  const isUnderWay = ticket !== null || sentTo !== null || sending;
  useEffect(() => {
    if (!isUnderWay || provenFor.current === fullNumber) return;
    resume(null);
    setTicket(null);
    setCode("");
    setProblem(null);
    showToast("info", t("info.numberChanged"));
  }, [isUnderWay, fullNumber, resume, t]);

  // While the number is being typed, its field keeps the focus when the boxes come back.
  const isTyping = useRef(false);
  const openedWith = useRef(fullNumber);
  useEffect(() => {
    if (fullNumber !== openedWith.current) isTyping.current = true;
  }, [fullNumber]);

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
    provedNumber: isProved ? number : null,
    request,
    requestCode,
    ticket,
    dropTicket: () => setTicket(null),
    code,
    boxes,
    isTyping,
    /** Too many wrong codes: until it is over, none is looked at. */
    lockout,
    /** What is wrong with the code, shown beside the boxes. */
    problem,
    setProblem,
    setCode: (digits: string) => {
      setCode(digits);
      setProblem(null);
    },
  };
}

export type NumberProofState = ReturnType<typeof useNumberProof>;

/** Get OTP, then the six boxes; or the word that the number is proved already. */
export function NumberProof({ proof }: { proof: NumberProofState }) {
  const { t } = useTranslation(registerTexts);
  const { provedNumber, request, problem } = proof;

  if (provedNumber) {
    return (
      <Cluster
        as="p"
        gap={3}
        pad={3}
        nowrap
        align="start"
        className={`${surfaceStyles.success} ${surfaceStyles.round}`}
      >
        <CircleCheck aria-hidden="true" size={20} className={layoutStyles.flexNone} />
        <span>
          <Trans t={t} i18nKey="numberProved" {...withNumber(provedNumber)} />
        </span>
      </Cluster>
    );
  }
  if (request.sentTo) return <SentCode proof={proof} sentTo={request.sentTo} />;
  return (
    <Stack gap={3} pad={4} className={`${surfaceStyles.sunken} ${surfaceStyles.round}`}>
      <p className={textStyles.note}>{t("otpHint")}</p>
      <Button
        variant="soft"
        size="lg"
        wide
        busy={request.sending || proof.typed.isPending}
        disabled={request.cooldown.secondsLeft > 0}
        onClick={() => void proof.requestCode()}
      >
        {request.sending ? t("sendingOtp") : t("getOtp")}
      </Button>
      <Cooldown countdown={request.cooldown} to="ask" />
      {problem && (
        <p role="alert" className={`${textStyles.sm} ${textStyles.danger}`}>
          {problem}
        </p>
      )}
    </Stack>
  );
}

/** At the top of the form, for a visitor who meant to sign in: why they are here, and that their code still counts. */
export function NotAMemberYet({ proof: { provedNumber } }: { proof: NumberProofState }) {
  const { t } = useTranslation(registerTexts);
  if (provedNumber === null) return null;
  return (
    <Alert kind="info">
      <Trans t={t} i18nKey="notAMemberYet" {...withNumber(provedNumber)} />
    </Alert>
  );
}

function SentCode({ proof, sentTo }: { proof: NumberProofState; sentTo: PhoneNumber }) {
  const { t } = useTranslation(registerTexts);
  const { request, boxes, problem, isTyping } = proof;
  useWebOtp(true, (code) => boxes.current?.fill(code));
  const block = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isTyping.current) return;
    boxes.current?.focus();
    // To the end of the form: so the boxes are above the toast, which stands at the foot of the dialog.
    const end = block.current?.closest("form")?.lastElementChild;
    end?.scrollIntoView?.({ block: "nearest" });
  }, [isTyping, boxes]);

  return (
    <Stack ref={block} gap={3} pad={4} className={`${surfaceStyles.sunken} ${surfaceStyles.round}`}>
      <p className={textStyles.note}>
        <SentTo number={sentTo} />
      </p>
      <OtpBoxes
        ref={boxes}
        label={t("otpLabel")}
        pasteRule="cut6"
        error={problem}
        onChange={proof.setCode}
      />
      <CodeExpiry expiry={request.expiry} />
      <Cooldown countdown={proof.lockout} to="try" />
      <Resend request={request} onResend={() => void proof.requestCode()} />
    </Stack>
  );
}

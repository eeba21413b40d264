import { messageOf } from "@loyalty/api-client";
import { useRequestRegistrationCode } from "@loyalty/api-client/react";
import { useCallback, useEffect, useRef, useState } from "react";

import type { OtpBoxesHandle } from "../../primitives/otp-field.tsx";
import { showToast } from "../../primitives/toast.tsx";
import { registerTexts } from "../../texts/register.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { isSameNumber } from "../one-time-code/phone-number.ts";
import { useCodeRequest } from "../one-time-code/use-code-request.ts";
import { useCountdown } from "../one-time-code/use-countdown.ts";
import type { ProvedNumber } from "./proved-number.ts";
import { REQUIRED_FIELDS } from "./registration-form.ts";
import type { RegistrationFields } from "./use-registration-form.ts";
import { useTypedNumber } from "./use-typed-number.ts";

/** Before another registration code may be asked for (spec 000 §9). */
const RESEND_AFTER_S = 60;

/**
 * The proof that the number is the visitor's: a code that was sent to it, or the ticket that sign-in brought along.
 * Another number needs another proof (spec 000 §4). A code that still counts can be typed in as soon as its number stands
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
  const { spelling } = typed;
  const provenFor = useRef(spelling);
  const isUnderWay = ticket !== null || sentTo !== null || sending;
  useEffect(() => {
    if (!isUnderWay || provenFor.current === spelling) return;
    cancel();
    setTicket(null);
    setCode("");
    setProblem(null);
    showToast("info", t("info.numberChanged"));
  }, [isUnderWay, spelling, cancel, t]);

  // Whoever is typing the number keeps the focus when its boxes come back.
  const isTyping = useRef(false);
  const openedWith = useRef(spelling);
  useEffect(() => {
    if (spelling !== openedWith.current) isTyping.current = true;
  }, [spelling]);

  const { number } = typed;
  const isProved = ticket !== null;
  const isAwaited = isSameNumber(number, sentTo);
  useEffect(() => {
    if (isProved || isAwaited || !number) return;
    provenFor.current = spelling;
    resume(number);
  }, [isProved, isAwaited, number, spelling, resume]);

  const requestCode = async () => {
    const isFilled = await form.trigger(REQUIRED_FIELDS, { shouldFocus: true });
    const isBlank = REQUIRED_FIELDS.some((field) => form.getValues(field).trim() === "");
    if (isBlank) showToast("error", t("errors.fillRequired"));
    if (!isFilled || !typed.number) return;

    provenFor.current = spelling;
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
    /** What is wrong with the code, said beside the boxes. */
    problem,
    setProblem,
    setCode: (digits: string) => {
      setCode(digits);
      setProblem(null);
    },
  };
}

export type NumberProof = ReturnType<typeof useNumberProof>;

import { messageOf, requestRegistrationCode } from "@loyalty/api-client";
import { useEffect, useRef, useState } from "react";

import type { OtpBoxesHandle } from "../../primitives/otp-boxes/otp-boxes.tsx";
import { showToast } from "../../primitives/toast/toast.ts";
import { registerTexts } from "../../texts/register.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useCodeRequest } from "../one-time-code/use-code-request.ts";
import type { ProvedNumber } from "./proved-number.ts";
import { REQUIRED_FIELDS } from "./registration-form.ts";
import type { RegistrationFields } from "./use-registration-form.ts";
import { useTypedNumber } from "./use-typed-number.ts";

/** Before another registration code may be asked for (spec 000 §9). */
const RESEND_AFTER_S = 60;

/**
 * The proof that the number is the visitor's: a code that was sent to it, or the ticket that sign-in brought along.
 * Another number needs another proof (spec 000 §4).
 */
export function useNumberProof(form: RegistrationFields, proved: ProvedNumber | undefined) {
  const t = useTexts(registerTexts);
  const typed = useTypedNumber(form);
  const request = useCodeRequest({ send: requestRegistrationCode, cooldownS: RESEND_AFTER_S });
  const [ticket, setTicket] = useState(proved?.ticket ?? null);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const boxes = useRef<OtpBoxesHandle>(null);

  const { sentTo, sending, cancel } = request;
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

  const requestCode = async () => {
    const isFilled = await form.trigger(REQUIRED_FIELDS, { shouldFocus: true });
    const isBlank = REQUIRED_FIELDS.some((field) => form.getValues(field).trim() === "");
    if (isBlank) showToast("error", t("errors.fillRequired"));
    if (!isFilled || !typed.number) return;

    provenFor.current = spelling;
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

import { messageOf, requestSignInCode } from "@loyalty/api-client";
import { useState } from "react";

import { signInTexts } from "../../texts/sign-in.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { isSameNumber } from "../one-time-code/phone-number.ts";
import { useCodeRequest } from "../one-time-code/use-code-request.ts";
import { usePassingMessage } from "../one-time-code/use-passing-message.ts";
import type { ProvedNumber } from "../register/proved-number.ts";
import { useCodeCheck } from "./use-code-check.ts";
import { usePhoneEntry } from "./use-phone-entry.ts";

/** Before another sign-in code may be asked for (spec 000 §9). */
const RESEND_AFTER_S = 30;

interface Options {
  onSignedIn: () => void;
  /** The code was right, but nobody is registered under the number. */
  onNotRegistered: (proved: ProvedNumber) => void;
}

/**
 * The two steps of sign-in (spec 000 §4): phone → code → signed in. Edit goes back to the phone; a wrong code clears
 * the boxes; every failure is said in a banner that leaves after 5 s.
 */
export function useSignIn({ onSignedIn, onNotRegistered }: Options) {
  const t = useTexts(signInTexts);
  const [step, setStep] = useState<"phone" | "code">("phone");
  const phone = usePhoneEntry();
  const request = useCodeRequest({ send: requestSignInCode, cooldownS: RESEND_AFTER_S });
  const banner = usePassingMessage();
  const { sentTo, sending, cooldown } = request;
  const check = useCodeCheck({
    number: sentTo,
    onSignedIn,
    onNotRegistered,
    onFailed: banner.say,
  });

  const ask = async (number: NonNullable<typeof sentTo>, failure: string) => {
    banner.clear();
    const result = await request.request(number);
    if (result.kind === "failed") banner.say(messageOf(result.error, failure));
    if (result.kind === "sent") {
      check.boxes.current?.clear();
      setStep("code");
    }
  };

  /** Leaves the phone step, with the code that is already on its way to this number if there is one. */
  const goOn = () => {
    if (sending) return;
    if (!phone.number) {
      phone.leave();
      banner.say(t(phone.isEmpty ? "errors.phoneEmpty" : "errors.phoneInvalid"));
    } else if (isSameNumber(phone.number, sentTo) && cooldown.secondsLeft > 0) {
      banner.clear();
      setStep("code");
    } else {
      void ask(phone.number, t("errors.sendFailed"));
    }
  };

  const resend = () => {
    if (!sentTo || sending || cooldown.secondsLeft > 0) return;
    void ask(sentTo, t("errors.resendFailed"));
  };

  const edit = () => {
    banner.clear();
    check.setCode("");
    setStep("phone");
  };

  return { step, phone, request, check, message: banner.message, goOn, resend, edit };
}

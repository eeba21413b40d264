import { codeRequests, messageOf } from "@loyalty/api-client";
import { useRequestSignInCode } from "@loyalty/api-client/react";
import { useEffect, useState } from "react";

import { signInTexts } from "../../texts/sign-in.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { isSameNumber } from "../one-time-code/phone-number.ts";
import { useCodeRequest } from "../one-time-code/use-code-request.ts";
import { usePassingMessage } from "../one-time-code/use-passing-message.ts";
import type { ProvedNumber } from "../register/proved-number.ts";
import { useCodeCheck } from "./use-code-check.ts";
import { usePasskeySignIn } from "./use-passkey-sign-in.ts";
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
 * the boxes; every failure is said in a banner that leaves after 5 s. It begins at the code step while a code that was
 * sent still counts: whoever closed the dialog to look at the message types it in.
 */
export function useSignIn({ onSignedIn, onNotRegistered }: Options) {
  const t = useTexts(signInTexts);
  const [awaited] = useState(() => codeRequests.newest("sign-in"));
  const [step, setStep] = useState<"phone" | "code">(awaited ? "code" : "phone");
  const phone = usePhoneEntry(awaited);
  const request = useCodeRequest({
    send: useRequestSignInCode().mutateAsync,
    cooldownS: RESEND_AFTER_S,
    purpose: "sign-in",
    initial: awaited,
  });
  const banner = usePassingMessage();
  const { sentTo, sending, expiry, cooldown, resume } = request;
  const isAwaited = isSameNumber(phone.number, sentTo) && expiry.secondsLeft > 0;
  const mustWait = cooldown.secondsLeft > 0 && !isAwaited;
  const check = useCodeCheck({
    number: sentTo,
    onSignedIn,
    onNotRegistered,
    onFailed: banner.say,
  });

  const passkey = usePasskeySignIn({
    onStart: banner.clear,
    onSignedIn,
    onFailed: banner.say,
  });

  const ask = async (number: NonNullable<typeof sentTo>, failure: string) => {
    banner.clear();
    const result = await request.request(number);
    if (result.kind === "failed") banner.say(messageOf(result.error, failure));
    // At the phone step the countdown says it.
    if (result.kind === "wait" && step === "code") banner.say(messageOf(result.error, failure));
    if (result.kind === "sent") check.boxes.current?.clear();
    if (result.kind === "sent" || (result.kind === "wait" && result.resumed)) setStep("code");
  };

  // Another number, or the same again: what is still known of it counts.
  useEffect(() => {
    if (step === "phone") resume(phone.number);
  }, [step, phone.number, resume]);

  /** Leaves the phone step, with the code that is already on its way to this number if there is one. */
  const goOn = () => {
    if (sending || mustWait) return;
    if (!phone.number) {
      phone.leave();
      banner.say(t(phone.isEmpty ? "errors.phoneEmpty" : "errors.phoneInvalid"));
    } else if (isAwaited) {
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

  return {
    step,
    phone,
    request,
    check,
    passkey,
    mustWait,
    message: banner.message,
    goOn,
    resend,
    edit,
  };
}

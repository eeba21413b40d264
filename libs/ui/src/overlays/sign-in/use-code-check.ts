import {
  ApiError,
  codeRequests,
  messageOf,
  registrationTicketOf,
  session,
} from "@loyalty/api-client";
import { useCodeSignIn } from "@loyalty/api-client/react";
import { useRef, useState } from "react";

import { keptLanguage } from "../../formats/formats.ts";
import { CODE_LENGTH } from "../../primitives/otp-field.tsx";
import type { OtpBoxesHandle } from "../../primitives/otp-field.tsx";
import { signInTexts } from "../../texts/sign-in.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { rememberPhoneNumber } from "../one-time-code/last-phone-number.ts";
import type { PhoneNumber } from "../one-time-code/phone-number.ts";
import { useCountdown } from "../one-time-code/use-countdown.ts";
import { pendingReferral } from "../referral-code/pending-referral.ts";
import type { ProvedNumber } from "../register/proved-number.ts";

interface Options {
  number: PhoneNumber | null;
  onSignedIn: () => void;
  /** The code was right, but nobody is registered under the number. */
  onNotRegistered: (proved: ProvedNumber) => void;
  /** A sentence about what went wrong. */
  onFailed: (sentence: string) => void;
}

/** The six boxes of sign-in: what stands in them, and having it checked by the server. */
export function useCodeCheck({ number, onSignedIn, onNotRegistered, onFailed }: Options) {
  const t = useTexts(signInTexts);
  const [code, setCode] = useState("");
  const [checking, setChecking] = useState(false);
  const boxes = useRef<OtpBoxesHandle>(null);
  const pause = useCountdown();
  const { mutateAsync: signIn } = useCodeSignIn();

  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.retryAfterS !== null) {
      return pause.startFor(error.retryAfterS);
    }
    if (!isJudged(error)) return onFailed(t("errors.unexpected"));
    boxes.current?.clear();
    onFailed(messageOf(error, t("errors.wrongCode")));
  };

  const check = async () => {
    if (!number || code.length < CODE_LENGTH || checking || pause.secondsLeft > 0) return;
    setChecking(true);
    try {
      const { callingCodeId, mobileNumber } = number;
      const signedIn = await signIn({
        proof: { callingCodeId, mobileNumber, otpCode: code },
        chosenLanguage: keptLanguage(),
      });
      codeRequests.clear();
      rememberPhoneNumber(number);
      // Whoever has been a member for long was invited by nobody now.
      if (!signedIn.isFirstLogin) pendingReferral.clear();
      session.begin(signedIn);
      onSignedIn();
    } catch (error) {
      const ticket = registrationTicketOf(error);
      if (ticket) {
        codeRequests.drop("sign-in", number);
        onNotRegistered({ ...number, ticket });
      } else fail(error);
    } finally {
      setChecking(false);
    }
  };

  return {
    boxes,
    isWhole: code.length === CODE_LENGTH,
    setCode,
    checking,
    /** Too many wrong codes: until it is over, none is looked at. */
    pause,
    check,
  };
}

/** Whether the server judged the code. Without an answer, what was typed may be right and stays. */
function isJudged(error: unknown): boolean {
  return error instanceof ApiError && error.status > 0 && error.status < 500;
}

import { ApiError, messageOf, registrationTicketOf } from "@loyalty/api-client/errors.ts";
import { canUsePasskeys } from "@loyalty/api-client/passkeys.ts";
import { useCallingCodes } from "@loyalty/api-client/react/outlets.ts";
import {
  useCodeSignIn,
  useRequestSignInCode,
  useSignInByPasskey,
} from "@loyalty/api-client/react/sign-in.ts";
import { normalisePhone, phoneProblem } from "@loyalty/api-client/rules/phone.ts";
import { codeRequests } from "@loyalty/api-client/session/code-requests.ts";
import { session } from "@loyalty/api-client/session/current.ts";
import { resetSignIn } from "@loyalty/api-client/session/token-store.ts";
import { pendingReferral } from "@loyalty/api-client/session/token-store.ts";
import { useEffect, useMemo, useRef, useState } from "react";

import { useTexts } from "../i18n/i18n.ts";
import { keptLanguage } from "../i18n/set-language.ts";
import { CODE_LENGTH, type OtpBoxesHandle } from "../primitives/otp-field.tsx";
import { phoneProblemTexts } from "../texts/phone-problems.ts";
import { signInTexts } from "../texts/sign-in.ts";
import {
  isSameNumber,
  lastPhoneNumber,
  type PhoneNumber,
  type ProvedNumber,
  rememberPhoneNumber,
  useCodeRequest,
  useCountdown,
  useIsSettled,
  usePassingMessage,
} from "./use-code-request.ts";

/** Before another sign-in code may be asked for (spec 000 §9). */
const RESEND_AFTER_S = 30;

interface SignInOptions {
  onSignedIn: () => void;
  /** The code was right, but nobody is registered under the number. */
  onNotRegistered: (proved: ProvedNumber) => void;
}

/**
 * The two steps of sign-in (spec 000 §4): phone → code → signed in. Edit goes back to the phone; a wrong code clears
 * the boxes; every error is shown in a banner for 5 s. It begins at the code step while a code that was
 * sent still counts: the dialog may have been closed to look at the message.
 */
export function useSignIn({ onSignedIn, onNotRegistered }: SignInOptions) {
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
    onFailed: banner.show,
  });

  const passkey = usePasskeySignIn({
    onStart: banner.clear,
    onSignedIn,
    onFailed: banner.show,
  });

  const ask = async (number: NonNullable<typeof sentTo>, failure: string) => {
    banner.clear();
    const result = await request.request(number);
    if (result.kind === "failed") banner.show(messageOf(result.error, failure));
    // At the phone step the countdown shows it.
    if (result.kind === "wait" && step === "code") banner.show(messageOf(result.error, failure));
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
      banner.show(t(phone.isEmpty ? "errors.phoneEmpty" : "errors.phoneInvalid"));
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

/**
 * The phone number while it is typed at sign-in. Opening clears what an earlier sign-in left behind and starts with
 * the last number (spec 000 §2). What is wrong with it is known at once, and shown when the typing pauses or ends.
 *
 * @param awaited the number of a code that is still waited for: it goes before the last one
 */
export function usePhoneEntry(awaited: PhoneNumber | null) {
  const t = useTexts(signInTexts);
  const problemText = useTexts(phoneProblemTexts);
  const { data: callingCodes = [] } = useCallingCodes();
  const [entry, setEntry] = useState(() => awaited ?? lastPhoneNumber());
  const [typed, setTyped] = useState(false);
  const [left, setLeft] = useState(false);
  const settled = useIsSettled(entry.callingCode + entry.mobileNumber);
  useEffect(() => resetSignIn(), []);

  const known = callingCodes.find(({ name }) => name === entry.callingCode) ?? callingCodes[0];
  const callingCode = known?.name ?? entry.callingCode;
  const mobileNumber = normalisePhone(callingCode, entry.mobileNumber);
  const callingCodeId = known?.id;
  const number = useMemo<PhoneNumber | null>(
    () =>
      callingCodeId !== undefined && mobileNumber !== null
        ? { callingCodeId, callingCode, mobileNumber }
        : null,
    [callingCodeId, callingCode, mobileNumber],
  );
  const isEmpty = entry.mobileNumber.trim() === "";

  const sentence = () => {
    if (isEmpty) return typed && left ? t("errors.phoneRequired") : null;
    const problem = phoneProblem(callingCode, entry.mobileNumber);
    if (problem === null || !(left || settled)) return null;
    return problemText(problem === "other" ? "otherAtSignIn" : problem);
  };

  return {
    callingCodes,
    callingCodeId,
    mobileNumber: entry.mobileNumber,
    /** The number as it can be sent, or null while it cannot. */
    number,
    isEmpty,
    /** The sentence to show under the field now, or null. */
    problem: sentence(),
    changeCallingCode: (id: number) => {
      const chosen = callingCodes.find((one) => one.id === id);
      if (chosen) setEntry((old) => ({ ...old, callingCode: chosen.name }));
    },
    changeMobileNumber: (mobileNumber: string) => {
      setTyped(true);
      setEntry((old) => ({ ...old, mobileNumber }));
    },
    leave: () => setLeft(true),
  };
}

interface CodeCheckOptions {
  number: PhoneNumber | null;
  onSignedIn: () => void;
  /** The code was right, but nobody is registered under the number. */
  onNotRegistered: (proved: ProvedNumber) => void;
  /** A sentence about what went wrong. */
  onFailed: (sentence: string) => void;
}

/** The six boxes of sign-in: their digits, and the check by the server. */
export function useCodeCheck({ number, onSignedIn, onNotRegistered, onFailed }: CodeCheckOptions) {
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
      // An older membership was not joined by this invitation.
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

interface PasskeyOptions {
  onStart: () => void;
  onSignedIn: () => void;
  /** A sentence about what went wrong. */
  onFailed: (sentence: string) => void;
}

/**
 * Signing in by a passkey, which the browser lets the member choose; null where it has none. Closing the
 * browser's dialog shows no error, and signing in goes on with a code.
 */
export function usePasskeySignIn({ onStart, onSignedIn, onFailed }: PasskeyOptions) {
  const t = useTexts(signInTexts);
  const [waiting, setWaiting] = useState(false);
  const { mutateAsync: signInByPasskey } = useSignInByPasskey();
  if (!canUsePasskeys()) return null;

  const signIn = async () => {
    if (waiting) return;
    setWaiting(true);
    onStart();
    try {
      const signedIn = await signInByPasskey({ chosenLanguage: keptLanguage() });
      if (signedIn === null) return;
      codeRequests.clear();
      rememberPhoneNumber(signedIn.user);
      session.begin(signedIn);
      onSignedIn();
    } catch (error) {
      onFailed(messageOf(error, t("errors.passkeyFailed")));
    } finally {
      setWaiting(false);
    }
  };

  return { waiting, signIn };
}

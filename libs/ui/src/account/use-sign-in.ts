import { valibotResolver } from "@hookform/resolvers/valibot";
import { ApiError, messageOf, registrationTicketOf } from "@loyalty/api-client/errors.ts";
import { canUsePasskeys } from "@loyalty/api-client/passkeys.ts";
import {
  useCodeSignIn,
  useRequestSignInCode,
  useSignInByPasskey,
} from "@loyalty/api-client/react/sign-in.ts";
import { phoneProblem } from "@loyalty/api-client/rules/phone.ts";
import { codeRequests } from "@loyalty/api-client/session/code-requests.ts";
import { session } from "@loyalty/api-client/session/current.ts";
import { resetSignIn } from "@loyalty/api-client/session/token-store.ts";
import { pendingReferral } from "@loyalty/api-client/session/token-store.ts";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";

import { useTexts } from "../i18n/i18n.ts";
import { keptLanguage } from "../i18n/set-language.ts";
import { CODE_LENGTH, type OtpBoxesHandle } from "../primitives/otp-field.tsx";
import { phoneProblemTexts } from "../texts/phone-problems.ts";
import { signInTexts } from "../texts/sign-in.ts";
import { type NumberFields, phoneRule, useTypedNumber } from "./number-fields.tsx";
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
  const { number } = phone.typed;
  const isAwaited = isSameNumber(number, sentTo) && expiry.secondsLeft > 0;
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

  const ask = async (to: PhoneNumber, failure: string) => {
    banner.clear();
    const result = await request.request(to);
    if (result.kind === "failed") banner.show(messageOf(result.error, failure));
    // At the phone step the countdown shows it.
    if (result.kind === "wait" && step === "code") banner.show(messageOf(result.error, failure));
    if (result.kind === "sent") check.boxes.current?.clear();
    if (result.kind === "sent" || (result.kind === "wait" && result.resumed)) setStep("code");
  };

  // Another number, or the same again: what is still known of it counts.
  useEffect(() => {
    if (step === "phone") resume(number);
  }, [step, number, resume]);

  const refuse = () =>
    banner.show(t(phone.typed.phoneNumber.trim() ? "errors.phoneInvalid" : "errors.phoneEmpty"));

  /** Leaves the phone step, with the code that is already on its way to this number if there is one. */
  const goOn = phone.form.handleSubmit(() => {
    if (sending || mustWait) return;
    if (!number) return refuse();
    if (!isAwaited) return ask(number, t("errors.sendFailed"));
    banner.clear();
    setStep("code");
  }, refuse);

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

const phoneSchema = v.pipe(
  v.object({ callingCode: v.string(), phoneNumber: v.pipe(v.string(), v.trim()) }),
  phoneRule<NumberFields>(({ callingCode, phoneNumber }) => {
    if (phoneNumber === "") return signInTexts.t("errors.phoneRequired");
    const problem = phoneProblem(callingCode, phoneNumber);
    return problem && phoneProblemTexts.t(problem === "other" ? "otherAtSignIn" : problem);
  }),
);

/**
 * The phone number while it is typed at sign-in. Opening clears what an earlier sign-in left behind and starts with
 * the last number (spec 000 §2). What is wrong with it is shown when the typing pauses or ends.
 *
 * @param awaited the number of a code that is still waited for: it goes before the last one
 */
export function usePhoneEntry(awaited: PhoneNumber | null) {
  const [{ callingCode, mobileNumber }] = useState(() => awaited ?? lastPhoneNumber());
  const form = useForm<NumberFields>({
    resolver: valibotResolver(phoneSchema),
    mode: "onChange",
    defaultValues: { callingCode, phoneNumber: mobileNumber },
  });
  const typed = useTypedNumber(form);
  const isSettled = useIsSettled(typed.fullNumber) && typed.phoneNumber.trim() !== "";
  useEffect(() => resetSignIn(), []);

  const { errors, touchedFields, isSubmitted } = form.formState;
  const isShown = touchedFields.phoneNumber || isSubmitted || isSettled;
  return { form, typed, problem: isShown ? errors.phoneNumber?.message : undefined };
}

const codeSchema = v.object({ code: v.pipe(v.string(), v.length(CODE_LENGTH)) });

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
  const form = useForm({ resolver: valibotResolver(codeSchema), defaultValues: { code: "" } });
  const { isSubmitting, isValid } = form.formState;
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

  const check = form.handleSubmit(async ({ code: otpCode }) => {
    if (!number || isSubmitting || pause.secondsLeft > 0) return;
    try {
      const { callingCodeId, mobileNumber } = number;
      const signedIn = await signIn({
        proof: { callingCodeId, mobileNumber, otpCode },
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
    }
  });

  return {
    boxes,
    isWhole: isValid,
    setCode: (code: string) => form.setValue("code", code, { shouldValidate: true }),
    checking: isSubmitting,
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

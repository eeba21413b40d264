import { ApiError, messageOf, registrationTicketOf } from "@loyalty/api-client/errors";
import { canUsePasskeys } from "@loyalty/api-client/passkeys";
import {
  useCodeSignIn,
  useRequestSignInCode,
  useSignInByPasskey,
} from "@loyalty/api-client/react/sign-in";
import { codeRequests, pendingReferral, session, type SignedIn } from "@loyalty/api-client/session";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { Dialog } from "@loyalty/ui/dialog";
import { useTemporaryMessage } from "@loyalty/ui/form";
import { CODE_LENGTH, OtpBoxes, type OtpBoxesHandle } from "@loyalty/ui/otp-field";
import { storedLanguage } from "@loyalty/ui/stored-language";
import { Cluster, Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import text from "@loyalty/ui/text.module.css";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { signInTexts } from "./texts.ts";
import { BrandedTitle } from "./branded-title.tsx";
import { closeDialog, openDialog } from "./dialogs.ts";
import { PhoneNumberField } from "./number-fields.tsx";
import { Invitation } from "./invitation.tsx";
import { CodeExpiry, Resend, SentTo, useWebOtp, Cooldown } from "./one-time-code.tsx";
import { usePhoneEntry } from "./phone-entry.ts";
import {
  inSeconds,
  isSameNumber,
  type PhoneNumber,
  rememberPhoneNumber,
  useCodeRequest,
  useCountdown,
} from "./use-code-request.ts";

/** The sign-in modal of spec 000 §2: a click on the overlay leaves it open. */
export default function SignInDialog() {
  const { t } = useTranslation(signInTexts);
  const signIn = useSignIn();
  const { step, request, message } = signIn;
  const body = useRef<HTMLDivElement>(null);

  // The dialog focuses the first field when it opens, this the first one of another step.
  const shown = useRef(step);
  useLayoutEffect(() => {
    if (shown.current !== step) body.current?.querySelector("input")?.focus();
    shown.current = step;
  }, [step]);

  return (
    <Dialog
      open
      onClose={() => closeDialog("sign-in")}
      title={<BrandedTitle>{t("title")}</BrandedTitle>}
      closeOnOverlay={false}
      size="sm"
      initialFocus={() => body.current?.querySelector("[data-first], input") ?? null}
    >
      <Stack ref={body} gap={4}>
        {message && <Alert kind="error">{message}</Alert>}
        {step === "code" && request.sentTo ? (
          <CodeStep {...signIn} sentTo={request.sentTo} />
        ) : (
          <PhoneStep {...signIn} />
        )}
      </Stack>
    </Dialog>
  );
}

type SignIn = ReturnType<typeof useSignIn>;

/** Step 1: the phone number or a passkey, and the way to registration. */
function PhoneStep({ phone, request, isWaiting, isCoolingDown, submitNumber, passkey }: SignIn) {
  const { t } = useTranslation(signInTexts);
  const { form, typed, problem } = phone;
  const { sending, cooldown } = request;
  const [invitedWith] = useState(() => pendingReferral.read());

  return (
    <Stack noValidate as="form" gap={4} onSubmit={(event) => void submitNumber(event)}>
      {invitedWith !== "" && <Invitation code={invitedWith} />}
      <PhoneNumberField
        form={form}
        typed={typed}
        label={t("phoneLabel")}
        hint={t("phoneIntro")}
        error={problem}
        // A disabled Continue would swallow Enter; pressing it announces what is wrong.
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) void submitNumber(event);
        }}
      />
      <Button
        type="submit"
        size="lg"
        wide
        busy={sending || isWaiting}
        disabled={(!typed.isWhole || isCoolingDown) && !sending}
      >
        {sending ? t("sending") : t("continue")}
      </Button>
      {isCoolingDown && <Cooldown countdown={cooldown} to="ask" />}
      {passkey && (
        <Button
          variant="outline"
          size="lg"
          wide
          busy={passkey.waiting}
          onClick={() => void passkey.signIn()}
        >
          {passkey.waiting ? t("usingPasskey") : t("usePasskey")}
        </Button>
      )}
      <p className={`${text.muted} ${text.center}`}>
        {t("notAMember")}{" "}
        <Button variant="link" onClick={() => openDialog("register")}>
          {t("signUp")}
        </Button>
      </p>
    </Stack>
  );
}

/** Step 2: the six boxes. The sixth digit submits; after a failure the button and Enter do. */
function CodeStep({ sentTo, check, request, edit, resend }: SignIn & { sentTo: PhoneNumber }) {
  const { t } = useTranslation(signInTexts);
  useWebOtp(!check.checking, (code) => check.boxes.current?.fill(code));

  return (
    <Stack
      noValidate
      as="form"
      gap={4}
      onSubmit={(event) => {
        event.preventDefault();
        void check.check();
      }}
    >
      <Cluster
        as="p"
        nowrap
        justify="between"
        gap={2}
        pad={4}
        className={`${surfaceStyles.sunken} ${surfaceStyles.round}`}
      >
        <SentTo number={sentTo} />
        <Button variant="link" aria-label={t("editNumber")} onClick={edit}>
          {t("edit")}
        </Button>
      </Cluster>
      <OtpBoxes
        ref={check.boxes}
        label={t("codeLabel")}
        pasteRule="exact6"
        onChange={check.setCode}
        onWhole={(code) => void check.check(code)}
        onEnter={() => void check.check()}
      />
      <CodeExpiry expiry={request.expiry} />
      <Button
        type="submit"
        size="lg"
        wide
        busy={check.checking}
        disabled={(!check.isWhole || check.lockout.secondsLeft > 0) && !check.checking}
      >
        {check.checking ? t("verifying") : t("verify")}
      </Button>
      <Cooldown countdown={check.lockout} to="try" />
      <Resend request={request} onResend={resend} />
    </Stack>
  );
}

/** Before another sign-in code may be asked for (spec 000 §9). */
const RESEND_AFTER_S = 30;

/**
 * The two steps of sign-in (spec 000 §4): phone → code → signed in. Edit goes back to the phone; a wrong code clears
 * the boxes; every error is shown in a banner for 5 s. It begins at the code step while a code that was
 * sent still counts: the dialog may have been closed to look at the message.
 */
function useSignIn() {
  const { t } = useTranslation(signInTexts);
  const [awaited] = useState(() => codeRequests.newest("sign-in"));
  const [step, setStep] = useState<"phone" | "code">(awaited ? "code" : "phone");
  const phone = usePhoneEntry(awaited);
  const request = useCodeRequest({
    send: useRequestSignInCode().mutateAsync,
    cooldownS: RESEND_AFTER_S,
    purpose: "sign-in",
    initial: awaited,
  });
  const banner = useTemporaryMessage();
  const check = useCodeCheck(request.sentTo, banner.show);
  const passkey = usePasskeySignIn(banner);
  const { sentTo, sending, expiry, cooldown, resume } = request;
  const { number, fullNumber } = phone.typed;
  // Continue was pressed for this number before the calling codes had come.
  const [waitingFor, setWaitingFor] = useState<string | null>(null);
  const isWaiting = waitingFor === fullNumber;
  const isAwaited = isSameNumber(number, sentTo) && expiry.secondsLeft > 0;
  const isCoolingDown = cooldown.secondsLeft > 0 && !isAwaited;
  const { message } = banner;

  const requestCode = async (to: PhoneNumber, failure: string) => {
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

  const showNumberProblem = () =>
    banner.show(t(phone.typed.phoneNumber.trim() ? "errors.phoneInvalid" : "errors.phoneEmpty"));

  /** Leaves the phone step, with the code that is already on its way to this number if there is one. */
  const submitNumber = phone.form.handleSubmit(() => {
    if (sending || isCoolingDown) return;
    if (!number) return setWaitingFor(fullNumber);
    setWaitingFor(null);
    if (!isAwaited) return requestCode(number, t("errors.sendFailed"));
    banner.clear();
    setStep("code");
  }, showNumberProblem);

  useEffect(() => {
    if (isWaiting && number) void submitNumber();
  }, [isWaiting, number, submitNumber]);

  const resend = () => {
    if (!sentTo || sending || cooldown.secondsLeft > 0) return;
    void requestCode(sentTo, t("errors.resendFailed"));
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
    isWaiting,
    isCoolingDown,
    message,
    submitNumber,
    resend,
    edit,
  };
}

/** Signed in: no code is needed any more, and the next sign-in here begins with the member's number. */
function begin(signedIn: SignedIn) {
  codeRequests.clear();
  rememberPhoneNumber(signedIn.user);
  session.begin(signedIn);
  closeDialog("sign-in");
}

/** The six boxes of sign-in: their digits, and the check by the server. What goes wrong is a sentence for `onFailed`. */
function useCodeCheck(number: PhoneNumber | null, onFailed: (sentence: string) => void) {
  const { t } = useTranslation(signInTexts);
  const [code, setCode] = useState("");
  const boxes = useRef<OtpBoxesHandle>(null);
  // Too many wrong codes: until it is over, none is looked at.
  const lockout = useCountdown();
  const { mutateAsync: signIn, isPending: checking } = useCodeSignIn();
  const isWhole = code.length === CODE_LENGTH;

  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.retryAfterS !== null) {
      return lockout.startUntil(inSeconds(error.retryAfterS));
    }
    // Without an answer of the server, what was typed may be right and stays.
    const isJudged = error instanceof ApiError && error.status > 0 && error.status < 500;
    if (!isJudged) return onFailed(t("errors.unexpected"));
    boxes.current?.clear();
    onFailed(messageOf(error, t("errors.wrongCode")));
  };

  const check = async (otpCode = code) => {
    if (!number || otpCode.length < CODE_LENGTH || checking || lockout.secondsLeft > 0) return;
    try {
      const { callingCodeId, mobileNumber } = number;
      const signedIn = await signIn({
        proof: { callingCodeId, mobileNumber, otpCode },
        chosenLanguage: storedLanguage(),
      });
      // An older membership was not joined by this invitation.
      if (!signedIn.isFirstLogin) pendingReferral.clear();
      begin(signedIn);
    } catch (error) {
      const ticket = registrationTicketOf(error);
      if (ticket === null) return fail(error);
      codeRequests.drop("sign-in", number);
      openDialog("register", { proved: { ...number, ticket } });
    }
  };

  return { boxes, isWhole, setCode, checking, lockout, check };
}

/**
 * Signing in by a passkey, which the browser lets the member choose; null where it has none. Closing the
 * browser's dialog shows no error, and signing in goes on with a code.
 */
function usePasskeySignIn(banner: ReturnType<typeof useTemporaryMessage<string>>) {
  const { t } = useTranslation(signInTexts);
  const { mutateAsync: signInByPasskey, isPending: waiting } = useSignInByPasskey();
  if (!canUsePasskeys()) return null;

  const signIn = async () => {
    if (waiting) return;
    banner.clear();
    try {
      const signedIn = await signInByPasskey({ chosenLanguage: storedLanguage() });
      if (signedIn !== null) begin(signedIn);
    } catch (error) {
      banner.show(messageOf(error, t("errors.passkeyFailed")));
    }
  };

  return { waiting, signIn };
}

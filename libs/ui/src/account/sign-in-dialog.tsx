import { withQueries } from "@loyalty/api-client/react/query-client.tsx";
import { type SyntheticEvent, useLayoutEffect, useRef } from "react";

import { useTexts } from "../i18n/i18n.ts";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Dialog } from "../primitives/dialog.tsx";
import { OtpBoxes } from "../primitives/otp-field.tsx";
import { signInTexts } from "../texts/sign-in.ts";
import { BrandedTitle } from "./branded-title.tsx";
import { closeDialog, openDialog } from "./dialogs.ts";
import { PhoneNumberField } from "./number-fields.tsx";
import { CodeLife, Resend, SentTo, useWebOtp, Wait } from "./one-time-code.tsx";
import styles from "./sign-in-dialog.module.css";
import type { Countdown, PhoneNumber, useCodeRequest } from "./use-code-request.ts";
import {
  type useCodeCheck,
  type usePasskeySignIn,
  type usePhoneEntry,
  useSignIn,
} from "./use-sign-in.ts";

interface SignInDialogProps {
  /** Somebody has signed in and the dialog is closed: the app decides where they go. */
  onSignedIn: () => void;
}

/** The sign-in modal of spec 000 §2: a click on the overlay leaves it open. */
export const SignInDialog = withQueries(function SignInDialog({ onSignedIn }: SignInDialogProps) {
  const t = useTexts(signInTexts);
  const signIn = useSignIn({
    onSignedIn: () => {
      closeDialog("sign-in");
      onSignedIn();
    },
    onNotRegistered: (proved) => openDialog("register", { proved }),
  });
  const { step, phone, request, check, passkey, mustWait, message, goOn, resend, edit } = signIn;
  const { body, focusOf } = useStepFocus(step);

  return (
    <Dialog
      open
      onClose={() => closeDialog("sign-in")}
      title={<BrandedTitle>{t("title")}</BrandedTitle>}
      closeOnOverlay={false}
      size="sm"
      initialFocus={focusOf}
    >
      <div ref={body} className={styles.body}>
        {message && <Alert kind="error">{message}</Alert>}
        {step === "code" && request.sentTo ? (
          <CodeStep
            sentTo={request.sentTo}
            check={check}
            request={request}
            onEdit={edit}
            onResend={resend}
          />
        ) : (
          <PhoneStep
            phone={phone}
            sending={request.sending}
            wait={mustWait ? request.cooldown : null}
            onContinue={goOn}
            onSignUp={() => openDialog("register")}
            passkey={passkey}
          />
        )}
      </div>
    </Dialog>
  );
});

/** Puts the focus into the field of a step when the step changes; the dialog does it when it opens. */
function useStepFocus(step: string) {
  const body = useRef<HTMLDivElement>(null);
  const focusOf = () => body.current?.querySelector("input") ?? null;
  const shown = useRef(step);
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    body.current?.querySelector("input")?.focus();
  }, [step]);
  return { body, focusOf };
}

interface PhoneStepProps {
  phone: ReturnType<typeof usePhoneEntry>;
  sending: boolean;
  /** Another code may be asked for when it is over; null where nothing has to be waited for. */
  wait: Countdown | null;
  onContinue: (event: SyntheticEvent) => Promise<void>;
  onSignUp: () => void;
  /** Null where the browser has no passkeys. */
  passkey: ReturnType<typeof usePasskeySignIn>;
}

/** Step 1: the phone number or a passkey, and the way to registration. */
export function PhoneStep({ phone, sending, wait, onContinue, onSignUp, passkey }: PhoneStepProps) {
  const t = useTexts(signInTexts);
  const { form, typed, problem } = phone;

  return (
    <form noValidate className={styles.step} onSubmit={(event) => void onContinue(event)}>
      <PhoneNumberField
        form={form}
        typed={typed}
        label={t("phoneLabel")}
        hint={t("phoneIntro")}
        error={problem}
        // A disabled Continue would swallow Enter; pressing it announces what is wrong.
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) void onContinue(event);
        }}
      />
      <Button
        type="submit"
        size="lg"
        wide
        busy={sending}
        disabled={(!typed.number || wait !== null) && !sending}
      >
        {sending ? t("sending") : t("continue")}
      </Button>
      {wait && <Wait countdown={wait} to="ask" />}
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
      <p className={styles.other}>
        {t("notAMember")}{" "}
        <Button variant="link" onClick={onSignUp}>
          {t("signUp")}
        </Button>
      </p>
    </form>
  );
}

interface CodeStepProps {
  sentTo: PhoneNumber;
  check: ReturnType<typeof useCodeCheck>;
  request: ReturnType<typeof useCodeRequest>;
  onEdit: () => void;
  onResend: () => void;
}

/** Step 2: the six boxes. Nothing submits by itself: the button and Enter do. */
export function CodeStep({ sentTo, check, request, onEdit, onResend }: CodeStepProps) {
  const t = useTexts(signInTexts);
  useWebOtp(!check.checking, (code) => check.boxes.current?.fill(code));

  return (
    <form noValidate className={styles.step} onSubmit={(event) => void check.check(event)}>
      <p className={styles.sentTo}>
        <SentTo number={sentTo} />
        <Button variant="link" aria-label={t("editNumber")} onClick={onEdit}>
          {t("edit")}
        </Button>
      </p>
      <OtpBoxes
        ref={check.boxes}
        label={t("codeLabel")}
        pasteRule="exact6"
        onChange={check.setCode}
        onEnter={() => void check.check()}
      />
      <CodeLife expiry={request.expiry} />
      <Button
        type="submit"
        size="lg"
        wide
        busy={check.checking}
        disabled={(!check.isWhole || check.pause.secondsLeft > 0) && !check.checking}
      >
        {check.checking ? t("verifying") : t("verify")}
      </Button>
      <Wait countdown={check.pause} to="try" />
      <Resend cooldown={request.cooldown} sending={request.sending} onResend={onResend} />
    </form>
  );
}

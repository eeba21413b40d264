import { withQueries } from "@loyalty/api-client/react";
import { useEffect, useRef } from "react";

import { Alert } from "../../primitives/alert.tsx";
import { Dialog } from "../../primitives/dialog.tsx";
import { signInTexts } from "../../texts/sign-in.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { BrandedTitle } from "../branded-title/branded-title.tsx";
import { closeOverlay, openOverlay } from "../overlays.ts";
import { CodeStep } from "./code-step.tsx";
import { PhoneStep } from "./phone-step.tsx";
import styles from "./sign-in.module.css";
import { useSignIn } from "./use-sign-in.ts";

interface SignInDialogProps {
  /** Somebody has signed in and the dialog is closed: where they go is the app's to say. */
  onSignedIn: () => void;
}

/** The sign-in modal of spec 000 §2: a click on the overlay leaves it open. */
export const SignInDialog = withQueries(function SignInDialog({ onSignedIn }: SignInDialogProps) {
  const t = useTexts(signInTexts);
  const signIn = useSignIn({
    onSignedIn: () => {
      closeOverlay("sign-in");
      onSignedIn();
    },
    onNotRegistered: (proved) => openOverlay("register", { proved }),
  });
  const { step, phone, request, check, passkey, mustWait, message, goOn, resend, edit } = signIn;
  const { body, focusOf } = useStepFocus(step);

  return (
    <Dialog
      open
      onClose={() => closeOverlay("sign-in")}
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
            onSignUp={() => openOverlay("register")}
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
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    body.current?.querySelector("input")?.focus();
  }, [step]);
  return { body, focusOf };
}

import type { SignedIn } from "@loyalty/api-client/calls/session.ts";
import { ApiError, messageOf, signInTicketOf } from "@loyalty/api-client/errors.ts";
import { useCodeSignIn, useRegister } from "@loyalty/api-client/react/sign-in.ts";
import { codeRequests } from "@loyalty/api-client/session/code-requests.ts";
import { session } from "@loyalty/api-client/session/current.ts";
import { pendingReferral } from "@loyalty/api-client/session/token-store.ts";
import { useState } from "react";

import { showAfterHandoff } from "../handoff/carried.ts";
import { i18n, useTexts } from "../i18n/i18n.ts";
import { keptLanguage } from "../i18n/set-language.ts";
import { CODE_LENGTH } from "../primitives/otp-field.tsx";
import { showToast } from "../primitives/toast.tsx";
import { registerTexts } from "../texts/register.ts";
import type { NumberProofState } from "./number-proof.tsx";
import { showRegistrationErrors } from "./registration-form.ts";
import { registrationDraft, registrationOf } from "./registration-form.ts";
import type { RegistrationForm } from "./registration-form.ts";
import type { RegistrationFields } from "./registration-form.ts";
import { type PhoneNumber, rememberPhoneNumber } from "./use-code-request.ts";

/** The good news can be read before the dashboard comes (spec 000 §2). */
const WELCOME_MS = 1500;

/** How it ended; the session has begun where there is one. */
export interface JoiningOutcomes {
  onRegistered: () => void;
  /** The visitor was a member already and is signed in now. */
  onSignedIn: () => void;
  /** Registered, but without a session: a sign-in by hand comes next. */
  onMustSignIn: () => void;
}

/** Join Now: sends the form, shows the result, and signs the new member in after 1.5 s. */
export function useJoining(
  form: RegistrationFields,
  proof: NumberProofState,
  then: JoiningOutcomes,
) {
  const t = useTexts(registerTexts);
  const { mutateAsync: signIn } = useCodeSignIn();
  const { mutateAsync: register } = useRegister();
  const [joining, setJoining] = useState(false);
  const [welcomed, setWelcomed] = useState<SignedIn["user"] | null>(null);

  const welcome = (signedIn: SignedIn) => {
    setWelcomed(signedIn.user);
    showToast("success", t("info.registered"));
    // Outlives the dialog: closing it early does not stop the sign-in.
    setTimeout(() => {
      session.begin(signedIn);
      then.onRegistered();
    }, WELCOME_MS);
  };

  const recover = async (error: unknown, number: PhoneNumber) => {
    const ticket = signInTicketOf(error);
    if (ticket !== null) {
      const { callingCodeId, mobileNumber } = number;
      const proof = { callingCodeId, mobileNumber, signInTicket: ticket };
      session.begin(await signIn({ proof, chosenLanguage: keptLanguage() }));
      leaveNothingBehind(number);
      showToast("info", t("info.alreadyMember"), 8);
      showAfterHandoff("already-member");
      return then.onSignedIn();
    }
    if (!(error instanceof ApiError)) {
      // Registered, but the answer brought no session.
      leaveNothingBehind(number);
      showToast("error", t("errors.autoSignInFailed"));
      return then.onMustSignIn();
    }
    if (error.retryAfterS !== null) {
      return proof.pause.startFor(error.retryAfterS);
    }
    if (error.code === "invalid_ticket") proof.dropTicket();
    if (error.code === "invalid_code") proof.boxes.current?.clear();
    showRegistrationErrors(error, form);
    showToast("error", messageOf(error, t("errors.registerFailed")));
  };

  const send = async (values: RegistrationForm) => {
    const { typed, ticket, code } = proof;
    if (ticket === null && code.length < CODE_LENGTH) {
      proof.setProblem(t("errors.otpInvalid"));
      proof.boxes.current?.focus();
      return;
    }
    if (!typed.number || joining || proof.pause.secondsLeft > 0 || !values.agreeToTerms) return;
    setJoining(true);
    try {
      const proven = ticket === null ? { otpCode: code } : { registrationTicket: ticket };
      const signedIn = await register({
        form: registrationOf(values, typed.number, proven, i18n.language),
        chosenLanguage: keptLanguage(),
      });
      leaveNothingBehind(typed.number);
      welcome(signedIn);
    } catch (error) {
      await recover(error, typed.number).catch((failure: unknown) =>
        showToast("error", messageOf(failure, t("errors.registerFailed"))),
      );
    } finally {
      setJoining(false);
    }
  };

  return { join: form.handleSubmit(send), joining, welcomed };
}

/** The number is remembered for the next sign-in; the draft, the sent code and the referral code have done their work. */
function leaveNothingBehind(number: PhoneNumber) {
  codeRequests.clear();
  rememberPhoneNumber(number);
  registrationDraft.clear();
  pendingReferral.clear();
}

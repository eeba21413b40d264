import { codeRequests, messageOf, session } from "@loyalty/api-client";
import { canUsePasskeys, useSignInByPasskey } from "@loyalty/api-client/react";
import { useState } from "react";

import { keptLanguage } from "../../formats/formats.ts";
import { signInTexts } from "../../texts/sign-in.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { rememberPhoneNumber } from "../one-time-code/last-phone-number.ts";

interface Options {
  onStart: () => void;
  onSignedIn: () => void;
  /** A sentence about what went wrong. */
  onFailed: (sentence: string) => void;
}

/**
 * Signing in by a passkey, which the browser lets the member choose; null where it has none. Whoever closes the
 * browser's dialog goes on with a code, and reads nothing about it.
 */
export function usePasskeySignIn({ onStart, onSignedIn, onFailed }: Options) {
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

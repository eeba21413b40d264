import { useEffect, useRef } from "react";

/** The part of the WebOTP interface that TypeScript's DOM library does not know. */
interface OtpCredential extends Credential {
  code: string;
}

/**
 * Takes the code out of a text message where the browser offers it (WebOTP, Chrome on Android); elsewhere it does
 * nothing. It stops listening as soon as `listening` ends, so that no prompt outlives the step that asked for it.
 */
export function useWebOtp(listening: boolean, onCode: (code: string) => void) {
  const take = useRef(onCode);
  useEffect(() => {
    take.current = onCode;
  });

  useEffect(() => {
    if (!listening || !("OTPCredential" in window)) return;
    const stop = new AbortController();
    const request: CredentialRequestOptions & { otp: { transport: string[] } } = {
      otp: { transport: ["sms"] },
      signal: stop.signal,
    };
    navigator.credentials
      .get(request)
      .then((credential) => {
        const code = (credential as OtpCredential | null)?.code;
        if (code && !stop.signal.aborted) take.current(code);
      })
      .catch(() => {
        // Aborted, refused or timed out: the code is typed by hand.
      });
    return () => stop.abort();
  }, [listening]);
}

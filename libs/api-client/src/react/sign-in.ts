import { useMutation } from "@tanstack/react-query";

import { networkError } from "../errors.ts";
import { api, responseBody } from "../http.ts";
import { usedPasskey } from "../passkeys.ts";
import { chosenLanguageHeaders, signedIn } from "../session/calls.ts";
import { setRequestId, requestIdHeaders } from "../session/code-requests.ts";
import type { Registration, RegistrationBody } from "../wire.ts";

/** The number to send a code to: the id of its calling code and the national digits. */
interface PhoneNumber {
  callingCodeId: number;
  mobileNumber: string;
}

const numberOf = ({ callingCodeId, mobileNumber }: PhoneNumber) => ({
  CallingCodeId: callingCodeId,
  MobileNumber: mobileNumber,
});

/**
 * Requests a sign-in code: `POST /member/login/otp`. A known and an unknown number get the same response. `expiredAt` is
 * UTC; without it a code lives 120 s (spec 000 §9).
 */
export const useRequestSignInCode = () => useRequestCode("/member/login/otp", "sign-in");

/** Requests a registration code: `POST /get-otp`. A known and an unknown number get the same response. */
export const useRequestRegistrationCode = () => useRequestCode("/get-otp", "registration");

const useRequestCode = (
  path: "/member/login/otp" | "/get-otp",
  purpose: "sign-in" | "registration",
) =>
  useMutation({
    mutationFn: async (phone: PhoneNumber): Promise<{ message: string; expiredAt?: string }> => {
      const headers = requestIdHeaders(purpose, phone);
      const sent = await responseBody(api().POST(path, { headers, body: numberOf(phone) }));
      // A truthy answer means that a registration code was sent (spec 000 §7); at sign-in the status is enough.
      const answer = sent as typeof sent | null | undefined | false | "";
      if (!answer && purpose === "registration")
        throw networkError(new Error(`${path}: nothing was sent`));
      if (!answer) return { message: "" };
      setRequestId(purpose, phone, answer.requestId);
      return { message: answer.message, expiredAt: answer.expiredAt };
    },
  });

interface WithLanguage {
  /** What was chosen in this browser before, if anything was. */
  chosenLanguage: string | null;
}

/** What proves a number: the code sent to it, or the ticket of a 409 `already_member`. */
type SignInProof = PhoneNumber & ({ otpCode: string } | { signInTicket: string });

/** Signs in with a code or a ticket: `POST /member/login`. Give the result to `session.begin`. */
export const useCodeSignIn = () =>
  useMutation({
    mutationFn: async ({ proof, chosenLanguage }: WithLanguage & { proof: SignInProof }) => {
      const proved =
        "otpCode" in proof ? { OtpCode: proof.otpCode } : { SignInTicket: proof.signInTicket };
      const answer = await responseBody(
        api().POST("/member/login", {
          headers: {
            ...requestIdHeaders("sign-in", proof),
            ...chosenLanguageHeaders(chosenLanguage),
          },
          body: { ...numberOf(proof), ...proved },
        }),
      );
      return signedIn(answer);
    },
  });

/**
 * Signs in by a passkey, which the member chooses in a dialog of the browser: `POST /member/login/passkey`. Give the
 * result to `session.begin`; it is null when the member closed that dialog.
 */
export const useSignInByPasskey = () =>
  useMutation({
    mutationFn: async ({ chosenLanguage }: WithLanguage) => {
      const options = await responseBody(api().POST("/member/login/passkey/options"));
      const credential = await usedPasskey(options);
      if (credential === null) return null;
      const headers = chosenLanguageHeaders(chosenLanguage);
      const call = api().POST("/member/login/passkey", { headers, body: { credential } });
      return signedIn(await responseBody(call));
    },
  });

/** Makes a member: `POST /member`. The result signs them in: give it to `session.begin`. */
export const useRegister = () =>
  useMutation({
    mutationFn: async ({ form, chosenLanguage }: WithLanguage & { form: Registration }) => {
      const answer = await responseBody(
        api().POST("/member", {
          headers: {
            ...requestIdHeaders("registration", form),
            ...chosenLanguageHeaders(chosenLanguage),
          },
          body: form as RegistrationBody,
        }),
      );
      return signedIn(answer);
    },
  });

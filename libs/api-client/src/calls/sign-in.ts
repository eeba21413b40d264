import { networkError } from "../errors.ts";
import { responseBody, api } from "../http.ts";
import { noteRequestId, requestIdHeaders, type CodePurpose } from "../session/code-requests.ts";
import type { RegistrationBody } from "../wire.ts";
import { signedIn, type SignedIn } from "./session.ts";

/** The number to send a code to: the id of its calling code and the national digits. */
export interface PhoneNumber {
  callingCodeId: number;
  mobileNumber: string;
}

/** A code is on its way. `expiredAt` is UTC; without it a code lives 120 s (spec 000 §9). */
export interface CodeSent {
  message: string;
  expiredAt?: string;
}

/** What proves a number: the code sent to it, or the ticket of a 409 `already_member`. */
export type SignInProof = PhoneNumber & ({ otpCode: string } | { signInTicket: string });

/** Asks for a sign-in code: `POST /member/login/otp`. A known and an unknown number are answered alike. */
export const requestSignInCode = (phone: PhoneNumber): Promise<CodeSent> =>
  requestCode("/member/login/otp", "sign-in", phone);

/** Asks for a registration code: `POST /get-otp`. A known and an unknown number are answered alike. */
export const requestRegistrationCode = (phone: PhoneNumber): Promise<CodeSent> =>
  requestCode("/get-otp", "registration", phone);

/** Sends the language chosen in this browser: it becomes the preference of a member who has saved none. */
export const chosenLanguageHeaders = (language: string | null): Record<string, string> =>
  language === null ? {} : { "x-chosen-language": language };

/**
 * Signs in with a code: `POST /member/login`. Give the answer to `session.begin`.
 *
 * @param chosenLanguage what was chosen in this browser before, if anything was
 */
export async function signIn(
  proof: SignInProof,
  chosenLanguage: string | null = null,
): Promise<SignedIn> {
  const proved =
    "otpCode" in proof ? { OtpCode: proof.otpCode } : { SignInTicket: proof.signInTicket };
  const answer = await responseBody(
    api().POST("/member/login", {
      headers: { ...requestIdHeaders("sign-in", proof), ...chosenLanguageHeaders(chosenLanguage) },
      body: { CallingCodeId: proof.callingCodeId, MobileNumber: proof.mobileNumber, ...proved },
    }),
  );
  return signedIn(answer);
}

async function requestCode(
  path: "/member/login/otp" | "/get-otp",
  purpose: CodePurpose,
  phone: PhoneNumber,
): Promise<CodeSent> {
  const sent = await responseBody(
    api().POST(path, {
      headers: requestIdHeaders(purpose, phone),
      body: { CallingCodeId: phone.callingCodeId, MobileNumber: phone.mobileNumber },
    }),
  );
  // A truthy answer means that a registration code was sent (spec 000 §7); at sign-in the status is enough.
  const answer = sent as typeof sent | null | undefined | false | "";
  if (!answer && purpose === "registration")
    throw networkError(new Error(`${path}: nothing was sent`));
  if (!answer) return { message: "" };
  noteRequestId(purpose, phone, answer.requestId);
  return { message: answer.message, expiredAt: answer.expiredAt };
}

/**
 * The registration form (spec 000 §2, §7) with the proof of the number: the code sent to it, or
 * the ticket of a 404 `not_registered`. The server knows which gender and race ids there are.
 */
export type Registration = Omit<RegistrationBody, "genderId" | "raceId"> & {
  genderId: number;
  raceId: number;
};

/**
 * Makes a member: `POST /member`. The answer signs them in: give it to `session.begin`.
 *
 * @param chosenLanguage what was chosen in this browser before, if anything was
 */
export const register = async (
  form: Registration,
  chosenLanguage: string | null = null,
): Promise<SignedIn> =>
  signedIn(
    await responseBody(
      api().POST("/member", {
        headers: {
          ...requestIdHeaders("registration", form),
          ...chosenLanguageHeaders(chosenLanguage),
        },
        body: form as RegistrationBody,
      }),
    ),
  );

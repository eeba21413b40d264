import { useMutation, type UseMutationResult } from "@tanstack/react-query";

import { signInByPasskey } from "../calls/devices.ts";
import type { SignedIn } from "../calls/session.ts";
import {
  register,
  requestRegistrationCode,
  requestSignInCode,
  signIn,
  type CodeSent,
  type PhoneNumber,
  type Registration,
  type SignInProof,
} from "../calls/sign-in.ts";

/** Requests a sign-in code. A known and an unknown number get the same response. */
export const useRequestSignInCode = (): UseMutationResult<CodeSent, Error, PhoneNumber> =>
  useMutation({ mutationFn: requestSignInCode });

/** Requests a registration code. A known and an unknown number get the same response. */
export const useRequestRegistrationCode = (): UseMutationResult<CodeSent, Error, PhoneNumber> =>
  useMutation({ mutationFn: requestRegistrationCode });

interface WithLanguage {
  /** What was chosen in this browser before, if anything was. */
  chosenLanguage: string | null;
}

/** Signs in with a code or a ticket. Give the result to `session.begin`. */
export const useCodeSignIn = (): UseMutationResult<
  SignedIn,
  Error,
  WithLanguage & { proof: SignInProof }
> => useMutation({ mutationFn: ({ proof, chosenLanguage }) => signIn(proof, chosenLanguage) });

/** Signs in by a passkey; null when the member closed the browser's dialog. Give the result to `session.begin`. */
export const useSignInByPasskey = (): UseMutationResult<SignedIn | null, Error, WithLanguage> =>
  useMutation({ mutationFn: ({ chosenLanguage }) => signInByPasskey(chosenLanguage) });

/** Registers a member. Give the result to `session.begin`. */
export const useRegister = (): UseMutationResult<
  SignedIn,
  Error,
  WithLanguage & { form: Registration }
> => useMutation({ mutationFn: ({ form, chosenLanguage }) => register(form, chosenLanguage) });

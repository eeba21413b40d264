import { answerOf, api } from "../http.ts";
import type { RegistrationBody } from "../wire.ts";
import { signedIn, type SignedIn } from "./access.ts";
import { requestIdHeaders } from "./code-requests.ts";
import { chosenLanguageHeaders } from "./sign-in.ts";

/**
 * What somebody tells us to become a member (spec 000 §2, §7), with the proof of the number: the code sent to it, or
 * the ticket of a 404 `not_registered`. Which gender and race ids there are, the server says.
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
    await answerOf(
      api().POST("/member", {
        headers: {
          ...requestIdHeaders("registration", form),
          ...chosenLanguageHeaders(chosenLanguage),
        },
        body: form as RegistrationBody,
      }),
    ),
  );

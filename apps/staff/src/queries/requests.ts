import { ApiError } from "@loyalty/api-client/errors.ts";
import type { components, paths } from "@loyalty/api-client/generated/schema.d.ts";
import { responseBody } from "@loyalty/api-client/http.ts";

/** A record of the contract by its name there: `Schema<"Person">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

type Verb = "get" | "post" | "put" | "delete";

/** An operation of the staff as the contract names it, without `/api`: "GET /staff/people". */
export type Operation = {
  [Path in keyof paths]: Path extends `/api${infer Rest extends `/staff/${string}`}`
    ? {
        [V in Verb]: paths[Path][V] extends undefined ? never : `${Uppercase<V>} ${Rest}`;
      }[Verb]
    : never;
}[keyof paths];

/**
 * What a person has to prove before a refused call can be sent again: who they are, because their session has ended,
 * or that it is still they who sit there.
 */
export type Proof = "sign-in" | "verification";

let askPerson: (proof: Proof) => Promise<boolean> = async () => false;
let asking: Promise<boolean> | null = null;

/**
 * Sets what happens when a call is refused for want of a proof.
 *
 * @param ask asks the person; true once they have proved it, false when they will not
 */
export function onProofNeeded(ask: typeof askPerson): void {
  askPerson = ask;
}

/**
 * The body of a call's response. Refused for want of a proof (401; 403 `verification_needed`), it is sent once more when
 * the person has proved it; several calls that are refused at once ask once.
 *
 * @param send sends the call; it is called again for the second time
 * @throws {ApiError} as `responseBody` does
 */
export async function staffBody<T>(
  send: () => Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  try {
    return await responseBody(send());
  } catch (error) {
    const proof = proofFor(error);
    if (proof === null || !(await isProved(proof))) throw error;
    return responseBody(send());
  }
}

function proofFor(error: unknown): Proof | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 401) return "sign-in";
  return error.code === "verification_needed" ? "verification" : null;
}

function isProved(proof: Proof): Promise<boolean> {
  asking ??= askPerson(proof).finally(() => {
    asking = null;
  });
  return asking;
}

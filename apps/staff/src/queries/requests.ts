import { ApiError } from "@loyalty/api-client/errors";
import { api, responseBody } from "@loyalty/api-client/http";
import type { components, paths } from "@loyalty/api-client/schema";
import type { FetchOptions, FetchResponse } from "openapi-fetch";

/** A record of the contract by its name there: `Schema<"Person">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

type Verb = "get" | "post" | "put" | "patch" | "delete";

/** An operation of the staff as the contract names it, without `/api`: "GET /staff/people". */
export type Operation = {
  [Path in keyof paths]: Path extends `/api${infer Rest extends `/staff/${string}`}`
    ? {
        [V in Verb]: paths[Path][V] extends undefined ? never : `${Uppercase<V>} ${Rest}`;
      }[Verb]
    : never;
}[keyof paths];

type Contract<Name extends Operation> = Name extends `${infer V} ${infer Path}`
  ? paths[`/api${Path}` & keyof paths][Lowercase<V> & Verb] & object
  : never;

/** The answer of an operation; `parseAs` of its options makes it a text or a file. */
type Answer<Name extends Operation, Options> = NonNullable<
  FetchResponse<Contract<Name>, Options, `${string}/${string}`>["data"]
>;

export type PathOf<Name extends Operation> =
  Contract<Name> extends { parameters: { path: infer Path } } ? Path : Record<string, never>;

/** The parameters of an operation's address. */
export type QueryOf<Name extends Operation> =
  Contract<Name> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

export type BodyOf<Name extends Operation> = [
  NonNullable<FetchOptions<Contract<Name>>["body"]>,
] extends [never]
  ? void
  : FetchOptions<Contract<Name>>["body"];

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
 * Sends a call of the staff and gives the body of its response. Refused for want of a proof (401; 403
 * `verification_needed`), it is sent once more when the person has proved it; several calls that are refused at once ask
 * once.
 *
 * @throws {ApiError} as `responseBody` does
 */
export async function call<Name extends Operation, Options extends FetchOptions<Contract<Name>>>(
  operation: Name,
  options: Options,
): Promise<Answer<Name, Options>> {
  // The types of the client follow from an operation that is written out: here it stands for all.
  const [verb, path] = operation.split(" ") as ["get", "/staff/me"];
  const once = () =>
    responseBody<unknown>(api().request(verb, path, options as Record<string, unknown>)) as Promise<
      Answer<Name, Options>
    >;
  try {
    return await once();
  } catch (error) {
    const proof = proofFor(error);
    if (proof === null || !(await isProved(proof))) throw error;
    return once();
  }
}

/** A guest stands at the counter: an answer that takes longer counts as none. */
export const counterTimeout = (): AbortSignal => AbortSignal.timeout(8_000);

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

export const send = <Name extends Operation>(
  operation: Name,
  path: PathOf<Name>,
  body: BodyOf<Name>,
): Promise<Answer<Name, object>> =>
  call(operation, { params: { path }, body } as object as FetchOptions<Contract<Name>>) as Promise<
    Answer<Name, object>
  >;

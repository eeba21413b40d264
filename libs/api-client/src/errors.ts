/** The body of an error response; every part may be missing when it is not the API's. */
type ErrorBody = Partial<Record<"message" | "code" | "params" | "errors" | "fields", unknown>>;

/** Why something cannot be done: a code, its sentence in English, and the values that the sentence holds. */
export interface Problem {
  code: string;
  message: string;
  params: Record<string, unknown>;
}

/** A call that failed. The caller decides what to show. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The HTTP status; 0 without a response: offline, aborted, timed out. */
  readonly status!: number;
  /** The error code for programs (`invalid_code`, `not_registered`); `network` without a response. */
  readonly code: string | null = null;
  /** The values of the sentence, by name. */
  readonly params: Readonly<Record<string, unknown>> = {};
  /** Sentences by field, of a 422. */
  readonly errors: Readonly<Record<string, readonly string[]>> = {};
  readonly fields: Readonly<Record<string, readonly Problem[]>> = {};
  /** Seconds to wait before trying again, of a 429 or 503. */
  readonly retryAfterS: number | null = null;
  /** Whether `message` is the server's own sentence. */
  readonly fromServer: boolean = false;
  readonly body: unknown;

  constructor({ message, cause, ...parts }: Failure) {
    super(message, { cause });
    Object.assign(this, parts);
  }
}

/** Every part but message and status may be left out. */
type Failure = Pick<ApiError, "message" | "status"> & Partial<ApiError>;

/** The error of a response: the server's message, else `HTTP {status}: {statusText}` (spec 000 §8). */
export function errorFromResponse(response: Response, body: unknown): ApiError {
  const error: ErrorBody = isRecord(body) ? body : {};
  const sentence = typeof error.message === "string" && error.message !== "" ? error.message : null;
  return new ApiError({
    message: sentence ?? `HTTP ${response.status}: ${response.statusText}`,
    status: response.status,
    code: typeof error.code === "string" ? error.code : null,
    params: isRecord(error.params) ? error.params : {},
    errors: fieldErrors(error.errors),
    fields: isRecord(error.fields) ? (error.fields as Record<string, Problem[]>) : {},
    retryAfterS: secondsOf(response.headers.get("Retry-After")),
    fromServer: sentence !== null,
    body,
  });
}

/** The error of a call without a response, or with one that is not the API's: `Request failed`. */
export function networkError(cause: unknown): ApiError {
  return new ApiError({ message: "Request failed", status: 0, code: "network", cause });
}

/** Whether the same call may succeed later: no response, or a fault of the server. Other errors stay. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Whether the same call would be refused again: 429 asks us to come again, everything else below 500 will not change. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

let translate: (error: ApiError) => string | null = () => null;

/**
 * Sets how the server's errors are translated, by their code.
 *
 * @param translation gives the sentence, or null where the server's own is to be shown
 */
export function translateErrorsWith(translation: (error: ApiError) => string | null): void {
  translate = translation;
}

/**
 * The sentence to show for a failure: the server's when it sent one, else the caller's (spec 000 §8).
 *
 * @param fallback for errors without a sentence of the server
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError && error.fromServer)) return fallback;
  return translate(error) ?? error.message;
}

/**
 * The proof that a number is the caller's although nobody is registered under it: a 404 `not_registered` carries
 * it, and `register` takes it in the place of a code.
 */
export const registrationTicketOf = (error: unknown): string | null =>
  ticketOf(error, "not_registered", "registrationTicket");

/** Its mirror: a 409 `already_member` at registration carries it, and `signIn` takes it. */
export const signInTicketOf = (error: unknown): string | null =>
  ticketOf(error, "already_member", "signInTicket");

/** A super-app's account that is nobody's: a 404 `host_not_linked` carries it, and `useLinkHost` takes it. */
export const linkTicketOf = (error: unknown): string | null =>
  ticketOf(error, "host_not_linked", "linkTicket");

function ticketOf(error: unknown, code: string, name: string): string | null {
  if (!(error instanceof ApiError) || error.code !== code) return null;
  const ticket = (error.body as Record<string, unknown>)[name];
  return typeof ticket === "string" ? ticket : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function fieldErrors(errors: unknown): Record<string, string[]> {
  if (!isRecord(errors)) return {};
  return Object.fromEntries(
    Object.entries(errors).map(([field, sentences]) => [field, [sentences].flat().map(String)]),
  );
}

function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null || !/^[0-9]+$/.test(retryAfter.trim())) return null;
  return Number(retryAfter);
}

/** What the server says about a failure; every part may be missing when something else answered. */
interface ErrorBody {
  message?: unknown;
  code?: unknown;
  errors?: unknown;
}

/** A call that did not do what was asked. Whoever called decides what to show. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The HTTP status; 0 when nothing answered: offline, aborted, timed out. */
  readonly status: number;
  /** The stable word for programs (`invalid_code`, `not_registered`); `network` when nothing answered. */
  readonly code: string | null;
  /** Sentences by field, of a 422. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Seconds to wait before trying again, of a 429 or 503. */
  readonly retryAfterS: number | null;
  /** Whether `message` is the server's own sentence. */
  readonly fromServer: boolean;
  readonly body: unknown;

  constructor(failure: {
    message: string;
    status: number;
    code?: string | null;
    errors?: Record<string, string[]>;
    retryAfterS?: number | null;
    fromServer?: boolean;
    body?: unknown;
    cause?: unknown;
  }) {
    super(failure.message, { cause: failure.cause });
    this.status = failure.status;
    this.code = failure.code ?? null;
    this.errors = failure.errors ?? {};
    this.retryAfterS = failure.retryAfterS ?? null;
    this.fromServer = failure.fromServer ?? false;
    this.body = failure.body;
  }
}

/** The error of an answer: the server's message, else `HTTP {status}: {statusText}` (spec 000 §8). */
export function refusal(response: Response, body: unknown): ApiError {
  const said: ErrorBody = typeof body === "object" && body !== null ? body : {};
  const sentence = typeof said.message === "string" && said.message !== "" ? said.message : null;
  return new ApiError({
    message: sentence ?? `HTTP ${response.status}: ${response.statusText}`,
    status: response.status,
    code: typeof said.code === "string" ? said.code : null,
    errors: fieldErrors(said.errors),
    retryAfterS: secondsOf(response.headers.get("Retry-After")),
    fromServer: sentence !== null,
    body,
  });
}

/** The error of a call that nobody answered, or that something other than the API answered: `Request failed`. */
export function noAnswer(cause: unknown): ApiError {
  return new ApiError({ message: "Request failed", status: 0, code: "network", cause });
}

/** Whether a failure may have been an accident of the network or the server: a refusal stays one. */
export const wasAccident = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

let inReadersLanguage: (refusal: ApiError) => string | null = () => null;

/**
 * Lets an app say the server's refusals in its reader's language, by their code.
 *
 * @param read gives the sentence, or null where the server's own is to be shown
 */
export function readRefusalsWith(read: (refusal: ApiError) => string | null): void {
  inReadersLanguage = read;
}

/**
 * The sentence to show for a failure: the server's own when it sent one, else the caller's (spec 000 §8).
 *
 * @param fallback what the screen says when the server said nothing a member can read
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError && error.fromServer)) return fallback;
  return inReadersLanguage(error) ?? error.message;
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

function ticketOf(error: unknown, code: string, name: string): string | null {
  if (!(error instanceof ApiError) || error.code !== code) return null;
  const ticket = (error.body as Record<string, unknown>)[name];
  return typeof ticket === "string" ? ticket : null;
}

function fieldErrors(errors: unknown): Record<string, string[]> {
  if (typeof errors !== "object" || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).map(([field, sentences]) => [field, [sentences].flat().map(String)]),
  );
}

function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null || !/^[0-9]+$/.test(retryAfter.trim())) return null;
  return Number(retryAfter);
}

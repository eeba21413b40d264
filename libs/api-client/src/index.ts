/*
 * What a screen may use without React. Calls are not among it, but for the two forms: `react.ts` has a hook for each,
 * which keeps what the screens share the same everywhere.
 */
export {
  sendApplication,
  sendFeedback,
  type Application,
  type Feedback,
} from "./calls/enquiries.ts";
export type { MemberChanges } from "./calls/members.ts";
export type { SignedIn } from "./calls/session.ts";
export type { CodeSent, PhoneNumber, Registration, SignInProof } from "./calls/sign-in.ts";
export {
  ApiError,
  messageOf,
  translateErrorsWith,
  registrationTicketOf,
  signInTicketOf,
  isRetryable,
} from "./errors.ts";
export * from "./generated/careers.ts";
export {
  configureApi,
  FROM_TIER,
  pictureAddress,
  serverAheadMs,
  serverNow,
  type ApiSettings,
} from "./http.ts";
export * from "./rules/calendar.ts";
export * from "./rules/enquiries.ts";
export * from "./rules/phone.ts";
export * from "./rules/points.ts";
export * from "./rules/preferences.ts";
export { lastDigits, maskedName } from "./rules/records.ts";
export * from "./rules/rewards.ts";
export type { Arrival, ArrivalConfig, ArrivalState } from "./session/arrival.ts";
export { codeRequests, type CodePurpose, type CodeRequest } from "./session/code-requests.ts";
export { createArrival, createDeparture, session } from "./session/current.ts";
export type {
  Departure,
  DepartureConfig,
  DepartureState,
  DepartureRequest,
} from "./session/departure.ts";
export {
  dropHandoff,
  handoffTarget,
  handoffUrl,
  keepHandoff,
  takeToken,
  type HandoffConfig,
  type HandoffTarget,
} from "./session/handoff.ts";
export type { SessionState } from "./session/session.ts";
export {
  hasStoredToken,
  lastPhoneNumber,
  pendingReferral,
  REFERRAL_CODE_MAX_LENGTH,
  resetSignIn,
} from "./session/token-store.ts";
export type { ExternalStore } from "./store.ts";
export type * from "./wire.ts";

/*
 * What a screen may use without React. Calls that read or change what the screens share (the member's record,
 * preferences, points, rewards) are not among it: `react.ts` has a hook for each, which keeps it the same everywhere.
 */
export type { SignedIn } from "./calls/access.ts";
export { codeRequests, type CodePurpose, type CodeRequest } from "./calls/code-requests.ts";
export * from "./calls/content.ts";
export * from "./calls/enquiries.ts";
export * from "./calls/joining.ts";
export type { MemberChanges } from "./calls/members.ts";
export { canUsePasskeys, signInByPasskey } from "./calls/passkeys.ts";
export * from "./calls/personal-data.ts";
export { BILL_STATUS } from "./calls/points.ts";
export { newIdempotencyKey } from "./calls/rewards.ts";
export * from "./calls/sign-in.ts";
export {
  ApiError,
  messageOf,
  readRefusalsWith,
  registrationTicketOf,
  signInTicketOf,
  wasAccident,
} from "./errors.ts";
export { configureApi, type ApiSettings } from "./http.ts";
export * from "./rules/calendar.ts";
export * from "./generated/careers.ts";
export * from "./rules/enquiries.ts";
export { lastDigits, maskedName } from "./rules/members.ts";
export * from "./rules/phone.ts";
export * from "./rules/points.ts";
export * from "./rules/preferences.ts";
export * from "./rules/rewards.ts";
export * from "./rules/tiers.ts";
export * from "./rules/vouchers.ts";
export { serverAheadMs, serverNow } from "./server-clock.ts";
export type { Arrival, ArrivalConfig, ArrivalState } from "./session/arrival.ts";
export { dropHandoff, keepHandoff } from "./session/arrival-boot.ts";
export { session } from "./session/current.ts";
export type {
  Departure,
  DepartureConfig,
  DepartureState,
  DepartureWish,
} from "./session/departure.ts";
export type { ExternalStore } from "./session/external-store.ts";
export { handoffTarget, handoffUrl, takeToken } from "./session/handoff.ts";
export type { HandoffConfig, HandoffTarget } from "./session/handoff.ts";
export { createArrival, createDeparture } from "./session/machines.ts";
export type { SessionState } from "./session/session.ts";
export {
  hasStoredToken,
  lastPhoneNumber,
  pendingReferral,
  REFERRAL_CODE_MAX_LENGTH,
  resetSignIn,
} from "./session/token-store.ts";
export type * from "./wire.ts";

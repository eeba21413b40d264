/** The member's session in this browser: who is signed in, over tabs, visits and both apps. */
export type { SignedIn } from "./calls.ts";
export { codeRequests, type CodePurpose, type CodeRequest } from "./code-requests.ts";
export { createArrival, createDeparture, createHosts, session } from "./current.ts";
export { dropHandoff, handoffTarget, keepHandoff } from "./handoff.ts";
export { keepHostOpening } from "./hosts.ts";
export type { SessionState } from "./session.ts";
export {
  hasStoredToken,
  type HostLink,
  lastPhoneNumber,
  pathAtHost,
  pendingReceipt,
  pendingReferral,
  REFERRAL_CODE_MAX_LENGTH,
  resetSignIn,
  tokenStore,
} from "./token-store.ts";

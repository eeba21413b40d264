import { asMember } from "./rules/members.ts";
import { session } from "./session/current.ts";
import type { FakeApi } from "./testing/answers.ts";
import type { Member } from "./wire.ts";

export type { FakeApi } from "./testing/answers.ts";
export { createFakeApi } from "./testing/fake-api.ts";
export { aGivenReward, aReward, aTierReward, aVoucher } from "./testing/reward-world.ts";
export { aMember, aWorld, type SentCode, type World } from "./testing/world.ts";

/** Starts a test with a member signed in, as after a sign-in in this browser. */
export function signedInAs(api: FakeApi, user: Member): void {
  const isFirstLogin = api.world.firstLogins.has(user.id);
  session.begin({ user: asMember(user), loginToken: api.issueToken(user), isFirstLogin });
}

/** Ends a test: nobody is signed in, nothing is stored, no check is due. */
export function forgetSession(): void {
  localStorage.clear();
  sessionStorage.clear();
  session.restore();
}

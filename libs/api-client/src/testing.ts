export { createFakeApi, forgetSession, signedInAs } from "./testing/fake-api.ts";
export type { FakeApi } from "./testing/responses.ts";
export {
  aGivenReward,
  aMember,
  aReward,
  aTierReward,
  aVoucher,
  aWorld,
  type SentCode,
  type World,
} from "./testing/world.ts";

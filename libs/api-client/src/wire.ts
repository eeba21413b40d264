import type { paths } from "./generated/schema.d.ts";

/**
 * The records of the contract under the names we use. They are read off the answers of the calls, so a change of
 * the contract reaches them through the generated types.
 */
type Answer<Responses> = Responses extends { 200: { content: { "application/json": infer Json } } }
  ? Json
  : never;
type Get<Path extends keyof paths> = paths[Path] extends { get: { responses: infer Responses } }
  ? Answer<Responses>
  : never;
type Body<Operation> = Operation extends {
  requestBody: { content: { "application/json": infer Json } };
}
  ? Json
  : never;

export type RegistrationBody = Body<paths["/api/member"]["post"]>;
export type MemberChangesBody = Body<paths["/api/member/{member_id}"]["patch"]>;
export type ApplicationBody = Body<paths["/api/email/career"]["post"]>;
export type FeedbackBody = Body<paths["/api/email/feedback"]["post"]>;
export type Member = Get<"/api/member/{member_id}">;
export type Tier = Get<"/api/membership/{membership_id}">;
export type CallingCode = Get<"/api/callingCode">[number];
export type Outlet = Get<"/api/outlet">["outletList"][number];
/** What the pages say, as it is published. */
export type Content = Get<"/api/content">;
export type Activity =
  Get<"/api/member/{member_id}/activityHistory">["memberActivityHistoryList"][number];
export type PointTotals = Get<"/api/member/{member_id}/pointTotals">;
/** `memberEarn` on the wire. */
export type Bill = Get<"/api/memberEarn">["memberEarnList"][number];
export type Referee = Get<"/api/member/{member_id}/memberreferee">["memberRefereeList"][number];
export type Preferences = Get<"/api/member/{member_id}/preferences">;
export type Reward = Get<"/api/reward">["rewardList"][number];
export type RewardDetail = Get<"/api/reward/{reward_id}">;
/** A reward that is given and never claimed, for joining or for a friend. */
export type GivenReward = Get<"/api/givenReward">["givenRewardList"][number];
/** A reward of a tier: `membershipReward` on the wire. */
export type TierReward = Get<"/api/membershipReward">["membershipRewardList"][number];
export type TierRewardDetail = Get<"/api/membershipReward/{reward_id}">;
/** `memberReward` on the wire. */
export type Voucher = Get<"/api/memberReward">["memberRewardList"][number];
export type VoucherDetail = Get<"/api/memberReward/{voucher_id}">;
type Created<Operation> = Operation extends {
  responses: { 201: { content: { "application/json": infer Json } } };
}
  ? Json
  : never;
export type Claimed = Created<paths["/api/claim"]["post"]>;
/** A bill that the holder of its code may claim. */
export type Receipt = Answer<paths["/api/receipt/check"]["post"]["responses"]>;
/** A voucher whose code is on the screen: `memberRedeem`. */
export type ShownVoucher = Created<paths["/api/memberRedeem"]["post"]>["memberRedeem"];
/** A device where a member is signed in: one browser, on both hosts. */
export type Device = Get<"/api/member/session">["deviceList"][number];
/** A message to a member, in their log. */
export type Message = Get<"/api/member/{member_id}/notification">["notificationList"][number];
/** The browsers that take pushes for a member, and the key to subscribe with. */
export type PushSubscriptions = Get<"/api/member/{member_id}/pushSubscription">;
/** A wallet on telephones that a pass can be added to. */
export type Wallet = Get<"/api/wallet">["walletList"][number];
/** Which pass is wanted, and in which brand's colours. */
export type NewWalletPass = Body<paths["/api/member/{member_id}/walletPass"]["post"]>;
/** What the link of an e-mail ends. */
export type Unsubscribe = Get<"/api/notification/unsubscribe/{token}/kind">;
export type Passkey = Get<"/api/member/{member_id}/passkey">["passkeyList"][number];
/** A super-app, and since when the member's account there is linked. */
export type Host = Get<"/api/member/{member_id}/host">["hostList"][number];
/** Where the browser goes for a code of a super-app. */
export type HostStart = Answer<paths["/api/host/{name}/start"]["post"]["responses"]>;
export type MemberExport = Get<"/api/member/{member_id}/export">;
export type Consent = Get<"/api/member/{member_id}/consent">;
export type Agreement = Body<paths["/api/member/{member_id}/consent"]["post"]>;

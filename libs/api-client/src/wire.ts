import type { components } from "./generated/schema.d.ts";

/** The records of the contract under the names we use. A change of the contract reaches them through the generated types. */
type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

export type ApplicationBody = Schema<"Career">;
export type FeedbackBody = Schema<"Feedback">;
export type Member = Schema<"Member">;
export type Tier = Schema<"Membership">;
export type CallingCode = Schema<"CallingCode">;
export type Outlet = Schema<"Outlet">;
/** What the pages say, as it is published. */
export type Content = Schema<"Content">;
export type Activity = Schema<"Activity">;
export type PointTotals = Schema<"PointTotals">;
/** `memberEarn` on the wire. */
export type Bill = Schema<"MemberEarn">;
export type Referee = Schema<"Referee">;
export type Preferences = Schema<"Preferences">;
export type Reward = Schema<"Reward">;
export type RewardDetail = Schema<"RewardDetail">;
/** A reward that is given and never claimed, for joining or for a friend. */
export type GivenReward = Schema<"GivenReward">;
/** A reward of a tier: `membershipReward` on the wire. */
export type TierReward = Schema<"MembershipReward">;
export type TierRewardDetail = Schema<"MembershipRewardDetail">;
/** `memberReward` on the wire. */
export type Voucher = Schema<"MemberReward">;
export type VoucherDetail = Schema<"MemberRewardDetail">;
export type Claimed = Schema<"Claimed">;
/** A bill that the holder of its code may claim. */
export type Receipt = Schema<"Receipt">;
/** A device where a member is signed in: one browser, on both hosts. */
export type Device = Schema<"Device">;
export type Message = Schema<"Notification">;
export type PushSubscriptions = Schema<"PushSubscriptionList">;
/** What a browser's push service needs, and whether points and names may show. */
export type NewPushSubscription = Schema<"NewPushSubscription">;
export type Wallet = Schema<"Wallets">["walletList"][number];
/** Which pass is wanted, and in which brand's colours. */
export type NewWalletPass = Schema<"NewWalletPass">;
/** What the link of an e-mail ends. */
export type Unsubscribe = Schema<"Unsubscribe">;
export type Passkey = Schema<"Passkey">;
/** A super-app, and since when the member's account there is linked. */
export type Host = Schema<"Host">;
/** Where the browser goes for a code of a super-app. */
export type HostStart = Schema<"HostAddress">;
export type Consent = Schema<"Consent">;
export type Agreement = Schema<"Agreement">;
export type RegistrationBody = Schema<"Registration">;
export type MemberChangesBody = Schema<"MemberChange">;

interface AnyIds {
  genderId: number;
  raceId: number;
}
/** The registration form (spec 000 §2, §7) with the proof of the number: a code, or the ticket of a 404 `not_registered`. */
export type Registration = Omit<RegistrationBody, keyof AnyIds> & AnyIds;
/** What a member may change. `mobileNumber` must be the stored one; dateOfBirth, raceId and outletId may be set once. */
export type MemberChanges = Omit<MemberChangesBody, "id" | keyof AnyIds> & Partial<AnyIds>;

import { TIERS } from "../rules/points.ts";
import { REWARD_TYPE } from "../rules/rewards.ts";
import type {
  Activity,
  ApplicationBody,
  Bill,
  CallingCode,
  Device,
  FeedbackBody,
  GivenReward,
  Host,
  Member,
  Message,
  Outlet,
  Passkey,
  Preferences,
  PushSubscriptions,
  Receipt,
  Reward,
  Tier,
  TierReward,
  Voucher,
  Wallet,
} from "../wire.ts";

/** What the fake API knows. A test may change any of it before or between the calls. */
export interface World {
  members: Member[];
  activities: Record<number, Activity[]>;
  bills: Record<number, Bill[]>;
  /** Receipts by their codes: whose bill each is, and whether its till has checked it. */
  receipts: Record<string, { receipt: Receipt; ownerId: number | null; isChecked: boolean }>;
  keepTierBy: Record<number, string>;
  /** What a member has saved of their preferences, by id; the rest has its default. */
  preferences: Record<number, Partial<Preferences>>;
  noticeVersion: string;
  consents: Record<number, { version: string; language: string; at: string }>;
  devices: Record<number, Device[]>;
  passkeys: Record<number, (Passkey & { credentialId: string })[]>;
  /** The super-apps that are set up, by member; a link ticket works for anyone who has it. */
  hosts: Record<number, Host[]>;
  messages: Record<number, Message[]>;
  /** The browsers that take pushes, by member, and the server's key: null where there are no pushes. */
  pushSubscriptions: Record<number, PushSubscriptions["pushSubscriptionList"]>;
  pushKey: string | null;
  wallets: Wallet[];
  /** The tokens of e-mails' links: whose, and which switch each ends. */
  unsubscribeTokens: Map<string, { memberId: number; preference: string }>;
  /** Who has to enter a code before a passkey is added. */
  needsProof: Set<number>;
  tiers: Tier[];
  outlets: Outlet[];
  rewards: Reward[];
  givenRewards: GivenReward[];
  /** The name of a till at every outlet that takes vouchers without the network. */
  tillWithoutNetwork: string | null;
  tierRewards: TierReward[];
  vouchers: Voucher[];
  callingCodes: CallingCode[];
  applications: ApplicationBody[];
  feedback: FeedbackBody[];
  tokens: Map<string, { memberId: number; kind: "session" | "ticket" }>;
  firstLogins: Set<number>;
}

/** A code that was "sent": the newest is the last. */
export interface SentCode {
  purpose: "sign-in" | "registration" | "erasure";
  callingCodeId: number;
  mobileNumber: string;
  code: string;
}

export function aMember(differences: Partial<Member> = {}): Member {
  return {
    id: 1,
    name: "Aisyah",
    email: "aisyah@example.com",
    callingCodeId: 1,
    callingCode: "60",
    mobileNumber: "123456789",
    dateOfBirth: "1990-05-17",
    genderId: 2,
    raceId: 1,
    occupation: null,
    outletId: 1,
    statusId: 1,
    memberPointAmount: 1340,
    currentMemberMembershipPoint: 1840,
    membershipId: 2,
    membershipLevel: 1,
    membershipName: "Plus",
    referralCode: "AISYAH20",
    referrerId: null,
    memberCode: "M0000001",
    lastLoginAt: "2026-03-01T04:00:00Z",
    createdAt: "2026-01-10T04:00:00Z",
    ...differences,
  };
}

export function aMessage(differences: Partial<Message> = {}): Message {
  return {
    id: 1,
    kind: "bill_verified",
    preference: "orderNotifications",
    title: "Your bill is verified",
    body: "45 points were added for your bill. You now have 1,340 points.",
    why: "You get this because “Orders” is on in your notification settings.",
    page: "/activity",
    createdAt: "2026-03-14T04:00:00Z",
    isRead: false,
    canStop: true,
    channels: ["email"],
    undelivered: [],
    ...differences,
  };
}

/** Two members, one with a history; the tiers of the programme; two outlets; three calling codes. */
export function aWorld(): World {
  return {
    members: [
      aMember(),
      aMember({
        id: 2,
        name: "Benjamin",
        email: null,
        mobileNumber: "198765432",
        memberPointAmount: 0,
        currentMemberMembershipPoint: 0,
        membershipId: 1,
        membershipLevel: 0,
        membershipName: "Basic",
        referralCode: "BENJAMIN",
        memberCode: "M0000002",
      }),
    ],
    activities: {
      1: [
        activity(4, 3, "Redeemed: Thai milk tea", 500, "2026-02-20T05:30:00Z"),
        activity(3, 2, "Receipt 1042, KL East Mall", 40, "2026-02-14T12:10:00Z"),
        activity(2, 2, "Receipt 0987, Publika", 1800, "2026-02-01T11:00:00Z"),
        activity(1, 1, "Member Registration", 0, "2026-01-10T04:00:00Z"),
      ],
      2: [],
    },
    preferences: {},
    noticeVersion: "1",
    consents: {},
    devices: {
      1: [
        device(2, "Chrome", "Android", "2026-03-10T04:00:00Z"),
        device(1, "Safari", "iPhone", "2026-02-01T11:00:00Z"),
      ],
      2: [device(3, "Firefox", "Windows", "2026-03-01T04:00:00Z")],
    },
    passkeys: {},
    hosts: {},
    messages: {},
    pushSubscriptions: {},
    pushKey: null,
    wallets: [],
    unsubscribeTokens: new Map(),
    needsProof: new Set(),
    bills: {
      1: [
        bill(12, 1, "38.50", 0, "2026-02-21T12:00:00Z"),
        bill(11, 2, "33.40", 40, "2026-02-14T12:10:00Z"),
      ],
    },
    receipts: {},
    keepTierBy: {},
    tiers: TIERS.map(({ level, name, upLevelPointAmount, multiplierTenths }) => ({
      id: level + 1,
      name,
      level,
      upLevelPointAmount,
      multiplier: (multiplierTenths / 10).toFixed(1),
    })),
    outlets: [
      { id: 1, name: "KL East Mall", brand: "krua-bowl", statusId: 1 },
      { id: 2, name: "Publika", brand: "krua-bowl", statusId: 1 },
    ],
    rewards: [
      aReward(),
      aReward({ id: 2, title: "Kangkung Fritters", pointToRedeem: 600, value: "13.90" }),
      aReward({ id: 5, title: "Salmon Salad", pointToRedeem: 1400, value: "29.80" }),
      aReward({
        id: 6,
        title: "Mega Thai Milk Tea",
        pointToRedeem: 0,
        promotionTypeId: 4,
        IsMemberBirthdayMonth: true,
      }),
    ],
    givenRewards: [aGivenReward()],
    tillWithoutNetwork: null,
    tierRewards: [
      aTierReward(),
      aTierReward({
        id: 8,
        title: "RM 15 voucher for Elite members",
        membershipId: 3,
        membershipName: "Elite",
        isLocked: true,
      }),
    ],
    vouchers: [aVoucher()],
    callingCodes: [
      { id: 1, name: "60" },
      { id: 2, name: "1" },
      { id: 3, name: "65" },
    ],
    applications: [],
    feedback: [],
    tokens: new Map(),
    firstLogins: new Set(),
  };
}

function activity(
  id: number,
  actionId: number,
  remark: string,
  points: number,
  createdAt: string,
): Activity {
  return { id, actionId, remark, points, createdAt };
}

function device(id: number, browser: string, system: string, lastSeenAt: string): Device {
  const isCurrent = id !== 1;
  return { id, browser, system, signedInAt: "2026-01-10T04:00:00Z", lastSeenAt, isCurrent };
}

function bill(
  id: number,
  statusId: number,
  amount: string,
  points: number,
  createdAt: string,
): Bill {
  return { id, amount, points, statusId, outletId: 1, createdAt };
}

const TERMS = "<ul><li>One voucher a bill.</li></ul>";

/** A reward of the catalogue; with the differences from a free milk tea for 500 points. */
export function aReward(differences: Partial<Reward> = {}): Reward {
  return {
    id: 1,
    title: "Classic Thai Milk Tea with Bobas",
    description: "<p>Brewed strong, with chewy bobas.</p>",
    pointToRedeem: 500,
    imageName: null,
    transactionSourceId: 1,
    typeId: REWARD_TYPE.freeGift,
    statusId: 1,
    validPeriod: 30,
    startAt: null,
    endAt: null,
    promotionTypeId: 1,
    IsMemberBirthdayMonth: false,
    isClaimable: true,
    isClaimPending: false,
    whyNotClaimable: null,
    value: "11.90",
    discountValue: "0.00",
    termAndCondition: TERMS,
    memberRedeemableLimit: null,
    outletIds: [],
    ...differences,
  };
}

/** What is given; with the differences from RM 5 for a friend. */
export function aGivenReward(differences: Partial<GivenReward> = {}): GivenReward {
  return {
    id: 11,
    title: "RM 5 referral voucher",
    imageName: null,
    transactionSourceId: 4,
    discountValue: "5.00",
    minSpend: "0.00",
    validPeriod: 60,
    ...differences,
  };
}

/** A reward of a tier; with the differences from Plus's RM 5. */
export function aTierReward(differences: Partial<TierReward> = {}): TierReward {
  return {
    id: 7,
    title: "RM 5 voucher for Plus members",
    description: "<p>Welcome to Plus.</p>",
    imageName: null,
    isClaimed: false,
    membershipId: 2,
    membershipName: "Plus",
    validPeriod: 30,
    termAndCondition: TERMS,
    createdAt: "2026-01-01T00:00:00Z",
    memberId: 1,
    isLocked: false,
    ...differences,
  };
}

/** A voucher of the first member's; with the differences from a milk tea to be had for a month. */
export function aVoucher(differences: Partial<Voucher> = {}): Voucher {
  const createdAt = new Date(Date.now() - 86_400_000).toISOString();
  return {
    id: 21,
    name: "Classic Thai Milk Tea with Bobas",
    code: "KB7Q-MRX2-9ABC",
    description: "<p>Brewed strong, with chewy bobas.</p>",
    imageName: null,
    discountValue: "0.00",
    discountTypeId: 2,
    rewardTypeId: REWARD_TYPE.freeGift,
    statusId: 1,
    expireAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    updatedAt: createdAt,
    createdAt,
    transactionSourceId: 1,
    transactionEventTypeId: 1,
    transactionId: 1,
    memberId: 1,
    termAndCondition: TERMS,
    outletIds: [],
    presentUntil: null,
    usedAt: null,
    heldTillId: null,
    usableFrom: createdAt,
    minSpend: "0.00",
    ...differences,
  };
}

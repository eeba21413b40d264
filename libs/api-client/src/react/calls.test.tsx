import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";

import { configureApi } from "../http.ts";
import { DEFAULT_PREFERENCES } from "../rules/preferences.ts";
import { session } from "../session/current.ts";
import { forgetSession } from "../testing/fake-api.ts";
import { aGivenReward, aMember, aReward, aTierReward, aVoucher } from "../testing/world.ts";
import { ApiProvider } from "./api-provider.tsx";
import { useDevices, useEndDevices, usePasskeys, useRemovePasskey } from "./devices.ts";
import { useHosts, useLinkHost, useUnlinkHost } from "./hosts.ts";
import {
  useAgree,
  useConsent,
  useEraseMember,
  useExportMember,
  useMember,
  useReferees,
  useRequestErasureCode,
  useSetReferrer,
  useUpdateMember,
} from "./members.ts";
import {
  useEndByLink,
  useMessages,
  useReadMessages,
  useStopMessages,
  useUnreadMessages,
  useUnsubscribe,
} from "./messages.ts";
import { useCallingCodes, useOutlets } from "./outlets.ts";
import {
  useActivities,
  useBills,
  useKeepTierBy,
  useMembershipPoints,
  usePointTotals,
  useRecentActivities,
  useTiers,
} from "./points.ts";
import { usePreferences, useSavePreferences } from "./preferences.ts";
import { useChangePush, usePushSubscriptions, useTurnOffPush } from "./push.ts";
import { createQueryClient } from "./query-client.tsx";
import { useClaimReceipt, useReceipt } from "./receipts.ts";
import {
  useClaim,
  usePresent,
  usePromotedVouchers,
  useGivenReward,
  useReward,
  useRewards,
  useTierReward,
  useTierRewards,
  useValidVouchers,
  useVoucher,
  useVoucherHistory,
} from "./rewards.ts";
import { useAddWalletPass, useWallets } from "./wallet.ts";

let requests: { line: string; body: unknown; headers: Headers }[];
let answer: unknown;
const user = aMember();

beforeEach(() => {
  requests = [];
  answer = {};
  configureApi({ fetch: recording });
  session.begin({ user, loginToken: "S1", isFirstLogin: false });
});

async function recording(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const text = await request.text();
  requests.push({
    line: `${request.method} ${pathname}${search}`,
    body: text === "" ? null : JSON.parse(text),
    headers: request.headers,
  });
  return answer === null ? new Response(null, { status: 204 }) : Response.json(answer);
}

afterEach(() => {
  act(() => forgetSession());
  configureApi({});
});

function render<T>(hook: () => T) {
  const client = createQueryClient({ retry: false });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider client={client}>{children}</ApiProvider>
  );
  return renderHook(hook, { wrapper }).result;
}

async function send<Change, Result>(
  hook: () => { mutateAsync: (change: Change) => Promise<Result> },
  change: Change,
): Promise<Result> {
  const result = render(hook);
  return act(() => result.current.mutateAsync(change));
}

const bought = {
  id: 4,
  actionId: 2,
  remark: "A bill",
  points: 45,
  createdAt: "2026-02-14T12:10:00Z",
};
const bill = { id: 1, amount: "9.00", points: 9, createdAt: "2026-02-14T12:10:00Z" };
const preferences = DEFAULT_PREFERENCES;
const reward = { ...aReward(), outlets: [] };
const tierReward = { ...aTierReward(), outletIds: [], outlets: [] };
const voucher = { ...aVoucher(), outlets: [] };
const since = () => new Date("2026-02-01T00:00:00Z");
const activities = "GET /api/member/1/activityHistory?sort=createdAt&order=desc";
const newest = { name: "all", since };
const once = { idempotencyKey: "K1" };
const list = [{ id: 1 }];

// The lines of spec 000 §7 and spec 001 §7, spelled as there.
test.each<[string, () => { data: unknown }, unknown, unknown]>([
  ["GET /api/callingCode", useCallingCodes, [{ id: 1, name: "60" }], [{ id: 1, name: "60" }]],
  ["GET /api/member/1", useMember, user, user],
  ["GET /api/member/1/memberreferee", useReferees, { memberRefereeList: list }, list],
  [
    "GET /api/member/1/currentMembershipPoint",
    useMembershipPoints,
    { currentMemberMembershipPoint: 1840, keepTierBy: "2026-12-31" },
    1840,
  ],
  [
    "GET /api/member/1/currentMembershipPoint",
    useKeepTierBy,
    { currentMemberMembershipPoint: 1840, keepTierBy: "2026-12-31" },
    "2026-12-31",
  ],
  [
    `${activities}&limit=3&actionId=1&actionId=2&actionId=3`,
    useRecentActivities,
    { memberActivityHistoryList: [bought] },
    [bought],
  ],
  [
    `${activities}&limit=100&offset=0&CreatedStartAt=2026-02-01T00%3A00%3A00.000Z`,
    () => useActivities(newest),
    { memberActivityHistoryList: [bought] },
    [bought],
  ],
  [
    `${activities}&limit=100&offset=0&actionId=2&CreatedStartAt=2026-02-01T00%3A00%3A00.000Z`,
    () => useActivities({ ...newest, actionIds: [2] }),
    { memberActivityHistoryList: [] },
    [],
  ],
  [
    "GET /api/memberEarn?memberId=1&limit=3&sort=createdAt&order=desc",
    () => useBills(),
    { memberEarnList: [bill] },
    [bill],
  ],
  ["GET /api/member/1/pointTotals", usePointTotals, { earned: 4 }, { earned: 4, used: 0 }],
  ["GET /api/member/1/preferences", usePreferences, preferences, preferences],
  ["GET /api/member/1/consent", useConsent, { isAgreed: true }, { isAgreed: true }],
  ["GET /api/outlet?statusId=1", useOutlets, { outletList: list }, list],
  [
    "GET /api/membership",
    useTiers,
    { membershipList: [{ level: 2 }, { level: 0 }, { level: 1 }] },
    [{ level: 0 }, { level: 1 }, { level: 2 }],
  ],
  ["GET /api/reward", useRewards, { rewardList: [aReward()] }, [aReward()]],
  ["GET /api/reward/1", () => useReward(1), reward, reward],
  ["GET /api/membershipReward", useTierRewards, { membershipRewardList: null }, []],
  ["GET /api/membershipReward/7", () => useTierReward(7), tierReward, tierReward],
  [
    "GET /api/givenReward",
    () => ({ data: useGivenReward("friend") }),
    { givenRewardList: [aGivenReward()] },
    aGivenReward(),
  ],
  [
    "GET /api/memberReward?Code=KB7&IsValid=true&limit=100",
    () => useValidVouchers("KB7"),
    { memberRewardList: [] },
    [],
  ],
  [
    "GET /api/memberReward?Code=&IsValid=true&limit=6",
    usePromotedVouchers,
    { memberRewardList: [] },
    [],
  ],
  [
    "GET /api/memberReward?Code=&IsValid=false&limit=100&offset=0",
    useVoucherHistory,
    { memberRewardList: [] },
    [],
  ],
  ["GET /api/memberReward/21", () => useVoucher(21), voucher, voucher],
  ["POST /api/receipt/check", () => useReceipt("LR1.x"), { amount: "9.00" }, { amount: "9.00" }],
  ["GET /api/member/session", useDevices, { deviceList: list }, list],
  ["GET /api/member/1/passkey", usePasskeys, { passkeyList: list }, list],
  ["GET /api/member/1/host", useHosts, { hostList: list }, list],
  ["GET /api/wallet", useWallets, { walletList: ["apple"] }, ["apple"]],
  [
    "GET /api/member/1/notification?limit=20&offset=0",
    useMessages,
    { notificationList: list, unreadCount: 1 },
    list,
  ],
  [
    "GET /api/member/1/notification?limit=1",
    useUnreadMessages,
    { notificationList: [], unreadCount: 3 },
    3,
  ],
  [
    "GET /api/member/1/pushSubscription",
    usePushSubscriptions,
    { publicKey: "k" },
    { publicKey: "k" },
  ],
  [
    "GET /api/notification/unsubscribe/T1/kind",
    () => useUnsubscribe("T1"),
    { isOn: true },
    { isOn: true },
  ],
])("%s", async (line, hook, wire, data) => {
  answer = wire;

  const result = render(hook);

  await waitFor(() => expect(result.current.data).toEqual(data));
  expect(requests).toMatchObject([
    { line, body: line.includes("receipt") ? { code: "LR1.x" } : null },
  ]);
});

test.each<[string, () => Promise<unknown>, unknown, unknown, unknown]>([
  [
    "PATCH /api/member/1",
    () => send(useUpdateMember, { mobileNumber: "123456789", email: "a@example.com" }),
    { id: 1, mobileNumber: "123456789", email: "a@example.com" },
    user,
    user,
  ],
  [
    "PATCH /api/member/1/referrer",
    () => send(useSetReferrer, { referralCode: "MEI20" }),
    { ReferralCode: "MEI20" },
    { message: "Thanks" },
    { message: "Thanks" },
  ],
  [
    "PUT /api/member/1/preferences",
    () => send(useSavePreferences, { privacy: DEFAULT_PREFERENCES.privacy }),
    { privacy: DEFAULT_PREFERENCES.privacy },
    preferences,
    preferences,
  ],
  [
    "POST /api/member/1/consent",
    () => send(useAgree, { noticeVersion: "2", language: "ms" }),
    { noticeVersion: "2", language: "ms" },
    { isAgreed: true },
    { isAgreed: true },
  ],
  [
    "GET /api/member/1/export",
    async () =>
      JSON.parse(await (await send(useExportMember, { memberId: 1, format: "json" })).text()),
    null,
    { member: user },
    { member: user },
  ],
  [
    "GET /api/member/1/export/csv",
    async () => (await send(useExportMember, { memberId: 1, format: "csv" })).type,
    null,
    {},
    "application/json",
  ],
  [
    "POST /api/member/1/erasure/otp",
    () => send(useRequestErasureCode, user),
    null,
    { message: "Sent" },
    { message: "Sent" },
  ],
  [
    "DELETE /api/member/1",
    () => send(useEraseMember, { member: user, otpCode: "123456" }),
    { otpCode: "123456" },
    null,
    undefined,
  ],
  [
    "POST /api/claim",
    () => send(useClaim, { rewardId: 7 }),
    { memberId: 1, rewardId: 7 },
    { message: "Done", memberPointAmount: 5 },
    { message: "Done", memberPointAmount: 5 },
  ],
  [
    "POST /api/memberRedeem",
    () => send(usePresent, { voucherId: 21, outletId: 2, ...once }),
    { memberId: 1, memberRewardId: 21, outletId: 2 },
    { memberRedeem: { id: 21 } },
    { id: 21 },
  ],
  [
    "POST /api/memberRedeem",
    () => send(usePresent, { voucherId: 21, outletId: 2, withoutNetwork: true, ...once }),
    { memberId: 1, memberRewardId: 21, outletId: 2, withoutNetwork: true },
    { memberRedeem: { id: 21 } },
    { id: 21 },
  ],
  [
    "POST /api/receipt",
    () => send(useClaimReceipt, { code: "LR1.x", ...once }),
    { code: "LR1.x" },
    { memberEarn: bill },
    bill,
  ],
  ["POST /api/member/session/3/end", () => send(useEndDevices, 3), null, null, undefined],
  [
    "POST /api/member/session/end-others",
    () => send(useEndDevices, "others"),
    null,
    null,
    undefined,
  ],
  ["DELETE /api/member/1/passkey/4", () => send(useRemovePasskey, 4), null, null, undefined],
  [
    "POST /api/member/1/host/chat",
    () => send(() => useLinkHost(user), { name: "chat", linkTicket: "L1" }),
    { linkTicket: "L1", agreed: true },
    { name: "chat" },
    { name: "chat" },
  ],
  ["DELETE /api/member/1/host/chat", () => send(useUnlinkHost, "chat"), null, null, undefined],
  [
    "POST /api/member/1/walletPass",
    () => send(useAddWalletPass, { wallet: "apple", voucherId: null, brand: "krua-bowl" } as never),
    { wallet: "apple", voucherId: null, brand: "krua-bowl" },
    { url: "/api/wallet/pass/p1" },
    `${location.origin}/api/wallet/pass/p1`,
  ],
  [
    "POST /api/member/1/notification/read",
    () => send(useReadMessages, 9),
    { upToId: 9 },
    { unreadCount: 2 },
    2,
  ],
  [
    "POST /api/member/1/notification/9/stop",
    () => send(useStopMessages, 9),
    null,
    preferences,
    preferences,
  ],
  [
    "POST /api/notification/unsubscribe/T1",
    () => send(() => useEndByLink("T1"), undefined),
    null,
    null,
    undefined,
  ],
  [
    "PATCH /api/member/1/pushSubscription/5",
    () => send(useChangePush, { id: 5, showsDetails: true }),
    { showsDetails: true },
    { id: 5 },
    { id: 5 },
  ],
  [
    "DELETE /api/member/1/pushSubscription/5",
    () => send(useTurnOffPush, { id: 5, isHere: false }),
    null,
    null,
    undefined,
  ],
])("%s", async (line, call, body, wire, result) => {
  answer = wire;

  expect(await call()).toEqual(result);

  expect(requests).toMatchObject([{ line, body }]);
});

test.each([
  ["a shown code", () => send(usePresent, { voucherId: 21, outletId: 2, ...once })],
  ["a claimed receipt", () => send(useClaimReceipt, { code: "LR1.x", ...once })],
])("%s carries its key", async (_, call) => {
  answer = { memberRedeem: {} };
  await call();

  expect(requests[0]?.headers.get("Idempotency-Key")).toBe("K1");
});

test("a record that lacks points and tier has none and the first", async () => {
  answer = { id: 1, name: "Mei" };
  const result = render(useMember);

  await waitFor(() =>
    expect(result.current.data).toMatchObject({
      memberPointAmount: 0,
      membershipId: 0,
      membershipLevel: 0,
    }),
  );
});

import type { Activity } from "@loyalty/api-client/wire";
import content from "@loyalty/content/snapshot/ms.json";
import { i18n } from "@loyalty/ui/i18n";
import { act, renderHook } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import member from "../texts/ms/member.json";
import { useActivityRemark } from "./activity-list.tsx";

const remarkOf = (differences: Partial<Activity>) => {
  const activity = { id: 1, points: 40, createdAt: "2026-02-14T17:10:00Z", ...differences };
  return renderHook(() => useActivityRemark(activity as Activity)).result.current;
};

const [VOUCHER, IN_MALAY] = Object.entries(content).find(([english, malay]) => english !== malay)!;
const BILL = { amount: "45.90", outletName: "Publika" };
const claimOf = (memberRewardName: string) => ({ memberRewardId: 7, memberRewardName });

/** What happened; what the API calls it; what is shown in English and in Malay. */
const CASES: [string, Partial<Activity>, string | null, string | null][] = [
  [
    "a bill",
    { actionId: 2, remark: "RM 45.90 at Publika", ...BILL },
    "RM\u00a045.90 at Publika",
    "RM\u00a045.90 di Publika",
  ],
  [
    "a bill taken back, with the operator's reason kept for the why",
    { actionId: 5, remark: "RM 45.90 at Publika taken back: rung up twice", ...BILL },
    "RM\u00a045.90 at Publika, taken back",
    "RM\u00a045.90 di Publika, ditarik balik",
  ],
  [
    "a reward of the programme",
    { actionId: 3, remark: VOUCHER, ...claimOf(VOUCHER) },
    VOUCHER,
    IN_MALAY,
  ],
  [
    "a reward an operator has named",
    {
      actionId: 3,
      remark: "Ticket, not cancelled: yet",
      ...claimOf("Ticket, not cancelled: yet"),
    },
    "Ticket, not cancelled: yet",
    "Ticket, not cancelled: yet",
  ],
  [
    "a claim that was cancelled, for a reason",
    {
      actionId: 4,
      remark: `${VOUCHER} cancelled: rung up twice, one cancelled`,
      reason: "rung up twice, one cancelled",
      ...claimOf(VOUCHER),
    },
    `${VOUCHER}, cancelled`,
    `${IN_MALAY}, dibatalkan`,
  ],
  [
    "a claim that was cancelled, for no reason",
    {
      actionId: 4,
      remark: `${VOUCHER} cancelled`,
      reason: null,
      ...claimOf(VOUCHER),
    },
    `${VOUCHER}, cancelled`,
    `${IN_MALAY}, dibatalkan`,
  ],
  [
    "a correction by hand",
    { actionId: 4, remark: "Points Adjustment (In): a birthday", reason: "a birthday" },
    "a birthday",
    "a birthday",
  ],
  ["a registration", { actionId: 1, remark: "Member Registration" }, null, null],
  [
    "what comes without values",
    { actionId: 2, remark: "Receipt 1042" },
    "Receipt 1042",
    "Receipt 1042",
  ],
];

test.each(CASES)("%s, in English", (_, activity, english) => {
  expect(remarkOf(activity)).toBe(english);
});

describe("in Malay", () => {
  beforeAll(async () => {
    i18n.addResourceBundle("ms", "member", member);
    i18n.addResourceBundle("ms", "published-content", content);
    await act(() => i18n.changeLanguage("ms"));
  });
  afterAll(() => act(() => i18n.changeLanguage("en")));

  test.each(CASES)("%s", (_, activity, __, malay) => {
    expect(remarkOf(activity)).toBe(malay);
  });
});

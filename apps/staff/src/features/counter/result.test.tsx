import { ApiError } from "@loyalty/api-client/errors";
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { CounterVoucher, RecordedBill } from "../../till/till-database.ts";
import type { AnswerKind } from "./answer.tsx";
import { Result, type Shown } from "./result.tsx";
import type { BillDraft, Offer } from "./sale.ts";
import { playSound, setSound } from "./sound.ts";

let heard: number[] = [];
/** Whether the browser lets the page sound. */
let isAllowed: Promise<void> = Promise.resolve();

class RecordingAudio {
  state = "suspended";
  currentTime = 0;
  destination = {};
  resume = () => isAllowed;
  createGain = () => ({ gain: { value: 1 }, connect: () => {} });
  createOscillator = () => {
    const frequency = { value: 0 };
    return {
      frequency,
      connect: () => {},
      start: () => heard.push(frequency.value),
      stop: () => {},
    };
  };
}

beforeEach(() => {
  heard = [];
  isAllowed = Promise.resolve();
  vi.stubGlobal("AudioContext", RecordingAudio);
});
afterEach(() => vi.unstubAllGlobals());

const offer: Offer = {
  id: null,
  code: "DCQP-7VVK-3D4M",
  text: "LV1:…",
  name: "Thai Milk Tea",
  discountSen: 0,
  sku: null,
  minSpendSen: 0,
  memberId: null,
  memberName: null,
  whyNot: null,
  isShown: false,
};
const draft: BillDraft = {
  who: { memberId: 1 },
  guest: null,
  name: "Aisyah",
  receipt: "A-1001",
  amount: "4590",
  voucher: null,
};
const recorded = {
  isNew: true,
  memberEarn: { points: 45, whyNot: null },
  membershipName: "Classic",
  memberPointAmount: 120,
  voucher: null,
} as RecordedBill;
const refusal = new ApiError({
  message: "This voucher was used today at 14:10.",
  status: 409,
  fromServer: true,
});

const YES = [660, 990];
const NO = [220, 165];
const WAIT = [440];

const answers: readonly [string, Shown, AnswerKind, number[], string, string][] = [
  [
    "a bill",
    { kind: "bill", outcome: { kind: "done", answer: recorded }, draft },
    "yes",
    YES,
    "status",
    "+45 points",
  ],
  [
    "a receipt that was recorded before",
    { kind: "bill", outcome: { kind: "done", answer: { ...recorded, isNew: false } }, draft },
    "yes",
    YES,
    "status",
    "Recorded before",
  ],
  [
    "a bill that waits for the office",
    {
      kind: "bill",
      outcome: {
        kind: "done",
        answer: {
          ...recorded,
          memberEarn: {
            ...recorded.memberEarn,
            whyNot: { code: "bill_limit", message: "", params: {} },
          },
        },
      },
      draft,
    },
    "yes",
    YES,
    "status",
    "The office confirms it",
  ],
  [
    "a bill with a voucher of money off",
    {
      kind: "bill",
      outcome: {
        kind: "done",
        answer: {
          ...recorded,
          voucher: {
            name: "RM 5 referral voucher",
            rewardTypeId: 1,
            discountValue: "5.00",
            minSpend: "0.00",
          } as CounterVoucher,
        },
      },
      draft,
    },
    "yes",
    YES,
    "status",
    "RM 5.00 was taken off",
  ],
  [
    "a used voucher",
    { kind: "voucher", outcome: { kind: "done", answer: {} as CounterVoucher }, offer },
    "yes",
    YES,
    "status",
    "Hand out: Thai Milk Tea",
  ],
  [
    "a voucher that is given back",
    { kind: "released", name: offer.name },
    "yes",
    YES,
    "status",
    "Given back",
  ],
  [
    "a refused voucher",
    { kind: "voucher", outcome: { kind: "refused", error: refusal }, offer },
    "no",
    NO,
    "alert",
    refusal.message,
  ],
  [
    "what this till refuses",
    { kind: "refused", text: "This code has ended." },
    "no",
    NO,
    "alert",
    "This code has ended.",
  ],
  [
    "a bill that waits",
    { kind: "bill", outcome: { kind: "waiting" }, draft },
    "wait",
    WAIT,
    "status",
    "RM 45.90 is stored",
  ],
  [
    "a signed voucher that waits",
    { kind: "voucher", outcome: { kind: "waiting" }, offer },
    "wait",
    WAIT,
    "status",
    "Hand out: Thai Milk Tea",
  ],
  [
    "a voucher that nobody confirmed",
    { kind: "voucher", outcome: { kind: "waiting" }, offer: { ...offer, text: null } },
    "wait",
    WAIT,
    "status",
    "hand out nothing for the voucher yet",
  ],
];

const COLOURS = { yes: "success", no: "danger", wait: "gold" } as const;

test.each(answers)(
  "%s is shown by colour, sound and words",
  async (_, shown, colour, notes, role, words) => {
    render(<Result shown={shown} onNext={() => {}} onBack={() => {}} />);
    const answer = screen.getByRole(role);
    expect(answer).toHaveClass(COLOURS[colour]);
    expect(answer).toHaveTextContent(words);
    await vi.waitFor(() => expect(heard).toEqual(notes));
  },
);

test("a muted counter makes no sound", async () => {
  setSound(false);
  playSound("yes");
  await isAllowed;
  setSound(true);
  playSound("no");
  await vi.waitFor(() => expect(heard).toEqual(NO));
});

test("a sound that the browser holds back until the next touch is not played then", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  let allow = () => {};
  isAllowed = new Promise((resolve) => (allow = resolve));
  playSound("yes");
  vi.advanceTimersByTime(1_001);
  allow();
  await isAllowed;
  expect(heard).toEqual([]);
  vi.useRealTimers();
});

import type { LatestBill } from "@loyalty/api-client/react/points";
import { BILL_STATUS } from "@loyalty/api-client/rules/points";
import { createFakeApi } from "@loyalty/api-client/testing/fake-api";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

import { setUpMemberApp } from "../../testing/member-app.tsx";
import { FollowTill } from "../../app/follow-till.ts";
import PointsScreen from "./rewards-screen.tsx";
import { newsBetween } from "../../card/use-till-news.ts";

const app = setUpMemberApp();
const open = () => app.open("/rewards", "/rewards", FollowedScreen);

/** The screen, and what follows the till on each member's page. */
function FollowedScreen() {
  return (
    <>
      <FollowTill />
      <PointsScreen />
    </>
  );
}

const bills = () => screen.getByRole("region", { name: "Recent bills" });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a pending bill shows the points to come, a counted one its points", async () => {
  open();

  const [pending, counted] = await within(bills()).findAllByRole("listitem");
  expect(pending).toHaveTextContent("RM 38.50 at KL East Mall");
  expect(pending).toHaveTextContent("within 24 hours after our staff have verified the bill");
  expect(counted).toHaveTextContent("+40 points");
});

test("a bill that the till records, and its points, show on the card by themselves", async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  });
  open();
  const card = screen.getByRole("region", { name: "Available Points" });
  expect(await within(card).findByText("1,340")).toBeVisible();
  const asked = () => app.api.requests.filter((each) => each.includes("/latestBill")).length;
  await waitFor(() => expect(asked()).toBe(1));
  // The check of the session comes first, with a new token of its own.
  act(() => vi.advanceTimersByTime(2000));
  await waitFor(() => expect(app.api.requests).toContain("GET /api/member/checksession"));

  const [newest] = app.api.world.bills[1]!;
  const bill = { ...newest!, id: 900, amount: "64.50", points: 77, statusId: 1 };
  app.api.world.bills[1]!.unshift(bill);
  act(() => vi.advanceTimersByTime(3000));
  expect(await screen.findByText("+77 on their way, verified within 24 hours")).toBeVisible();
  expect(screen.getAllByText("RM 64.50 at KL East Mall")[0]).toBeVisible();
  expect(within(card).getByText("1,340")).toBeVisible();

  app.api.world.bills[1]![0] = { ...bill, statusId: 2 };
  app.api.world.members[0]!.memberPointAmount += 77;
  act(() => vi.advanceTimersByTime(3000));
  expect(await screen.findByText("77 points have arrived.")).toBeVisible();
  expect(await within(card).findByText("1,417")).toBeVisible();
});

test("a card that is left alone asks every ten seconds, one that is touched every three again", async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
  });
  open();
  const asked = () => app.api.requests.filter((each) => each.includes("/latestBill")).length;
  const inHalfAMinute = async () => {
    const before = asked();
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    return asked() - before;
  };
  expect(await screen.findByRole("region", { name: "Available Points" })).toBeVisible();
  await waitFor(() => expect(asked()).toBe(1));
  expect(await inHalfAMinute()).toBeGreaterThan(3);

  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(await inHalfAMinute()).toBeLessThanOrEqual(3);

  fireEvent.pointerDown(document.body);
  expect(await inHalfAMinute()).toBeGreaterThan(3);
});

test("without an answer to it the page is as it was", async () => {
  app.api.failNext("GET /member/:id/latestBill", 404, {});
  open();
  const card = screen.getByRole("region", { name: "Available Points" });
  expect(await within(card).findByText("1,340")).toBeVisible();
  expect(await within(bills()).findAllByRole("listitem")).toHaveLength(2);
});

test("the month is added up over more activities than a page holds", async () => {
  const [newest] = app.api.world.activities[1]!;
  const createdAt = new Date().toISOString();
  app.api.world.activities[1] = Array.from({ length: 116 }, (_, at) => ({
    ...newest!,
    id: 500 - at,
    actionId: at < 114 ? 2 : 3,
    points: 10,
    createdAt,
  }));
  open();
  const summary = screen.getByRole("region", { name: "Points summary" });

  const sum = async (name: string) =>
    (await within(summary).findByText(name)).nextElementSibling?.textContent;
  expect(await sum("Earned this month")).toBe("1,140");
  expect(await sum("Used this month")).toBe("20");
});

test("the two newest activities are there below any number of adjustments", async () => {
  const [newest] = app.api.world.activities[1]!;
  const adjusted = [4, 5, 4, 4].map((actionId, at) => ({ ...newest!, id: 90 + at, actionId }));
  app.api.world.activities[1]!.unshift(...adjusted);
  open();
  const card = screen.getByRole("region", { name: "Recent points activity" });

  const shown = await within(card).findAllByRole("listitem");
  expect(shown.map((entry) => entry.textContent)).toEqual([
    expect.stringContaining("Points redeemed"),
    expect.stringContaining("Points earned"),
  ]);
});

test("what is good to know opens to its answer", async () => {
  open();

  await userEvent.click(await screen.findByText("When points appear"));
  expect(screen.getByText(/^They appear within 24 hours/)).toBeVisible();
});

const onWholeScreen = async () => {
  await userEvent.click(await screen.findByRole("button", { name: "Show full screen" }));
  return within(screen.getByRole("dialog", { name: "Your member code" }));
};

test("an iPhone is asked by the tap on the code whether the card may lean, once, and may refuse", async () => {
  const requestPermission = vi.fn(() => Promise.reject(new DOMException("", "NotAllowedError")));
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
  vi.stubGlobal("DeviceOrientationEvent", { requestPermission });
  open();
  await screen.findByRole("button", { name: "Show full screen" });
  expect(requestPermission).not.toHaveBeenCalled();

  const whole = await onWholeScreen();
  expect(whole.getByText("M0000001")).toBeVisible();
  await userEvent.click(whole.getByRole("button", { name: "Close" }));
  await onWholeScreen();
  expect(requestPermission).toHaveBeenCalledOnce();
});

test("a member without a number has no line for it beside the code", async () => {
  app.api.world.members[0]!.mobileNumber = "";
  open();
  const held = await onWholeScreen();
  expect(held.getByText("M0000001")).toBeVisible();
  expect(held.queryByText(/say your number/)).not.toBeInTheDocument();
});

test("the card has the first name, both names of the tier, the points and the code", async () => {
  app.api.world.members[0]!.name = "Tan Wei Jie";
  open();
  const card = screen.getByRole("region", { name: "Available Points" });
  expect(await within(card).findByText("Wei Jie")).toBeVisible();
  expect(within(card).getByText("Plus · Silver")).toBeVisible();
  expect(await within(card).findByText("1,340")).toBeVisible();
  expect(within(card).getByText("M0000001")).toBeVisible();
});

test("a voucher that can be used now is beside the card, one of tomorrow is not", async () => {
  const [ready] = app.api.world.vouchers;
  app.api.world.vouchers = [
    ready!,
    { ...ready!, id: 99, name: "Tomorrow's tea", usableFrom: "2099-01-01T00:00:00Z" },
  ];
  open();
  expect(await screen.findByText("1 voucher ready, swipe")).toBeVisible();
  expect(screen.getByRole("link", { name: "Use it Now" })).toHaveAttribute(
    "href",
    `/reward/${ready!.id}`,
  );
  expect(screen.queryByText("Tomorrow's tea")).not.toBeInTheDocument();
});

test("a member without bills reads when the first appears", async () => {
  app.api.world.bills = {};
  open();

  expect(await within(bills()).findByText(/^Your first bill appears here/)).toBeVisible();
});

test("bills that fail come back with Retry", async () => {
  app.api.failNext("GET /memberEarn", 500, {});
  open();
  await userEvent.click(await within(bills()).findByRole("button", { name: "Retry" }));

  expect(await within(bills()).findAllByRole("listitem")).toHaveLength(2);
});

test("a member whose tier gives more for a ringgit reads how much, another one does not", async () => {
  app.api.world.members[0]!.membershipLevel = 1;
  open();
  expect(await screen.findByText("1.2 for you with Plus")).toBeVisible();
});

test("what a ringgit is worth is shown beside the code, and activities that fail come back with Retry", async () => {
  app.api.failNext("GET /member/:id/activityHistory", 500, {});
  open();
  expect(screen.getByText("RM 1 = 1 point")).toBeVisible();
  const card = screen.getByRole("region", { name: "Recent points activity" });

  expect(await within(card).findByText("Failed to load recent activities")).toBeVisible();
  await userEvent.click(within(card).getByRole("button", { name: "Retry" }));
  expect(await within(card).findAllByRole("listitem")).toHaveLength(2);
  expect(within(card).getByRole("link", { name: "View All" })).toHaveAttribute("href", "/activity");
});

test("the code is held out on the whole screen, with the number beside it", async () => {
  open();
  const held = await onWholeScreen();

  expect(held.getByText("M0000001")).toBeVisible();
  expect(held.getByText("+60 12-345 6789")).toBeVisible();
  await userEvent.click(held.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

const [sample] = createFakeApi().world.bills[1]!;
const withBill = (id: number, status: keyof typeof BILL_STATUS): LatestBill => ({
  tag: `${id}.${status}`,
  bill: { ...sample!, id, statusId: BILL_STATUS[status] },
  points: 0,
  at: 0,
});
const none: LatestBill = { tag: "", bill: null, points: 0, at: 0 };

test.each([
  ["a bill waits when the page is opened", undefined, withBill(1, "pending"), "recorded"],
  ["the page is opened after a bill was counted", undefined, withBill(1, "verified"), undefined],
  ["a bill is recorded", none, withBill(1, "pending"), "recorded"],
  ["a bill is counted", withBill(1, "pending"), withBill(1, "verified"), "verified"],
  ["a bill is counted at once", withBill(1, "verified"), withBill(2, "verified"), "verified"],
  ["points are spent", withBill(1, "verified"), withBill(1, "verified"), undefined],
  ["a bill is taken back", withBill(1, "verified"), withBill(1, "takenBack"), undefined],
])("%s", (_, before, now, kind) => {
  expect(newsBetween(before, now)?.kind).toBe(kind);
});

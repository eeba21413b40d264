import type { Activity } from "@loyalty/api-client/wire";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { byDay } from "../../components/by-day.ts";
import { setUpMemberApp } from "../../testing/member-app.tsx";
import ActivityScreen, { startOf } from "./activity-screen.tsx";

const app = setUpMemberApp();
const open = () => app.open("/activity", "/activity", ActivityScreen);

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const activity = (id: number, more: Partial<Activity>): Activity => ({
  id,
  actionId: 2,
  remark: `Remark ${id}`,
  points: 10,
  createdAt: daysAgo(1),
  ...more,
});
const bill = {
  amount: "45.90",
  receiptNumber: "A-17",
  outletName: "Publika",
  paidAt: "2026-02-14T12:10:00Z",
};

beforeEach(() => {
  app.api.world.activities[1] = [
    activity(6, { ...bill, multiplier: "1.2", basePoints: 45, exactPoints: "55.080", points: 55 }),
    activity(5, { ...bill, multiplier: "1.0", basePoints: 45, exactPoints: "45.000", points: 45 }),
    activity(4, {
      actionId: 3,
      remark: "Redeemed: Thai milk tea",
      points: 500,
      memberRewardId: 21,
    }),
    activity(3, { actionId: 5, remark: "Points Adjustment (Out)", reason: "rung up twice" }),
    activity(2, { actionId: 4, remark: "Points Adjustment (In)", createdAt: daysAgo(20) }),
    activity(1, { actionId: 1, remark: "Member Registration", points: 0, createdAt: daysAgo(80) }),
  ];
});

async function opened(text: string, nth = 0): Promise<HTMLElement> {
  await userEvent.click((await screen.findAllByText(text))[nth]!);
  return screen.getAllByText(text)[nth]!.closest("details")!;
}

test("a bill opens to its amount, outlet, receipt and the sum with its rounding", async () => {
  open();
  const entry = await opened("Points earned");

  expect(entry).toHaveAttribute("open");
  expect(within(entry).getByText("Net amount").nextElementSibling).toHaveTextContent("RM 45.90");
  expect(within(entry).getByText("Outlet").nextElementSibling).toHaveTextContent("Publika");
  expect(within(entry).getByText("Receipt").nextElementSibling).toHaveTextContent("A-17");
  expect(within(entry).getByText("Paid").nextElementSibling).toHaveTextContent("14 Feb 2026");
  expect(
    within(entry).getByText("45.90 × 1.2 of your tier = 55.08, rounded down to 55 points"),
  ).toBeVisible();
});

test("the day is shown once, above its activities, and each shows its time", async () => {
  open();
  await screen.findAllByText("Points earned");
  const days = screen.getAllByRole("heading", { level: 2 }).map((day) => day.textContent);

  for (const time of document.querySelectorAll("time")) {
    expect(time).toHaveTextContent(/^\d{1,2}:\d{2} [AP]M$/);
  }
  expect(new Set(days).size).toBe(days.length);
});

test("an exact sum does not mention rounding", async () => {
  open();
  const entry = await opened("Points earned", 1);

  expect(within(entry).getByText("45.90 × 1 of your tier = 45 points")).toBeVisible();
});

test("a claim opens to its voucher, a correction to its reason, joining to its day", async () => {
  open();
  expect(within(await opened("Points redeemed")).getByRole("link")).toHaveAttribute(
    "href",
    "/reward/21",
  );
  expect(await opened("Points Adjustment (Out)")).toHaveTextContent("Reason: rung up twice");
  expect(await opened("Points Adjustment (In)")).toHaveTextContent(
    "No reason was given. Ask us if you wonder.",
  );
  expect(await opened("Member Registration")).toHaveTextContent(/You became a member on \d/);
});

test("entries are listed under their days with their points, and the tabs filter them", async () => {
  open();
  expect(screen.getByText("Loading activities...")).toBeInTheDocument();
  expect(await screen.findByText("-500")).toBeVisible();
  const days = screen.getAllByRole("heading", { level: 2, name: /\d/ });
  expect(days).toHaveLength(3);
  expect(screen.getByText("+55")).toBeVisible();

  await userEvent.click(screen.getByRole("tab", { name: "Redeemed" }));
  expect(screen.queryByText("+55")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("tab", { name: "Earned" }));
  expect(screen.getByText("+55")).toBeVisible();
  expect(screen.queryByText("-500")).not.toBeInTheDocument();
});

test("the period leaves out what is older", async () => {
  open();
  await screen.findByText("Member Registration");
  await userEvent.selectOptions(screen.getByLabelText("Period"), "Last month");
  expect(screen.queryByText("Member Registration")).not.toBeInTheDocument();
  expect(screen.getByText("Points Adjustment (In)")).toBeVisible();

  await userEvent.selectOptions(screen.getByLabelText("Period"), "Last 7 days");
  expect(screen.queryByText("Points Adjustment (In)")).not.toBeInTheDocument();
});

const manyBills = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    activity(1000 - at, { createdAt: new Date(Date.now() - at * 60_000).toISOString() }),
  );
const entries = () => screen.getAllByText("Points earned").length;

test("what does not fit on a page comes with Load more, to the very first activity", async () => {
  app.api.world.activities[1] = [...manyBills(116), ...app.api.world.activities[1]!];
  open();
  expect(await screen.findByText("100 activities shown")).toBeInTheDocument();
  expect(entries()).toBe(100);
  expect(screen.queryByText("Member Registration")).not.toBeInTheDocument();

  await userEvent.click(screen.getByRole("button", { name: "Load more" }));

  expect(await screen.findByText("Member Registration")).toBeVisible();
  expect(entries()).toBe(118);
  expect(screen.queryByRole("button", { name: "Load more" })).not.toBeInTheDocument();
  expect(screen.getByText("All 122 activities of this period")).toHaveFocus();
});

test("a next page that fails leaves what is there, and is tried again", async () => {
  app.api.world.activities[1] = manyBills(101);
  open();
  await screen.findByText("100 activities shown");
  app.api.failNext("GET /member/:id/activityHistory", 500, {});
  await userEvent.click(screen.getByRole("button", { name: "Load more" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load more activities");
  expect(entries()).toBe(100);

  await userEvent.click(screen.getByRole("button", { name: "Load more" }));
  expect(await screen.findByText("All 101 activities of this period")).toBeVisible();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("what was redeemed is found below any number of bills", async () => {
  app.api.world.activities[1] = [...manyBills(116), ...app.api.world.activities[1]!];
  open();
  await screen.findByText("100 activities shown");
  await userEvent.click(screen.getByRole("tab", { name: "Redeemed" }));

  expect(await screen.findByText("-500")).toBeVisible();
  expect(screen.getByText("Points Adjustment (Out)")).toBeVisible();
});

test("a bill that comes between two pages lists no activity twice", async () => {
  app.api.world.activities[1] = manyBills(150);
  open();
  await screen.findByText("100 activities shown");
  app.api.world.activities[1].unshift(activity(2000, { createdAt: new Date().toISOString() }));
  await userEvent.click(screen.getByRole("button", { name: "Load more" }));

  expect(await screen.findByText("All 150 activities of this period")).toBeVisible();
  expect(entries()).toBe(150);
});

test("no activities and a list that fails are named, and Retry brings it back", async () => {
  const kept = app.api.world.activities[1]!;
  app.api.world.activities[1] = [];
  app.api.failNext("GET /member/:id/activityHistory", 500, {});
  open();

  expect(await screen.findByText("Failed to load activities")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("No recent activities found")).toBeVisible();
  app.api.world.activities[1] = kept;
});

test.each([
  ["week", "2026-03-31T08:00:00Z", "2026-03-24T08:00:00.000Z"],
  ["month", "2026-03-31T08:00:00Z", "2026-02-28T08:00:00.000Z"],
  ["quarter", "2026-05-31T08:00:00Z", "2026-02-28T08:00:00.000Z"],
  ["month", "2026-01-15T08:00:00Z", "2025-12-15T08:00:00.000Z"],
  ["ever", "2026-03-31T08:00:00Z", "1970-01-01T00:00:00.000Z"],
] as const)("a %s before %s began at %s", (period, now, begin) => {
  expect(startOf(period, new Date(now)).toISOString()).toBe(begin);
});

test("the order of the list survives its division into days", () => {
  const all = [
    activity(9, { createdAt: "2026-03-02T10:00:00Z" }),
    activity(8, { createdAt: "2026-03-02T09:00:00Z" }),
    activity(7, { createdAt: "2026-03-01T09:00:00Z" }),
  ];

  expect(byDay(all, (iso) => iso.slice(0, 10))).toEqual([
    ["2026-03-02", [all[0], all[1]]],
    ["2026-03-01", [all[2]]],
  ]);
});

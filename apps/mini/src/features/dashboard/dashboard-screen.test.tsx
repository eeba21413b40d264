import { UTC_OFFSET } from "@loyalty/api-client/group";
import { ApiProvider } from "@loyalty/api-client/react/api-provider";
import { createQueryClient } from "@loyalty/api-client/react/query-client";
import { malaysianDate } from "@loyalty/api-client/rules/calendar";
import { signedInAs } from "@loyalty/api-client/testing/fake-api";
import type { FakeApi } from "@loyalty/api-client/testing/responses";
import { serveFakeApi } from "@loyalty/api-client/testing/setup";
import { aVoucher } from "@loyalty/api-client/testing/world";
import { formatDate } from "@loyalty/ui/formats";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";

import { firstName } from "../../card/first-name.ts";
import DashboardScreen from "./dashboard-screen.tsx";
import { billsSince, occasion } from "./greeting.tsx";

let api: FakeApi;
const server = serveFakeApi((fake) => (api = fake), { visitor: true });

function open() {
  signedInAs(api, api.world.members[0]!);
  render(
    <ApiProvider client={createQueryClient({ retry: false })}>
      <MemoryRouter>
        <DashboardScreen />
      </MemoryRouter>
    </ApiProvider>,
  );
}

const activities = () => screen.getByRole("region", { name: "Recent Activity" });

test("says what it waits for, then who the member is and their tier", async () => {
  open();

  expect(screen.getByText("Loading activities...")).toBeInTheDocument();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(
    new RegExp(
      `^(Good (morning|afternoon|evening)|Hello), ${firstName(api.world.members[0]!.name)}$`,
    ),
  );
  expect(await screen.findByText("1,340")).toBeVisible();
  expect(screen.getByRole("region", { name: "Available Points" })).toHaveTextContent(
    "Plus · Silver",
  );
});

test("a failed list names the server's reason and comes back with Retry, alone", async () => {
  api.failNext("GET /member/:id/activityHistory", 500, { message: "The kitchen is closed" });
  open();
  const retry = await within(activities()).findByRole("button", { name: "Retry" });
  expect(activities()).toHaveTextContent("The kitchen is closed");
  expect(await screen.findByText("1,340")).toBeVisible();

  await userEvent.click(retry);

  expect(await within(activities()).findAllByRole("listitem")).not.toHaveLength(0);
});

test("a list without a reason is named in the documents' words", async () => {
  api.failNext("GET /member/:id/activityHistory", 500, {});
  open();

  expect(await within(activities()).findByRole("alert")).toHaveTextContent(
    /Failed to load activities|HTTP 500/,
  );
});

test.each([
  ["GET /member/:id", "Failed to load member data"],
  ["GET /member/:id/currentMembershipPoint", "Failed to load points"],
  ["GET /membership", "Failed to load membership data"],
])("where %s fails the page says: %s, and Retry brings it back", async (call, sentence) => {
  api.failNext(call, 500, {});
  open();
  const way = within(screen.getByRole("region", { name: "The way to your next tier" }));
  expect(await way.findByText(sentence)).toBeVisible();

  await userEvent.click(way.getByRole("button", { name: "Retry" }));
  expect(await way.findByText("3,160 more to Elite")).toBeVisible();
});

test("points that cannot be had are an error, not a zero", async () => {
  api.failNext("GET /member/:id", 500, {});
  open();

  expect(await screen.findByText("Error loading points")).toBeVisible();
  expect(screen.getByText("Unable to load progress data")).toBeVisible();
});

test("a tier that is in no list shows an error", async () => {
  api.world.members[0]!.membershipLevel = 7;
  open();

  expect(await screen.findByText("Failed to load membership details")).toBeVisible();
  expect(screen.getByText("Unable to calculate progress")).toBeVisible();
});

test("a member without activities reads so and gets a link on", async () => {
  api.world.activities[1] = [];
  open();

  expect(await screen.findByText("No recent activities found")).toBeVisible();
  expect(screen.getByRole("link", { name: "Show my code" })).toHaveAttribute("href", "/rewards");
});

test("an answer of the FAQ can be called helpful, or lead to people who help", async () => {
  open();
  await userEvent.click(await screen.findByText("When can I redeem?"));
  const answer = screen.getByText("Redemption starts from 500 points.").closest("details")!;

  await userEvent.click(within(answer).getByRole("button", { name: "No" }));

  expect(within(answer).getByRole("link", { name: "ask us" })).toHaveAttribute(
    "href",
    "/contact-us",
  );
  await userEvent.click(within(answer).getByRole("button", { name: "Yes" }));
  expect(within(answer).getByRole("status")).toHaveTextContent("Good to hear.");
});

const promotions = () => screen.getByRole("region", { name: "Promotions" });

test("the day that keeps the tier is named", async () => {
  api.world.keepTierBy[1] = "2026-12-14";
  open();
  expect(await screen.findByText("Earn any points by 14 Dec 2026 to stay Plus")).toBeVisible();
});

test("the best reward is the tier's, else free, else not had lately, else dear; it has one button, and without any the nearest has it", async () => {
  const [reward] = api.world.rewards;
  const priced = (id: number, pointToRedeem: number, isClaimable: boolean) => ({
    ...reward!,
    id,
    title: `Dish ${id}`,
    pointToRedeem,
    isClaimable,
    promotionTypeId: 0,
  });
  api.world.rewards = [priced(40, 500, true), priced(41, 900, true), priced(42, 1400, false)];
  open();
  expect(await screen.findByText("You can have this now")).toBeVisible();
  expect(screen.getByRole("link", { name: "Get it free" })).toHaveAttribute(
    "href",
    "/reward/7?isMembership=true",
  );

  cleanup();
  api.world.tierRewards[1]!.isLocked = false;
  open();
  expect(await screen.findByRole("link", { name: "Get it free" })).toHaveAttribute(
    "href",
    "/reward/8?isMembership=true",
  );

  cleanup();
  for (const each of api.world.tierRewards) each.isClaimed = true;
  open();
  expect(await screen.findByText("You can have this now")).toBeVisible();
  expect(screen.getByRole("link", { name: "Get it for 900 points" })).toHaveAttribute(
    "href",
    "/reward/41?isPromotion=true",
  );

  cleanup();
  const [activity] = api.world.activities[1]!;
  api.world.activities[1] = [{ ...activity!, actionId: 3, remark: "Dish 41" }];
  open();
  expect(await screen.findByRole("link", { name: "Get it for 500 points" })).toBeVisible();

  cleanup();
  api.world.rewards.push(priced(44, 0, true));
  open();
  expect(await screen.findByRole("link", { name: "Get it free" })).toHaveAttribute(
    "href",
    "/reward/44?isPromotion=true",
  );

  cleanup();
  api.world.rewards = [priced(42, 1400, false), priced(43, 2000, false)];
  open();
  expect(await screen.findByText("60 more points and it is yours")).toBeVisible();
  expect(screen.getByRole("link", { name: "See it" })).toHaveAttribute(
    "href",
    "/reward/42?isPromotion=true",
  );
});

test("the voucher that ends first leads to itself", async () => {
  const [voucher] = api.world.vouchers;
  const endsIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  api.world.vouchers = [
    { ...voucher!, id: 1, name: "Later", expireAt: endsIn(20) },
    { ...voucher!, id: 2, name: "Soon", expireAt: endsIn(3) },
  ];
  open();
  const soon = await screen.findByRole("region", { name: "Ends soon" });
  expect(within(soon).getByRole("link", { name: /^Soon/ })).toHaveAttribute("href", "/reward/2");
});

test("in the month of birth the gift is there, wrapped", async () => {
  const month = malaysianDate(new Date()).slice(5, 7);
  api.world.members[0]!.dateOfBirth = `1994-${month}-01`;
  api.world.rewards = [
    {
      ...api.world.rewards[0]!,
      id: 40,
      title: "Mega Thai Milk Tea",
      promotionTypeId: 4,
      isClaimable: true,
    },
  ];
  open();
  expect(await screen.findByText("Your birthday gift")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open your gift" })).toHaveAttribute(
    "href",
    "/reward/40?isPromotion=true",
  );
});

const dayStart = Date.parse(`${malaysianDate(new Date())}T00:00:00${UTC_OFFSET}`);
const nextDay = new Date(dayStart + 86_400_000).toISOString();

function withWelcomeVoucher(joinedAt: number, usedAt: string | null = null) {
  api.world.members[0]!.createdAt = new Date(joinedAt).toISOString();
  const welcome = { id: 30, name: "RM 5 welcome voucher", transactionSourceId: 3 };
  api.world.vouchers = [aVoucher(), aVoucher({ ...welcome, usedAt, usableFrom: nextDay })];
}

test("on the day of joining the welcome voucher is there, wrapped", async () => {
  withWelcomeVoucher(dayStart);
  open();

  const gift = within((await screen.findByText("Your welcome gift")).closest("article")!);
  expect(gift.getByRole("heading", { name: "RM 5 welcome voucher" })).toBeVisible();
  expect(gift.getByText(`Good from ${formatDate(nextDay)}`)).toBeVisible();
  expect(gift.getByRole("link", { name: "See it" })).toHaveAttribute("href", "/reward/30");
});

test.each([
  ["the day after joining", dayStart - 1, null],
  ["once it was used", dayStart, new Date(dayStart).toISOString()],
])("%s the welcome voucher is no gift any more", async (_, joinedAt, usedAt) => {
  withWelcomeVoucher(joinedAt, usedAt);
  open();

  expect(await within(promotions()).findAllByRole("listitem")).not.toHaveLength(0);
  expect(screen.queryByText("Your welcome gift")).not.toBeInTheDocument();
});

test.each([
  ["2026-11-28T23:30:00Z", "morning"],
  ["2026-11-28T04:00:00Z", "noon"],
  ["2026-11-28T06:00:00Z", "afternoon"],
  ["2026-11-28T10:00:00Z", "evening"],
  ["2026-11-28T15:59:00Z", "evening"],
  ["2026-11-28T16:00:00Z", "night"],
  ["2026-11-28T20:59:00Z", "night"],
])("at %s the greeting is that of the %s", (now, when) => {
  const member = { createdAt: "2026-01-01T00:00:00Z", dateOfBirth: "1994-03-08" };
  expect(occasion(member, new Date(now))).toBe(when);
});

test("the day of joining and the birthday have greetings of their own", () => {
  const now = new Date("2026-11-28T02:00:00Z");
  const member = { createdAt: "2026-01-01T00:00:00Z", dateOfBirth: "1994-11-28" };
  expect(occasion(member, now)).toBe("birthday");
  expect(occasion({ ...member, createdAt: "2026-11-27T16:30:00Z" }, now)).toBe("welcome");
});

test("what the vouchers saved is asked for where no other news is shown", async () => {
  const asked: string[] = [];
  server.events.on("request:start", ({ request }) => void asked.push(request.url));
  const history = () => asked.filter((url) => url.includes("IsValid=false"));
  withWelcomeVoucher(dayStart);
  open();
  expect(await screen.findByText("Your welcome gift")).toBeVisible();
  expect(await screen.findByText(/^1\.2 points for every RM 1/)).toBeVisible();
  expect(history()).toHaveLength(0);

  cleanup();
  api.world.members[0]!.createdAt = new Date(dayStart - 1).toISOString();
  const used = { statusId: 2, usedAt: new Date().toISOString(), discountValue: "5.00" };
  api.world.vouchers = [aVoucher({ id: 31, ...used })];
  open();
  expect(await screen.findByText("RM 5")).toBeVisible();
});

test("a bill that waits, and its points, are said below the card", async () => {
  const [newest] = api.world.bills[1]!;
  const bill = { ...newest!, id: 900, amount: "64.50", points: 77 };
  api.world.bills[1]!.unshift({ ...bill, statusId: 1 });
  open();
  expect(await screen.findByText(/77 on their way/)).toBeVisible();

  api.world.bills[1]![0] = { ...bill, statusId: 2 };
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  expect(await screen.findByText(/77 points have arrived/)).toBeVisible();
});

test("bills after the last visit are news, on the first visit none is", () => {
  const [activity] = api.world.activities[1]!;
  const at = (id: number, actionId: number, createdAt: string) => ({
    ...activity!,
    id,
    actionId,
    createdAt,
  });
  const activities = [
    at(3, 3, "2026-11-28T03:00:00Z"),
    at(2, 2, "2026-11-28T02:00:00Z"),
    at(1, 2, "2026-11-28T01:00:00Z"),
  ];
  const since = Date.parse("2026-11-28T01:00:00Z");
  expect(billsSince(activities, since).map(({ id }) => id)).toEqual([2]);
  expect(billsSince(activities, null)).toEqual([]);
});

test("up to six promotions, their own vouchers first, and the way to all", async () => {
  api.world.rewards = Array.from({ length: 9 }, (_, index) => ({
    ...api.world.rewards[0]!,
    id: 40 + index,
    title: `Dish ${index}`,
  }));
  open();
  expect(screen.getByText("Loading rewards...")).toBeInTheDocument();

  const tiles = await within(promotions()).findAllByRole("listitem");
  expect(tiles).toHaveLength(6);
  expect(within(tiles[0]!).getByRole("link")).toHaveAttribute("href", "/reward/21");
  expect(within(promotions()).getByRole("link", { name: "View All" })).toHaveAttribute(
    "href",
    "/redeem",
  );
});

test("no more of the vouchers are requested than are shown", async () => {
  api.world.vouchers = Array.from({ length: 8 }, (_, at) => ({
    ...api.world.vouchers[0]!,
    id: at + 1,
  }));
  const asked: string[] = [];
  server.events.on("request:start", ({ request }) => void asked.push(request.url));
  open();
  expect(await within(promotions()).findAllByRole("listitem")).toHaveLength(6);

  const [call] = asked.filter((url) => url.includes("/memberReward"));
  expect(new URL(call!).search).toBe("?Code=&IsValid=true&limit=6");
});

test("no promotions are named so, and a failed list comes back alone", async () => {
  api.world.vouchers = [];
  api.world.rewards = [];
  api.failNext("GET /reward", 500, { message: "Failed to load rewards" });
  open();
  await userEvent.click(await within(promotions()).findByRole("button", { name: "Retry" }));

  expect(await within(promotions()).findByText("No rewards available")).toBeVisible();
});

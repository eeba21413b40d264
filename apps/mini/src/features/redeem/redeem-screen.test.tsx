import { aVoucher } from "@loyalty/api-client/testing/world";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";

import { setUpMemberApp, tileTitles } from "../../testing/member-app.tsx";
import RedeemScreen from "./redeem-screen.tsx";

const app = setUpMemberApp();
const open = (tab?: string) =>
  app.open(tab ? `/redeem?tab=${tab}` : "/redeem", "/redeem", RedeemScreen);

const calls = (path: string) => app.api.requests.filter((one) => one === `GET /api${path}`);
const tile = (title: string) =>
  screen.getByRole("heading", { level: 3, name: title }).closest("article")!;

test("the points stand first, with the three ways on", async () => {
  open();
  const card = await screen.findByRole("region", { name: "Your points" });

  expect(await within(card).findByText("1,340")).toBeVisible();
  for (const [name, to] of [
    ["View History", "/redeem?tab=history"],
    ["Earn More", "/rewards"],
    ["Dashboard", "/dashboard"],
  ] as const) {
    expect(within(card).getByRole("link", { name })).toHaveAttribute("href", to);
  }
});

test("what can be claimed is first, the rest shows how many points are missing", async () => {
  // Not this month: no points would buy the member the birthday's gift.
  app.api.world.rewards.at(-1)!.isClaimable = false;
  app.api.world.tierRewards = [];
  open();
  expect(screen.getByText("Loading rewards...")).toBeInTheDocument();
  await screen.findByText("Salmon Salad");

  expect(tileTitles().slice(0, 4)).toEqual([
    "Classic Thai Milk Tea with Bobas",
    "Kangkung Fritters",
    "Salmon Salad",
    "Mega Thai Milk Tea",
  ]);
  await waitFor(() => expect(tile("Salmon Salad")).toHaveTextContent("60 points to go"));
  expect(tile("Kangkung Fritters")).toHaveTextContent("600 points");
  expect(tile("Kangkung Fritters")).toHaveTextContent("CLAIM");
  expect(tile("Kangkung Fritters")).toHaveTextContent("SPECIAL");
  expect(tile("Mega Thai Milk Tea")).toHaveTextContent("BIRTHDAY");
  expect(within(tile("Salmon Salad")).getByRole("link")).toHaveAttribute(
    "href",
    "/reward/5?isPromotion=true",
  );
});

test("a reward with an end is of limited time, one that is being shown is pending", async () => {
  app.api.world.rewards[0]!.endAt = new Date(Date.now() + 86_400_000).toISOString();
  app.api.world.rewards[1]!.isClaimPending = true;
  open();
  await screen.findByText("Salmon Salad");

  expect(tile("Classic Thai Milk Tea with Bobas")).toHaveTextContent("Limited Time");
  expect(tile("Kangkung Fritters")).toHaveTextContent("PENDING");
  // It is paid, whatever the member has left.
  expect(tile("Kangkung Fritters")).not.toHaveTextContent("to go");
  expect(tile("Kangkung Fritters")).not.toHaveTextContent("CLAIM");
});

const group = (title: string) =>
  within(screen.getByRole("heading", { level: 2, name: title }).closest("section")!)
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);

test("rewards stand under what the member can do about them", async () => {
  Object.assign(app.api.world.rewards.at(-1)!, {
    isClaimable: false,
    whyNotClaimable: "not_birth_month",
  });
  app.api.world.rewards[2]!.whyNotClaimable = "not_enough_points";
  app.api.world.tierRewards[0]!.isClaimed = true;
  open();
  await screen.findByText("Salmon Salad");

  await waitFor(() => expect(group("Soon 1")).toEqual(["Salmon Salad"]));
  expect(group("You can have now 2")).toEqual([
    "Classic Thai Milk Tea with Bobas",
    "Kangkung Fritters",
  ]);
  expect(group("With your next tier 1")).toEqual(["RM 15 voucher for Elite members"]);
  expect(group("Another time 2")).toEqual(["Mega Thai Milk Tea", "RM 5 voucher for Plus members"]);
  expect(tile("Mega Thai Milk Tea")).toHaveTextContent("In your birth month");
});

test("what ends within a week stands apart, and says how many days are left", async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  app.api.world.vouchers = [
    aVoucher({ id: 31, name: "Late", expireAt: inDays(8) }),
    aVoucher({ id: 32, name: "Early", expireAt: inDays(7) }),
  ];
  open("my-rewards");
  await screen.findByText("Early");

  expect(group("Ends soon 1")).toEqual(["Early"]);
  expect(group("Later 1")).toEqual(["Late"]);
  expect(tile("Early")).toHaveTextContent(/7 days left ?till /);
  expect(tile("Late")).toHaveTextContent(/8 days left ?till /);
});

test("the rewards of the tiers say how far their tier is", async () => {
  open();

  await waitFor(() =>
    expect(tile("RM 15 voucher for Elite members")).toHaveTextContent("3,160 points to Elite"),
  );
  expect(tile("RM 15 voucher for Elite members")).toHaveTextContent("Free");
  expect(within(tile("RM 5 voucher for Plus members")).getByRole("link")).toHaveAttribute(
    "href",
    "/reward/7?isMembership=true",
  );
});

test("what can be claimed and is no birthday gift is special, among the tiers' rewards too", async () => {
  open();
  await screen.findByText("Salmon Salad");

  expect(tile("RM 5 voucher for Plus members")).toHaveTextContent("CLAIMSPECIAL");
  expect(tile("RM 15 voucher for Elite members")).not.toHaveTextContent("SPECIAL");
});

test("of the vouchers those that can be used are special, unless shown or a birthday's", async () => {
  app.api.world.vouchers = [
    aVoucher({ id: 31, name: "Ready" }),
    aVoucher({ id: 32, name: "Gift", transactionSourceId: 2 }),
    aVoucher({ id: 33, name: "Shown", presentUntil: new Date(Date.now() + 60_000).toISOString() }),
    aVoucher({
      id: 34,
      name: "Tomorrow",
      usableFrom: new Date(Date.now() + 86_400_000).toISOString(),
    }),
  ];
  open("my-rewards");
  await screen.findByText("Ready");

  const badgesOf = (name: string) =>
    within(tile(name))
      .queryAllByRole("listitem")
      .map(({ textContent }) => textContent);
  expect(badgesOf("Ready")).toEqual(["CLAIM", "SPECIAL"]);
  expect(badgesOf("Gift")).toEqual(["CLAIM", "BIRTHDAY"]);
  expect(badgesOf("Shown")).toEqual(["PENDING"]);
  expect(badgesOf("Tomorrow")).toEqual([]);
});

test("as long as the points are not known, the server's word says what can be claimed", async () => {
  app.api.failNext("GET /member/:id", 500, {});
  open();
  await screen.findByText("Salmon Salad");

  expect(tile("Kangkung Fritters")).toHaveTextContent("CLAIM");
  expect(tile("Salmon Salad")).not.toHaveTextContent("CLAIM");
  expect(tile("Salmon Salad")).not.toHaveTextContent("to go");
});

test("a search keeps what holds its words, says how many, and is emptied by a button", async () => {
  open();
  await screen.findByText("Salmon Salad");
  await userEvent.type(screen.getByRole("searchbox", { name: "Search rewards" }), "SALMON");

  await waitFor(() => expect(tileTitles()).toEqual(["Salmon Salad"]));
  expect(screen.getByText("1 reward")).toHaveRole("status");

  await userEvent.type(screen.getByRole("searchbox"), "zzz");
  expect(await screen.findByText("No rewards found")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Clear the search" }));
  await waitFor(() => expect(tileTitles()).toHaveLength(6));
});

test("an empty catalogue says so", async () => {
  app.api.world.rewards = [];
  app.api.world.tierRewards = [];
  open();

  expect(await screen.findByText("No promotions available")).toBeVisible();
});

test("a catalogue that fails comes back with Retry", async () => {
  app.api.failNext("GET /reward", 500, {});
  open();

  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Salmon Salad")).toBeVisible();
});

test("each tab asks for its own, once, when it is opened", async () => {
  open();
  await screen.findByText("Salmon Salad");
  expect(calls("/memberReward")).toHaveLength(0);

  await userEvent.click(screen.getByRole("link", { name: "My Rewards" }));
  expect(await screen.findByText(/^\d+ days left$/)).toBeVisible();
  expect(app.address()).toBe("/redeem?tab=my-rewards");
  await userEvent.click(screen.getByRole("link", { name: "Promotion" }));
  await userEvent.click(screen.getByRole("link", { name: "My Rewards" }));

  await screen.findByText(/^\d+ days left$/);
  expect(calls("/memberReward")).toHaveLength(1);
  expect(calls("/reward")).toHaveLength(1);
});

test("a voucher is found by a part of its code, in any case", async () => {
  app.api.world.vouchers.push(aVoucher({ id: 22, name: "Kangkung", code: "OTHER1234567" }));
  open("my-rewards");
  await screen.findByText("Kangkung");

  await userEvent.type(screen.getByRole("searchbox", { name: "Search by code" }), "q-mrx");

  await waitFor(() => expect(screen.queryByText("Kangkung")).not.toBeInTheDocument());
  expect(screen.getByText("KB7Q-MRX2-9ABC")).toBeVisible();
  expect(screen.getByRole("link", { name: /^View Details/ })).toHaveAttribute("href", "/reward/21");
});

test("a member without vouchers is led to the promotions", async () => {
  app.api.world.vouchers = [];
  open("my-rewards");

  expect(await screen.findByText("No rewards found")).toBeVisible();
  expect(screen.getByRole("link", { name: "See promotions" })).toHaveAttribute(
    "href",
    "/redeem?tab=promotion",
  );
});

test("the history says how each voucher ended", async () => {
  const used = { statusId: 2, usedAt: "2026-02-01T04:00:00Z" };
  app.api.world.vouchers = [
    aVoucher({ id: 31, ...used }),
    aVoucher({ id: 32, name: "Fritters", expireAt: "2026-01-31T16:00:00Z" }),
  ];
  open("history");

  expect(await screen.findByText("Used on 1 Feb 2026")).toBeVisible();
  expect(screen.getByText("Expired on 31 Jan 2026")).toBeVisible();
});

test("the history begins with what its vouchers have saved this year", async () => {
  const usedAt = new Date().toISOString();
  app.api.world.vouchers = [
    aVoucher({ id: 21, statusId: 2, usedAt, discountValue: "5.00" }),
    aVoucher({ id: 22, statusId: 2, usedAt, discountValue: "7.50" }),
    aVoucher({ id: 23, expireAt: usedAt, discountValue: "9.00" }),
  ];
  open("history");
  const history = await screen.findByRole("region", { name: "History" });
  await waitFor(() => expect(history).toHaveTextContent("RM 12.50 saved this year"));
});

test("a long history is drawn where the member looks, and still counts as a whole", async () => {
  app.api.world.vouchers = Array.from({ length: 60 }, (_, index) =>
    aVoucher({ id: 100 + index, statusId: 2, usedAt: "2026-02-01T04:00:00Z" }),
  );
  open("history");

  const list = await screen.findByRole("list", { name: "Past rewards" });
  const rows = within(list).getAllByRole("listitem");
  expect(rows.length).toBeLessThan(20);
  expect(rows[0]).toHaveAttribute("aria-setsize", "60");
  expect(rows[1]).toHaveAttribute("aria-posinset", "2");
  expect(list).toHaveStyle({ height: "12000px" });
});

test("more of the history is said to load while it does, and is loaded again after a failure", async () => {
  app.api.world.vouchers = Array.from({ length: 101 }, (_, index) =>
    aVoucher({ id: 100 + index, statusId: 2, usedAt: "2026-02-01T04:00:00Z" }),
  );
  open("history");
  const list = await screen.findByRole("list", { name: "Past rewards" });
  expect(screen.queryByText("Loading more...")).toBeNull();
  let fail!: (response: Response) => void;
  const failure = new Promise<Response>((resolve) => (fail = resolve));
  app.serve(http.get("*/api/memberReward", () => failure, { once: true }));

  vi.stubGlobal("scrollY", 19_500);
  fireEvent.scroll(window);

  expect(await screen.findByText("Loading more...")).toBeInTheDocument();
  fail(HttpResponse.json({}, { status: 500 }));
  await userEvent.click(await screen.findByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(list).toHaveStyle({ height: "20200px" }));
  expect(screen.queryByText("Loading more...")).toBeNull();
  expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
});

test("an empty history says so", async () => {
  app.api.world.vouchers = [];
  open("history");

  expect(await screen.findByText("No history yet")).toBeVisible();
});

test("a history that fails says what the documents say, and is tried again", async () => {
  app.api.failNext("GET /memberReward", 500, {});
  open("history");

  expect(await screen.findByText("Unable to load history")).toBeVisible();
  expect(
    screen.getByText("Something went wrong while fetching your reward history."),
  ).toBeVisible();
  app.api.world.vouchers = [];
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("No history yet")).toBeVisible();
});

test("a picture that fails says so in its place", async () => {
  app.api.world.rewards = [{ ...app.api.world.rewards[0]!, imageName: "gone.webp" }];
  open();
  await screen.findByText("Classic Thai Milk Tea with Bobas");

  fireEvent.error(tile("Classic Thai Milk Tea with Bobas").querySelector("img")!);

  expect(await screen.findByText("Failed to load")).toBeInTheDocument();
});

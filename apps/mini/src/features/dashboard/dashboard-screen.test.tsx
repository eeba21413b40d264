import { ApiProvider } from "@loyalty/api-client/react/api-provider";
import { createQueryClient } from "@loyalty/api-client/react/query-client";
import { createFakeApi, forgetSession, signedInAs } from "@loyalty/api-client/testing/fake-api";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { setupServer } from "msw/node";
import { MemoryRouter } from "react-router";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import DashboardScreen from "./dashboard-screen.tsx";

let api = createFakeApi();
const server = setupServer();

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
beforeEach(() => {
  api = createFakeApi();
  server.resetHandlers(...api.handlers);
});
afterEach(forgetSession);
afterAll(() => server.close());

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
    `Welcome back, ${api.world.members[0]!.name}`,
  );
  expect(await screen.findByText(/1,340/)).toBeVisible();
  expect(screen.getByRole("region", { name: "Available Points" })).toHaveTextContent("Plus");
});

test("a failed list names the server's reason and comes back with Retry, alone", async () => {
  api.failNext("GET /member/:id/activityHistory", 500, { message: "The kitchen is closed" });
  open();
  const retry = await within(activities()).findByRole("button", { name: "Retry" });
  expect(activities()).toHaveTextContent("The kitchen is closed");
  expect(await screen.findByText(/1,340/)).toBeVisible();

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
])("where %s fails the card says: %s, and Retry brings it back", async (call, sentence) => {
  api.failNext(call, 500, {});
  open();
  const card = within(screen.getByRole("region", { name: "Available Points" }));
  expect(await card.findByText(sentence)).toBeVisible();

  await userEvent.click(card.getByRole("button", { name: "Retry" }));
  expect(await card.findByText("3,160 more points needed to reach Elite")).toBeVisible();
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

test("the nearest reward is named, and the day that keeps the tier", async () => {
  api.world.keepTierBy[1] = "2026-12-14";
  open();

  expect(await screen.findByRole("link", { name: "60 points to Salmon Salad" })).toHaveAttribute(
    "href",
    "/reward/5?isPromotion=true",
  );
  expect(screen.getByText("Earn any points by 14 Dec 2026 to stay Plus")).toBeVisible();
});

test("up to six promotions, their own vouchers first, and the way to all", async () => {
  api.world.rewards = Array.from({ length: 9 }, (_, index) => ({
    ...api.world.rewards[0]!,
    id: 40 + index,
    title: `Dish ${index}`,
  }));
  open();
  expect(screen.getByText("Loading rewards...")).toBeInTheDocument();

  const tiles = await within(promotions()).findAllByRole("article");
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
  expect(await within(promotions()).findAllByRole("article")).toHaveLength(6);

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

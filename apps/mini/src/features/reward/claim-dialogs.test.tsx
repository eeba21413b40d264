import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { afterEach, expect, test, vi } from "vitest";

import { setUpMemberApp } from "../../testing/member-app.tsx";
import RewardScreen from "./reward-screen.tsx";

const app = setUpMemberApp();
const open = (address: string) => app.open(address, "/reward/:id", RewardScreen);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

afterEach(() => vi.useRealTimers());

test("a claim whose answer got lost is tried again in the same dialog and is one claim", async () => {
  open("/reward/1?isPromotion=true");
  await press("Claim Now");
  app.api.failNext("POST /claim", 0);
  await press("Confirm Claim");

  expect(await screen.findByText("Failed to redeem reward. Please try again.")).toBeInTheDocument();
  await press("Confirm Claim");
  await screen.findByRole("dialog", { name: "Reward Claimed Successfully!" });
  expect(app.api.world.vouchers).toHaveLength(2);
});

test("a claim without an answer keeps its key when the dialog is cancelled, until an answer is there", async () => {
  const keys: (string | null)[] = [];
  app.serve(
    http.post("*/api/claim", ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      return keys.length < 3 ? HttpResponse.error() : undefined;
    }),
  );
  open("/reward/1?isPromotion=true");
  for (const _ of [1, 2]) {
    await press("Claim Now");
    await press("Confirm Claim");
    await screen.findByText(/^No answer came/);
    await press("Cancel");
  }
  await press("Claim Now");
  await press("Confirm Claim");
  await screen.findByRole("dialog", { name: "Reward Claimed Successfully!" });
  await press("Close");
  await press("Claim Now");
  await press("Confirm Claim");
  await screen.findByRole("dialog", { name: "Reward Claimed Successfully!" });

  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
});

test("how long it will be good stands on the reward, in the question and in the success", async () => {
  vi.setSystemTime("2026-11-27T04:00:00Z");
  open("/reward/1?isPromotion=true");
  const sentence = "Good for 30 days after you claim (till 27 Dec 2026)";
  expect(await screen.findByText(sentence)).toBeVisible();
  await press("Claim Now");
  expect(
    within(await screen.findByRole("dialog", { name: "Confirm Redemption" })).getByText(sentence),
  ).toBeVisible();
  await press("Confirm Claim");
  const success = await screen.findByRole("dialog", { name: "Reward Claimed Successfully!" });
  expect(within(success).getByText("Use it by 27 Dec 2026")).toBeVisible();
});

test("a reward of the member's tier says how long it will be good; a locked one has no last day yet", async () => {
  vi.setSystemTime("2026-11-27T04:00:00Z");
  open("/reward/7?isMembership=true");
  const sentence = "Good for 30 days after you claim (till 27 Dec 2026)";
  expect(await screen.findByText(sentence)).toBeVisible();
  await press("Use it Now");
  expect(
    within(await screen.findByRole("dialog", { name: "Confirm Redemption" })).getByText(sentence),
  ).toBeVisible();
  cleanup();

  open("/reward/8?isMembership=true");
  expect(await screen.findByRole("button", { name: "Locked" })).toBeVisible();
  expect(screen.queryByText(/after you claim/)).toBeNull();
});

test("the failure of a claim is not shown over its success", async () => {
  open("/reward/1?isPromotion=true");
  await press("Claim Now");
  app.api.failNext("POST /claim", 500, {});
  await press("Confirm Claim");
  const failure = await screen.findByText("Failed to redeem reward. Please try again.");
  await press("Confirm Claim");
  await screen.findByRole("dialog", { name: "Reward Claimed Successfully!" });

  await waitFor(() => expect(failure).not.toBeInTheDocument());
});

test("a refused claim says the server's reason", async () => {
  open("/reward/1?isPromotion=true");
  await press("Claim Now");
  app.api.world.members[0]!.memberPointAmount = 0;
  await press("Confirm Claim");

  expect(await screen.findByText("You do not have enough points for this.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Confirm Claim" })).toBeVisible();
});

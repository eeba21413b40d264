import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

import { setUpMemberStage } from "../../testing/member-stage.tsx";
import { PointsScreen } from "./points-screen.tsx";

const stage = setUpMemberStage();
const open = () => stage.open("/rewards", "/rewards", PointsScreen);
const bills = () => screen.getByRole("region", { name: "Recent bills" });

afterEach(() => vi.useRealTimers());

test("a pending bill stands there with its promise, a counted one with its points", async () => {
  open();

  const [pending, counted] = await within(bills()).findAllByRole("listitem");
  expect(pending).toHaveTextContent("RM 38.50 at KL East Mall");
  expect(pending).toHaveTextContent("within 24 hours after our staff have verified the bill");
  expect(counted).toHaveTextContent("+40 points");
});

test("a bill the till has sent, and its points, show by themselves", async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  });
  open();
  const summary = screen.getByRole("region", { name: "Points summary" });
  expect(await within(summary).findByText("1,340")).toBeVisible();

  const [pending] = stage.api.world.bills[1]!;
  Object.assign(pending!, { statusId: 2, points: 46 });
  stage.api.world.members[0]!.memberPointAmount += 46;
  // The check of the session comes first, with a new token of its own.
  act(() => vi.advanceTimersByTime(2000));
  await waitFor(() => expect(stage.api.requests).toContain("GET /api/member/checksession"));
  act(() => vi.advanceTimersByTime(6000));

  expect(await screen.findByText("46 points have arrived.")).toBeInTheDocument();
  expect(await within(summary).findByText("1,386")).toBeVisible();
});

test("a member without bills is told when the first appears", async () => {
  stage.api.world.bills = {};
  open();

  expect(await within(bills()).findByText(/^Your first bill appears here/)).toBeVisible();
});

test("bills that fail come back with Retry", async () => {
  stage.api.failNext("GET /memberEarn", 500, {});
  open();
  await userEvent.click(await within(bills()).findByRole("button", { name: "Retry" }));

  expect(await within(bills()).findAllByRole("listitem")).toHaveLength(2);
});

test("what a ringgit is worth stands at the code, and activities that fail come back with Retry", async () => {
  stage.api.failNext("GET /member/:id/activityHistory", 500, {});
  stage.api.failNext("GET /member/:id/activityHistory", 500, {});
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
  await userEvent.click(await screen.findByRole("button", { name: "Show full screen" }));

  const held = screen.getByRole("dialog", { name: "Your member code" });
  expect(within(held).getByText("M0000001")).toBeVisible();
  expect(within(held).getByText("Or say your number: +60 12-345 6789")).toBeVisible();
  await userEvent.click(within(held).getAllByRole("button", { name: "Close" })[0]!);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

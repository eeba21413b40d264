import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { setUpMemberStage } from "../../testing/member-stage.tsx";
import { PointsScreen } from "./points-screen.tsx";

const stage = setUpMemberStage();
const open = () => stage.open("/rewards", "/rewards", PointsScreen);
const bills = () => screen.getByRole("region", { name: "Recent bills" });

test("a pending bill stands there with its promise, a counted one with its points", async () => {
  open();

  const [pending, counted] = await within(bills()).findAllByRole("listitem");
  expect(pending).toHaveTextContent("RM 38.50 at KL East Mall");
  expect(pending).toHaveTextContent("within 24 hours after our staff have verified the bill");
  expect(counted).toHaveTextContent("+40 points");
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

test("the code is held out on the whole screen, with the number beside it", async () => {
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Show full screen" }));

  const held = screen.getByRole("dialog", { name: "Your member code" });
  expect(within(held).getByText("M0000001")).toBeVisible();
  expect(within(held).getByText("Or say your number: +60 123456789")).toBeVisible();
  await userEvent.click(within(held).getAllByRole("button", { name: "Close" })[0]!);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

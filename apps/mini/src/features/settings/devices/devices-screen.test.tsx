import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { setUpMemberApp } from "../../../testing/member-app.tsx";
import DevicesScreen from "./devices-screen.tsx";

const app = setUpMemberApp();
const open = () => app.open("/settings/devices", "/settings/devices", DevicesScreen);
const toastShown = async (sentence: string) =>
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
const devices = async () => {
  const card = await screen.findByRole("region", { name: "Your devices" });
  const list = await within(card).findByRole("list");
  return within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
};
const dialog = () => within(screen.getByRole("alertdialog"));

test("each device is named, with when it came and was last used; this one cannot be signed out here", async () => {
  open();
  const [here, there] = await devices();

  expect(here).toMatch(/^Chrome on Android.*This device/);
  expect(here).not.toContain("Sign out");
  expect(there).toMatch(/^Safari on iPhone.*Signed in .*Last active /);
  expect(screen.getByRole("button", { name: "Sign out Safari on iPhone" })).toBeVisible();
});

test("one device is signed out after a question, and goes from the list", async () => {
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Sign out Safari on iPhone" }));
  expect(screen.getByRole("alertdialog")).toHaveAccessibleName("Sign out Safari on iPhone?");
  await userEvent.click(dialog().getByRole("button", { name: "Cancel" }));
  expect(app.api.world.devices[1]).toHaveLength(2);

  await userEvent.click(screen.getByRole("button", { name: "Sign out Safari on iPhone" }));
  await userEvent.click(dialog().getByRole("button", { name: "Sign out" }));

  await toastShown("Safari on iPhone is signed out.");
  await waitFor(async () => expect(await devices()).toHaveLength(1));
  expect(app.api.world.devices[1]).toHaveLength(1);
  expect(screen.getByText("You are signed in on this device only.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Sign out everywhere else" })).toBeNull();
});

test("everywhere else is signed out at once", async () => {
  app.api.world.devices[1]!.push({ ...app.api.world.devices[1]![1]!, id: 9 });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Sign out everywhere else" }));
  await userEvent.click(dialog().getByRole("button", { name: "Sign out" }));

  await toastShown("You are signed out everywhere else.");
  await waitFor(async () => expect(await devices()).toHaveLength(1));
});

test("a sign-out that fails says so and leaves the device in the list", async () => {
  open();
  const button = await screen.findByRole("button", { name: "Sign out Safari on iPhone" });
  app.api.failNext("POST /member/session/:id/end", 500);
  await userEvent.click(button);
  await userEvent.click(dialog().getByRole("button", { name: "Sign out" }));

  await toastShown("Could not sign out. Please try again.");
  expect(await devices()).toHaveLength(2);
});

test("a list that could not be loaded is asked for again", async () => {
  app.api.failNext("GET /member/session", 503);
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));

  expect(await devices()).toHaveLength(2);
});

test("a device without a known name is called unknown", async () => {
  const there = app.api.world.devices[1]![1]!;
  app.api.world.devices[1]![1] = { ...there, browser: null, system: null };
  open();

  expect(await screen.findByRole("button", { name: "Sign out Unknown device" })).toBeVisible();
});

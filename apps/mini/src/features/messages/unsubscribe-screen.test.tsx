import { DEFAULT_PREFERENCES } from "@loyalty/api-client/rules/preferences";
import { session } from "@loyalty/api-client/session";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { setUpMemberApp } from "../../testing/member-app.tsx";
import UnsubscribeScreen from "./unsubscribe-screen.tsx";

const app = setUpMemberApp();
const open = (token: string) =>
  app.open(`/unsubscribe#${token}`, "/unsubscribe", UnsubscribeScreen);
const stop = () => screen.findByRole("button", { name: "Stop them" });
const chosen = () => app.api.world.preferences[1]?.notifications;

beforeEach(() => {
  app.api.world.unsubscribeTokens
    .set("orders", { memberId: 1, preference: "orderNotifications" })
    .set("digests", { memberId: 1, preference: "notificationFrequency" });
});

test("the link of an e-mail asks first, ends its kind without a sign-in, and says so", async () => {
  open("orders");
  session.end();
  expect(await screen.findByText(/^Stop messages of the kind “Orders”\?/)).toBeVisible();
  expect(chosen()).toBeUndefined();

  await userEvent.click(await stop());

  expect(await screen.findByText("Done: “Orders” is off.")).toBeVisible();
  expect(chosen()).toMatchObject({ orderNotifications: false, pointsNotifications: true });
  expect(screen.queryByRole("button", { name: "Stop them" })).not.toBeInTheDocument();
});

test("that of a summary ends summaries", async () => {
  open("digests");
  await userEvent.click(await stop());

  expect(await screen.findByText("Done: only what matters most is sent.")).toBeVisible();
  expect(chosen()?.notificationFrequency).toBe("minimal");
});

test("a link that was used before says that it is done", async () => {
  const { notifications } = DEFAULT_PREFERENCES;
  app.api.world.preferences[1] = {
    notifications: { ...notifications, orderNotifications: false },
  };
  open("orders");

  expect(await screen.findByText("Done: “Orders” is off.")).toBeVisible();
});

test.each(["", "orde"])("a link that was not copied whole, #%s, says so", async (token) => {
  open(token);

  expect(await screen.findByRole("alert")).toHaveTextContent(/^This link does not work\./);
  expect(screen.getByRole("link", { name: "Notification settings" })).toBeVisible();
});

test("what could not be saved can be tried again", async () => {
  open("orders");
  app.api.failNext("POST /notification/unsubscribe/:token", 500);
  await userEvent.click(await stop());
  expect(await screen.findByText("This could not be saved. Please try again.")).toBeVisible();

  await userEvent.click(await stop());
  expect(await screen.findByText("Done: “Orders” is off.")).toBeVisible();
});

import { aMessage } from "@loyalty/api-client/testing/world";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { setUpMemberApp } from "../../testing/member-app.tsx";
import MessagesScreen from "./messages-screen.tsx";

const app = setUpMemberApp();
const open = () => app.open("/messages", "/messages", MessagesScreen);
const openWhy = async (of: HTMLElement) =>
  userEvent.click(within(of).getByRole("button", { name: "Why did I get this?" }));
const message = (title: string) => screen.findByRole("article", { name: title });

test("a message says what happened, when, by which channels it came and why", async () => {
  app.api.world.messages[1] = [
    aMessage({ channels: ["email", "push", "carrier-pigeon"] }),
    aMessage({
      id: 0,
      title: "Points spent",
      channels: [],
      undelivered: ["email"],
      isRead: true,
    }),
  ];
  open();

  const bill = await message("Your bill is verified");
  expect(bill).toHaveTextContent("45 points were added for your bill.");
  expect(bill).toHaveTextContent("Sent by: notification and email");
  expect(bill).toHaveTextContent("New");
  expect(within(bill).getByText("12:00 PM")).toBeVisible();
  expect(screen.getByRole("heading", { level: 2, name: "14 Mar 2026" })).toBeVisible();
  expect(within(bill).getByRole("link", { name: "Your bill is verified" })).toHaveAttribute(
    "href",
    "/activity",
  );
  expect(within(bill).getByText(/^You get this because/)).not.toBeVisible();
  await userEvent.click(within(bill).getByRole("button", { name: "Why did I get this?" }));
  expect(within(bill).getByText(/^You get this because “Orders” is on/)).toBeVisible();

  const spent = await message("Points spent");
  expect(spent).not.toHaveTextContent("Sent by");
  expect(spent).toHaveTextContent("Could not be delivered by: email");
  expect(bill).not.toHaveTextContent("Could not be delivered");
  expect(spent).not.toHaveTextContent("New");
});

test("what was shown counts as read, and keeps its mark until the page is left", async () => {
  app.api.world.messages[1] = [aMessage({ id: 7 }), aMessage({ id: 6 })];
  open();

  await waitFor(() => expect(app.api.world.messages[1]?.every(({ isRead }) => isRead)).toBe(true));
  expect(screen.getAllByText("New")).toHaveLength(2);
});

test("one press ends a kind of message, on all of its messages, and the next brings it back", async () => {
  app.api.world.messages[1] = [
    aMessage({ id: 2 }),
    aMessage({ id: 1, title: "A bill was taken back" }),
  ];
  open();
  const bill = await message("Your bill is verified");
  const kept = { newsletter: false };
  Object.assign(app.api.world.preferences, { 1: { notifications: kept } });

  await openWhy(bill);
  await userEvent.click(within(bill).getByRole("button", { name: "Stop these: “Orders”" }));
  const again = await within(bill).findByRole("button", { name: "Turn on again: “Orders”" });
  expect(await message("A bill was taken back")).toHaveTextContent("“Orders” is off.");
  expect(
    await screen.findByText("“Orders” is off. You get no more messages like this."),
  ).toBeVisible();
  expect(app.api.world.preferences[1]?.notifications?.orderNotifications).toBe(false);

  await userEvent.click(again);
  await within(bill).findByRole("button", { name: "Stop these: “Orders”" });
  expect(app.api.world.preferences[1]?.notifications).toMatchObject({
    orderNotifications: true,
    newsletter: false,
  });
});

test("what cannot be saved is said, and the kind stays on", async () => {
  app.api.world.messages[1] = [aMessage()];
  open();
  const bill = await message("Your bill is verified");
  app.api.failNext("POST /member/:id/notification/:messageId/stop", 500);

  await openWhy(bill);
  await userEvent.click(within(bill).getByRole("button", { name: "Stop these: “Orders”" }));

  expect(await screen.findByText("This could not be saved. Please try again.")).toBeVisible();
  expect(within(bill).getByRole("button", { name: "Stop these: “Orders”" })).toBeEnabled();
});

test("messages about security cannot be ended", async () => {
  app.api.world.messages[1] = [
    aMessage({ title: "New sign-in", canStop: false, preference: "securityNotifications" }),
  ];
  open();

  const signIn = await message("New sign-in");
  await openWhy(signIn);
  expect(within(signIn).queryByRole("button", { name: /^Stop/ })).not.toBeInTheDocument();
});

test("a member without messages reads what will be shown here", async () => {
  open();
  expect(await screen.findByText(/^No messages yet/)).toBeVisible();
});

test("a log that cannot be loaded says so and is tried again", async () => {
  app.api.failNext("GET /member/:id/notification", 500);
  app.api.world.messages[1] = [aMessage()];
  open();

  expect(await screen.findByText("Failed to load your messages")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await message("Your bill is verified")).toBeVisible();
});

test("older messages come page by page", async () => {
  app.api.world.messages[1] = Array.from({ length: 21 }, (_, index) =>
    aMessage({ id: 21 - index, title: `Message ${21 - index}` }),
  );
  open();
  await message("Message 2");
  expect(screen.queryByRole("article", { name: "Message 1" })).not.toBeInTheDocument();

  await userEvent.click(screen.getByRole("button", { name: "Show older messages" }));

  expect(await message("Message 1")).toBeVisible();
  expect(await screen.findByText("21 messages, that is all")).toHaveFocus();
});

import { DEFAULT_PREFERENCES } from "@loyalty/api-client/rules/preferences";
import { session } from "@loyalty/api-client/session";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { afterEach, expect, test, vi } from "vitest";

import { setUpMemberApp } from "../../../testing/member-app.tsx";
import NotificationsScreen from "./notifications-screen.tsx";

const app = setUpMemberApp();
const open = async () => {
  app.open("/settings/notifications", "/settings/notifications", NotificationsScreen);
  await waitFor(() => expect(screen.getByRole("switch", { name: "Points" })).toBeEnabled());
};
const save = () => screen.getByRole("button", { name: "Save Changes" });

afterEach(() => vi.restoreAllMocks());

test("a member starts from the documents' defaults, and Save waits for a change", async () => {
  await open();

  expect(screen.getByRole("switch", { name: "Push notifications" })).toBeChecked();
  expect(screen.getByRole("switch", { name: "New dishes" })).not.toBeChecked();
  expect(screen.getByRole("switch", { name: "Quiet hours" })).not.toBeChecked();
  expect(screen.getByLabelText("How often")).toHaveValue("immediate");
  expect(save()).toBeDisabled();

  await userEvent.click(screen.getByRole("switch", { name: "Newsletter" }));
  expect(save()).toBeEnabled();
  await userEvent.click(screen.getByRole("switch", { name: "Newsletter" }));
  expect(save()).toBeDisabled();
});

const SWITCHES = [
  ["Points", "pointsNotifications"],
  ["Promotions", "promotionsNotifications"],
  ["Orders", "orderNotifications"],
  ["New dishes", "menuNotifications"],
  ["Birthday offers", "birthdayOffers"],
  ["Security", "securityNotifications"],
  ["Weekly summary", "weeklySummary"],
  ["Newsletter", "newsletter"],
  ["Quiet hours", "quietHoursEnabled"],
  ["Push notifications", "pushEnabled"],
] as const;

test("every switch shows what is stored, and each is saved as what it says", async () => {
  const { notifications } = DEFAULT_PREFERENCES;
  const moved = Object.fromEntries(SWITCHES.map(([, field]) => [field, !notifications[field]]));
  await open();
  for (const [name, field] of SWITCHES) {
    const shown = screen.getByRole("switch", { name });
    expect(shown).toHaveProperty("checked", notifications[field]);
    await userEvent.click(shown);
  }
  expect(screen.getAllByRole("switch")).toHaveLength(SWITCHES.length);
  await userEvent.click(save());

  await screen.findByText("Notification preferences updated successfully!");
  expect(app.api.world.preferences[1]?.notifications).toEqual({ ...notifications, ...moved });
});

test("without push the switches below it cannot be moved, and say why", async () => {
  await open();

  await userEvent.click(screen.getByRole("switch", { name: "Push notifications" }));

  const points = screen.getByRole("switch", { name: "Points" });
  expect(points).toBeDisabled();
  expect(points).toHaveAccessibleDescription("Turn on push notifications first");
  expect(screen.getByRole("switch", { name: "Newsletter" })).toBeEnabled();
});

test("quiet hours ask for their times only while they are on", async () => {
  await open();
  expect(screen.queryByLabelText("From")).not.toBeInTheDocument();

  await userEvent.click(screen.getByRole("switch", { name: "Quiet hours" }));

  expect(screen.getByLabelText("From")).toHaveValue("22:00");
  expect(screen.getByLabelText("Until")).toHaveValue("08:00");
});

test("the choice is saved with the API and confirmed, and the profile follows", async () => {
  await open();
  await userEvent.click(screen.getByRole("switch", { name: "Newsletter" }));
  await userEvent.selectOptions(screen.getByLabelText("How often"), "weekly");
  await userEvent.click(save());

  expect(
    await screen.findByText("Notification preferences updated successfully!"),
  ).toBeInTheDocument();
  expect(app.api.world.preferences[1]?.notifications).toEqual({
    ...DEFAULT_PREFERENCES.notifications,
    newsletter: false,
    notificationFrequency: "weekly",
  });
  await waitFor(() => expect(app.address()).toBe("/profile"), { timeout: 4000 });
});

test("while a save is on its way the button says so", async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  app.serve(http.put("*/preferences", () => held));
  await open();
  await userEvent.click(screen.getByRole("switch", { name: "Newsletter" }));
  await userEvent.click(save());

  const busy = await screen.findByRole("button", { name: "Saving..." });
  expect(busy).toHaveAttribute("aria-disabled", "true");
  answer();
  await screen.findByText("Notification preferences updated successfully!");
  expect(app.api.world.preferences[1]?.notifications?.newsletter).toBe(false);
});

test("a save is not refused because the session was renewed while it was on its way", async () => {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  app.serve(http.put("*/preferences", () => held, { once: true }));
  await open();
  await userEvent.click(screen.getByRole("switch", { name: "Newsletter" }));
  await userEvent.click(save());
  await session.check();
  arrive();

  await screen.findByText("Notification preferences updated successfully!");
  expect(app.api.world.preferences[1]?.notifications?.newsletter).toBe(false);
});

test("a save that fails says so, keeps what was chosen and can be tried again", async () => {
  await open();
  app.api.failNext("PUT /member/:id/preferences", 500);
  await userEvent.click(screen.getByRole("switch", { name: "Newsletter" }));
  await userEvent.click(save());

  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Failed to update notification preferences. Please try again.",
  );
  expect(screen.getByRole("switch", { name: "Newsletter" })).not.toBeChecked();
  expect(save()).toBeEnabled();
});

test("leaving with unsaved changes asks in a dialog", async () => {
  await open();
  await userEvent.click(screen.getByRole("switch", { name: "Newsletter" }));
  await userEvent.click(screen.getByRole("link", { name: /Back to profile/ }));

  expect(screen.getByRole("alertdialog")).toHaveTextContent(
    "You have unsaved changes. Are you sure you want to leave?",
  );
  await userEvent.click(screen.getByRole("button", { name: "Leave" }));
  expect(app.address()).toBe("/profile");
});

test("what this browser was left with shows until the API answers, and is never written", async () => {
  localStorage.setItem("notificationPreferences", '{"newsletter":false}');
  app.api.failNext("GET /member/:id/preferences", 500);
  app.open("/settings/notifications", "/settings/notifications", NotificationsScreen);

  expect(await screen.findByText("Failed to load your settings")).toBeInTheDocument();
  expect(screen.getByRole("switch", { name: "Newsletter" })).not.toBeChecked();
  expect(screen.getByRole("switch", { name: "Newsletter" })).toBeDisabled();

  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.getByRole("switch", { name: "Newsletter" })).toBeChecked());
  expect(localStorage.getItem("notificationPreferences")).toBe('{"newsletter":false}');
});

test("a corrupt value in this browser is ignored and logged", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  localStorage.setItem("notificationPreferences", "{broken");
  await open();

  expect(screen.getByRole("switch", { name: "Newsletter" })).toBeChecked();
  expect(warned).toHaveBeenCalledWith(expect.stringContaining("notificationPreferences"));
});

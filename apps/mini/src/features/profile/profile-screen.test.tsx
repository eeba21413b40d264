import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { setUpMemberApp } from "../../testing/member-app.tsx";
import ProfileScreen from "./profile-screen.tsx";

const app = setUpMemberApp();
const open = () => app.open("/profile", "/profile", ProfileScreen);
const valueOf = (name: string) => screen.getByText(name).nextElementSibling;

test("who the member is, since when, and the two ways on", async () => {
  open();

  expect(await screen.findByText("Personal Information", { selector: "h2" })).toBeVisible();
  expect(screen.getByText("Aisyah")).toBeVisible();
  expect(screen.getByText("Plus")).toBeVisible();
  expect(screen.getByText("1,340 points")).toBeVisible();
  expect(screen.getByText("Member since January 2026")).toBeVisible();
  expect(screen.getByRole("link", { name: "Collect Points" })).toHaveAttribute("href", "/rewards");
  expect(screen.getByRole("link", { name: "Redeem Rewards" })).toHaveAttribute("href", "/redeem");
});

test("personal information as it is known, with the country of their number", async () => {
  app.api.world.members[0]!.email = null;
  open();
  await screen.findByText("Personal Information", { selector: "h2" });

  expect(valueOf("Phone")).toHaveTextContent("+60 12-345 6789");
  expect(valueOf("Country")).toHaveTextContent("Malaysia");
  expect(valueOf("Email")).toHaveTextContent("Not given");
  expect(valueOf("Date of Birth")).toHaveTextContent("17 May 1990");
  expect(valueOf("Member Since")).toHaveTextContent("January 2026");
});

test("a number of a country that nobody knows says its code", async () => {
  app.api.world.members[0]!.callingCode = "999";
  open();
  await screen.findByText("Personal Information", { selector: "h2" });

  expect(valueOf("Country")).toHaveTextContent("Country (+999)");
});

test("every card of the account's settings leads where the documents say", async () => {
  open();
  const card = within(await screen.findByRole("region", { name: "Account Settings" }));

  for (const [name, to] of [
    ["Personal Information", "/profile/edit"],
    ["Sign-in & devices", "/settings/devices"],
    ["Referral Program", "/referral"],
    ["Notification Preferences", "/settings/notifications"],
    ["Language Settings", "/settings/language"],
    ["Help & Support", "/settings/help-support"],
    ["Terms & Conditions", "/settings/terms-conditions"],
    ["Privacy Policy", "/settings/privacy-policy"],
  ] as const) {
    expect(card.getByRole("link", { name })).toHaveAttribute("href", to);
  }
});

test("activities that fail say so and come back with Retry", async () => {
  app.api.failNext("GET /member/:id/activityHistory", 500, {});
  open();
  const card = screen.getByRole("region", { name: "Recent Activity" });

  expect(await within(card).findByText("Failed to load activities")).toBeVisible();
  await userEvent.click(within(card).getByRole("button", { name: "Retry" }));
  expect(await within(card).findByText("Points redeemed")).toBeVisible();
  expect(within(card).getByRole("link", { name: "View All" })).toHaveAttribute("href", "/activity");
});

test("a record that fails to load says so, and the last known one is shown", async () => {
  app.api.failNext("GET /member/:id", 500, {});
  open();

  expect(await screen.findByText("Failed to load member data")).toBeVisible();
  expect(screen.getByText("Aisyah")).toBeVisible();
});

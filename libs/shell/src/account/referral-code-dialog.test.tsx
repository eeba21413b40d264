import { session } from "@loyalty/api-client/session";
import { signedInAs } from "@loyalty/api-client/testing/fake-api";
import { expectAccessible } from "@loyalty/ui/testing";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { openedDialog } from "./dialogs.ts";
import { open, pass, pressOverlay, setUpDialogs } from "./testing.tsx";

const app = setUpDialogs();

const input = () => screen.getByRole("textbox", { name: "Referral code" });
const submit = () => screen.queryByRole("button", { name: "Submit" });

const isStillAsked = () => (session.getSnapshot() as { isFirstLogin?: boolean }).isFirstLogin;

async function openAsBenjamin() {
  app.api.world.firstLogins.add(2);
  act(() => signedInAs(app.api, app.api.world.members[1]!));
  await open(app, "referral-code");
}

test("it is accessible", async () => {
  await openAsBenjamin();
  await expectAccessible(screen.getByRole("dialog"));
});

test("Submit is hidden while there is nothing but space to submit", async () => {
  await openAsBenjamin();
  expect(submit()).not.toBeInTheDocument();
  await app.user.type(input(), "   ");
  expect(submit()).not.toBeInTheDocument();
  await app.user.type(input(), "A");
  expect(submit()).toBeInTheDocument();
});

test("a code has at most 20 characters", async () => {
  await openAsBenjamin();
  await app.user.type(input(), "A".repeat(25));
  expect(input()).toHaveValue("A".repeat(20));
});

test("a known code is sent without its spaces, thanked for, and the dialog closes after 2 s", async () => {
  await openAsBenjamin();
  await app.user.type(input(), " AISYAH20 {Enter}");
  await waitFor(() => expect(isStillAsked()).toBe(false));
  expect(app.api.world.members[1]!.referrerId).toBe(1);
  await pass(1900);
  expect(openedDialog()?.name).toBe("referral-code");
  await pass(200);
  expect(openedDialog()).toBeNull();
  // The sentence may be read for 3 s.
  await pass(700);
  expect(
    (await screen.findByText("Referral code submitted successfully!")).closest("[data-removed]"),
  ).toHaveAttribute("data-removed", "false");
});

test.each([
  ["a refusal without words", 500, {}, "Failed to submit referral code. Please try again."],
  ["no answer", 0, {}, "An unexpected error occurred. Please try again."],
  ["the server's own words", 409, { message: "This is your own code." }, "This is your own code."],
])("%s shows an error for 5 s, and the code stays", async (_, status, body, sentence) => {
  await openAsBenjamin();
  app.api.failNext("PATCH /member/:id/referrer", status, body);
  await app.user.type(input(), "AISYAH20{Enter}");
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(input()).toHaveValue("AISYAH20");
  await pass(5100);
  expect(screen.queryByText(sentence)).not.toBeInTheDocument();
});

test.each([
  ["Skip", () => app.user.click(screen.getByRole("button", { name: "Skip" }))],
  ["the close button", () => app.user.click(screen.getByRole("button", { name: "Close" }))],
  ["Escape", () => app.user.keyboard("{Escape}")],
  ["a click on the overlay", () => pressOverlay(app)],
])("%s just closes it", async (_, leave) => {
  await openAsBenjamin();
  expect(document.body).toHaveAttribute("data-scroll-locked");
  expect(isStillAsked()).toBe(true);
  await leave();
  expect(openedDialog()).toBeNull();
  expect(isStillAsked()).toBe(false);
  expect(app.api.requests.some((request) => request.startsWith("PATCH"))).toBe(false);
});

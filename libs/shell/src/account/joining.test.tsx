import { pendingReferral, session } from "@loyalty/api-client/session";
import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";

import { handoffParams } from "../handoff/carried.ts";
import { openedDialog } from "./dialogs.ts";
import {
  codeField,
  field,
  fill,
  getOtp,
  join,
  joinNow,
  open,
  openWithCode,
  pass,
  phone,
  put,
  setUpDialogs,
  terms,
  typedCode,
  watchRegistrations,
} from "./testing.tsx";

const app = setUpDialogs();

test("the new member is greeted, and signed in with the dashboard to come after 1.5 s", async () => {
  await openWithCode(app);
  await join(app);
  expect(
    await screen.findByText("Registration successful! Welcome to our membership program."),
  ).toBeInTheDocument();
  expect(screen.getByText("Nice to meet you, Mei Ling!")).toBeInTheDocument();
  await pass(1300);
  expect(app.outcomes).toEqual([]);
  expect(session.getSnapshot().status).toBe("signed-out");
  await pass(300);
  expect(app.outcomes).toEqual(["registered"]);
  expect(session.getSnapshot()).toMatchObject({ status: "signed-in", isFirstLogin: true });
  expect(openedDialog()).toBeNull();
});

test("the last digit of the code sends nothing, and leads to Join Now", async () => {
  const sent = watchRegistrations(app);
  await openWithCode(app);
  await app.user.click(terms());
  await app.user.type(await codeField(), "12345");
  expect(joinNow()).not.toHaveFocus();
  await app.user.keyboard("6");

  expect(joinNow()).toHaveFocus();
  expect(sent).toEqual([]);
});

test("a member who closes the greeting early is signed in all the same", async () => {
  await openWithCode(app);
  await join(app);
  await screen.findByText("Nice to meet you, Mei Ling!");
  await app.user.click(screen.getByLabelText("Close"));
  await pass(1500);
  expect(app.outcomes).toEqual(["registered"]);
});

test.each([
  ["Male", 1],
  ["Female", 2],
  ["Other", 99],
])("the form is sent in the words of the call; %s is %i", async (gender, genderId) => {
  const sent = watchRegistrations(app);
  await openWithCode(app, gender);
  await join(app);
  await screen.findByText("Nice to meet you, Mei Ling!");
  expect(sent).toEqual([
    {
      name: "Mei Ling",
      callingCodeId: 1,
      mobileNumber: "111222333",
      genderId,
      raceId: 2,
      dateOfBirth: "1995-02-28",
      outletId: 2,
      otpCode: app.api.sent[0]!.code,
      noticeVersion: "1",
      noticeLanguage: "en",
      agreeToMarketing: true,
    },
  ]);
});

test("who switches advertising off joins without it", async () => {
  const sent = watchRegistrations(app);
  await openWithCode(app);
  await app.user.click(screen.getByLabelText(/^Send me offers/));
  await app.user.click(await codeField());
  await join(app);
  await screen.findByText("Nice to meet you, Mei Ling!");
  expect(sent).toEqual([expect.objectContaining({ agreeToMarketing: false })]);
});

test("the referral code of the link is filled in, sent and then forgotten", async () => {
  const sent = watchRegistrations(app);
  pendingReferral.write("AISYAH20");
  await openWithCode(app);
  expect(field("Referral code")).toHaveValue("AISYAH20");
  expect(field("Referral code")).toHaveAttribute("maxlength", "20");
  put(field("Occupation"), "Puppeteer");
  await join(app);
  await screen.findByText("Nice to meet you, Mei Ling!");
  expect(sent).toMatchObject([{ referralCode: "AISYAH20", occupation: "Puppeteer" }]);
  expect(pendingReferral.read()).toBe("");
});

test("a visitor who joins in a chosen language is greeted in it by the members' app", async () => {
  localStorage.setItem("languageSettings", '{"selectedLanguage":"ta"}');
  await openWithCode(app);
  await join(app);
  await screen.findByText("Nice to meet you, Mei Ling!");

  const { members, preferences } = app.api.world;
  expect(preferences[members.at(-1)!.id]?.language?.selectedLanguage).toBe("ta");
});

test("a wrong code is reported and clears the boxes", async () => {
  await openWithCode(app);
  await app.user.paste("000000");
  await app.user.click(terms());
  await app.user.click(joinNow());
  expect(
    await screen.findByText("Invalid verification code. Please try again."),
  ).toBeInTheDocument();
  expect(typedCode()).toBe("");
});

test("a failed registration says so and keeps the form", async () => {
  await openWithCode(app);
  app.api.failNext("POST /member", 500);
  await join(app);
  expect(await screen.findByText("Registration failed. Please try again.")).toBeInTheDocument();
  expect(field("Name")).toHaveValue("  Mei Ling ");
  expect(joinNow()).toBeEnabled();
});

test("the server's error of one field is shown beside it", async () => {
  await openWithCode(app);
  app.api.failNext("POST /member", 422, {
    message: "This code is not known.",
    errors: { referralCode: ["This code is not known."] },
  });
  await join(app);
  await waitFor(() =>
    expect(field("Referral code")).toHaveAccessibleDescription("This code is not known."),
  );
});

test("somebody who is a member already is signed in", async () => {
  await open(app, "register");
  await fill(app);
  put(phone(), "123456789");
  await app.user.click(getOtp());
  await codeField();
  await join(app);
  await waitFor(() => expect(session.getSnapshot().status).toBe("signed-in"));
  expect(session.getSnapshot()).toMatchObject({ status: "signed-in", user: { name: "Aisyah" } });
  expect(
    await screen.findByText("You are already a member. We have signed you in."),
  ).toBeInTheDocument();
  await pass(7000);
  expect(
    screen.getByText("You are already a member. We have signed you in.").closest("[data-removed]"),
  ).toHaveAttribute("data-removed", "false");
  expect(handoffParams()).toMatchObject({ notice: "already-member" });
});

test("a registration that brings no session asks for a sign-in by hand", async () => {
  app.server.use(http.post("*/api/member", () => HttpResponse.json({ id: 9, name: "Mei Ling" })));
  await openWithCode(app);
  await join(app);
  expect(await screen.findByText("Failed to send verification code")).toBeInTheDocument();
  expect(openedDialog()?.name).toBe("sign-in");
});

test("the draft is gone after the registration", async () => {
  await openWithCode(app);
  await join(app);
  await screen.findByText("Nice to meet you, Mei Ling!");
  expect(sessionStorage.getItem("registrationDraft")).toBeNull();
});

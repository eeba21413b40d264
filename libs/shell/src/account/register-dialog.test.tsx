import { expectAccessible } from "@loyalty/ui/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { openedDialog } from "./dialogs.ts";
import {
  buttonOf,
  choice,
  field,
  fill,
  getOtp,
  joinNow,
  open,
  pass,
  pressOverlay,
  put,
  setUpDialogs,
  terms,
} from "./testing.tsx";

const app = setUpDialogs();

test("it is accessible", async () => {
  await expectAccessible(await open(app, "register"));
  // axe asks jsdom for the style of each of some 400 elements.
}, 60_000);

test("it stays when the overlay is clicked, and the page behind does not scroll", async () => {
  await open(app, "register");
  await pressOverlay(app);
  expect(openedDialog()?.name).toBe("register");
  expect(document.body).toHaveAttribute("data-scroll-locked");
});

test("the fields come in the order of the specs, Malaysia first", async () => {
  const dialog = await open(app, "register");
  await screen.findByText(/\(\+60\)/);
  const names = [...dialog.querySelectorAll("input, select")].map(
    (control) => control.getAttribute("name") ?? control.getAttribute("autocomplete"),
  );
  expect([...new Set(names)]).toEqual([
    "name",
    "tel-country-code",
    "phoneNumber",
    "gender",
    "race",
    "dateOfBirth",
    "occupation",
    "registerOutlet",
    "referralCode",
    "agreeToTerms",
    "offers",
  ]);
  expect(screen.getByLabelText("Country calling code")).toHaveDisplayValue(/\+60/);
});

test("95 occupations are offered, and any other may be typed", async () => {
  const dialog = await open(app, "register");
  const list = (field("Occupation") as HTMLInputElement).list!;
  expect(dialog).toContainElement(list);
  expect(list.options).toHaveLength(95);
  expect(field("Occupation")).toHaveAccessibleDescription(
    "Choose from the list, or type your own.",
  );
});

test("Join Now waits for the terms and says what is missing", async () => {
  await open(app, "register");
  expect(joinNow()).toBeDisabled();
  expect(joinNow()).toHaveAccessibleDescription(
    "Still needed: name, mobile number, gender, race, date of birth, outlet, your agreement to the terms, and an OTP (press Get OTP).",
  );
  await app.user.click(terms());
  expect(joinNow()).toBeEnabled();
});

test("Get OTP names every field that is missing, the number too", async () => {
  await open(app, "register");
  await app.user.click(getOtp());
  for (const sentence of [
    "Please enter your name",
    "Phone number is required",
    "Please choose your gender",
    "Please choose your race",
    "Please enter your date of birth",
    "Please choose an outlet",
  ])
    expect((await screen.findAllByText(sentence))[0]).toBeInTheDocument();
});

test("a choice that was left with none chosen is asked for as every other field", async () => {
  await open(app, "register");
  await app.user.click(field("Mobile number"));
  for (let nth = 0; nth < 3; nth += 1) await app.user.tab(); // Over gender and race.
  await app.user.click(getOtp());
  expect(await screen.findByText("Please choose your gender")).toBeInTheDocument();
  expect(screen.getByText("Please choose your race")).toBeInTheDocument();
});

test("what Get OTP found missing is right as soon as it is there, before its field is left", async () => {
  await open(app, "register");
  await app.user.click(getOtp());
  const error = await screen.findByText("Please choose your gender");
  await app.user.click(choice("Female"));
  await waitFor(() => expect(error).not.toBeInTheDocument());
});

test.each([
  ["Malay", 1],
  ["Chinese", 2],
  ["Indian", 3],
  ["Others", 99],
])("race %s is %i", async (name, raceId) => {
  await open(app, "register");
  expect(choice(name)).toHaveAttribute("value", String(raceId));
});

test("an interrupted form comes back, without the agreement", async () => {
  await open(app, "register");
  await fill(app);
  await app.user.click(terms());
  await app.user.click(screen.getByText("Sign In"));
  await screen.findByText("Not a member yet?");
  await app.user.click(screen.getByText("Sign Up"));
  await screen.findByText("Join as Member");
  expect(field("Name")).toHaveValue("  Mei Ling ");
  expect(choice("Female")).toBeChecked();
  await waitFor(() => expect(field("Your outlet")).toHaveValue("2"));
  expect(terms()).not.toBeChecked();
  expect(sessionStorage.getItem("registrationDraft")).not.toContain("agree");
});

test("an outlet that was chosen before a reload is chosen when the outlets have come", async () => {
  await open(app, "register");
  await fill(app);
  const kept = sessionStorage.getItem("registrationDraft")!;
  cleanup();
  sessionStorage.setItem("registrationDraft", kept);

  await open(app, "register");
  await screen.findByText("KL East Mall");

  expect(field("Your outlet")).toHaveValue("2");
});

test.each([
  ["Terms & Conditions", 8],
  ["Privacy Policy", 8],
])("%s can be read over the form, which keeps its words", async (name, sections) => {
  await open(app, "register");
  put(field("Name"), "Mei");
  await app.user.click(screen.getByText(name));
  const viewer = (await screen.findByText("Effective date: Current")).closest("[role=dialog]")!;
  expect(viewer.querySelectorAll("li")).toHaveLength(sections);
  await waitFor(() => expect(viewer).toContainElement(document.activeElement as HTMLElement));
  await pass(50);
  await app.user.keyboard("{Escape}");
  expect(viewer).not.toBeInTheDocument();
  expect(buttonOf(name)).toHaveFocus();
  expect(field("Name")).toHaveValue("Mei");
  expect(terms()).not.toBeChecked();
});

test("outlets that cannot be loaded are offered again", async () => {
  app.api.failNext("GET /outlet", 500);
  await open(app, "register");
  expect(await screen.findByText("The outlets could not be loaded.")).toBeInTheDocument();
  await app.user.click(screen.getByText("Retry"));
  expect(await screen.findByText("KL East Mall")).toBeInTheDocument();
});

import { expectAccessible } from "@loyalty/ui/testing";
import { act, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";

import { openDialog } from "./dialogs.ts";
import {
  choice,
  codeField,
  field,
  fill,
  getOtp,
  buttonOf,
  joinNow,
  open,
  openWithCode,
  pass,
  phone,
  put,
  queryCodeField,
  setUpDialogs,
  terms,
  typedCode,
  watchRegistrations,
} from "./testing.tsx";

const app = setUpDialogs();

test("it is accessible with the boxes of the code", async () => {
  await openWithCode(app);
  await expectAccessible((await codeField()).closest("form")!);
  // The first test of the file also waits for the form to be compiled.
}, 60_000);

test.each([
  ["Name", () => put(field("Name"), " ")],
  ["Mobile number", () => put(phone(), "")],
  ["Date of birth", () => put(field("Date of birth"), "")],
  ["Your outlet", () => put(field("Your outlet"), "")],
])("no code is sent without %s", async (_, empty) => {
  await open(app, "register");
  await fill(app);
  empty();
  await app.user.click(getOtp());
  expect(
    await screen.findByText("Please fill in all required fields before requesting OTP"),
  ).toBeInTheDocument();
  expect(app.api.sent).toEqual([]);
});

test.each(["Gender", "Race"])("no code is sent without %s", async (missing) => {
  await open(app, "register");
  await screen.findByText("Publika");
  put(field("Name"), "Mei Ling");
  put(phone(), "111222333");
  put(field("Date of birth"), "1995-02-28");
  put(field("Your outlet"), "2");
  const other = missing === "Gender" ? "Malay" : "Male";
  await app.user.click(choice(other));
  await app.user.click(getOtp());
  expect(
    await screen.findByText("Please fill in all required fields before requesting OTP"),
  ).toBeInTheDocument();
  expect(app.api.sent).toEqual([]);
});

test("a filled but wrong number is refused in its country's words", async () => {
  await open(app, "register");
  await fill(app);
  put(phone(), "999");
  await app.user.click(getOtp());
  expect(
    await screen.findByText("Malaysian mobile numbers should start with 1 and be 9-10 digits long"),
  ).toBeInTheDocument();
  expect(app.api.sent).toEqual([]);
});

test.each([
  ["Date of birth", "2999-01-01", "Please enter a day in the past"],
  ["Date of birth", "1899-12-31", "Please enter a day from 1900 on"],
  ["Name", " M ", "Name must be at least 2 characters"],
])("%s %j is refused before a code is sent", async (name, value, sentence) => {
  await open(app, "register");
  await fill(app);
  put(field(name), value);
  await app.user.click(getOtp());
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(app.api.sent).toEqual([]);
});

test.each([
  ["Date of birth", "1900-01-01"],
  ["Name", "Ng"],
])("%s %j is taken", async (name, value) => {
  await open(app, "register");
  await fill(app);
  put(field(name), value);
  await app.user.click(getOtp());
  expect(await codeField()).toBeInTheDocument();
});

test("a sent code is announced, shown with its number, and another may follow after 60 s", async () => {
  await openWithCode(app);
  expect(
    await screen.findByText("OTP sent successfully! Please check your phone."),
  ).toBeInTheDocument();
  expect(screen.getByText("+60 11-•••• 333")).toBeInTheDocument();
  expect(await codeField()).toHaveFocus();
  expect(buttonOf(/^Resend code in (60|59) s$/)).toBeDisabled();
  await pass(60_000);
  await app.user.click(screen.getByText("Resend code"));
  await waitFor(() => expect(app.api.sent).toHaveLength(2));
});

test("a code that cannot be sent shows an error for 3 s", async () => {
  await open(app, "register");
  await fill(app);
  app.api.failNext("POST /get-otp", 500);
  await app.user.click(getOtp());
  const toast = await screen.findByText("Failed to send OTP. Please try again.");
  await pass(2500);
  expect(toast.closest("[data-sonner-toast]")).toHaveAttribute("data-removed", "false");
  await pass(1000);
  expect(screen.queryByText("Failed to send OTP. Please try again.")).not.toBeInTheDocument();
});

test("pasted text is cut to six digits", async () => {
  await openWithCode(app);
  await app.user.paste("98 76-5432");
  expect(typedCode()).toBe("987654");
});

test("another number cancels the code that was sent", async () => {
  await openWithCode(app);
  await app.user.keyboard("123");
  put(phone(), "111222334");
  expect(
    await screen.findByText("Phone number changed. Please request a new OTP for verification."),
  ).toBeInTheDocument();
  expect(queryCodeField()).not.toBeInTheDocument();
  expect(getOtp()).toBeEnabled();
});

test("another calling code is another number", async () => {
  await openWithCode(app);
  await app.user.selectOptions(screen.getByLabelText("Country calling code"), "3");
  expect(
    await screen.findByText("Phone number changed. Please request a new OTP for verification."),
  ).toBeInTheDocument();
});

test("the same number spaced in another way keeps its code", async () => {
  await openWithCode(app);
  put(phone(), "111 222 333");
  await pass(100);
  expect(await codeField()).toBeInTheDocument();
});

test("a code that has arrived can be typed in after the dialog was closed", async () => {
  const sent = watchRegistrations(app);
  await openWithCode(app);
  await app.user.keyboard("{Escape}");
  await pass(70_000);
  act(() => void openDialog("register"));

  await waitFor(async () => expect(await codeField()).toHaveFocus());
  expect(screen.getByText("+60 11-•••• 333")).toBeInTheDocument();
  expect(screen.getByText(/^The code is good for 0:(50|49)\.$/)).toBeInTheDocument();
  expect(buttonOf("Resend code")).toBeEnabled();
  await app.user.paste(app.api.sent[0]!.code);
  await app.user.click(terms());
  await app.user.click(joinNow());
  await screen.findByText("Nice to meet you, Mei Ling!");
  expect(sent).toHaveLength(1);
  expect(app.api.sent).toHaveLength(1);
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  [
    "number",
    async () => {
      put(phone(), "111222334");
      await pass(100);
      phone().focus();
      put(phone(), "111222333");
    },
  ],
  [
    "country",
    async () => {
      const country = screen.getByLabelText("Country calling code");
      await app.user.selectOptions(country, "3");
      await pass(100);
      await app.user.selectOptions(country, "1");
    },
  ],
])("a %s that was changed and put back has its code again", async (_, change) => {
  await openWithCode(app);
  await change();
  const box = await codeField();
  expect(box).not.toHaveFocus();
  expect(screen.getByText(/^The code is good for (2:00|1:5[0-9])\.$/)).toBeInTheDocument();
  expect(app.api.sent).toHaveLength(1);
});

test("a wait is counted down beside Get OTP", async () => {
  await open(app, "register");
  await fill(app);
  app.server.use(
    http.post("*/api/get-otp", () =>
      HttpResponse.json(
        { message: "Please wait 53 seconds", code: "too_many" },
        { status: 429, headers: { "Retry-After": "53" } },
      ),
    ),
  );
  await app.user.click(getOtp());
  const sentence = /^You can request a new code in 5[32] seconds\.$/;
  expect(
    (await screen.findAllByText(sentence)).some((one) => one.getAttribute("role") === "timer"),
  ).toBe(true);
  expect(getOtp()).toBeDisabled();
  await pass(54_000);
  expect(getOtp()).toBeEnabled();
});

test("a code that arrives after the number was changed opens no boxes", async () => {
  await open(app, "register");
  await fill(app);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  app.server.use(
    http.post("*/api/get-otp", async () => {
      await held;
      return HttpResponse.json({ message: "ok" });
    }),
  );
  await app.user.click(getOtp());
  await screen.findByText("Sending OTP…");
  put(phone(), "111222334");
  answer();
  await pass(200);
  expect(queryCodeField()).not.toBeInTheDocument();
  expect(screen.queryByText(/^OTP sent successfully/)).not.toBeInTheDocument();
});

test("Join Now without a whole code asks for one", async () => {
  const sent = watchRegistrations(app);
  await openWithCode(app);
  await app.user.keyboard("12345");
  await app.user.click(terms());
  expect(joinNow()).toHaveAccessibleDescription("Still needed: the 6-digit OTP code.");
  await app.user.click(joinNow());
  expect(await screen.findByText("Please enter a valid 6-digit OTP code")).toBeInTheDocument();
  expect(sent).toEqual([]);
});

test("a number that sign-in has proved needs no code", async () => {
  const sent = watchRegistrations(app);
  const proved = { callingCodeId: 1, callingCode: "60", mobileNumber: "111222333" };
  await open(app, "register", { proved: { ...proved, ticket: "join-1-111222333" } });
  const form = (await screen.findByText("Join Now")).closest("form")!;
  expect(form.firstElementChild).toHaveTextContent(
    /^There is no member with \+60 11-•••• 333 yet\. The number is confirmed:/,
  );
  await fill(app);
  expect(screen.getByText(/^Your number is confirmed:/)).toBeInTheDocument();
  await app.user.click(terms());
  await app.user.click(joinNow());
  await screen.findByText("Nice to meet you, Mei Ling!");
  expect(sent).toMatchObject([{ registrationTicket: "join-1-111222333" }]);
  expect(app.api.sent).toEqual([]);
});

test("a proved number that is changed must be proved again", async () => {
  const proved = { callingCodeId: 1, callingCode: "60", mobileNumber: "111222333" };
  await open(app, "register", { proved: { ...proved, ticket: "join-1-111222333" } });
  put(phone(), "111222334");
  expect(
    await screen.findByText("Phone number changed. Please request a new OTP for verification."),
  ).toBeInTheDocument();
  expect(getOtp()).toBeInTheDocument();
});

test("a ticket that has expired gives way to a code", async () => {
  const proved = { callingCodeId: 1, callingCode: "60", mobileNumber: "111222333" };
  await open(app, "register", { proved: { ...proved, ticket: "old" } });
  await fill(app);
  app.api.failNext("POST /member", 422, {
    message: "Please verify your number again.",
    code: "invalid_ticket",
  });
  await app.user.click(terms());
  await app.user.click(joinNow());
  expect(await screen.findByText("Please verify your number again.")).toBeInTheDocument();
  expect(getOtp()).toBeInTheDocument();
});

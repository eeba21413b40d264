import { pendingReferral, session } from "@loyalty/api-client/session";
import { expectAccessible } from "@loyalty/ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";

import { closeDialog, openDialog, openedDialog } from "./dialogs.ts";
import { open, pass, pressOverlay, setUpDialogs } from "./testing.tsx";

const app = setUpDialogs();

const phone = () => screen.getByRole("textbox", { name: "Mobile number" });
const continueButton = () => screen.getByRole("button", { name: "Continue" });
const codeField = () => screen.getByLabelText<HTMLInputElement>("Enter your 6-digit code");
const code = () => codeField().value;

/** Aisyah's number, up to the boxes. */
async function openCodeStep() {
  await open(app, "sign-in");
  await app.user.type(phone(), "0123456789");
  await waitFor(() => expect(continueButton()).toBeEnabled());
  await app.user.click(continueButton());
  await screen.findByLabelText("Enter your 6-digit code");
}

test("both steps are accessible", async () => {
  await openCodeStep();
  await expectAccessible(screen.getByRole("dialog"));
  await app.user.click(screen.getByRole("button", { name: "Edit mobile number" }));
  await expectAccessible(screen.getByRole("dialog"));
});

test("opening clears what an earlier sign-in left and fills in the last number", async () => {
  for (const key of ["userSession", "rememberMe", "userPreferences"])
    localStorage.setItem(key, "x");
  localStorage.setItem("lastPhoneNumber", "123456789");
  await open(app, "sign-in");
  expect(phone()).toHaveValue("123456789");
  expect(Object.keys(localStorage)).toEqual(["lastPhoneNumber"]);
});

test("somebody with an invitation reads who invites and what both get, and joins first", async () => {
  pendingReferral.write("AISYAH20");
  app.api.world.members[0]!.name = "Aisyah Rahman";
  app.api.world.givenRewards.push({
    ...app.api.world.givenRewards[0]!,
    id: 12,
    transactionSourceId: 3,
    discountValue: "7.00",
  });
  await open(app, "sign-in");

  const invitation = await screen.findByRole("region", { name: "Aisyah invites you" });
  await waitFor(() =>
    expect(invitation).toHaveTextContent(
      "Join, and RM 7 waits for you. Aisyah gets RM 5 after your first bill.",
    ),
  );
  const join = within(invitation).getByRole("button", { name: "Join As Member" });
  expect(join).toHaveFocus();
  await app.user.click(join);
  expect(await screen.findByRole("dialog", { name: "Join as Member" })).toBeVisible();
});

test("a code that nobody has invites nobody", async () => {
  pendingReferral.write("NOBODY20");
  await open(app, "sign-in");

  await waitFor(() => expect(screen.queryByText("A friend invites you")).not.toBeInTheDocument());
  expect(continueButton()).toBeVisible();
});

test("it stays when the overlay is clicked, and the page behind does not scroll", async () => {
  await open(app, "sign-in");
  await pressOverlay(app);
  expect(openedDialog()?.name).toBe("sign-in");
  expect(document.body).toHaveAttribute("data-scroll-locked");
});

test("Sign Up swaps it for the registration", async () => {
  await open(app, "sign-in");
  await app.user.click(screen.getByRole("button", { name: "Sign Up" }));
  expect(await screen.findByRole("dialog", { name: "Join as Member" })).toBeVisible();
});

test("Continue waits for a number without a fault", async () => {
  await open(app, "sign-in");
  expect(continueButton()).toBeDisabled();
  await app.user.type(phone(), "12345678");
  expect(continueButton()).toBeDisabled();
  await app.user.type(phone(), "9");
  await waitFor(() => expect(continueButton()).toBeEnabled());
});

test("what is wrong with a number is shown when the typing pauses, with the country's own rule", async () => {
  await open(app, "sign-in");
  await app.user.type(phone(), "2345");
  await pass(800);
  expect(phone()).toHaveAccessibleDescription(
    /^Malaysian mobile numbers should start with 1 and be 9-10 digits long/,
  );
});

test("a country without a rule of its own has the sentence of sign-in", async () => {
  app.api.world.callingCodes.push({ id: 9, name: "66" });
  await open(app, "sign-in");
  await screen.findByRole("option", { name: /\+66/ });
  await app.user.selectOptions(screen.getByLabelText("Country calling code"), "9");
  await app.user.type(phone(), "12345");
  await pass(800);
  expect(phone()).toHaveAccessibleDescription(/^Phone number should be between 7-15 digits\b/);
});

test("another country has the number checked anew", async () => {
  await open(app, "sign-in");
  await screen.findByRole("option", { name: /\+65/ });
  await app.user.type(phone(), "91234567");
  await pass(800);
  expect(phone()).toHaveAccessibleDescription(/^Malaysian mobile numbers/);
  await app.user.selectOptions(
    screen.getByLabelText("Country calling code"),
    screen.getByRole("option", { name: /\+65/ }),
  );
  await waitFor(() => expect(phone()).not.toHaveAccessibleDescription(/mobile numbers should/));
  expect(continueButton()).toBeEnabled();
});

test("a calling code that is offered no more gives way to the first", async () => {
  localStorage.setItem("lastPhoneNumber", "+999 123456789");
  await open(app, "sign-in");
  await waitFor(() => expect(continueButton()).toBeEnabled());
  await app.user.click(continueButton());
  expect(await screen.findByText("+60 12-•••• 789")).toBeVisible();
});

test("a number that was taken away again is required", async () => {
  await open(app, "sign-in");
  await app.user.type(phone(), "1{Backspace}");
  await app.user.tab();
  expect(phone()).toHaveAccessibleDescription(/^Phone number is required/);
});

test.each([
  ["nothing", "", "Please enter your phone number"],
  ["too little", "1234", "Please enter a valid phone number"],
])("Enter on %s says so in the banner and asks for no code", async (_, typed, sentence) => {
  await open(app, "sign-in");
  await app.user.click(phone());
  await app.user.keyboard(`${typed}{Enter}`);
  expect(screen.getByRole("alert")).toHaveTextContent(sentence);
  expect(app.api.sent).toEqual([]);
});

test("a banner disappears after 5 s", async () => {
  await open(app, "sign-in");
  await app.user.type(phone(), "{Enter}");
  await pass(4900);
  expect(screen.getByRole("alert")).toBeVisible();
  await pass(200);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("a code that cannot be sent keeps the number", async () => {
  await open(app, "sign-in");
  app.api.failNext("POST /member/login/otp", 500);
  await app.user.type(phone(), "123456789{Enter}");
  expect(await screen.findByText("Failed to send OTP. Please try again.")).toBeVisible();
  expect(phone()).toHaveValue("123456789");
});

test("the server's own sentence goes before ours", async () => {
  await open(app, "sign-in");
  app.api.failNext("POST /member/login/otp", 429, { message: "Please wait 20 seconds." });
  await app.user.type(phone(), "123456789{Enter}");
  expect(await screen.findByText("Please wait 20 seconds.")).toBeVisible();
});

test("the code step says where the code went, starts at the first box and offers Edit", async () => {
  await openCodeStep();
  expect(screen.getByText("+60 12-•••• 789")).toBeVisible();
  expect(codeField()).toHaveFocus();
  await app.user.click(screen.getByRole("button", { name: "Edit mobile number" }));
  // Grouped as people write it.
  expect(phone()).toHaveValue("12-345 6789");
  expect(phone()).toHaveFocus();
});

test("Continue after Edit goes back to the code that is still on its way", async () => {
  await openCodeStep();
  await app.user.click(screen.getByRole("button", { name: "Edit mobile number" }));
  await app.user.click(continueButton());
  expect(await screen.findByLabelText("Enter your 6-digit code")).toHaveFocus();
  expect(app.api.sent).toHaveLength(1);
});

test.each([
  ["the X", () => app.user.click(screen.getByRole("button", { name: "Close" }))],
  ["Escape", () => app.user.keyboard("{Escape}")],
])("a code that has arrived can be typed in after %s closed the dialog", async (_, leave) => {
  await openCodeStep();
  await leave();
  await pass(20_000);
  act(() => void openDialog("sign-in"));

  expect(await screen.findByLabelText("Enter your 6-digit code")).toHaveFocus();
  expect(screen.getByText("+60 12-•••• 789")).toBeVisible();
  expect(screen.getByRole("timer")).toHaveTextContent(/The code is good for 1:(40|39)\./);
  expect(screen.getByRole("button", { name: /^Resend code in (10|9) s$/ })).toBeDisabled();
  await app.user.keyboard(`${app.api.sent[0]!.code}{Enter}`);
  await waitFor(() => expect(session.getSnapshot().status).toBe("signed-in"));
  expect(app.api.sent).toHaveLength(1);
});

test("the digits of a code are never kept, and nothing is once somebody has signed in", async () => {
  await openCodeStep();
  const { code: sent } = app.api.sent[0]!;
  app.api.failNext("POST /member/login", 0);
  await app.user.keyboard(sent);
  await screen.findByRole("alert");
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain(sent);
  expect(sessionStorage.getItem("codeRequests")).toContain("123456789");
  await app.user.keyboard("{Enter}");
  await waitFor(() => expect(session.getSnapshot().status).toBe("signed-in"));
  expect(sessionStorage).toHaveLength(0);
});

test("once the code has expired the dialog begins with the number again", async () => {
  await openCodeStep();
  act(() => closeDialog());
  await pass(121_000);
  act(() => void openDialog("sign-in"));
  await waitFor(() => expect(phone()).toBeVisible());
});

test("a number that was changed and put back goes on with its code", async () => {
  await openCodeStep();
  await app.user.click(screen.getByRole("button", { name: "Edit mobile number" }));
  await app.user.type(phone(), "0");
  await app.user.type(phone(), "{Backspace}");
  await pass(40_000);
  await app.user.click(continueButton());
  expect(await screen.findByLabelText("Enter your 6-digit code")).toHaveFocus();
  expect(screen.getByRole("timer")).toHaveTextContent(/1:(20|19|18)/);
  expect(app.api.sent).toHaveLength(1);
});

test.each([
  ["53", /^You can request a new code in 5[32] seconds\.$/, 54_000],
  ["3256", /^You can request a new code in 55 minutes\.$/, 3_257_000],
])("a wait of %s s is counted down in the dialog", async (seconds, sentence, over) => {
  await open(app, "sign-in");
  app.server.use(
    http.post(
      "*/api/member/login/otp",
      () => HttpResponse.json({}, { status: 429, headers: { "Retry-After": seconds } }),
      { once: true },
    ),
  );
  await app.user.type(phone(), "123456789{Enter}");
  expect(await screen.findByRole("timer")).toHaveTextContent(sentence);
  expect(continueButton()).toBeDisabled();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  // The wait is that number's, and the dialog's being closed does not end it.
  act(() => closeDialog());
  act(() => void openDialog("sign-in"));
  await screen.findByRole("dialog");
  await app.user.type(phone(), "123456789");
  expect(await screen.findByRole("timer")).toBeVisible();
  await app.user.type(phone(), "{Backspace}8");
  await waitFor(() => expect(continueButton()).toBeEnabled());
  await app.user.type(phone(), "{Backspace}9");
  await pass(over);
  await app.user.click(continueButton());
  await screen.findByLabelText("Enter your 6-digit code");
  await waitFor(() => expect(codeField()).toHaveFocus());
});

test("too many wrong codes: how long it takes is counted down, and the digits stay", async () => {
  await openCodeStep();
  app.server.use(
    http.post("*/api/member/login", () =>
      HttpResponse.json({ code: "too_many" }, { status: 429, headers: { "Retry-After": "30" } }),
    ),
  );
  await app.user.keyboard("123456{Enter}");
  expect(await screen.findByText(/^Too many tries\..* again in (30|29) seconds\.$/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Verify" })).toBeDisabled();
  expect(code()).toBe("123456");
  await pass(30_000);
  expect(screen.getByRole("button", { name: "Verify" })).toBeEnabled();
});

test("another number after Edit gets a code of its own", async () => {
  await openCodeStep();
  await app.user.click(screen.getByRole("button", { name: "Edit mobile number" }));
  await app.user.clear(phone());
  await app.user.type(phone(), "198765432{Enter}");
  expect(await screen.findByText("+60 19-•••• 432")).toBeVisible();
  expect(app.api.sent).toHaveLength(2);
});

test("the right code signs in, closes the dialog and remembers the number", async () => {
  await openCodeStep();
  await app.user.keyboard(app.api.sent[0]!.code);
  await waitFor(() => expect(session.getSnapshot().status).toBe("signed-in"));
  expect(session.getSnapshot()).toMatchObject({ status: "signed-in", user: { name: "Aisyah" } });
  expect(openedDialog()).toBeNull();
  expect(localStorage.getItem("lastPhoneNumber")).toBe("123456789");
});

test.each(["ms", null])("a language chosen here before, %s, comes along", async (chosen) => {
  const sent: (string | null)[] = [];
  app.server.events.on("request:start", ({ request }) => {
    if (request.url.endsWith("/member/login")) sent.push(request.headers.get("x-chosen-language"));
  });
  if (chosen) localStorage.setItem("languageSettings", `{"selectedLanguage":"${chosen}"}`);
  await openCodeStep();
  await app.user.keyboard(`${app.api.sent[0]!.code}{Enter}`);
  await waitFor(() => expect(session.getSnapshot().status).toBe("signed-in"));

  expect(sent).toEqual([chosen]);
});

test("the sixth digit submits, the fifth does not", async () => {
  await openCodeStep();
  const { code } = app.api.sent[0]!;
  await app.user.keyboard(code.slice(0, 5));
  await pass(1000);
  expect(app.api.requests).not.toContain("POST /api/member/login");
  await app.user.keyboard(code.slice(5));
  await waitFor(() => expect(session.getSnapshot().status).toBe("signed-in"));
});

test("a code that nobody could judge is sent again by Enter", async () => {
  await openCodeStep();
  app.api.failNext("POST /member/login", 0);
  await app.user.keyboard(app.api.sent[0]!.code);
  await screen.findByRole("alert");
  await app.user.keyboard("{Enter}");
  await waitFor(() => expect(session.getSnapshot().status).toBe("signed-in"));
});

test("a wrong code clears the boxes and starts again at the first", async () => {
  await openCodeStep();
  await app.user.keyboard("000000{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Invalid verification code. Please try again.",
  );
  expect(code()).toBe("");
  expect(codeField()).toHaveFocus();
});

test("a code that nobody could judge stays in its boxes", async () => {
  await openCodeStep();
  app.api.failNext("POST /member/login", 0);
  await app.user.keyboard("123456{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "An unexpected error occurred. Please try again.",
  );
  expect(code()).toBe("123456");
});

test("a code is valid until the server's time, else 120 s, and is then shown as expired", async () => {
  await openCodeStep();
  expect(screen.getByRole("timer")).toHaveTextContent(/The code is good for (2:00|1:59)\./);
  await pass(120_000);
  expect(screen.getByText("This code has expired. Please request a new one.")).toBeVisible();
});

test("the server's expiredAt is counted from, not our 120 s", async () => {
  app.server.use(
    http.post("*/api/member/login/otp", () =>
      HttpResponse.json({ message: "ok", expiredAt: new Date(Date.now() + 45_000).toISOString() }),
    ),
  );
  await openCodeStep();
  expect(screen.getByRole("timer")).toHaveTextContent(/0:4[45]/);
});

test("another code may be asked for after 30 s", async () => {
  await openCodeStep();
  expect(screen.getByRole("button", { name: /^Resend code in (30|29) s$/ })).toBeDisabled();
  await pass(30_000);
  await app.user.click(screen.getByRole("button", { name: "Resend code" }));
  await waitFor(() => expect(app.api.sent).toHaveLength(2));
  expect(await screen.findByRole("button", { name: /^Resend code in (30|29) s$/ })).toBeDisabled();
});

test("the wait is announced at its start and its end, not every second", async () => {
  await openCodeStep();
  expect(screen.getByText("You can request a new code in 30 seconds.")).toBeInTheDocument();
  await pass(15_000);
  expect(screen.getByText("You can request a new code in 30 seconds.")).toBeInTheDocument();
  await pass(15_000);
  expect(screen.getByText("You can request a new code now.")).toBeInTheDocument();
});

test("a refused resend says so and waits as long as the server wants", async () => {
  await openCodeStep();
  await pass(30_000);
  app.server.use(
    http.post("*/api/member/login/otp", () =>
      HttpResponse.json({}, { status: 429, headers: { "Retry-After": "90" } }),
    ),
  );
  await app.user.click(screen.getByRole("button", { name: "Resend code" }));
  expect(await screen.findByText("Failed to resend OTP. Please try again.")).toBeVisible();
  expect(screen.getByRole("button", { name: /^Resend code in (90|89) s$/ })).toBeDisabled();
});

test("a pasted code counts only when it is six digits, into the first box", async () => {
  await openCodeStep();
  await app.user.paste("12345");
  expect(code()).toBe("");
  app.api.failNext("POST /member/login", 0);
  await app.user.paste("123456");
  expect(code()).toBe("123456");
  expect(await screen.findByRole("alert")).toBeVisible();
});

test("a right code of nobody's number goes on to the registration, with the number proved", async () => {
  await open(app, "sign-in");
  await app.user.type(phone(), "111222333{Enter}");
  await screen.findByLabelText("Enter your 6-digit code");
  await app.user.keyboard(`${app.api.sent[0]!.code}{Enter}`);
  const confirmed = await screen.findByText(/^Your number is confirmed:/);
  expect(confirmed.parentElement).toHaveTextContent("+60 11-•••• 333");
  expect(screen.getByRole("textbox", { name: "Mobile number" })).toHaveValue("111222333");
});

test("without the list of calling codes there is Malaysia", async () => {
  app.api.failNext("GET /callingCode", 500);
  await open(app, "sign-in");
  await app.user.type(phone(), "123456789");
  await waitFor(() => expect(continueButton()).toBeEnabled());
});

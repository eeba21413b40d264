import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { setUpMemberStage } from "../../testing/member-stage.tsx";
import { HelpSupportScreen } from "./help-support-screen.tsx";

const stage = setUpMemberStage();
const open = () =>
  stage.open("/settings/help-support", "/settings/help-support", HelpSupportScreen);
const search = (words: string) =>
  userEvent.type(screen.getByRole("searchbox", { name: "Search for help" }), words);
/** The questions that are left, as they are read. */
const questions = () =>
  [...document.querySelectorAll("summary")].map(({ textContent }) => textContent);

test.each([
  ["expire", "Do my points expire?"],
  ["delete my account", "How do I delete my account?"],
  ["close account", "How do I delete my account?"],
  ["password", "I forgot my password. How do I sign in?"],
  ["points missing", "Why are my points missing?"],
  ["code does not arrive", "The code does not arrive. What can I do?"],
  ["OTP", "The code does not arrive. What can I do?"],
  ["change number", "How do I change my phone number?"],
  ["unsubscribe", "How do I stop messages from you?"],
  ["language", "How do I change the language?"],
  ["download data", "Which data do you hold about me?"],
  ["referral code", "How do I invite a friend?"],
  ["use voucher", "How do I use a voucher?"],
])("a member who looks for “%s” finds “%s”", async (words, question) => {
  open();
  await search(words);

  expect(questions().slice(0, 2)).toContain(question);
});

test("an answer leads to the page it speaks of", async () => {
  open();
  await search("delete my account");

  const answer = screen.getByText(/^At the end of the page below/).closest("details")!;
  expect(answer).toHaveAttribute("open");
  await userEvent.click(within(answer).getByRole("link", { name: "Privacy and your data" }));
  expect(stage.address()).toBe("/settings/personal-info");
});

test("what nobody has answered yet leads to the people", async () => {
  open();
  await search("parking");

  expect(questions()).toEqual([]);
  expect(
    screen.getByText("No answer for “parking”. Write to us, we read everything."),
  ).toBeVisible();
  expect(screen.getByRole("link", { name: "Email Support" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^mailto:/),
  );
});

import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { setUpMemberApp } from "../../../testing/member-app.tsx";
import HelpSupportScreen, { type Answered, foundAnswers } from "./help-support-screen.tsx";

const app = setUpMemberApp();
const open = () => app.open("/settings/help-support", "/settings/help-support", HelpSupportScreen);
const search = (words: string) =>
  userEvent.type(screen.getByRole("searchbox", { name: "Search for help" }), words);
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

test("an answer links to the page it is about", async () => {
  open();
  await search("delete my account");

  const answer = screen.getByText(/^At the end of the page below/).closest("details")!;
  expect(answer).toHaveAttribute("open");
  await userEvent.click(within(answer).getByRole("link", { name: "Privacy and your data" }));
  expect(app.address()).toBe("/settings/personal-info");
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

const all = [
  { id: "when", question: "When do my points appear?", answer: "Within 24 hours." },
  { id: "tiers", question: "How do the tiers work?", answer: "Plus from 1,500 points." },
];
const found = (search: string) => foundAnswers(all, search).map(({ id }) => id);

test.each([
  ["", ["when", "tiers"]],
  ["  ", ["when", "tiers"]],
  ["points", ["when", "tiers"]],
  ["POINTS app", ["when"]],
  ["tier", ["tiers"]],
  ["24 hours", ["when"]],
  ["ier", []],
  ["parking", []],
])("%j finds %j", (search, ids) => {
  expect(found(search)).toEqual(ids);
});

function helpOf(language: string) {
  const file = join(import.meta.dirname, `texts/${language}/help.json`);
  const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, Omit<Answered, "id">>;
  return Object.entries(texts).map(([id, text]) => ({ id, ...text }));
}

// Chinese and Thai are written without spaces: a match may begin anywhere.
test.each([
  ["en", "expire", "expire"],
  ["en", "delete account", "delete"],
  ["en", "password", "password"],
  ["en", "points missing", "missing"],
  ["ms", "luput", "expire"],
  ["ms", "padam akaun", "delete"],
  ["ms", "kata laluan", "password"],
  ["ms", "mata hilang", "missing"],
  ["zh", "过期", "expire"],
  ["zh", "删除账户", "delete"],
  ["zh", "密码", "password"],
  ["zh", "积分没到账", "missing"],
  ["ta", "காலாவதி", "expire"],
  ["ta", "கணக்கை நீக்க", "delete"],
  ["ta", "கடவுச்சொல்", "password"],
  ["ta", "புள்ளிகள் காணவில்லை", "missing"],
  ["th", "หมดอายุ", "expire"],
  ["th", "ลบบัญชี", "delete"],
  ["th", "รหัสผ่าน", "password"],
  ["th", "คะแนนหาย", "missing"],
  ["id", "kedaluwarsa", "expire"],
  ["id", "hapus akun", "delete"],
  ["id", "kata sandi", "password"],
  ["id", "poin hilang", "missing"],
])("in %s %j finds the answer about %s", (language, search, id) => {
  expect(foundAnswers(helpOf(language), search).map((one) => one.id)).toContain(id);
});

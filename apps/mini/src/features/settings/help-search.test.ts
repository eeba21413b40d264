import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { foundAnswers, type Answered } from "./help-search.ts";

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

/** The help of a language, as it stands in its texts. */
function helpOf(language: string) {
  const file = join(import.meta.dirname, `../../../../../libs/ui/src/texts/${language}/help.json`);
  const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, Omit<Answered, "id">>;
  return Object.entries(texts).map(([id, text]) => ({ id, ...text }));
}

// Chinese and Thai are written without spaces: what is looked for may stand anywhere.
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

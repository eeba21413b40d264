import { ApiError, messageOf, type Problem, translateErrorsWith } from "@loyalty/api-client/errors";
import { i18n } from "@loyalty/ui/i18n";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import malay from "../texts/ms/problems.json";
import malayStaff from "../texts/ms/staff.json";
import { fileProblemText, problemText, translateProblems } from "./problems.ts";

const problem = (code: string, params: Problem["params"] = {}): Problem => ({
  code,
  message: "In English.",
  params,
});

beforeEach(async () => {
  i18n.addResourceBundle("ms", "problems", malay);
  i18n.addResourceBundle("ms", "staff", malayStaff);
  await i18n.changeLanguage("ms");
});
afterEach(async () => {
  i18n.removeResourceBundle("ms", "problems");
  i18n.removeResourceBundle("ms", "staff");
  await i18n.changeLanguage("en");
});

test.each<[string, Problem["params"], string | RegExp]>([
  ["bill_void", {}, "Bil ini telah ditarik balik."],
  ["missing_languages", { languages: ["ms", "zh"] }, /: Bahasa Melayu dan 中文\.$/],
  ["wrong_pin", { count: 1 }, "PIN ini salah. 1 cubaan lagi."],
  [
    "voucher_used_at",
    { usedAt: "2026-03-03T06:10:00Z", outlet: "Publika" },
    /3 Mac 2026.*2[:.]10.*Publika/,
  ],
  ["voucher_good_elsewhere", { outlets: ["A", "B", "C", "D"] }, /A, B dan 2 lagi\.$/],
  ["receipt_is_bill", { bill: 12, member: 3, amount: 4590 }, /bil 12 ahli 3, RM.45\.90\./],
  ["bill_too_large", { max: 500_000 }, /RM.5,000\./],
  [
    "role_needs_outlet",
    { role: "cashier" },
    `Peranan ${malayStaff.roles.cashier} memerlukan cawangan.`,
  ],
  ["draft_not_open", { state: "withdrawn" }, "Draf ini ditarik balik, bukan terbuka."],
  ["file_whole_number", { key: "cost", min: 0, max: 1_000_000 }, /^cost .* 0 hingga 1,000,000\.$/],
])("%s", (code, params, expected) => {
  expect(problemText(problem(code, params))).toMatch(expected);
});

test("a moment of today is a time alone", () => {
  vi.useFakeTimers({ now: new Date("2026-03-03T08:00:00Z"), toFake: ["Date"] });
  const used = problem("voucher_used_at", { usedAt: "2026-03-03T06:10:00Z", outlet: "Publika" });
  expect(problemText(used)).not.toContain("2026");
  vi.useRealTimers();
});

test("a code that has no text keeps the API's English", () => {
  expect(problemText(problem("the_moon_is_full"))).toBe("In English.");
});

describe("a mistake in a file has its place in front", () => {
  const place = { line: 34, part: "reward", record: "7" };
  test.each([
    [{ ...problem("file_key_missing", { key: "cost" }), ...place }, /^Baris 34, ganjaran 7: cost /],
    [
      { ...problem("file_key_missing", { key: "cost" }), ...place, part: "settings", record: "" },
      /^Baris 34, tetapan: cost /,
    ],
    [
      { ...problem("file_key_twice", { key: "tiers" }), line: 9, part: "", record: "" },
      /^Baris 9: tiers /,
    ],
    [
      { ...problem("file_yaml", { reason: "found '@'" }), line: 5, part: "", record: "" },
      "Baris 5 bukan YAML yang sah: found '@'.",
    ],
  ])("%#", (mistake, expected) => {
    expect(fileProblemText(mistake)).toMatch(expected);
  });
});

describe("a refused call", () => {
  beforeEach(translateProblems);
  afterEach(() => translateErrorsWith(() => null));
  const refused = (more: Partial<ApiError>) =>
    messageOf(
      new ApiError({ status: 422, message: "In English.", fromServer: true, ...more }),
      "?",
    );

  test("is shown by its code", () => {
    expect(refused({ code: "bill_void" })).toBe("Bil ini telah ditarik balik.");
  });

  test("of a form is what is said of its first field", () => {
    const fields = { to: [problem("text_too_long", { max: 40 })] };
    expect(refused({ code: "invalid", fields })).toBe(
      problemText(problem("text_too_long", { max: 40 })),
    );
    expect(refused({ code: "invalid" })).toBe(malay.invalid);
  });
});

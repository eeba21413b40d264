import cases from "@loyalty/api-client/cases/file-mistakes.json";
import { ApiError, messageOf, translateErrorsWith } from "@loyalty/api-client/errors";
import { i18n } from "@loyalty/ui/i18n";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import english from "../texts/en/refusals.json";
import malay from "../texts/ms/refusals.json";
import malayStaff from "../texts/ms/staff.json";
import { inReadersLanguage, translateRefusals } from "./refusals.ts";

const refusalsIn = import.meta.glob("../texts/*/refusals.json", { eager: true, import: "default" });
const staffIn = import.meta.glob("../texts/*/staff.json", { eager: true, import: "default" });

const refused = (message: string, code = "conflict", retryAfterS: number | null = null) =>
  messageOf(new ApiError({ status: 409, code, message, retryAfterS, fromServer: true }), "?");

beforeEach(async () => {
  i18n.addResourceBundle("ms", "refusals", malay);
  i18n.addResourceBundle("ms", "staff", malayStaff);
  translateRefusals();
  await i18n.changeLanguage("ms");
});
afterEach(async () => {
  i18n.removeResourceBundle("ms", "refusals");
  i18n.removeResourceBundle("ms", "staff");
  translateErrorsWith(() => null);
  await i18n.changeLanguage("en");
});

test.each([
  ["This bill was taken back.", "Bil ini telah ditarik balik."],
  ["Words are missing in: ms, zh.", "Perkataan belum ada dalam: Bahasa Melayu dan 中文."],
  ["This PIN is wrong. 1 try is left.", "PIN ini salah. 1 cubaan lagi."],
  [
    "This voucher was used on 3 March 2026 at 14:10 at Publika.",
    /^Baucar ini digunakan pada 3 Mac 2026, .*2[:.]10.* di Publika\.$/,
  ],
  [
    "This voucher was used at 09:05 at Publika.",
    /^Baucar ini digunakan pada .*9[:.]05.* di Publika\.$/,
  ],
  [
    "This voucher cannot be used here. It is good at Publika, KL East Mall and 3 more.",
    "Baucar ini tidak boleh digunakan di sini. Ia sah di Publika, KL East Mall dan 3 lagi.",
  ],
  [
    "This receipt is bill 12 of member 3, RM 45.90. If that is wrong, take that bill back first, or move it to the right member.",
    "Resit ini ialah bil 12 ahli 3, RM 45.90. Jika itu salah, tarik balik bil itu dahulu, atau pindahkan kepada ahli yang betul.",
  ],
  ["The role cashier needs an outlet.", `Peranan ${malayStaff.roles.cashier} memerlukan cawangan.`],
  ["This draft is withdrawn, not open.", "Draf ini ditarik balik, bukan terbuka."],
  [
    "Version 4 is no programme any more: There is no version 7.",
    "Versi 4 bukan program lagi: Tiada versi 7.",
  ],
  [
    "Line 34, reward 7: cost should be a whole number from 0 to 1,000,000.",
    "Baris 34, ganjaran 7: cost mesti nombor bulat dari 0 hingga 1,000,000.",
  ],
  ["Line 3, settings: bill_limit means nothing here.", /^Baris 3, tetapan: bill_limit .*\.$/],
  ["Line 9: tiers is written twice.", "Baris 9: tiers ditulis dua kali."],
  [
    "Line 2, outlet: brand should be one of krua-bowl, thong-cha.",
    "Baris 2, cawangan: brand mesti salah satu daripada krua-bowl, thong-cha.",
  ],
  [
    "Line 5 is not valid YAML: a colon cannot stand here.",
    "Baris 5 bukan YAML yang sah: titik bertindih tidak dibenarkan di sini.",
  ],
  [
    "entries are missing from the office log before entry 9",
    "ada catatan yang hilang daripada log pejabat sebelum catatan 9",
  ],
])("%s", (sentence, expected) => {
  expect(refused(sentence)).toMatch(expected);
});

// English words that are in every mistake of a file, and in no translation.
const ENGLISH = /\b(is|are|be|should|the|of|that|not|has|holds|means|with)\b/;

describe.each(["ms", "zh", "ta", "th", "id"])("in %s", (language) => {
  beforeEach(async () => {
    const bundles = { refusals: refusalsIn, staff: staffIn };
    for (const [namespace, files] of Object.entries(bundles)) {
      i18n.addResourceBundle(language, namespace, files[`../texts/${language}/${namespace}.json`]);
    }
    await i18n.changeLanguage(language);
  });
  afterEach(() => {
    i18n.removeResourceBundle(language, "refusals");
    i18n.removeResourceBundle(language, "staff");
  });

  test.each([
    ...[...cases.programme, ...cases.sales].flatMap(({ mistakes }) => mistakes),
    "reward 7: active was true when the draft began, is false now, and would become true. Look at it and save the draft again from the programme as it is.",
    "Tiers and their floors stay while there are members (1200).",
    "1 member of this tier",
    "1,200 members would be warned by the next run, and erased 30 days later if unseen",
    "1 member now lacks the points",
    "2 members now have the points",
    "2 open vouchers stay as given",
    "Pages show an outlet once its address and hours are published (staff app, Content)",
  ])("%s", (sentence) => {
    expect(inReadersLanguage(sentence)).not.toMatch(ENGLISH);
  });
});

test("a sentence without a translation is shown as the API wrote it", () => {
  expect(refused("The moon is full.", "moon")).toBe("The moon is full.");
  expect(inReadersLanguage("The moon is full.")).toBe("The moon is full.");
});

test("an English reader reads the API's own words, with days and times as the page writes them", async () => {
  await i18n.changeLanguage("en");
  expect(inReadersLanguage("This voucher could be used until 9 November 2026.")).toBe(
    "This voucher could be used until 9 Nov 2026.",
  );
  expect(inReadersLanguage("This voucher was cancelled on 14 March 2026 at 19:34.")).toBe(
    "This voucher was cancelled on 14 Mar 2026 at 7:34 PM.",
  );
  expect(refused("This bill was taken back.")).toBe("This bill was taken back.");
});

test("every English sentence finds its own translation, not that of a shorter one", () => {
  for (const [group, sentences] of Object.entries(english)) {
    if (["states", "values", "parts"].includes(group)) continue;
    for (const [name, sentence] of Object.entries(sentences)) {
      // Where and when it was is in the table above.
      if (/\{\{(when|day)\}\}/.test(sentence)) continue;
      const filled = (text: string) => text.replace(/\{\{\w+\}\}/g, "7");
      const ofGroup = malay[group as keyof typeof malay] as Record<string, string>;
      const own = ofGroup[name] ?? ofGroup[name.replace("_one", "_other")] ?? "";
      expect(inReadersLanguage(filled(sentence)), sentence).toBe(filled(own));
    }
  }
});

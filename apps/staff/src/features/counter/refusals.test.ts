import { ApiError } from "@loyalty/api-client/errors.ts";
import type { CounterVoucher } from "@loyalty/api-client/staff/counter.ts";
import { i18n } from "@loyalty/ui/i18n/i18n.ts";
import { afterEach, expect, test } from "vitest";

import { counterTexts } from "../../texts/counter.ts";
import malay from "../../texts/ms/counter.json";
import { refusalOf, refusalOfQueued, whyNotOf } from "./refusals.ts";

const USED_AT = "2026-03-14T06:10:00.000Z";
const USED = "This voucher was used at 14:10 at Publika.";
const voucher = { whyNot: USED, usedAt: USED_AT, outletName: "Publika" } as CounterVoucher;
const receipt = (amount: string | null) => ({
  message: "Receipt A-1 was recorded at 14:10.",
  code: "receipt_taken",
  body: { recordedAt: USED_AT, amount },
});
const refused = (failure: { message: string; code: string; body: unknown }) =>
  new ApiError({ ...failure, status: 409, fromServer: true });

async function inMalay() {
  i18n.addResourceBundle("ms", counterTexts.namespace, malay);
  await i18n.changeLanguage("ms");
}
afterEach(() => i18n.changeLanguage("en"));

test("English cashiers read the API's own sentences", () => {
  expect(whyNotOf(voucher)).toBe(USED);
  expect(whyNotOf({ ...voucher, whyNot: null })).toBeNull();
  expect(refusalOf(refused(receipt("45.90")))).toBe("Receipt A-1 was recorded at 14:10.");
  expect(refusalOf(new Error("no answer"))).toBe("That did not work. Please try again.");
});

test("others read in their language when and where a voucher was used, and a receipt recorded", async () => {
  await inMalay();
  expect(whyNotOf(voucher)).toMatch(
    /^Baucar ini telah digunakan pada .*14 Mac 2026.* di Publika\.$/,
  );
  const used = {
    message: USED,
    code: "voucher_used",
    body: { usedAt: USED_AT, outletName: "Publika" },
  };
  expect(refusalOf(refused(used))).toBe(whyNotOf(voucher));
  expect(refusalOf(refused(receipt("45.90")))).toMatch(/dengan RM\s45\.90/);
  expect(refusalOf(refused(receipt(null)))).toContain("untuk ahli lain");
});

test("what was refused while nobody looked is read in the language of whoever looks then", async () => {
  await inMalay();
  const queued = { ...receipt("45.90"), at: USED_AT };
  expect(refusalOfQueued(queued)).toMatch(/dengan RM\s45\.90/);
  // One that an older version has stored, without its facts.
  const { body: _, ...older } = queued;
  expect(refusalOfQueued(older)).toBe("Receipt A-1 was recorded at 14:10.");
});

import { ApiError, messageOf, translateErrorsWith } from "@loyalty/api-client/errors";
import { afterEach, beforeEach, expect, test } from "vitest";

import malay from "../texts/ms/errors.json";
import { i18n } from "@loyalty/ui/i18n";
import { translateErrors } from "./translate-errors.ts";

const refused = (code: string, message: string, retryAfterS: number | null = null) =>
  new ApiError({ status: 409, code, message, retryAfterS, fromServer: true });

beforeEach(() => {
  i18n.addResourceBundle("ms", "errors", malay);
  translateErrors();
});
afterEach(async () => {
  i18n.removeResourceBundle("ms", "errors");
  translateErrorsWith(() => null);
  await i18n.changeLanguage("en");
});

test("a refusal is read in the reader's language", async () => {
  await i18n.changeLanguage("ms");

  expect(messageOf(refused("invalid_code", "Invalid code."), "?")).toBe(
    "Kod pengesahan tidak sah. Sila cuba lagi.",
  );
  expect(messageOf(refused("too_many", "Please wait 30 seconds", 30), "?")).toBe(
    "Sila tunggu 30 saat.",
  );
  expect(messageOf(refused("too_many", "Please wait 55 minutes", 3256), "?")).toBe(
    "Sila tunggu 55 minit.",
  );
  expect(messageOf(refused("out_of_stock", "Gone."), "?")).toBe(malay.reward.out_of_stock);
});

test("an error without a translation, or whose translation needs more values, keeps the server's message", async () => {
  await i18n.changeLanguage("ms");

  expect(messageOf(refused("receipt_taken", "Recorded."), "?")).toBe("Recorded.");
  expect(messageOf(refused("tier_locked", "Opens with Plus."), "?")).toBe("Opens with Plus.");
});

test("an English reader reads the server's own sentence", () => {
  expect(messageOf(refused("invalid_code", "Wrong."), "?")).toBe("Wrong.");
});

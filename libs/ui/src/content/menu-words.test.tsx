import { DEFAULT_PREFERENCES } from "@loyalty/api-client/rules/preferences.ts";
import { act, renderHook } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { LanguageSettings } from "../i18n/formats.ts";
import { applyFormats, i18n } from "../i18n/i18n.ts";
import programme from "../texts/en/programme.json";
import { useDishWords, useProgrammeWords } from "./menu-words.ts";

const settings = (differences: Partial<LanguageSettings> = {}) =>
  act(() => applyFormats({ ...DEFAULT_PREFERENCES.language, ...differences }));
const words = () =>
  renderHook(() => ({ dish: useDishWords(), reward: useProgrammeWords() })).result.current;

const COCOA = { en: "Bitter cocoa, evaporated milk and brown-sugar pearls." };

beforeEach(() => {
  i18n.addResourceBundle("ms", "published-content", { [COCOA.en]: "Koko pahit." });
  i18n.addResourceBundle("ms", "programme", { titles: { welcome: "Baucar alu-aluan RM 5" } });
  return act(() => i18n.changeLanguage("ms"));
});
afterEach(async () => {
  i18n.removeResourceBundle("ms", "published-content");
  i18n.removeResourceBundle("ms", "programme");
  await act(() => i18n.changeLanguage("en"));
  act(() => applyFormats(null));
});

test("the menu is in the reader's language from the first day", () => {
  expect(words().dish(COCOA)).toEqual({ words: "Koko pahit.", original: null });
  expect(words().reward("RM 5 welcome voucher")).toEqual({
    words: "Baucar alu-aluan RM 5",
    original: null,
  });
});

test("with the translation turned off the menu is English, and the page says that it is English", () => {
  settings({ autoTranslateMenu: false, showOriginalText: true });

  expect(words().dish(COCOA)).toEqual({
    words: COCOA.en,
    lang: "en",
    original: null,
  });
  expect(words().reward("RM 5 welcome voucher")).toEqual({
    words: "RM 5 welcome voucher",
    lang: "en",
    original: null,
  });
});

test("the original can be shown too", () => {
  settings({ showOriginalText: true });

  expect(words().reward("RM 5 welcome voucher")).toEqual({
    words: "Baucar alu-aluan RM 5",
    original: "RM 5 welcome voucher",
  });
});

test("what an operator has written since stays as it is", () => {
  settings({ showOriginalText: true });

  expect(words().reward("Free durian")).toEqual({ words: "Free durian", original: null });
});

test("the catalogue has the words that the programme begins with", () => {
  const file = join(
    import.meta.dirname,
    "../../../../apps/api/src/loyalty/features/rewards/programme.yaml",
  );
  const yaml = readFileSync(file, "utf8").replace(/\s+/g, " ");
  const { titles, descriptions, terms } = programme;
  for (const text of [...Object.values(titles), ...Object.values(descriptions), terms]) {
    expect(yaml.replaceAll("> <", "><")).toContain(text.replaceAll("> <", "><"));
  }
});

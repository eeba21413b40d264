import type { Sentences } from "@loyalty/ui/i18n";
import { expect, test } from "vitest";

const texts = import.meta.glob<Sentences>("./*/*.json", {
  eager: true,
  import: "default",
});

/** WCAG 2.5.3: who speaks to the app says what they see. */
test.each([
  ["approvals", ["approve", "refuse", "withdraw"]],
  ["content", ["edit", "close", "remove", "up", "takeBack"]],
])("in %s the name of a button contains what is written on it", (file, buttons) => {
  for (const [path, text] of Object.entries(texts)) {
    if (!path.endsWith(`/${file}.json`)) continue;
    for (const button of buttons) {
      const [written, name] = [String(text[button]), String(text[`${button}Of`])];
      expect(name.toLowerCase(), path).toContain(written.toLowerCase());
    }
  }
});

/** A reason that is chosen is as long as the server wants one to be (`MIN_REASON` of rules/signing.py). */
test.each(Object.entries(texts))("%s offers no reason that is refused", (_, text) => {
  const short = reasonsIn(text).filter((reason) => reason.length < 8);
  expect(short).toEqual([]);
});

function reasonsIn(text: Sentences): string[] {
  return Object.entries(text).flatMap(([name, value]) => {
    if (typeof value === "string") return [];
    return name === "reasons" ? Object.values(value).map(String) : reasonsIn(value);
  });
}

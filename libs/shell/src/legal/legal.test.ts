import { expect, test } from "vitest";

import type legal from "../texts/en/legal.json";

test("every language says when an unused membership ends, and how long before that its member is notified", () => {
  const notices = import.meta.glob<typeof legal>("../texts/*/legal.json", {
    eager: true,
    import: "default",
  });
  const kept = Object.values(notices).map(({ privacy }) => privacy.sections.retention.text);

  expect(kept).toHaveLength(6);
  for (const text of kept) {
    expect(text).toMatch(/24 ?(months|bulan|个月|மாத|เดือน)/);
    expect(text).toMatch(/30 ?(days|hari|天|நாட்கள|วัน)/);
  }
});

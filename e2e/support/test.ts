import { expect, test as base } from "@playwright/test";

/** Chromium's words where a source or a string is refused; the second are those of Trusted Types (SECURITY.md W4). */
const REFUSALS = /Content Security Policy|requires 'Trusted/i;

/** Every story, and with it: nothing a page does is against its own content security policy (test W2). */
export const test = base.extend<{ policy: void }>({
  policy: [
    async ({ context }, use) => {
      const refused: string[] = [];
      context.on("console", (message) => {
        if (REFUSALS.test(message.text())) refused.push(message.text());
      });
      await use();
      expect(refused).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

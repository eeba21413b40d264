import { expect, test as base } from "@playwright/test";

/** Every story, and with it: nothing a page does is against its own content security policy (test W2). */
export const test = base.extend<{ policy: void }>({
  policy: [
    async ({ context }, use) => {
      const refused: string[] = [];
      context.on("console", (message) => {
        if (message.text().includes("Content Security Policy")) refused.push(message.text());
      });
      await use();
      expect(refused).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

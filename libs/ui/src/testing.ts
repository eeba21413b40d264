import axe from "axe-core";
import { expect } from "vitest";

/**
 * Fails with axe's own sentences when the element breaks an accessibility rule. Contrast is left out: jsdom draws
 * nothing; tokens/contrast.test.ts and the browser tests see to it.
 */
export async function expectAccessible(element: Element = document.body): Promise<void> {
  const { violations } = await axe.run(element, {
    rules: {
      "color-contrast": { enabled: false },
      "link-in-text-block": { enabled: false },
      region: { enabled: false },
    },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(" ")}`)).toEqual(
    [],
  );
}

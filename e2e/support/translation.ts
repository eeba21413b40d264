import type { Page } from "@playwright/test";

/**
 * Has each page treated as Chrome's translation treats it: each text node is replaced by a `<font>` in a `<font>` with
 * text of its own, once the page has loaded and whenever text is added. The words stay, so that they can be found.
 */
export async function translated(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const untouched = "script, style, noscript, textarea, title, option, font, [translate=no]";
    function translate(root: Node) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
      if (root instanceof Text) texts.push(root);
      for (const text of texts) {
        if (!text.data.trim() || !text.parentElement || text.parentElement.closest(untouched))
          continue;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        inner.textContent = text.data;
        outer.append(inner);
        text.replaceWith(outer);
      }
    }
    addEventListener("load", () => {
      translate(document.body);
      new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes)
          if (type === "characterData") translate(target);
          else addedNodes.forEach(translate);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  });
}

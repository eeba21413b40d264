import "@testing-library/jest-dom/vitest";

import { cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach } from "vitest";

// A machine shared with other work may be slow: waiting longer costs nothing when all is well.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has no canvas, and warns each time axe asks whether a letter is an icon.
HTMLCanvasElement.prototype.getContext = () => null;
// Nor does it scroll.
Element.prototype.scrollIntoView = () => {};

// jsdom lays nothing out.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// A toast is transparent for the first moment, before it moves in: a test need not wait for that.
if (!document.getElementById("toasts")) {
  const style = Object.assign(document.createElement("style"), { id: "toasts" });
  style.textContent = "[data-sonner-toast] { opacity: 1 !important }";
  document.head.append(style);
}

afterEach(() => {
  cleanup();
  // The library keeps messages beyond the component that shows them.
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
});

import "@testing-library/jest-dom/vitest";

import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A busy machine needs longer for a whole screen; what comes at once is not waited for.
configure({ asyncUtilTimeout: 5000 });

// jsdom draws nothing, and says so at length each time axe asks whether a letter is an icon.
HTMLCanvasElement.prototype.getContext = () => null;

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

import "@testing-library/jest-dom/vitest";

import { cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach } from "vitest";

// A busy machine needs longer for a whole screen; what comes at once is not waited for.
configure({ asyncUtilTimeout: 5000 });

// jsdom lays nothing out.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

afterEach(() => {
  cleanup();
  // The library keeps messages beyond the component that shows them.
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
});

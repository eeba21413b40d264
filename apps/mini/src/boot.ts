import { keepHandoff, keepHostOpening, tokenStore } from "@loyalty/api-client/session";
import { keepCarried } from "@loyalty/shell/carried";

// Inlined into index.html, before anything is asked for: see build-steps/boot-scripts.ts.
keepCarried();
keepHandoff(window);
keepHostOpening(window, tokenStore);

// A member who opens the dashboard sees their card from the first moment (starting.css).
const isExpected = tokenStore.token.read() !== null || tokenStore.pendingHandoff.read() !== null;
if (isExpected && window.location.pathname === "/dashboard") {
  document.documentElement.dataset.starting = "card";
}

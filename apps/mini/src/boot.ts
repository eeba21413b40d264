import { keepHandoff, keepHostOpening, tokenStore } from "@loyalty/api-client/session";
import { keepCarried } from "@loyalty/shell/carried";

// Inlined into index.html, before anything is asked for: see build-steps/boot-scripts.ts.
keepCarried();
keepHandoff(window);
keepHostOpening(window, tokenStore);

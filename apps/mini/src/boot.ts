import { keepHandoff } from "@loyalty/api-client/session/handoff.ts";
import { keepHostOpening } from "@loyalty/api-client/session/hosts.ts";
import { tokenStore } from "@loyalty/api-client/session/token-store.ts";
import { keepCarried } from "@loyalty/ui/handoff/carried.ts";

// Inlined into index.html, before anything is asked for: see build-steps/boot-scripts.ts.
keepCarried();
keepHandoff(window);
keepHostOpening(window, tokenStore);

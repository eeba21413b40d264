import { keepHandoff } from "@loyalty/api-client/session/handoff.ts";
import { keepCarried } from "@loyalty/ui/handoff/carried.ts";

// Inlined into index.html, before anything is asked for: see build-steps/boot-scripts.ts.
keepCarried();
keepHandoff(window);

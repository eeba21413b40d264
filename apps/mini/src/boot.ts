import { keepHandoff } from "@loyalty/api-client";
import { keepCarried } from "@loyalty/ui/handoff/carried";

// Inlined into index.html, before anything is asked for: see build-steps/boot-scripts.ts.
keepCarried(window);
keepHandoff(window);

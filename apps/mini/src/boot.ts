import { keepHandoff } from "@loyalty/api-client";

// Inlined into index.html, before anything is asked for: see build-steps/boot-scripts.ts.
keepHandoff(window);

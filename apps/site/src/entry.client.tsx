import { start } from "./start.tsx";

// Nothing else: a prerendered page calls it itself, without this file (build-steps/start-after-paint.ts).
void start();

import { defineConfig } from "vite";
import { doorsOf } from "../../scripts/library-doors.ts";

export default defineConfig({ build: doorsOf(import.meta.dirname) });

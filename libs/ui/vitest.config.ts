import { screenTests } from "./scripts/screen-tests.ts";

export default screenTests({
  project: import.meta.dirname,
  isolated: [
    "src/account/dialog-host.test.tsx",
    "src/public-pages/join-steps-failed.test.tsx",
    "src/public-pages/slides.test.tsx",
    "src/public-pages/tier-table.test.tsx",
    "src/routes/guards.test.tsx",
    "src/shell/service-worker.test.ts",
    "src/theme/theme.test.tsx",
  ],
});

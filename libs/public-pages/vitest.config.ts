import { screenTests } from "../../tools/vite/screen-tests.ts";

export default screenTests({
  project: "libs/public-pages",
  texts: ["libs/ui", "libs/content", "libs/shell"],
  isolated: [
    "src/components/slides.test.tsx",
    "src/login/guards.test.tsx",
    "src/membership/join-steps-failed.test.tsx",
    "src/membership/tier-table.test.tsx",
  ],
});

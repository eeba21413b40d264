import { screenTests } from "../../tools/vite/screen-tests.ts";

export default screenTests({
  project: "libs/ui",
  isolated: ["src/offline/service-worker.test.ts", "src/theme/theme.test.tsx"],
});

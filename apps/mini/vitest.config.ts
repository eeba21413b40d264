import { screenTests } from "../../tools/vite/screen-tests.ts";

export default screenTests({
  project: "apps/mini",
  texts: ["libs/ui", "libs/content", "libs/shell", "libs/public-pages"],
  isolated: ["src/app/service-worker.test.ts", "src/config.test.ts"],
});

import { screenTests } from "../../tools/vite/screen-tests.ts";

export default screenTests({
  project: "libs/shell",
  texts: ["libs/ui", "libs/content"],
  isolated: ["src/account/dialog-host.test.tsx"],
});

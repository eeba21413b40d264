import { screenTests } from "../../libs/ui/scripts/screen-tests.ts";

export default screenTests({
  project: import.meta.dirname,
  texts: "src/texts",
  isolated: ["src/app/service-worker.test.ts", "src/config.test.ts"],
});

import { mergeConfig } from "vitest/config";

import outlets from "../../libs/content/src/snapshot/outlets.json" with { type: "json" };
import { screenTests } from "../../tools/vite/screen-tests.ts";

// Not vite.config.ts: the plugin of React Router framework mode must not run under Vitest.
// Tests take `RouterProvider` from "react-router" (not "/dom"), or there are two copies of the router.
export default mergeConfig(
  screenTests({
    project: "apps/site",
    texts: ["libs/ui", "libs/content", "libs/shell", "libs/public-pages"],
    include: "{src,build-steps}/**/*.test.{ts,tsx}",
  }),
  { define: { "import.meta.env.VITE_OUTLETS": outlets.outlets.length } },
);

import { screenTests } from "../../libs/ui/scripts/screen-tests.ts";

// Not vite.config.ts: the plugin of React Router framework mode must not run under Vitest.
// Tests take `RouterProvider` from "react-router" (not "/dom"), or there are two copies of the router.
export default screenTests({
  project: import.meta.dirname,
  texts: "src/texts",
  include: "{src,build-steps}/**/*.test.{ts,tsx}",
});

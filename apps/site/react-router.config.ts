import { paths, publicPaths } from "@loyalty/shell/paths";
import type { Config } from "@react-router/dev/config";
import { join } from "node:path";

import { writeSitemap } from "./build-steps/sitemap.ts";
import { startAfterLoad } from "./build-steps/start-after-load.ts";

const publicPages = Object.values(publicPaths).filter((path) => !path.includes(":"));

export default {
  appDirectory: "src",
  ssr: false,
  // Every public page is real HTML, for search engines and for a first paint without JavaScript.
  // `/404` is what a server sends, with that status, for an address nobody knows.
  prerender: [...publicPages, "/404"],
  // The sign-in address is the home page once more, so the sitemap leaves it out.
  buildEnd: async ({ reactRouterConfig: { buildDirectory } }) => {
    const folder = join(buildDirectory, "client");
    const listed = publicPages.filter((path) => path !== paths.login);
    await Promise.all([writeSitemap(folder, listed), startAfterLoad(folder)]);
  },
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config;

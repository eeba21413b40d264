import { publicPaths } from "@loyalty/ui/paths";

/** The public addresses that stand for one page each: what is prerendered and listed in the sitemap. */
export const publicPages: string[] = Object.values(publicPaths).filter(
  (path) => !path.includes(":"),
);

import { memberPaths, publicPaths, rewardPath } from "../../libs/shell/src/routes/paths.ts";

/** The public addresses, each a page of its own: without those of the sign-in, which is a dialog. */
export const publicPages = Object.values(publicPaths).filter(
  (path) => !path.startsWith(publicPaths.login),
);

export const memberPages: readonly string[] = Object.values(memberPaths)
  .filter((path) => path !== memberPaths.rewardWithoutId)
  .map((path) => (path === memberPaths.reward ? rewardPath(1, "promotion") : path));

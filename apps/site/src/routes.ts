// From the small door: the framework reads this file before it can start, twice.
import { memberPaths, publicPaths } from "@loyalty/ui/paths";
import { route, type RouteConfig } from "@react-router/dev/routes";

/** One door for each member path: this app mounts no member screen. */
const doors = Object.entries(memberPaths).map(([name, path]) =>
  route(path, "handoff/handoff-door.tsx", { id: `door/${name}` }),
);

export default [
  route(publicPaths.home, "pages/home.tsx"),
  route(publicPaths.login, "pages/login.tsx"),
  route(publicPaths.loginWithReferral, "pages/login.tsx", { id: "pages/login-with-referral" }),
  route(publicPaths.menu, "pages/menu.tsx"),
  route(publicPaths.locations, "pages/locations.tsx"),
  route(publicPaths.about, "pages/about.tsx"),
  route(publicPaths.membership, "pages/membership.tsx"),
  route(publicPaths.awards, "pages/awards.tsx"),
  route(publicPaths.careers, "pages/careers.tsx"),
  route(publicPaths.contact, "pages/contact.tsx"),
  route(publicPaths.terms, "pages/terms.tsx"),
  route(publicPaths.privacy, "pages/privacy.tsx"),
  ...doors,
  route("*", "pages/not-found.tsx"),
] satisfies RouteConfig;

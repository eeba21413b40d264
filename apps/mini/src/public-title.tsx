import { useTexts } from "@loyalty/ui";
import { pathName, publicPaths, type PublicPathName } from "@loyalty/ui/routes";
import { seoTexts } from "@loyalty/ui/texts/seo";
import { useLocation } from "react-router";

type TitledPage = Exclude<PublicPathName, "login" | "loginWithReferral">;

/** Which page's title a path has: the sign-in is home with a dialog over it. Members' rooms bring their own. */
function titledPage(pathname: string): TitledPage | null {
  const name = pathName(pathname);
  if (name === null || !(name in publicPaths)) return null;
  return name === "login" || name === "loginWithReferral" ? "home" : (name as TitledPage);
}

/** The title of a public page, the same as on the site. */
export function PublicTitle() {
  const t = useTexts(seoTexts);
  const page = titledPage(useLocation().pathname);
  return page && <title>{t(`${page}.title`)}</title>;
}

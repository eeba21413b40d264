import { useIsMember } from "@loyalty/api-client/react/session";
import { openDialog } from "@loyalty/shell/dialogs";
import { scrollUp } from "@loyalty/shell/app-shell";
import { isMemberPath } from "@loyalty/shell/known-paths";
import { fivePages, publicNav } from "@loyalty/shell/navigation";
import { paths } from "@loyalty/shell/paths";
import { shellTexts } from "@loyalty/shell/frame/texts";
import { BrandLogo } from "@loyalty/ui/brand-logo";
import { useIsDesktop } from "@loyalty/ui/media-queries";
import { BrandTabs } from "@loyalty/ui/preferences";
import { useBrand } from "@loyalty/ui/theme-store";
import { LogOut } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, matchPath, NavLink, useLocation } from "react-router";

import styles from "./member-navigation.module.css";
import { memberNavigationTexts } from "../texts.ts";

/** The way between a member's pages: a bar at the lower edge, on a desktop a rail at the left. */
export function MemberNavigation() {
  const isMember = useIsMember();
  const isDesktop = useIsDesktop();
  const { pathname } = useLocation();
  if (!isMember || !isMemberPath(pathname)) return null;
  return isDesktop ? <Rail /> : <Bar />;
}

/**
 * Five links, with the code for the till in the middle. Shown only on the pages it links to: other pages have a bar of
 * their own there, or a link back at the top.
 */
function Bar() {
  const { t } = useTranslation(memberNavigationTexts);
  const { pathname } = useLocation();
  if (!fivePages.some(({ path }) => matchPath(path, pathname))) return null;
  return (
    <nav className={styles.bar} aria-label={t("title")}>
      <FiveLinks />
    </nav>
  );
}

/** The brand, the same five links, the public pages that members open most, and the way out. */
function Rail() {
  const { t } = useTranslation(memberNavigationTexts);
  const { t: s } = useTranslation(shellTexts);
  const { brand } = useBrand();
  return (
    <nav className={styles.rail} aria-label={t("title")}>
      <Link to={paths.home} aria-label={s("home", { brand: brand.name })}>
        <BrandLogo brand={brand.key} size={32} />
      </Link>
      <FiveLinks />
      <ul role="list">
        {publicNav
          .filter(({ name }) => name === "menu" || name === "locations")
          .map(({ name, path, icon: Icon }) => (
            <li key={path}>
              <Link to={path}>
                <Icon aria-hidden="true" size={22} />
                <span>{s(`nav.${name}`)}</span>
              </Link>
            </li>
          ))}
        <li>
          <button type="button" onClick={() => openDialog("sign-out")}>
            <LogOut aria-hidden="true" size={22} />
            <span>{s("signOut")}</span>
          </button>
        </li>
      </ul>
      <BrandTabs full />
    </nav>
  );
}

/** Both show the card, which moves from the one to the other. */
const cardPages: readonly string[] = [paths.dashboard, paths.rewards];

function FiveLinks() {
  const { t } = useTranslation(memberNavigationTexts);
  const { pathname } = useLocation();
  const isCardPage = cardPages.includes(pathname);
  return (
    <ul role="list">
      {fivePages.map(({ path, label, icon: Icon }) => (
        <li key={path}>
          <NavLink
            to={path}
            end
            viewTransition={isCardPage && cardPages.includes(path)}
            // A link to the current page does not navigate: it scrolls up instead.
            onClick={matchPath(path, pathname) ? scrollUp : undefined}
          >
            <span>
              <Icon aria-hidden="true" size={24} />
            </span>
            <span>{t(label)}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

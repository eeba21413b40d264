import { useIsMember } from "@loyalty/api-client/react/session";
import { scrollUp } from "@loyalty/shell/app-shell";
import { bottomNavigation } from "@loyalty/shell/navigation";
import { paths } from "@loyalty/shell/paths";
import { useTexts } from "@loyalty/ui/i18n";
import { matchPath, NavLink, useLocation } from "react-router";

import styles from "./bottom-navigation.module.css";
import { bottomNavigationTexts } from "./texts/bottom-navigation.ts";

/**
 * Five links at the lower edge of a member's screen (#5), with the code for the till in the middle. Shown only on the
 * pages it links to: other pages have a bar of their own there, or a link back at the top.
 */
export function BottomNavigation() {
  const t = useTexts(bottomNavigationTexts);
  const isMember = useIsMember();
  const { pathname } = useLocation();
  const current = bottomNavigation.find(({ path }) => matchPath(path, pathname));
  if (!isMember || !current) return null;

  return (
    <nav className={styles.bar} aria-label={t("title")}>
      <ul role="list" className={styles.links}>
        {bottomNavigation.map(({ path, label, icon: Icon }) => (
          <li key={path}>
            <NavLink
              to={path}
              end
              className={`${styles.link} ${path === paths.rewards ? styles.code : ""}`}
              // A link to the current page does not navigate: it scrolls up instead.
              onClick={path === current.path ? scrollUp : undefined}
            >
              <span className={styles.icon}>
                <Icon aria-hidden="true" size={24} />
              </span>
              <span className={styles.label}>{t(label)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { useIsMember } from "@loyalty/api-client/react";
import { scrollUp, thumbNav, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { thumbBarTexts } from "@loyalty/ui/texts/thumb-bar";
import { matchPath, NavLink, useLocation } from "react-router";

import styles from "./bottom-navigation.module.css";

/**
 * A member's five ways at the lower edge, where the thumb is (#5); the counter's code in the middle. It stands on the
 * pages that it leads to and nowhere else: those below them have a bar of their own there, or a way back at the top.
 */
export function BottomNavigation() {
  const t = useTexts(thumbBarTexts);
  const isMember = useIsMember();
  const { pathname } = useLocation();
  const current = thumbNav.find(({ path }) => matchPath(path, pathname));
  if (!isMember || !current) return null;

  return (
    <nav className={styles.bar} aria-label={t("title")}>
      <ul role="list" className={styles.ways}>
        {thumbNav.map(({ path, label, icon: Icon }) => (
          <li key={path}>
            <NavLink
              to={path}
              end
              className={`${styles.way} ${path === paths.rewards ? styles.counter : ""}`}

              // The same page again is no navigation, and a press should still be seen to do something.
              onClick={path === current.path ? scrollUp : undefined}
            >
              <span className={styles.sign}>
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

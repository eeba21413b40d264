import { NavLink } from "react-router";

import { shellTexts } from "../../texts/shell.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { memberNav, publicNav } from "../nav.ts";
import styles from "./main-menu.module.css";

interface MainMenuProps {
  isMember: boolean;
  onChosen: () => void;
}

/** Where to go: members find their own rooms first. The way one is on is highlighted. */
export function MainMenu({ isMember, onChosen }: MainMenuProps) {
  const t = useTexts(shellTexts);
  const items = isMember ? [...memberNav, ...publicNav.slice(1)] : publicNav;

  return (
    <nav aria-labelledby="side-menu-main" className={styles.menu}>
      <h2 id="side-menu-main" className={styles.title}>
        {t("sideMenu.mainMenu")}
      </h2>
      {items.map(({ path, label, description, icon: Icon, badge }) => (
        <NavLink key={path} to={path} end className={styles.item} onClick={onChosen}>
          <span className={styles.icon}>
            <Icon aria-hidden="true" size={20} />
          </span>
          <span className={styles.words}>
            <span className={styles.label}>{t(label)}</span>
            <span className={styles.description}>{t(description)}</span>
          </span>
          {badge && !isMember && <span className={styles.badge}>{t(badge)}</span>}
        </NavLink>
      ))}
    </nav>
  );
}

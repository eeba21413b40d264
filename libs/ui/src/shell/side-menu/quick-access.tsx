import { Headset, MapPin } from "lucide-react";
import { Link } from "react-router";

import { paths } from "../../routes/paths.ts";
import { shellTexts } from "../../texts/shell.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { SocialLinks } from "../social-links.tsx";
import styles from "./side-menu.module.css";

/** The last part of the menu: help, the way to an outlet, and where else we are. */
export function QuickAccess({ onChosen }: { onChosen: () => void }) {
  const t = useTexts(shellTexts);
  return (
    <>
      <nav aria-labelledby="side-menu-quick">
        <h2 id="side-menu-quick" className={styles.title}>
          {t("sideMenu.quickAccess")}
        </h2>
        <div className={styles.quick}>
          <Link to={paths.contact} className={styles.quickLink} onClick={onChosen}>
            <Headset aria-hidden="true" size={20} />
            {t("sideMenu.contactSupport")}
          </Link>
          <Link to={paths.locations} className={styles.quickLink} onClick={onChosen}>
            <MapPin aria-hidden="true" size={20} />
            {t("sideMenu.storeLocator")}
          </Link>
        </div>
      </nav>
      <section aria-labelledby="side-menu-connect">
        <h2 id="side-menu-connect" className={styles.title}>
          {t("sideMenu.connect")}
        </h2>
        <SocialLinks networks={["x", "tiktok"]} />
        <p className={styles.quiet}>{t("sideMenu.follow")}</p>
      </section>
    </>
  );
}

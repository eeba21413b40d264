import { useIsMember } from "@loyalty/api-client/react";

import { openOverlay } from "../../overlays/overlays.ts";
import { Button } from "../../primitives/button.tsx";
import { homeTexts } from "../../texts/home.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./welcome-banner.module.css";

/** On phones and tablets, the way in for members who are not signed in (spec 000 §2). */
export function WelcomeBanner() {
  const t = useTexts(homeTexts);
  const isMember = useIsMember();
  if (isMember) return null;
  return (
    <aside className={styles.banner} aria-label={t("welcome.title")}>
      <p>
        <strong>{t("welcome.title")}</strong> {t("welcome.text")}
      </p>
      <Button variant="outline" onClick={() => openOverlay("sign-in")}>
        {t("welcome.signIn")}
      </Button>
    </aside>
  );
}

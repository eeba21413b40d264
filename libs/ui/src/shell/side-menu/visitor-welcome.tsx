import { openOverlay } from "../../overlays/overlays.ts";
import { Button } from "../../primitives/button.tsx";
import { shellTexts } from "../../texts/shell.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./side-menu.module.css";

/** What the menu says to visitors: each button closes the menu and opens its dialog. */
export function VisitorWelcome({ onClose }: { onClose: () => void }) {
  const t = useTexts(shellTexts);

  function goTo(overlay: "sign-in" | "register") {
    onClose();
    openOverlay(overlay);
  }

  return (
    <section className={styles.welcome}>
      <h2 className={styles.hello}>{t("sideMenu.welcome")}</h2>
      <p>{t("sideMenu.invitation")}</p>
      <div className={styles.buttons}>
        <Button onClick={() => goTo("sign-in")}>{t("signIn")}</Button>
        <Button variant="outline" onClick={() => goTo("register")}>
          {t("join")}
        </Button>
      </div>
    </section>
  );
}

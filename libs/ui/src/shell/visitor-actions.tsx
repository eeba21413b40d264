import { openOverlay } from "../overlays/overlays.ts";
import { Button } from "../primitives/button.tsx";
import { shellTexts } from "../texts/shell.ts";
import { useTexts } from "../texts/use-texts.ts";
import styles from "./header.module.css";

/** What a visitor can do on a desktop; on a phone the side menu holds it (spec 000 §2). */
export function VisitorActions() {
  const t = useTexts(shellTexts);
  return (
    <div className={styles.visitor}>
      <Button variant="ghost" onClick={() => openOverlay("sign-in")}>
        {t("signIn")}
      </Button>
      <Button onClick={() => openOverlay("register")}>{t("join")}</Button>
    </div>
  );
}

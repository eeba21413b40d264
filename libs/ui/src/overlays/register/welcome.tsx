import { registerTexts } from "../../texts/register.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./register.module.css";

/** What stands in the dialog while the new member is being signed in. */
export function Welcome({ name }: { name: string }) {
  const t = useTexts(registerTexts);
  return (
    <div className={styles.welcome}>
      <svg viewBox="0 0 96 96" aria-hidden="true" className={styles.welcomeMark}>
        <circle cx="48" cy="48" r="44" className={styles.plate} />
        <circle cx="48" cy="48" r="33" className={styles.rim} />
        <path d="M32 49.5 43.5 61 66 37" className={styles.tick} />
      </svg>
      <p className={styles.welcomeName}>{t("welcome", { name })}</p>
      <p className={styles.welcomeNext}>{t("welcomeNext")}</p>
    </div>
  );
}

import { ArrowUp } from "lucide-react";
import { useSyncExternalStore } from "react";

import { shellTexts } from "../texts/shell.ts";
import { useTexts } from "../texts/use-texts.ts";
import styles from "./scroll-to-top.module.css";
import { scrollUp } from "./scroll-up.ts";

/** Spec 000 §9. */
const THRESHOLD_PX = 200;

function subscribe(listener: () => void) {
  window.addEventListener("scroll", listener, { passive: true });
  return () => window.removeEventListener("scroll", listener);
}

function isFarDown() {
  return window.scrollY > THRESHOLD_PX;
}

/** On phones and tablets, far enough down, a button that leads back up (spec 000 §2). */
export function ScrollToTop() {
  const t = useTexts(shellTexts);
  const farDown = useSyncExternalStore(subscribe, isFarDown, () => false);
  if (!farDown) return null;

  return (
    <button type="button" className={styles.button} aria-label={t("backToTop")} onClick={scrollUp}>
      <ArrowUp aria-hidden="true" size={22} />
    </button>
  );
}

import type { LanguageCode } from "@loyalty/ui/languages";
import { prefersReducedMotion } from "@loyalty/ui/media-queries";
import { chooseLanguage } from "@loyalty/ui/set-language";
import { ArrowUp } from "lucide-react";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { shellTexts } from "./texts.ts";
import styles from "./app-shell.module.css";
import { Footer } from "./footer.tsx";
import { HeaderTitlePlace } from "./header-title.ts";
import { Header } from "./header.tsx";

interface AppShellProps {
  /** Called with the language chosen in the foot; without it the browser keeps it. */
  onChooseLanguage?: (code: LanguageCode) => void;
  memberLink?: ReactNode;
  /** A member's page: it has no foot, and what the header has besides the member is in the side menu. */
  forMember?: boolean;
  children: ReactNode;
}

/** The frame of every page of both apps: header, the routed page, footer (spec 000 §2). */
export function AppShell(props: AppShellProps) {
  const { onChooseLanguage = chooseLanguage, memberLink, forMember = false, children } = props;
  const { t } = useTranslation(shellTexts);
  const [titlePlace, setTitlePlace] = useState<HTMLElement | null>(null);
  return (
    <HeaderTitlePlace value={titlePlace}>
      <a href="#content" className={styles.skip}>
        {t("skip")}
      </a>
      <Header
        memberLink={memberLink}
        forMember={forMember}
        titlePlace={setTitlePlace}
        onChooseLanguage={onChooseLanguage}
      />
      <main id="content" tabIndex={-1} className={styles.page}>
        {children}
      </main>
      {!forMember && <Footer onChooseLanguage={onChooseLanguage} />}
      <ScrollToTop />
    </HeaderTitlePlace>
  );
}

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
function ScrollToTop() {
  const { t } = useTranslation(shellTexts);
  const farDown = useSyncExternalStore(subscribe, isFarDown, () => false);
  if (!farDown) return null;

  return (
    <button type="button" className={styles.button} aria-label={t("backToTop")} onClick={scrollUp}>
      <ArrowUp aria-hidden="true" size={16} />
    </button>
  );
}

/** Takes the user back to the top of the page: smoothly, or at once where less motion is preferred. */
export function scrollUp(): void {
  window.scrollTo({ top: 0, behavior: prefersReducedMotion() ? "instant" : "smooth" });
}

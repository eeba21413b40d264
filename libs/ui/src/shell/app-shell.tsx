import type { ReactNode } from "react";

import { chooseLanguage } from "../languages/kept-language.ts";
import type { LanguageCode } from "../languages/languages.ts";
import { shellTexts } from "../texts/shell.ts";
import { useTexts } from "../texts/use-texts.ts";
import styles from "./app-shell.module.css";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { ScrollToTop } from "./scroll-to-top.tsx";

interface AppShellProps {
  /** Called with the language chosen in the foot; without it the browser keeps it. */
  onChooseLanguage?: (code: LanguageCode) => void;
  children: ReactNode;
}

/** What stands around every page of both apps: head, the routed page, foot (spec 000 §2). */
export function AppShell({ onChooseLanguage = chooseLanguage, children }: AppShellProps) {
  const t = useTexts(shellTexts);
  return (
    <>
      <a href="#content" className={styles.skip}>
        {t("skip")}
      </a>
      <Header />
      <main id="content" tabIndex={-1} className={styles.page}>
        {children}
      </main>
      <Footer onChooseLanguage={onChooseLanguage} />
      <ScrollToTop />
    </>
  );
}

import type { ReactNode } from "react";

import { shellTexts } from "../texts/shell.ts";
import { useTexts } from "../texts/use-texts.ts";
import styles from "./app-shell.module.css";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { ScrollToTop } from "./scroll-to-top.tsx";

/** What stands around every page of both apps: head, the routed page, foot (spec 000 §2). */
export function AppShell({ children }: { children: ReactNode }) {
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
      <Footer />
      <ScrollToTop />
    </>
  );
}
